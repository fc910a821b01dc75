/** Children by way of the small process that starts them: only beside built code, so that is what is tested here. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/clock.js";
import type { Children } from "../../src/disk/child.js";
import { identityOf } from "../../src/disk/processIdentity.js";
import { PROJECT } from "../support/compile.js";
import { temporaryDirectory } from "../support/directory.js";
import { waitFor } from "../support/waitFor.js";

const BUILT = join(PROJECT, "dist/disk/child.js");
const note = { purpose: "test.write", row: "row_1" };

let dir: string;
let children: Children;
beforeEach(async () => {
  const built = (await import(pathToFileURL(BUILT).href)) as { Children: typeof Children };
  dir = temporaryDirectory("starter");
  children = new built.Children({ notesDir: join(dir, "notes"), clock: systemClock });
});
afterEach(async () => {
  await children.close(0);
  expect(children.live).toBe(0);
  await waitFor(() => expect(startersOf(process.pid)).toEqual([]));
});

const sh = (script: string, more: Partial<Parameters<Children["run"]>[0]> = {}) =>
  children.run({ command: "sh", args: ["-c", script], cwd: dir, ...more });

function startersOf(parent: number): number[] {
  const isStarter = (pid: string): boolean => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] === String(parent);
      return started && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("starterMain.js");
    } catch {
      return false;
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isStarter(name))
    .map(Number);
}

const running = async (pid: number): Promise<boolean> => (await identityOf(pid))?.ended === false;

describe("a child that is started by way of the starter", () => {
  it("gets and gives bytes, and says how it ended", async () => {
    const result = await sh("cat; printf '\\377\\0'; pwd >&2; echo \"$A\" >&2; exit 3", {
      stdin: Buffer.from([0xfe, 10, 0]),
      env: { PATH: process.env["PATH"], A: "b" },
      note,
    });
    expect(result.stdout).toEqual(Buffer.from([0xfe, 10, 0, 0xff, 0]));
    expect(result.stderr.toString()).toBe(`${dir}\nb\n`);
    expect(result.code).toBe(3);
    expect(startersOf(process.pid)).toHaveLength(1);
    expect(readdirSync(join(dir, "notes"))).toEqual([]);
    await expect(children.run({ command: "no-such-command", args: [], cwd: dir })).rejects.toMatchObject({
      name: "SpawnError",
      code: "ENOENT",
    });
    await expect(children.run({ command: "true", args: [], cwd: join(dir, "gone") })).rejects.toMatchObject({ name: "SpawnError" });
  });

  it("leads a group that is not the server's, and is ended with what it started", async () => {
    let said = "";
    const abort = new AbortController();
    const ran = sh("sleep 60 & echo $$ $!; wait", {
      note,
      signal: abort.signal,
      onStdout: (chunk) => {
        said += chunk.toString();
        abort.abort();
      },
    });
    expect((await ran).aborted).toBe(true);
    const [leader = 0, other = 0] = said.split(" ").map(Number);
    expect(leader).toBeGreaterThan(0);
    await waitFor(async () => expect(await running(other)).toBe(false));
  });

  it("may say more than fits into memory's way: all of it comes, in order", async () => {
    let bytes = 0;
    const result = await sh("head -c 60000000 /dev/zero; exit 4", {
      onStdout: (chunk) => {
        bytes += chunk.length;
      },
    });
    expect([result.code, bytes]).toEqual([4, 60_000_000]);
  });

  it("that is lost with the starter is ended before anybody goes on, and the next one is started anew", async () => {
    let pid = 0;
    const ran = sh("trap '' TERM; echo $$; while :; do sleep 0.05; done", {
      note,
      onStdout: (chunk) => {
        pid = Number(chunk.toString());
      },
    });
    const lost = expect(ran).rejects.toThrow("has ended");
    await waitFor(() => expect(pid).toBeGreaterThan(0));
    const [starter = 0] = startersOf(process.pid);
    process.kill(starter, "SIGKILL");
    await lost;
    expect(await running(pid)).toBe(false);
    expect(readdirSync(join(dir, "notes"))).toEqual([]);
    expect((await sh("echo again", { note })).stdout.toString()).toBe("again\n");
    expect(startersOf(process.pid)).not.toContain(starter);
  });
});

it("goes with its server, whose noted children go on and are waited for", async () => {
  const code = `
    import { Children } from ${JSON.stringify(pathToFileURL(BUILT).href)};
    import { systemClock } from ${JSON.stringify(pathToFileURL(join(PROJECT, "dist/clock.js")).href)};
    const children = new Children({ notesDir: ${JSON.stringify(join(dir, "notes"))}, clock: systemClock });
    void children.run({ command: "sh", args: ["-c", "echo up; sleep 0.5; touch ${join(dir, "done")}"], cwd: "/", note: ${JSON.stringify(note)},
      onStdout: (chunk) => process.stdout.write(chunk) });
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => server.stdout.once("data", resolve));
  const [starter = 0] = startersOf(server.pid as number);
  expect(starter).toBeGreaterThan(0);
  server.kill("SIGKILL");
  expect(await children.awaitPrevious({ waitMs: 10_000, killWaitMs: 1_000 })).toEqual({ waited: 1, ended: 0 });
  expect(existsSync(join(dir, "done"))).toBe(true);
  await waitFor(async () => expect(await running(starter)).toBe(false));
});
