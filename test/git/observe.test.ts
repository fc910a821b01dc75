import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { attachHead, detachHead, readHead } from "../../src/git/head.js";
import { readDotGit, readGitdir, rewriteGitdir, samePlace } from "../../src/git/link.js";
import { lockReason, readLock, readLockReason, writeLock } from "../../src/git/lock.js";
import { type ObserveInput, observeWorktree, setAsideDir } from "../../src/git/observe.js";
import { operationInProgress } from "../../src/git/operations.js";
import { setAside, unmakeRegistration } from "../../src/git/setAside.js";
import { temporaryDirectory } from "../support/directory.js";
import { git as userGit } from "../support/repository.js";
import { gitFixture, withWorktree } from "./fixture.js";

const { git } = gitFixture();
const OURS = lockReason("root_1", "worktree_1", "nonce");

async function begin() {
  const made = await withWorktree("task-1");
  await made.git("worktree", "lock", "--reason", OURS, made.tree);
  const observe = (o: Partial<ObserveInput> = {}) =>
    observeWorktree({ commonDir: made.commonDir, path: made.tree, directory: "app-0001", worktreeId: "worktree_1", ...o });
  return { ...made, observe, proofs: { instanceId: "root_1", worktreeId: "worktree_1", nonce: "nonce", path: made.tree } };
}

test("a tree that was moved names its registration, which names the old place until it is written anew", async () => {
  const { tree, observe, adminDir, git: run } = await begin();
  const moved = `${dirname(tree)}-trash`;
  renameSync(dirname(tree), moved);
  const now = join(moved, "app-0001");
  expect(await observe()).toMatchObject({ tree: "absent", registration: "present", linked: false });
  expect(await observe({ path: now })).toMatchObject({ tree: "present", adminDir, registrationPath: tree, linked: false });
  await rewriteGitdir(adminDir, now);
  await rewriteGitdir(adminDir, now);
  expect(await observe({ path: now })).toMatchObject({ registrationPath: now, linked: true });
  expect((await run("worktree", "list", "--porcelain", "-z")).split("\0")).toContain(`worktree ${now}`);
  renameSync(moved, dirname(tree));
});

test("C29: places are compared as places, not as strings", async () => {
  const { tree, observe } = await begin();
  const link = join(temporaryDirectory("link"), "link");
  symlinkSync(dirname(tree), link);
  expect(await observe({ path: join(link, "app-0001") })).toMatchObject({ tree: "present", isLink: false, linked: true });
  expect(await samePlace(join(link, "nothing", "yet"), join(dirname(tree), "nothing", "yet"))).toBe(true);
  expect(await samePlace(join(link, "app-0001"), join(link, "nothing"))).toBe(false);
});

test("a link in the tree's place is seen as one, and proves nothing", async () => {
  const { tree, observe } = await begin();
  renameSync(tree, `${tree}-real`);
  symlinkSync(`${tree}-real`, tree);
  expect(await observe()).toMatchObject({ tree: "present", isLink: true, adminDir: null, linked: false });
});

test("C10: another tree at the path, or a copy of ours, is not linked to our registration", async () => {
  const { tree, observe, adminDir, git: run } = await begin();
  const copy = `${tree}-copy`;
  cpSync(tree, copy, { recursive: true });
  expect(await observe({ path: copy })).toMatchObject({ adminDir, registrationPath: tree, linked: false });
  rmSync(tree, { recursive: true });
  await run("worktree", "add", "-q", "-f", "-b", "b", `${tree}x/other-2`);
  renameSync(join(`${tree}x`, "other-2"), tree);
  expect(await observe()).toMatchObject({ registrationDir: join(dirname(adminDir), "other-2"), linked: false, lock: null });
});

test("C35: git's name for the registration is read from the link, never assumed", async () => {
  const { git: run, commonDir } = await begin();
  const other = join(temporaryDirectory("e2"), "app-0001");
  await run("worktree", "add", "-q", "-b", "b", other);
  const facts = await observeWorktree({ commonDir, path: other, directory: "app-0001" });
  expect(facts).toMatchObject({ registrationDir: join(commonDir, "worktrees", "app-00011"), linked: true, setAside: "unknown" });
});

test.each([
  ["a directory", "directory", (place: string) => mkdirSync(place)],
  ["a link", "link", (place: string) => symlinkSync("/nowhere", place)],
  ["a file that names nothing", "broken", (place: string) => writeFileSync(place, "hello")],
  ["absent", "absent", () => {}],
] as const)("a tree whose .git is %s", async (_, dotGit, put) => {
  const { tree, observe } = await begin();
  rmSync(join(tree, ".git"));
  put(join(tree, ".git"));
  expect(await observe()).toMatchObject({ dotGit, adminDir: null, linked: false, registration: "present" });
});

test("a .git that names nothing of this repository; a relative one", async () => {
  const { tree, observe, adminDir } = await begin();
  writeFileSync(join(tree, ".git"), "gitdir: /nope\n");
  expect(await observe()).toMatchObject({ dotGit: "file", adminDir: "/nope", registration: "present", linked: false });
  writeFileSync(join(tree, ".git"), `gitdir: ${relative(tree, adminDir)}\n`);
  writeFileSync(join(adminDir, "gitdir"), `${relative(adminDir, join(tree, ".git"))}\n`);
  expect(await readDotGit(tree)).toEqual({ kind: "file", adminDir });
  expect(await readGitdir(adminDir)).toEqual({ state: "present", treePath: tree });
  expect(await observe()).toMatchObject({ linked: true });
});

test("a registration that is a link is unknown, one that is gone is absent", async () => {
  const { observe, adminDir } = await begin();
  renameSync(adminDir, `${adminDir}-real`);
  symlinkSync(`${adminDir}-real`, adminDir);
  expect(await observe()).toMatchObject({ registration: "unknown", registrationDir: null, linked: false });
  rmSync(adminDir);
  expect(await observe({ adminName: "app-0001" })).toMatchObject({ registration: "absent", registrationDir: null });
});

test("an index.lock, with its age", async () => {
  const { observe, adminDir } = await begin();
  expect((await observe()).indexLock).toBeNull();
  writeFileSync(join(adminDir, "index.lock"), "");
  utimesSync(join(adminDir, "index.lock"), 1_000, 1_000);
  expect((await observe()).indexLock).toEqual({ mtimeMs: 1_000_000 });
});

test("locks: ours, somebody's, none, one that can't be read", async () => {
  const { adminDir, git: run, tree } = await begin();
  expect(await readLock(adminDir)).toEqual({ reason: OURS, claim: { instanceId: "root_1", worktreeId: "worktree_1", nonce: "nonce" } });
  await run("worktree", "unlock", tree);
  expect(await readLock(adminDir)).toBeNull();
  await run("worktree", "lock", tree, "--reason", "session 42");
  expect(await readLock(adminDir)).toEqual({ reason: "session 42", claim: null });
  await writeLock(adminDir, OURS);
  expect((await run("worktree", "list", "--porcelain", "-z")).split("\0")).toContain(`locked ${OURS}`);
  rmSync(join(adminDir, "locked"));
  mkdirSync(join(adminDir, "locked"));
  expect(await readLock(adminDir)).toMatchObject({ claim: null });
  for (const foreign of ["", "treekeeper", "treekeeper a b", `${OURS} more`, `x${OURS}`]) expect(readLockReason(foreign)).toBeNull();
});

test("HEAD: on a branch, detached, attached again, not understood", async () => {
  const { adminDir, inTree, commitOf } = await begin();
  const commit = await commitOf("HEAD");
  expect(await readHead(adminDir)).toEqual({ kind: "branch", ref: "refs/heads/task-1" });
  await detachHead(git, { adminDir }, commit);
  await detachHead(git, { adminDir }, commit);
  expect(await readHead(adminDir)).toEqual({ kind: "detached", commit });
  expect(await inTree("status", "--porcelain")).toBe("");
  await attachHead(git, { adminDir }, "task-1");
  await attachHead(git, { adminDir }, "task-1");
  expect(await readHead(adminDir)).toEqual({ kind: "branch", ref: "refs/heads/task-1" });
  for (const strange of ["", "ref: refs/heads/.invalid\n", "ref: main\n", commit.slice(1), "x".repeat(100_000)]) {
    writeFileSync(join(adminDir, "HEAD"), strange);
    expect(await readHead(adminDir), strange.slice(0, 30)).toMatchObject({ kind: "unknown" });
  }
  rmSync(join(adminDir, "HEAD"));
  expect(await readHead(adminDir)).toBeNull();
  symlinkSync("refs/heads/old", join(adminDir, "HEAD"));
  expect(await readHead(adminDir)).toEqual({ kind: "branch", ref: "refs/heads/old" });
});

test("C34: an interrupted rebase with an autostash, a merge, a bisect: none is missed, and none is seen where there is none", async () => {
  const { adminDir, inTree, tree, commit } = await begin();
  expect(await operationInProgress(adminDir)).toEqual([]);
  await commit({ "README.md": "theirs\n" });
  writeFileSync(join(tree, "README.md"), "ours\n");
  await inTree("commit", "-qam", "ours");
  await expect(inTree("merge", "main")).rejects.toThrow();
  expect(await operationInProgress(adminDir)).toEqual(["MERGE_HEAD"]);
  await inTree("merge", "--abort");
  await inTree("bisect", "start");
  expect(await operationInProgress(adminDir)).toEqual(["BISECT_LOG", "BISECT_START"]);
  await inTree("bisect", "reset");
  writeFileSync(join(tree, "note"), "n");
  await inTree("add", "note");
  await expect(inTree("rebase", "--autostash", "main")).rejects.toThrow();
  expect(await operationInProgress(adminDir)).toEqual(["rebase-merge"]);
  expect(existsSync(join(adminDir, "rebase-merge", "autostash"))).toBe(true);
  await inTree("rebase", "--abort");
  await inTree("reset", "-q", "--hard");
  await expect(inTree("cherry-pick", "main")).rejects.toThrow();
  expect(await operationInProgress(adminDir)).toContain("CHERRY_PICK_HEAD");
  await inTree("cherry-pick", "--abort");
  expect(await operationInProgress(adminDir)).toEqual([]);
  await expect(operationInProgress(join(adminDir, "nothing"))).rejects.toThrow();
});

test("set aside, the registration is gone for git at once; a second time it is done", async () => {
  const { commonDir, adminDir, observe, git: run, tree } = await begin();
  expect(await setAside(commonDir, adminDir, "worktree_1")).toBe("moved");
  expect(await observe()).toMatchObject({ tree: "present", registration: "absent", setAside: "present", linked: false });
  expect(await run("worktree", "list", "--porcelain", "-z")).not.toContain(tree);
  expect(readFileSync(join(setAsideDir(commonDir, "worktree_1"), "gitdir"), "utf8")).toBe(`${join(tree, ".git")}\n`);
  expect(await setAside(commonDir, adminDir, "worktree_1")).toBe("absent");
  await userGit(commonDir, "gc", "-q");
});

test("only a direct child of the repository's worktrees is ever set aside", async () => {
  const { commonDir, adminDir } = await begin();
  for (const wrong of [commonDir, join(commonDir, "worktrees"), join(adminDir, "logs"), `${adminDir}/../../refs`, "/"]) {
    await expect(setAside(commonDir, wrong, "worktree_1"), wrong).rejects.toThrow("not a registration");
  }
  mkdirSync(setAsideDir(commonDir, "worktree_1"), { recursive: true });
  await expect(setAside(commonDir, adminDir, "worktree_1")).rejects.toThrow();
  expect(existsSync(adminDir)).toBe(true);
});

test.each([
  ["our lock", () => {}],
  ["the beginning of our lock, as after a power cut", (dir: string) => writeFileSync(join(dir, "locked"), OURS.slice(0, 12))],
  ["no lock, and our path", (dir: string) => rmSync(join(dir, "locked"))],
  [
    "our name, what was never synced torn by a power cut",
    (dir: string) => {
      for (const name of ["locked", "gitdir", "HEAD"]) writeFileSync(join(dir, name), "");
    },
  ],
  [
    "nothing but git's first files, under our name",
    (dir: string) => {
      rmSync(dir, { recursive: true });
      mkdirSync(dir);
      writeFileSync(join(dir, "locked"), "");
    },
  ],
] as const)("a registration is unmade by %s", async (_, change) => {
  const { commonDir, adminDir, proofs } = await begin();
  change(adminDir);
  expect(await unmakeRegistration(commonDir, adminDir, proofs)).toEqual({ state: "moved" });
  expect(await unmakeRegistration(commonDir, adminDir, proofs)).toEqual({ state: "absent" });
});

test.each([
  ["another worktree's lock of ours", (dir: string) => writeFileSync(join(dir, "locked"), lockReason("root_1", "worktree_2", "nonce"))],
  ["another making's nonce", (dir: string) => writeFileSync(join(dir, "locked"), lockReason("root_1", "worktree_1", "other"))],
  ["somebody's lock", (dir: string) => writeFileSync(join(dir, "locked"), "keep")],
  [
    "no lock, and another path",
    (dir: string) => {
      rmSync(join(dir, "locked"));
      writeFileSync(join(dir, "gitdir"), "/elsewhere/app-0001/.git\n");
    },
  ],
  [
    "another name, and all torn",
    (dir: string) => {
      for (const name of ["locked", "gitdir"]) writeFileSync(join(dir, name), "");
      renameSync(dir, `${dir}-x`);
    },
    "-x",
  ],
  [
    "no lock, no path, and something in it",
    (dir: string) => {
      rmSync(join(dir, "locked"));
      rmSync(join(dir, "gitdir"));
    },
  ],
] as const)("a registration with %s is not unmade", async (_, change, suffix?: string) => {
  const { commonDir, adminDir, proofs } = await begin();
  change(adminDir);
  expect(await unmakeRegistration(commonDir, adminDir + (suffix ?? ""), proofs)).toMatchObject({ state: "refused" });
  expect(existsSync(adminDir + (suffix ?? ""))).toBe(true);
});
