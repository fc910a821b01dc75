import { linkSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Children } from "../../src/disk/child.js";
import { type WalkResult, walkByNode, walkTree } from "../../src/disk/walk.js";
import { temporaryDirectory } from "../support/directory.js";
import { canMount } from "../support/mounts.js";
import { asOrdinaryUser, childrenIn, isRoot, sh } from "./support.js";

let dir: string;
let tree: string;
let children: Children;
beforeEach(() => {
  dir = temporaryDirectory("walk");
  tree = path.join(dir, "tree");
  mkdirSync(tree);
  children = childrenIn(dir);
});
afterEach(() => children.close(0));
const at = (...names: string[]): string => path.join(tree, ...names);

const walkers: [string, () => Promise<WalkResult>][] = [
  ["find", () => walkTree(tree, children)],
  ["Node", () => walkByNode(tree)],
];

describe.each(walkers)("a walk by %s", (_, walk) => {
  it("counts everything once, without the top, and follows no link", async () => {
    await sh(
      tree,
      `mkdir -p a/b; printf x >$'a/new\\nline'; printf y >$'a/\\377'; mkfifo a/fifo; ln -s / a/b/root; ln -s nowhere dangling; touch "sp ace"`,
    );
    const result = await walk();
    expect(result.entries).toBe(8);
    expect(result.inodes.size).toBe(9);
    const { dev, ino } = lstatSync(at("a", "b"), { bigint: true });
    expect(result.inodes.has(`${dev}:${ino}`)).toBe(true);
    const { dev: topDev, ino: topIno } = lstatSync(tree, { bigint: true });
    expect(result.inodes.has(`${topDev}:${topIno}`)).toBe(true);
    expect(result).toMatchObject({ unreadable: [], truncated: false });
  });

  it("counts the bytes that go: hard links once, and not those with a link outside", async () => {
    const empty = (await walk()).bytes;
    writeFileSync(at("own"), Buffer.alloc(100_000));
    const one = lstatSync(at("own")).blocks * 512;
    linkSync(at("own"), at("again"));
    expect((await walk()).bytes).toBe(empty + one);
    linkSync(at("own"), path.join(dir, "store"));
    expect((await walk()).bytes).toBe(empty);
    writeFileSync(at("sparse"), "");
    await sh(tree, "truncate -s 1G sparse");
    expect((await walk()).bytes).toBe(empty);
  });

  it("finds every .git below the top one, as bytes, and nothing else", async () => {
    await sh(
      tree,
      `mkdir -p .git/x a/b/.git $'\\377\\n'; touch $'\\377\\n/.git' a/x.git a/.gitignore; ln -s / a/.git; mkdir -p .git/modules/m`,
    );
    const found = (await walk()).nestedGit.map((name) => name.toString("latin1")).sort();
    expect(found).toEqual(["a/.git", "a/b/.git", "\xff\n/.git"]);
  });

  it("says that the tree is not there", async () => {
    await sh(dir, "rmdir tree");
    expect((await walk()).unreadable).toHaveLength(1);
  });
});

describe("a walk", () => {
  it("goes below PATH_MAX", async () => {
    await sh(
      tree,
      `python3 -c '
import os
for _ in range(200): n="d"*100; os.mkdir(n); os.chdir(n)
os.mkdir(".git")'`,
    );
    const result = await walkTree(tree, children);
    expect(result).toMatchObject({ entries: 201, unreadable: [], truncated: false });
    expect(result.nestedGit[0]?.length).toBe(200 * 101 + 4);
  });

  it("is not the whole where something can't be read", async () => {
    await sh(
      dir,
      `chmod 755 .; mkdir tree/shut; touch tree/shut/f; chmod 000 tree/shut; mkdir notes; ${isRoot ? "chown -R 65534:65534 tree notes" : ""}`,
    );
    for (const walker of ["walkTree(tree, new Children({ notesDir: tree, clock: systemClock }))", "walkByNode(tree)"]) {
      const result = await asOrdinaryUser<WalkResult>(
        dir,
        `import { walkTree, walkByNode } from "src/disk/walk.ts"; import { Children } from "src/disk/child.ts"; import { systemClock } from "src/clock.ts";
         const tree = ${JSON.stringify(tree)}; console.log(JSON.stringify(await ${walker}));`,
      );
      expect(result.unreadable).toHaveLength(1);
      expect(result.unreadable[0]).toMatch(/shut/);
    }
  });

  it("is ended by its signal", async () => {
    await expect(walkTree(tree, children, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    const abort = new AbortController();
    const walked = walkTree("/proc", children, { signal: abort.signal });
    abort.abort(new Error("enough"));
    await expect(walked).rejects.toThrow("enough");
  });

  it("does not enter what is mounted from elsewhere", async (context) => {
    if (!isRoot || !canMount) return context.skip("can't mount here");
    mkdirSync(at("mounted"));
    await sh(tree, "mount -t tmpfs none mounted; touch mounted/1 mounted/2");
    try {
      for (const [, walk] of walkers) expect((await walk()).entries).toBe(1);
    } finally {
      await sh(tree, "umount mounted");
    }
  });

  it("of a link is of the link", async () => {
    writeFileSync(at("f"), "");
    symlinkSync(tree, path.join(dir, "link"));
    expect((await walkTree(path.join(dir, "link"), children)).entries).toBe(0);
  });
});
