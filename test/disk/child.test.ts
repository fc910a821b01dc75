import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/clock.js";
import { Children, ownGroups, SpawnError } from "../../src/disk/child.js";
import { identityOf } from "../../src/disk/processIdentity.js";
import { waitFor } from "../support/waitFor.js";

let dir: string;
let children: Children;
const strays: ChildProcess[] = [];

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), "tk-child-")));
  children = new Children({ notesDir: path.join(dir, "notes"), clock: systemClock });
});
afterEach(async () => {
  await children.close(0);
  expect(children.live).toBe(0);
  expect(ownGroups().size).toBe(0);
  for (const stray of strays.splice(0)) stray.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

const notes = (): string[] => (existsSync(path.join(dir, "notes")) ? readdirSync(path.join(dir, "notes")) : []);
const sh = (script: string, more: Partial<Parameters<Children["run"]>[0]> = {}) =>
  children.run({ command: "sh", args: ["-c", script], cwd: dir, ...more });
const note = { purpose: "test.write", row: "row_1" };
async function running(pid: number): Promise<boolean> {
  const identity = await identityOf(pid);
  return identity !== null && !identity.ended;
}

describe("a child", () => {
  it("answers bytes, exit code and stderr, in the working directory and environment it was given", async () => {
    const result = await sh("printf '\\377\\0x'; pwd >&2; echo \"$A\" >&2; exit 3", { env: { PATH: process.env["PATH"], A: "b" } });
    expect(result).toEqual({
      code: 3,
      signal: null,
      stdout: Buffer.from([0xff, 0, 0x78]),
      stderr: Buffer.from(`${dir}\nb\n`),
      timedOut: false,
      truncated: false,
      aborted: false,
    });
  });

  it("takes stdin, also when it does not read it", async () => {
    expect((await sh("cat", { stdin: Buffer.from([0xfe, 10, 0]) })).stdout).toEqual(Buffer.from([0xfe, 10, 0]));
    expect((await sh("exit 0", { stdin: Buffer.alloc(4_000_000) })).code).toBe(0);
  });

  it("that is not there, or whose working directory is gone, is a SpawnError, noted or not", async () => {
    await expect(children.run({ command: "no-such-command", args: [], cwd: dir })).rejects.toMatchObject({
      name: "SpawnError",
      code: "ENOENT",
    });
    await expect(children.run({ command: "no-such-command", args: [], cwd: dir, note })).rejects.toThrow(SpawnError);
    await expect(sh("exit 0", { cwd: path.join(dir, "gone") })).rejects.toThrow(SpawnError);
    await expect(sh("exit 0", { cwd: path.join(dir, "gone"), note })).rejects.toThrow(SpawnError);
    await expect(children.run({ command: "echo", args: ["a\0b"], cwd: dir })).rejects.toThrow(SpawnError);
    expect(notes()).toEqual([]);
  });

  it("that takes too long is ended with everything it started", async () => {
    const result = await sh("sleep 60 & echo $!; sleep 60", { timeoutMs: 150 });
    expect(result).toMatchObject({ timedOut: true, code: null, signal: "SIGTERM" });
    await waitFor(async () => expect(await running(Number(result.stdout.toString()))).toBe(false));
  });

  it("is ended when its leader goes at SIGTERM and a member of its group does not", async () => {
    const result = await sh("(trap '' TERM; exec sleep 60) & echo $!; exec sleep 60", { timeoutMs: 150 });
    expect(result.timedOut).toBe(true);
    await waitFor(async () => expect(await running(Number(result.stdout.toString()))).toBe(false));
  });

  it("is ended by its signal, and not started by an aborted one", async () => {
    const abort = new AbortController();
    const ran = sh("echo started; sleep 60", { signal: abort.signal, onStdout: () => abort.abort() });
    expect(await ran).toMatchObject({ aborted: true, signal: "SIGTERM" });
    expect(await sh(`touch ${dir}/ran`, { signal: abort.signal })).toMatchObject({ aborted: true, code: null });
    expect(existsSync(path.join(dir, "ran"))).toBe(false);
  });

  it("that says too much is cut and ended", async () => {
    const result = await sh("yes", { maxOutputBytes: 1_000 });
    expect(result.truncated).toBe(true);
    expect(result.stdout.length).toBe(1_000);
  });

  it("gives stdout to a listener instead of collecting it; what the listener throws is thrown", async () => {
    let seen = 0;
    const result = await sh("head -c 300000 /dev/zero", { onStdout: (chunk) => (seen += chunk.length), maxOutputBytes: 10 });
    expect([seen, result.stdout.length, result.truncated]).toEqual([300_000, 0, false]);
    await expect(
      sh("yes", {
        onStdout: () => {
          throw new Error("enough");
        },
      }),
    ).rejects.toThrow("enough");
  });

  it("that leaves something holding its output does not hold us", async () => {
    const result = await sh("sleep 60 & echo $!");
    const left = Number(result.stdout.toString());
    expect(result.code).toBe(0);
    process.kill(left, "SIGKILL");
  });

  it("runs with the niceness asked for", async () => {
    expect((await sh("sleep 0.05; nice", { niceness: 7, note })).stdout.toString().trim()).toBe("7");
  });
});

describe("a noted child", () => {
  it("is noted before it does anything, and no longer when it has ended", async () => {
    const result = await sh(`cat ${dir}/notes/*; echo $$`, { note });
    const [line = "", pid = ""] = result.stdout.toString().split("\n");
    expect(JSON.parse(line)).toMatchObject({ pid: Number(pid), pgid: Number(pid), ...note });
    expect(notes()).toEqual([]);
  });

  it("gets its arguments and its input as they are", async () => {
    const result = await children.run({
      command: "sh",
      args: ["-c", 'cat; printf "%s|" "$@"', "x", "a b", "", "*", "-n"],
      cwd: dir,
      stdin: "in",
      note,
    });
    expect(result.stdout.toString()).toBe("ina b||*|-n|");
  });

  it("tells when it has been let go", async () => {
    const spawned = vi.fn(async () => {});
    const told = new Children({ notesDir: path.join(dir, "notes"), clock: systemClock, spawned });
    await told.run({ command: "true", args: [], cwd: dir, note });
    await told.run({ command: "true", args: [], cwd: dir });
    expect(spawned.mock.calls).toEqual([["test.write"]]);
  });

  it("does nothing when it can't be noted", async () => {
    writeFileSync(path.join(dir, "notes"), "a file where the directory should be");
    await expect(sh(`touch ${dir}/ran`, { note })).rejects.toMatchObject({ code: expect.stringMatching(/EEXIST|ENOTDIR/) });
    expect(existsSync(path.join(dir, "ran"))).toBe(false);
  });

  it("does nothing when the server dies before it was noted", async () => {
    // The server's end of the pipe closes, and nothing was written to it: as the kernel does for a killed server.
    const source = readFileSync(new URL("../../src/disk/start.ts", import.meta.url), "utf8");
    const heldBack = /HELD_BACK = '(.*)';/.exec(source)?.[1] as string;
    const child = spawn("/bin/sh", ["-c", heldBack, "sh", "touch", path.join(dir, "ran")], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    strays.push(child);
    child.stdio[3]?.destroy();
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(125);
    expect(existsSync(path.join(dir, "ran"))).toBe(false);
  });
});

describe("children of a dead server", () => {
  /** A server of its own that starts a noted child and is killed. */
  async function killedServerWith(script: string): Promise<number> {
    const code = `
      import { Children } from ${JSON.stringify(new URL("../../src/disk/child.ts", import.meta.url).href)};
      import { systemClock } from ${JSON.stringify(new URL("../../src/clock.ts", import.meta.url).href)};
      const children = new Children({ notesDir: ${JSON.stringify(path.join(dir, "notes"))}, clock: systemClock });
      void children.run({ command: "sh", args: ["-c", ${JSON.stringify(script)}], cwd: ${JSON.stringify(dir)}, note: { purpose: "p", row: "r" },
        onStdout: (chunk) => process.stdout.write(chunk) });
      setInterval(() => {}, 1000);`;
    writeFileSync(path.join(dir, "server.mts"), code);
    const server = spawn(process.execPath, ["--import", "tsx", path.join(dir, "server.mts")], {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: path.resolve(import.meta.dirname, "../.."),
    });
    strays.push(server);
    const pid = await new Promise<number>((resolve) =>
      server.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString().trim()))),
    );
    server.kill("SIGKILL");
    await new Promise((resolve) => server.once("exit", resolve));
    return pid;
  }

  it("are waited for", async () => {
    await killedServerWith(`echo $$; sleep 0.4; touch ${dir}/done`);
    expect(notes()).toHaveLength(1);
    expect(await children.awaitPrevious({ waitMs: 10_000, killWaitMs: 1_000 })).toEqual({ waited: 1, ended: 0 });
    expect(existsSync(path.join(dir, "done"))).toBe(true);
    expect(notes()).toEqual([]);
  });

  it("are ended after the limit, by SIGKILL where SIGTERM does not do", async () => {
    const pid = await killedServerWith("trap '' TERM; echo $$; while :; do sleep 0.05; done");
    expect(await children.awaitPrevious({ waitMs: 0, killWaitMs: 200 })).toEqual({ waited: 1, ended: 1 });
    expect(await running(pid)).toBe(false);
    expect(notes()).toEqual([]);
  });

  it("are found by what they started when the leader has gone", async () => {
    // The leader ends after its server: else that one would have seen it end, and had nothing to leave behind.
    const outlives = `echo $$ >${dir}/leader; while kill -0 $PPID; do sleep 0.05; done 2>/dev/null`;
    const pid = await killedServerWith(`sleep 60 >/dev/null 2>&1 & echo $!; ${outlives}`);
    await waitFor(async () => expect(await running(Number(readFileSync(`${dir}/leader`, "utf8")))).toBe(false));
    expect(await running(pid)).toBe(true);
    expect(await children.awaitPrevious({ waitMs: 0, killWaitMs: 1_000 })).toEqual({ waited: 1, ended: 1 });
    expect(await running(pid)).toBe(false);
  });

  it("are not mistaken for another process with a recycled number, nor for one of another boot", async () => {
    await sh("exit 0", { note });
    const stranger = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    strays.push(stranger);
    const identity = await identityOf(stranger.pid as number);
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    writeFileSync(path.join(dir, "notes", `${boot}_${stranger.pid}_1.json`), "{}");
    writeFileSync(path.join(dir, "notes", `another-boot_${stranger.pid}_${identity?.startTime}.json`), "{}");
    expect(await children.awaitPrevious({ waitMs: 0, killWaitMs: 200 })).toEqual({ waited: 0, ended: 0 });
    expect(await running(stranger.pid as number)).toBe(true);
    expect(notes()).toEqual([]);
  });

  it("are not our own live ones", async () => {
    const abort = new AbortController();
    const ran = sh("echo up; sleep 60", { note, signal: abort.signal, onStdout: () => {} });
    await waitFor(() => expect(notes()).toHaveLength(1));
    expect(await children.awaitPrevious({ waitMs: 0, killWaitMs: 200 })).toEqual({ waited: 0, ended: 0 });
    expect(notes()).toHaveLength(1);
    abort.abort();
    await ran;
  });
});

describe("close", () => {
  it("waits for what runs, ends what takes too long, and starts nothing afterwards", async () => {
    const quick = sh("sleep 0.1; echo ok");
    await waitFor(() => expect(children.live).toBe(1));
    await children.close(10_000);
    expect((await quick).stdout.toString()).toBe("ok\n");
    await expect(sh("true")).rejects.toThrow("stopping");

    const other = new Children({ notesDir: path.join(dir, "notes"), clock: systemClock });
    const slow = other.run({ command: "sleep", args: ["60"], cwd: dir, note });
    await waitFor(() => expect(notes()).toHaveLength(1));
    await other.close(0);
    await other.close(0);
    expect((await slow).signal).toBe("SIGTERM");
    expect(other.live).toBe(0);
  });
});
