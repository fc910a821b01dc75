import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Children } from "../../src/disk/child.js";
import { openFiles } from "../../src/disk/lsof.js";
import { type ProcessInside, processesInside } from "../../src/disk/processes.js";
import { type InodeSet, walkTree } from "../../src/disk/walk.js";
import { temporaryDirectory } from "../support/directory.js";
import { canMount } from "../support/mounts.js";
import { waitFor } from "../support/waitFor.js";
import { childrenIn, isRoot, sh, startedIn } from "./support.js";

let dir: string;
let tree: string;
let children: Children;
const started: { end(): Promise<void> }[] = [];
beforeEach(() => {
  dir = temporaryDirectory("processes");
  tree = path.join(dir, "tree");
  mkdirSync(path.join(tree, "sub"), { recursive: true });
  writeFileSync(path.join(tree, "sub", "f"), "f");
  children = childrenIn(dir);
});
afterEach(async () => {
  for (const one of started.splice(0)) await one.end();
  await children.close(0);
});

async function start(cwd: string, command: string, ...args: string[]): Promise<number> {
  const one = await startedIn(cwd, command, args);
  started.push(one);
  return one.pid;
}
async function inside(inodes?: InodeSet): Promise<ProcessInside[]> {
  const found = await processesInside(tree, { inodes });
  if (found.state !== "known") throw new Error(found.reason);
  return found.processes;
}
const idle = "echo up; exec sleep 60";

describe("processes inside a tree", () => {
  it("are none where there are none: beside it, in a directory whose name begins like its", async () => {
    mkdirSync(`${tree}-2`);
    await start(`${tree}-2`, "sh", "-c", idle);
    await start(dir, "sh", "-c", idle);
    expect(await inside((await walkTree(tree, children)).inodes)).toEqual([]);
  });

  it("C04: are found by working directory, and named", async () => {
    const pid = await start(path.join(tree, "sub"), "sh", "-c", idle);
    await waitFor(async () => expect(await inside()).toEqual([{ pid, command: "sleep", how: "cwd", path: path.join(tree, "sub") }]));
  });

  it("are found by an open file, also one that is deleted", async () => {
    const pid = await start(dir, "sh", "-c", "exec 7<tree/sub/f; rm tree/sub/f; echo up; exec sleep 60");
    const [found] = await inside();
    expect(found).toMatchObject({ pid, how: "file" });
    expect(found?.path).toMatch(/sub\/f/);
  });

  it("are found by the program that they run", async () => {
    await sh(dir, `cp "$(command -v sleep)" tree/sub/tool`);
    const pid = await start(dir, "sh", "-c", "echo up; exec tree/sub/tool 60");
    await waitFor(async () => expect(await inside()).toMatchObject([{ pid, how: "file", path: path.join(tree, "sub", "tool") }]));
  });

  it("are found by root", async (context) => {
    if (!isRoot) return context.skip("chroot needs root");
    await sh(
      dir,
      `mkdir tree/lib tree/lib64 tree/bin; cp /bin/busybox tree/bin/ 2>/dev/null || { cp /bin/sh tree/bin/sh; cp --parents $(ldd /bin/sh | grep -o '/[^ ]*') tree/; }`,
    );
    const pid = await start("/", "chroot", tree, "/bin/sh", "-c", "echo up; read -r x");
    expect(await inside()).toMatchObject([{ pid, how: expect.stringMatching(/cwd|root/) }]);
  });

  it("are found after the tree was moved", async () => {
    const pid = await start(path.join(tree, "sub"), "sh", "-c", idle);
    renameSync(tree, path.join(dir, "moved"));
    tree = path.join(dir, "moved");
    expect((await inside()).map((one) => one.pid)).toEqual([pid]);
  });

  it("are found by device and inode where they see it under another name", async (context) => {
    if (!isRoot || !canMount) return context.skip("can't mount here");
    mkdirSync(path.join(dir, "container"));
    const pid = await start(
      "/",
      "unshare",
      "--mount",
      "--propagation",
      "private",
      "sh",
      "-c",
      `mount --bind ${tree} ${dir}/container; cd ${dir}/container/sub; exec 0</dev/null; echo up; exec sleep 60`,
    );
    expect(await inside()).toEqual([]);
    const { inodes } = await walkTree(tree, children);
    expect(await inside(inodes)).toMatchObject([{ pid, how: "cwd", path: null }]);
  });

  it("are not we, nor our live children; what such a child left behind is", async () => {
    const before = process.cwd();
    process.chdir(tree);
    try {
      expect(await inside()).toEqual([]);
    } finally {
      process.chdir(before);
    }
    const abort = new AbortController();
    let seen: ProcessInside[] | undefined;
    let left = 0;
    await children.run({
      command: "sh",
      args: ["-c", "sleep 60 & echo $!; wait"],
      cwd: tree,
      signal: abort.signal,
      onStdout: (chunk) => {
        left = Number(chunk.toString());
        void inside().then((found) => {
          seen = found;
          abort.abort();
        });
      },
    });
    expect(left).toBeGreaterThan(0);
    expect(seen).toEqual([]);

    const result = await children.run({ command: "sh", args: ["-c", "sleep 60 >/dev/null 2>&1 & echo $!"], cwd: tree });
    const pid = Number(result.stdout.toString());
    try {
      expect((await inside()).map((one) => one.pid)).toEqual([pid]);
    } finally {
      process.kill(pid, "SIGKILL");
    }
  });
});

describe("lsof", () => {
  it("tells the same, by path and by device and inode", async (context) => {
    if ((await children.run({ command: "sh", args: ["-c", "command -v lsof"], cwd: "/" })).code !== 0) return context.skip("no lsof here");
    const cwd = await start(path.join(tree, "sub"), "sh", "-c", "exec 0</dev/null; echo up; exec sleep 60");
    const file = await start(dir, "sh", "-c", "exec 7<tree/sub/f; echo up; exec sleep 60");
    const byPath = await openFiles(children, tree, undefined);
    expect(byPath.state === "known" && byPath.processes.sort((a, b) => a.pid - b.pid)).toMatchObject(
      [
        { pid: cwd, how: "cwd", path: path.join(tree, "sub") },
        { pid: file, how: "file", path: path.join(tree, "sub", "f") },
      ].sort((a, b) => a.pid - b.pid),
    );
    const { inodes } = await walkTree(tree, children);
    const byInode = await openFiles(children, "/under/another/name", inodes);
    expect(byInode.state === "known" && byInode.processes.map(({ pid, path }) => ({ pid, path })).sort((a, b) => a.pid - b.pid)).toEqual(
      [cwd, file].sort((a, b) => a - b).map((pid) => ({ pid, path: null })),
    );
  });
});
