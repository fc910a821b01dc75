import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GitError } from "../../src/git/git.js";
import { lastingRefHolding, type RefCommand, readRef, readRefs, refTransaction, resolveCommit } from "../../src/git/refs.js";
import { temporaryDirectory } from "../support/directory.js";
import { makeRepository, repositoryAt, git as userGit } from "../support/repository.js";
import { gitFixture, NOTE } from "./fixture.js";

const { git } = gitFixture();
const NOWHERE = "1".repeat(40);

async function twoCommits() {
  const repository = await makeRepository();
  const first = await repository.commitOf("HEAD");
  const second = await repository.commit({ more: "more\n" });
  return { ...repository, first, second };
}

function transact(commonDir: string, ...commands: RefCommand[]) {
  return refTransaction(git, commonDir, commands, NOTE);
}

test("rescue, evidence and branch go in one transaction", async () => {
  const { commonDir, git: run, first, second } = await twoCommits();
  await run("branch", "task-1", second);
  const rescue = "refs/treekeeper/rescue/worktree_1/tip";
  const commands: RefCommand[] = [
    { kind: "create", ref: rescue, commit: second },
    { kind: "verify", ref: "refs/heads/main", old: second },
    { kind: "delete", ref: "refs/heads/task-1", old: second },
  ];
  expect(await transact(commonDir, ...commands)).toEqual({ state: "done" });
  expect(await readRefs(git, commonDir, [rescue, "refs/heads/task-1"])).toEqual(new Map([[rescue, second]]));
  // A run that was killed after it says it again.
  expect(await transact(commonDir, ...commands)).toEqual({ state: "done" });
  // And what was done still has to hold: the rescue is at another commit.
  await run("update-ref", rescue, first);
  expect(await transact(commonDir, ...commands)).toMatchObject({ state: "refused" });
});

test("a transaction that was killed half-way is brought to its end", async () => {
  const { commonDir, git: run, second } = await twoCommits();
  await run("branch", "task-1", second);
  await run("update-ref", "refs/treekeeper/rescue/worktree_1/tip", second);
  const outcome = await transact(
    commonDir,
    { kind: "create", ref: "refs/treekeeper/rescue/worktree_1/tip", commit: second },
    { kind: "delete", ref: "refs/heads/task-1", old: second },
  );
  expect(outcome).toEqual({ state: "done" });
  expect(await readRef(git, commonDir, "refs/heads/task-1")).toBeNull();
});

test("C18: a branch that moved is refused, and nothing of the transaction is done", async () => {
  const { commonDir, git: run, first, second } = await twoCommits();
  await run("branch", "task-1", second);
  const outcome = await transact(
    commonDir,
    { kind: "create", ref: "refs/treekeeper/rescue/worktree_1/tip", commit: first },
    { kind: "delete", ref: "refs/heads/task-1", old: first },
  );
  expect(outcome).toEqual({ state: "refused", reason: `refs/heads/task-1 is at ${second}, not at ${first}` });
  expect(await readRef(git, commonDir, "refs/heads/task-1")).toBe(second);
  expect(await readRef(git, commonDir, "refs/treekeeper/rescue/worktree_1/tip")).toBeNull();
});

test("of two deletions that name each other as evidence, the second is refused", async () => {
  const { commonDir, git: run, second } = await twoCommits();
  await run("branch", "a", second);
  await run("branch", "b", second);
  const drop = (branch: string, evidence: string): Promise<unknown> =>
    transact(
      commonDir,
      { kind: "verify", ref: `refs/heads/${evidence}`, old: second },
      { kind: "delete", ref: `refs/heads/${branch}`, old: second },
    );
  expect(await drop("a", "b")).toEqual({ state: "done" });
  expect(await drop("b", "a")).toEqual({ state: "refused", reason: `refs/heads/a is absent, not at ${second}` });
  expect(await readRef(git, commonDir, "refs/heads/b")).toBe(second);
});

test("a lock file is trouble, not an answer about the refs", async () => {
  const { commonDir, git: run, second } = await twoCommits();
  await run("branch", "task-1", second);
  const lock = join(commonDir, "refs", "heads", "task-1.lock");
  writeFileSync(lock, "");
  const drop = (): Promise<unknown> => transact(commonDir, { kind: "delete", ref: "refs/heads/task-1", old: second });
  await expect(drop()).rejects.toThrow(GitError);
  rmSync(lock);
  expect(await drop()).toEqual({ state: "done" });
});

test("packed refs, an update, and a verify that a ref is absent", async () => {
  const { commonDir, git: run, first, second } = await twoCommits();
  await run("branch", "task-1", first);
  await run("pack-refs", "--all");
  const zeros = "0".repeat(40);
  const update: RefCommand = { kind: "update", ref: "refs/heads/task-1", commit: second, old: first };
  const absent: RefCommand = { kind: "verify", ref: "refs/heads/other", old: zeros };
  expect(await transact(commonDir, absent, update)).toEqual({ state: "done" });
  expect(await transact(commonDir, absent, update)).toEqual({ state: "done" });
  await run("branch", "other");
  expect(await transact(commonDir, absent)).toMatchObject({ state: "refused" });
  expect(await transact(commonDir, { kind: "delete", ref: "refs/heads/task-1", old: second })).toEqual({ state: "done" });
});

test("a branch that stands in the way of another is named", async () => {
  const { commonDir, git: run, second } = await twoCommits();
  await run("branch", "task");
  const make = (ref: string): Promise<unknown> => transact(commonDir, { kind: "create", ref, commit: second });
  expect(await make("refs/heads/task/1")).toEqual({ state: "refused", reason: "refs/heads/task is in the way of refs/heads/task/1" });
});

test("a symbolic ref in the place of a branch of ours is changed itself, never what it points at", async () => {
  const { commonDir, git: run, second } = await twoCommits();
  await run("symbolic-ref", "refs/heads/task-1", "refs/heads/main");
  await transact(commonDir, { kind: "delete", ref: "refs/heads/task-1", old: second });
  expect(await readRef(git, commonDir, "refs/heads/main")).toBe(second);
});

test("a damaged ref is not an absent one", async () => {
  const { commonDir } = await twoCommits();
  writeFileSync(join(commonDir, "refs", "heads", "torn"), "");
  await expect(readRef(git, commonDir, "refs/heads/torn")).rejects.toThrow(GitError);
  expect(await readRef(git, commonDir, "refs/heads/never")).toBeNull();
});

test("only whole names are read: a branch below does not answer for its folder", async () => {
  const { commonDir, git: run } = await twoCommits();
  await run("branch", "task/1");
  expect(await readRef(git, commonDir, "refs/heads/task")).toBeNull();
});

test("revisions resolve to commits, and nothing else does", async () => {
  const { commonDir, git: run, first, second } = await twoCommits();
  await run("tag", "-a", "v1", "-m", "v1", first);
  expect(await resolveCommit(git, commonDir, "main")).toBe(second);
  expect(await resolveCommit(git, commonDir, "HEAD~1")).toBe(first);
  expect(await resolveCommit(git, commonDir, "v1")).toBe(first);
  const blobs = ["HEAD:more", "HEAD^{tree}"];
  const wrong = [
    "",
    "nothing",
    NOWHERE,
    "--all",
    "--upload-pack=x",
    "HEAD~99",
    "main@{99}",
    "a..b",
    "a\nb",
    "\0",
    "x".repeat(10_000_000),
    ":/no",
  ];
  for (const revision of [...blobs, ...wrong]) expect(await resolveCommit(git, commonDir, revision), revision.slice(0, 20)).toBeNull();
});

test("a repository that can't be asked is an error, not an unknown revision", async () => {
  await expect(resolveCommit(git, temporaryDirectory("none"), "HEAD")).rejects.toThrow(GitError);
});

test("C19: heads, tags and remote-tracking branches hold a commit; a stash, a rescue and what is about to go do not", async () => {
  const { commonDir, path, git: run, first, second } = await twoCommits();
  expect(await lastingRefHolding(git, commonDir, first)).toEqual({ ref: "refs/heads/main", oid: second });
  await run("checkout", "-q", "--detach");
  const lonely = await repositoryAt(path, commonDir).commit({ lonely: "x" });
  await run("update-ref", "refs/stash", lonely);
  await run("update-ref", "refs/treekeeper/rescue/worktree_1/tip", lonely);
  expect(await lastingRefHolding(git, commonDir, lonely)).toBeNull();
  await run("branch", "doomed", lonely);
  expect(await lastingRefHolding(git, commonDir, lonely, { except: new Set(["refs/heads/doomed"]) })).toBeNull();
  await run("tag", "-a", "kept", "-m", "kept", lonely);
  const held = await lastingRefHolding(git, commonDir, lonely, { except: new Set(["refs/heads/doomed"]) });
  expect(held).toEqual({ ref: "refs/tags/kept", oid: await userGit(path, "rev-parse", "refs/tags/kept") });
});
