import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { branchHolders } from "../../src/git/holders.js";
import { temporaryDirectory } from "../support/directory.js";
import { makeBareClone, git as userGit } from "../support/repository.js";
import { withWorktree } from "./fixture.js";

test("checked out in the main checkout or in a worktree, but for the one that does not count", async () => {
  const { commonDir, tree, adminDir } = await withWorktree("task-1");
  expect(await branchHolders(commonDir, "main")).toEqual({ state: "known", holders: [commonDir] });
  expect(await branchHolders(commonDir, "task-1")).toEqual({ state: "known", holders: [tree] });
  expect(await branchHolders(commonDir, "task-1", adminDir)).toEqual({ state: "known", holders: [] });
  for (const free of ["task", "task-11", "nothing"]) expect(await branchHolders(commonDir, free)).toEqual({ state: "known", holders: [] });
});

test("a rebase, one with update-refs and a bisect hold the branch although HEAD is detached", async () => {
  const { commonDir, tree, inTree, commit, git: run } = await withWorktree("task-1", { files: { a: "1\n" } });
  await commit({ a: "2\n" });
  writeFileSync(join(tree, "a"), "3\n");
  await inTree("commit", "-qam", "conflicting");
  await run("branch", "stacked", "task-1");
  await expect(inTree("rebase", "--update-refs", "main")).rejects.toThrow();
  expect((await inTree("status", "--porcelain=v2", "--branch")).split("\n")).toContain("# branch.head (detached)");
  expect(await branchHolders(commonDir, "task-1")).toEqual({ state: "known", holders: [tree] });
  expect(await branchHolders(commonDir, "stacked")).toEqual({ state: "known", holders: [tree] });
  await inTree("rebase", "--abort");
  expect(await branchHolders(commonDir, "stacked")).toEqual({ state: "known", holders: [] });
  await inTree("bisect", "start", "HEAD", "HEAD~1");
  await inTree("checkout", "-q", "--detach", "HEAD~1");
  expect(await branchHolders(commonDir, "task-1")).toEqual({ state: "known", holders: [tree] });
});

test("a rebase by am's machinery holds it too", async () => {
  const { commonDir, tree, inTree, commit } = await withWorktree("task-1", { files: { a: "1\n" } });
  await commit({ a: "2\n" });
  writeFileSync(join(tree, "a"), "3\n");
  await inTree("commit", "-qam", "conflicting");
  await expect(inTree("rebase", "--apply", "main")).rejects.toThrow();
  expect(await branchHolders(commonDir, "task-1")).toEqual({ state: "known", holders: [tree] });
});

test("a bare repository's HEAD names its default branch, and checks nothing out", async () => {
  const bare = await makeBareClone(await withWorktree("task-1"));
  expect(await branchHolders(bare.commonDir, "main")).toEqual({ state: "known", holders: [] });
  // With per-worktree configuration, core.bare moves to a file of its own.
  await bare.git("config", "extensions.worktreeConfig", "true");
  await bare.git("config", "--unset", "core.bare");
  await bare.git("config", "--worktree", "core.bare", "true");
  expect(await branchHolders(bare.commonDir, "main")).toEqual({ state: "known", holders: [] });
  await userGit(bare.path, "worktree", "add", "-q", join(temporaryDirectory("tree"), "w"), "main");
  expect(await branchHolders(bare.commonDir, "main")).toMatchObject({ state: "known", holders: [expect.stringContaining("/w")] });
});

test("a HEAD that is not understood makes the answer unknown; a leftover that is no worktree does not", async () => {
  const { commonDir, adminDir } = await withWorktree("task-1");
  // What a program finds in a repository that keeps its refs in another format.
  writeFileSync(join(adminDir, "HEAD"), "ref: refs/heads/.invalid\n");
  expect(await branchHolders(commonDir, "other")).toMatchObject({ state: "unknown" });
  expect(await branchHolders(commonDir, "other", adminDir)).toEqual({ state: "known", holders: [] });
  writeFileSync(join(adminDir, "HEAD"), "");
  expect(await branchHolders(commonDir, "other")).toMatchObject({ state: "unknown" });
  rmSync(join(adminDir, "HEAD"));
  mkdirSync(join(adminDir, "HEAD"));
  expect(await branchHolders(commonDir, "other")).toMatchObject({ state: "unknown" });
  rmSync(join(adminDir, "HEAD"), { recursive: true });
  rmSync(join(adminDir, "gitdir"));
  expect(await branchHolders(commonDir, "other")).toEqual({ state: "known", holders: [] });
});

test("a HEAD that is a symbolic link names a branch, as in old repositories", async () => {
  const { commonDir, tree, adminDir } = await withWorktree("task-1");
  rmSync(join(adminDir, "HEAD"));
  symlinkSync("refs/heads/linked", join(adminDir, "HEAD"));
  expect(await branchHolders(commonDir, "linked")).toEqual({ state: "known", holders: [tree] });
  expect(await branchHolders(commonDir, "task-1")).toEqual({ state: "known", holders: [] });
});

test("a registration that can't be read makes the answer unknown", async () => {
  const { commonDir } = await withWorktree("task-1");
  symlinkSync("loop", join(commonDir, "worktrees", "loop"));
  expect(await branchHolders(commonDir, "task-1")).toMatchObject({ state: "unknown" });
});

test("a common directory that is not there is unknown, never free", async () => {
  expect(await branchHolders(join(temporaryDirectory("none"), ".git"), "main")).toMatchObject({ state: "unknown" });
});

test("400 worktrees are asked in one pass of file reads", async () => {
  const { commonDir, adminDir, git: run } = await withWorktree("task-1");
  const head = await run("rev-parse", "HEAD");
  for (let index = 0; index < 400; index += 1) {
    const registration = join(commonDir, "worktrees", `w${index}`);
    mkdirSync(registration);
    writeFileSync(join(registration, "HEAD"), index % 2 === 0 ? `${head}\n` : `ref: refs/heads/b${index}\n`);
    writeFileSync(join(registration, "gitdir"), `/nowhere/w${index}/.git\n`);
    writeFileSync(join(registration, "commondir"), "../..\n");
  }
  expect(await branchHolders(commonDir, "b399", adminDir)).toEqual({ state: "known", holders: ["/nowhere/w399"] });
  expect(await branchHolders(commonDir, "b400", adminDir)).toEqual({ state: "known", holders: [] });
});
