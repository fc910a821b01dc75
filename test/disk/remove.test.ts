import { spawn } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Children } from "../../src/disk/child.js";
import { type RemoveGuards, type RemoveOptions, type RemoveOutcome, remove } from "../../src/disk/remove.js";
import type { ManagedRoot } from "../../src/disk/root.js";
import { temporaryDirectory } from "../support/directory.js";
import { waitFor } from "../support/waitFor.js";
import { asOrdinaryUser, childrenIn, isRoot, rootIn, sh } from "./support.js";

const project = path.resolve(import.meta.dirname, "../..");
const note = { purpose: "purge.tree", row: "resource_1" };
const target = { kind: "purging", worktreeId: "worktree_1" } as const;
let dir: string;
let tree: string;
let root: ManagedRoot;
let children: Children;
let guards: RemoveGuards;

beforeEach(async () => {
  dir = temporaryDirectory("remove");
  mkdirSync(path.join(dir, "data"));
  root = await rootIn(dir);
  tree = path.join(root.trash, "worktree_1.purging");
  mkdirSync(tree);
  children = childrenIn(dir);
  guards = { root, dataDir: path.join(dir, "data"), repositories: [], children };
});
afterEach(async () => {
  await children.close(0);
  root.close();
});

const removeIt = (o: Partial<RemoveOptions> = {}): Promise<RemoveOutcome> => remove(guards, target, { note, ...o });
const many = (count: number, where = "big"): Promise<string> =>
  sh(tree, `mkdir -p ${where}; cd ${where}; seq -f f%g ${count} | xargs touch`);

describe("removing a tree", () => {
  it("takes everything in it: names that are bytes, FIFOs, sockets, links, and what lies below PATH_MAX", async () => {
    mkdirSync(path.join(dir, "victim"));
    writeFileSync(path.join(dir, "victim", "f"), "precious");
    linkSync(path.join(dir, "victim", "f"), path.join(tree, "hard"));
    symlinkSync(path.join(dir, "victim"), path.join(tree, "link"));
    await sh(
      tree,
      `printf x >$'new\\nline'; mkdir $'\\377\\376'; touch $'\\377\\376/-rf'; mkfifo fifo; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("sock")'
       python3 -c '
import os
for _ in range(200): n="d"*100; os.mkdir(n); os.chdir(n)
open("deep","w")'`,
    );
    expect(await removeIt()).toEqual({ state: "removed", entries: 1 + 2 + 1 + 2 + 2 + 201 });
    expect(existsSync(tree)).toBe(false);
    expect(readFileSync(path.join(dir, "victim", "f"), "utf8")).toBe("precious");
    expect(await removeIt()).toEqual({ state: "absent", entries: 0 });
  });

  it("tells its progress while one directory goes", async () => {
    await many(30_000);
    const seen: { entries: number; left: boolean }[] = [];
    expect(await removeIt({ onProgress: (p) => seen.push({ ...p, left: existsSync(path.join(tree, "big")) }) })).toEqual({
      state: "removed",
      entries: 30_002,
    });
    expect(seen.filter((p) => p.left).length).toBeGreaterThan(2);
    expect(seen.map((p) => p.entries)).toEqual(seen.map((p) => p.entries).sort((a, b) => a - b));
    expect(seen.at(-1)?.entries).toBe(30_002);
  });

  it("is interrupted by its signal or its listener, and goes on when it is run again", async () => {
    await many(30_000);
    const abort = new AbortController();
    expect(await removeIt({ signal: abort.signal, onProgress: () => abort.abort() })).toMatchObject({
      state: "failed",
      cause: "transient",
    });
    expect(readdirSync(path.join(tree, "big")).length).toBeGreaterThan(0);
    await expect(
      removeIt({
        onProgress: () => {
          throw new Error("lost");
        },
      }),
    ).rejects.toThrow("lost");
    expect(await removeIt()).toMatchObject({ state: "removed" });
    expect(children.live).toBe(0);
  });

  it("C26: killed in the middle with its server, it is waited for, and then goes on", async () => {
    await many(60_000);
    root.close();
    const file = path.join(dir, "server.mts");
    writeFileSync(
      file,
      `import { remove } from "file://${project}/src/disk/remove.ts";
       import { childrenIn, rootIn } from "file://${project}/test/disk/support.ts";
       const dir = ${JSON.stringify(dir)};
       await remove({ root: await rootIn(dir), dataDir: dir + "/data", repositories: [], children: childrenIn(dir) },
         ${JSON.stringify(target)}, { note: ${JSON.stringify(note)}, onProgress: () => console.log("going") });`,
    );
    const server = spawn(process.execPath, ["--import", "tsx", file], { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
    await new Promise((resolve) => server.stdout.once("data", resolve));
    server.kill("SIGKILL");
    await new Promise((resolve) => server.once("exit", resolve));
    root = await rootIn(dir);
    guards = { ...guards, root };
    await children.awaitPrevious({ waitMs: 0, killWaitMs: 5_000 });
    expect(readdirSync(path.join(dir, "notes"))).toEqual([]);
    expect(["removed", "absent"]).toContain((await removeIt()).state);
    expect(existsSync(tree)).toBe(false);
  });

  it("C25: gives up within bounds while a writer makes files anew, and is done when it has gone", async () => {
    await many(2_000, "out");
    const writer = spawn(
      "bash",
      ["-c", "i=0; while :; do mkdir -p out 2>/dev/null; : 2>/dev/null >out/n$i; i=$((i+1)); [ $i -eq 50 ] && echo up; done 2>/dev/null"],
      {
        cwd: tree,
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    await new Promise((resolve) => writer.stdout.once("data", resolve));
    const outcome = await removeIt();
    if (outcome.state !== "removed") expect(outcome).toMatchObject({ state: "failed", cause: "transient", paths: [tree] });
    writer.kill("SIGKILL");
    await new Promise((resolve) => writer.once("exit", resolve));
    await waitFor(async () => expect(["removed", "absent"]).toContain((await removeIt()).state));
    expect(existsSync(tree)).toBe(false);
  });

  it("is noted while it runs", async () => {
    await many(30_000);
    let noted: string[] = [];
    await removeIt({
      onProgress: () =>
        (noted = noted.concat(readdirSync(path.join(dir, "notes")).map((name) => readFileSync(path.join(dir, "notes", name), "utf8")))),
    });
    expect(JSON.parse(noted[0] ?? "null")).toMatchObject(note);
    expect(readdirSync(path.join(dir, "notes"))).toEqual([]);
  });

  it("does nothing when it can't be noted", async () => {
    writeFileSync(path.join(tree, "f"), "f");
    await sh(dir, "rm -rf notes; touch notes");
    await expect(removeIt()).rejects.toThrow();
    expect(readdirSync(tree)).toEqual(["f"]);
    await sh(dir, "rm notes");
  });
});

/** The same, by an ordinary user to whom root and data belong. */
function removeOrdinarily(): Promise<RemoveOutcome> {
  return asOrdinaryUser<RemoveOutcome>(
    dir,
    `import { remove } from "src/disk/remove.ts";
     import { childrenIn, rootIn } from "file://${project}/test/disk/support.ts";
     const dir = ${JSON.stringify(dir)}; const root = await rootIn(dir);
     console.log(JSON.stringify(await remove({ root, dataDir: dir + "/data", repositories: [], children: childrenIn(dir) },
       ${JSON.stringify(target)}, { note: ${JSON.stringify(note)} })));`,
  );
}
const handOver = (): Promise<string> => {
  root.close();
  return sh(dir, `chmod 755 .; mkdir -p notes; ${isRoot ? "chown -Rh 65534:65534 root data notes" : ""}`);
};

describe("removing as an ordinary user", () => {
  it("C24: opens directories that we own and may not write, read or enter; files and what links name stay as they were", async () => {
    mkdirSync(path.join(dir, "victim", "inner"), { recursive: true });
    await sh(
      tree,
      `mkdir -p mod@v1/a/b shut/inner/deeper none; echo x >mod@v1/go.mod; touch mod@v1/a/b/f shut/inner/deeper/f; ln -s ${dir}/victim shut/link
       mkdir -p $'\\377 odd\\n/ro'; touch $'\\377 odd\\n/ro/f'`,
    );
    await handOver();
    await sh(
      tree,
      `chmod 444 mod@v1/go.mod; chmod 555 mod@v1/a/b mod@v1/a mod@v1 $'\\377 odd\\n/ro' $'\\377 odd\\n'; chmod 000 shut/inner/deeper shut/inner shut none
       ${isRoot ? `chown 65534 ${dir}/victim` : ""}; chmod 500 ${dir}/victim`,
    );
    expect(await removeOrdinarily()).toMatchObject({ state: "removed" });
    expect(existsSync(tree)).toBe(false);
    expect(statSync(path.join(dir, "victim")).mode & 0o777).toBe(0o500);
    expect(readdirSync(path.join(dir, "victim"))).toEqual(["inner"]);
  });

  it("C23: names what belongs to somebody else, and whose it is; the rest has gone", async (context) => {
    if (!isRoot) return context.skip("needs a second uid");
    await sh(tree, "mkdir -p nm/pkg src; echo x >nm/pkg/i.js; echo y >src/f");
    await handOver();
    await sh(tree, "chown -R 0:0 nm/pkg");
    const outcome = await removeOrdinarily();
    expect(outcome).toMatchObject({ state: "failed", cause: "external", paths: [path.join(tree, "nm", "pkg")], owners: ["root"] });
    expect(outcome.state === "failed" && outcome.reason).toMatch(/Permission denied/);
    expect(await sh(tree, "find . | sort")).toBe(".\n./nm\n./nm/pkg\n./nm/pkg/i.js\n");
  });
});

describe("what root may not do either", () => {
  it("an immutable file is an external cause, and named", async (context) => {
    writeFileSync(path.join(tree, "kept"), "kept");
    const done =
      isRoot &&
      (await sh(tree, "chattr +i kept").then(
        () => true,
        () => false,
      ));
    if (!done) return context.skip("no immutable files here");
    try {
      expect(await removeIt()).toMatchObject({
        state: "failed",
        cause: "external",
        paths: [path.join(tree, "kept"), tree],
        owners: ["root"],
      });
    } finally {
      await sh(tree, "chattr -i kept");
    }
    expect(await removeIt()).toMatchObject({ state: "removed" });
  });
});
