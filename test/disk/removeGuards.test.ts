import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Children } from "../../src/disk/child.js";
import { MARKER_NAME } from "../../src/disk/marker.js";
import { type RemoveGuards, type RemoveTarget, remove } from "../../src/disk/remove.js";
import type { ManagedRoot } from "../../src/disk/root.js";
import { temporaryDirectory } from "../support/directory.js";
import { canMount } from "../support/mounts.js";
import { childrenIn, isRoot, rootIn, sh } from "./support.js";

let dir: string;
let root: ManagedRoot;
let children: Children;
let guards: RemoveGuards;
const note = { purpose: "purge.tree", row: "resource_1" };
const home = process.env["HOME"];

beforeEach(async () => {
  dir = temporaryDirectory("guards");
  for (const name of ["data", "common", "checkout"]) mkdirSync(path.join(dir, name));
  root = await rootIn(dir);
  children = childrenIn(dir);
  guards = { root, dataDir: path.join(dir, "data"), repositories: [path.join(dir, "common"), path.join(dir, "checkout")], children };
});
afterEach(async () => {
  process.env["HOME"] = home;
  await children.close(0);
  root.close();
});

const of = (target: RemoveTarget) => remove(guards, target, { note });
/** A tree with one file in it. */
function tree(...names: string[]): string {
  const place = path.join(dir, ...names);
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, "f"), "f");
  return place;
}
async function expectRefused(target: RemoveTarget, reason: RegExp): Promise<void> {
  const outcome = await of(target);
  expect(outcome).toMatchObject({ state: "refused", reason: expect.stringMatching(reason) });
}

describe("what may be removed", () => {
  it("is a settled tree, an unconfirmed slot, a set-aside directory", async () => {
    const purging = tree("root", "trash", "worktree_1.purging");
    const slot = tree("root", "live", "env", "web-1");
    const aside = tree("common", "treekeeper", "worktree_1");
    tree("root", "live", "env", "api-1");
    expect(await of({ kind: "purging", worktreeId: "worktree_1" })).toEqual({ state: "removed", entries: 2 });
    expect(await of({ kind: "live", name: "env", slot: "web-1" })).toEqual({ state: "removed", entries: 2 });
    expect(await of({ kind: "set-aside", commonDir: path.join(dir, "common"), worktreeId: "worktree_1" })).toEqual({
      state: "removed",
      entries: 2,
    });
    expect([purging, slot, aside].filter(existsSync)).toEqual([]);
    expect(readdirSync(path.join(root.live, "env"))).toEqual(["api-1"]);
  });

  it("is absent when it has gone, or never was", async () => {
    for (const target of [
      { kind: "purging", worktreeId: "worktree_1" },
      { kind: "trash", name: "env" },
      { kind: "live", name: "env" },
      { kind: "live", name: "env", slot: "web" },
      { kind: "set-aside", commonDir: path.join(dir, "common"), worktreeId: "worktree_1" },
      { kind: "manifest", name: "env" },
    ] as const)
      expect(await of(target)).toEqual({ state: "absent", entries: 0 });
  });

  it("is an environment's directory only when nothing but our marker is left in it", async () => {
    for (const kind of ["trash", "live"] as const) {
      const place = path.join(root[kind], "env");
      mkdirSync(place);
      writeFileSync(path.join(place, MARKER_NAME), "{}");
      writeFileSync(path.join(place, `${MARKER_NAME}.tmp`), "{}");
      writeFileSync(path.join(place, "NOTES.md"), "plan");
      await expectRefused({ kind, name: "env" }, /more than our marker: NOTES.md/);
      expect(readdirSync(place)).toHaveLength(3);
      await sh(place, "rm NOTES.md");
      expect(await of({ kind, name: "env" })).toMatchObject({ state: "removed" });
      expect(existsSync(place)).toBe(false);
      mkdirSync(place);
      expect(await of({ kind, name: "env" })).toMatchObject({ state: "removed" });
    }
  });

  it("is a manifest that is a plain file", async () => {
    const file = path.join(root.quarantine, "env.json");
    writeFileSync(file, "{}");
    expect(await of({ kind: "manifest", name: "env" })).toEqual({ state: "removed", entries: 1 });
    mkdirSync(file);
    await expectRefused({ kind: "manifest", name: "env" }, /not a plain file/);
    symlinkSync(tree("victim"), path.join(root.quarantine, "link.json"));
    await expectRefused({ kind: "manifest", name: "link" }, /symbolic link/);
  });
});

describe("what is refused", () => {
  it("is an id or a name that is none", async () => {
    tree("victim");
    for (const bad of ["", ".", "..", "../../victim", "a/b", "a\0b", "/", "x".repeat(300)]) {
      for (const target of [
        { kind: "purging", worktreeId: bad },
        { kind: "live", name: "env", slot: bad },
        { kind: "live", name: bad },
        { kind: "trash", name: bad },
        { kind: "set-aside", commonDir: path.join(dir, "common"), worktreeId: bad },
        { kind: "manifest", name: `${bad}/` },
      ] as const) {
        expect(await of(target), JSON.stringify(target)).toMatchObject({ state: "refused" });
      }
    }
    expect(readdirSync(path.join(dir, "victim"))).toEqual(["f"]);
  });

  it("is a set-aside directory of what is no registered repository, and the repositories' own markers", async () => {
    const other = tree("other", "treekeeper", "worktree_1");
    await expectRefused({ kind: "set-aside", commonDir: path.join(dir, "other"), worktreeId: "worktree_1" }, /not a registered repository/);
    const markers = tree("common", "treekeeper", "repositories");
    await expectRefused({ kind: "set-aside", commonDir: path.join(dir, "common"), worktreeId: "repositories" }, /not an id/);
    expect([other, markers].every(existsSync)).toBe(true);
  });

  it("C16: is whatever a symbolic link leads to, at the end or on the way", async () => {
    const victim = tree("victim");
    tree("victim", "slot");
    tree("victim", "worktree_1");
    symlinkSync(victim, path.join(root.trash, "worktree_1.purging"));
    symlinkSync(victim, path.join(root.live, "env"));
    symlinkSync(victim, path.join(dir, "common", "treekeeper"));
    await expectRefused({ kind: "purging", worktreeId: "worktree_1" }, /symbolic link/);
    await expectRefused({ kind: "live", name: "env" }, /symbolic link/);
    await expectRefused({ kind: "live", name: "env", slot: "slot" }, /symbolic link/);
    await expectRefused({ kind: "set-aside", commonDir: path.join(dir, "common"), worktreeId: "worktree_1" }, /symbolic link/);
    symlinkSync("nowhere", path.join(root.trash, "worktree_2.purging"));
    await expectRefused({ kind: "purging", worktreeId: "worktree_2" }, /symbolic link/);
    renameSync(root.trash, path.join(dir, "moved"));
    tree("moved", "worktree_3.purging");
    symlinkSync(path.join(dir, "moved"), root.trash);
    await expectRefused({ kind: "purging", worktreeId: "worktree_3" }, /symbolic link/);
    expect(await sh(dir, "find victim moved/worktree_3.purging -type f | sort")).toBe(
      "moved/worktree_3.purging/f\nvictim/f\nvictim/slot/f\nvictim/worktree_1/f\n",
    );
  });

  it("is what holds the data directory, a repository, the home or the working directory", async () => {
    const purging = tree("root", "trash", "worktree_1.purging");
    const inner = tree("root", "trash", "worktree_1.purging", "a", "b");
    const target = { kind: "purging", worktreeId: "worktree_1" } as const;
    guards = { ...guards, dataDir: inner };
    await expectRefused(target, /a\/b/);
    guards = { ...guards, dataDir: path.join(dir, "data"), repositories: [inner] };
    await expectRefused(target, /a\/b/);
    symlinkSync(inner, path.join(dir, "alias"));
    guards = { ...guards, repositories: [path.join(dir, "alias")] };
    await expectRefused(target, /alias/);
    guards = { ...guards, repositories: [purging] };
    await expectRefused(target, /is, or holds/);
    guards = { ...guards, repositories: [] };
    process.env["HOME"] = inner;
    await expectRefused(target, /a\/b/);
    process.env["HOME"] = home;
    const before = process.cwd();
    process.chdir(inner);
    try {
      await expectRefused(target, /a\/b/);
    } finally {
      process.chdir(before);
    }
    expect(readdirSync(inner)).toEqual(["f"]);
    expect(await of(target)).toMatchObject({ state: "removed" });
  });

  it("C36: is everything while the root can't be seen: nothing is absent then", async () => {
    renameSync(root.path, path.join(dir, "unplugged"));
    mkdirSync(root.trash, { recursive: true });
    await expectRefused({ kind: "purging", worktreeId: "worktree_1" }, /can't be seen/);
    tree("common", "treekeeper", "worktree_1");
    await expectRefused({ kind: "set-aside", commonDir: path.join(dir, "common"), worktreeId: "worktree_1" }, /can't be seen/);
    await sh(dir, "rm -r root; mv unplugged root");
    expect(await of({ kind: "purging", worktreeId: "worktree_1" })).toEqual({ state: "absent", entries: 0 });
  });

  it("is everything while a person has not confirmed the root", async () => {
    root.close();
    root = await rootIn(dir, { confirmed: false });
    guards = { ...guards, root };
    const purging = tree("root", "trash", "worktree_1.purging");
    await expectRefused({ kind: "purging", worktreeId: "worktree_1" }, /not confirmed/);
    expect(existsSync(purging)).toBe(true);
  });

  it("is a set-aside directory whose repository is not there: missing is not absent", async () => {
    await sh(dir, "rmdir common");
    expect((await of({ kind: "set-aside", commonDir: path.join(dir, "common"), worktreeId: "worktree_1" })).state).toBe("refused");
  });

  it("C17: is a tree with something mounted in it, which stays as it is", async (context) => {
    if (!isRoot || !canMount) return context.skip("can't mount here");
    const host = tree("host");
    const purging = tree("root", "trash", "worktree_1.purging");
    const mounted = tree("root", "trash", "worktree_1.purging", "data");
    await sh(dir, `mount --bind ${host} ${mounted}`);
    try {
      await expectRefused({ kind: "purging", worktreeId: "worktree_1" }, /mounted in it, at .*data/);
    } finally {
      await sh(dir, `umount ${mounted}`);
    }
    expect(readdirSync(host)).toEqual(["f"]);
    expect(readdirSync(purging).sort()).toEqual(["data", "f"]);
    expect(lstatSync(path.join(mounted, "f")).isFile()).toBe(true);
  });
});
