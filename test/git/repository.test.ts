import { chmodSync, chownSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fetchRemotes } from "../../src/git/fetch.js";
import { readRef } from "../../src/git/refs.js";
import { reachesOurRefs } from "../../src/git/refspecs.js";
import { probeRepository, resolveRepository, writeRepositoryMarker } from "../../src/git/repository.js";
import { temporaryDirectory } from "../support/directory.js";
import { makeBareClone, makeRepository, repositoryAt, git as userGit } from "../support/repository.js";
import { gitFixture, NOTE, withWorktree } from "./fixture.js";

const { git } = gitFixture();
const isRoot = process.getuid?.() === 0;

test("the main checkout, its git directory, a linked worktree and a symbolic link are one repository", async () => {
  const { path, commonDir, tree } = await withWorktree("task-1");
  const link = join(temporaryDirectory("link"), "link");
  symlinkSync(path, link);
  const found = await resolveRepository(git, path);
  expect(found).toMatchObject({ commonDir, checkoutPath: path, defaultBranch: "main", bare: false });
  expect(found.inode).toMatch(/^\d+$/);
  for (const other of [commonDir, tree, link, `${path}/`]) expect(await resolveRepository(git, other), other).toEqual(found);
});

test("a bare repository, and a worktree of it", async () => {
  const bare = await makeBareClone(await makeRepository());
  const found = await resolveRepository(git, bare.path);
  expect(found).toMatchObject({ commonDir: bare.path, checkoutPath: null, bare: true, defaultBranch: "main" });
  const tree = join(temporaryDirectory("tree"), "w");
  await bare.git("worktree", "add", "-q", tree, "main");
  expect(await resolveRepository(git, tree)).toEqual(found);
});

test("a submodule and a separate git directory are found with their checkouts", async () => {
  const inner = await makeRepository();
  const outer = await makeRepository();
  await outer.git("submodule", "--quiet", "add", inner.path, "sub");
  expect(await resolveRepository(git, join(outer.path, "sub"))).toMatchObject({
    commonDir: join(outer.commonDir, "modules", "sub"),
    checkoutPath: join(outer.path, "sub"),
  });
  const base = temporaryDirectory("separate");
  await userGit(base, "clone", "-q", `--separate-git-dir=${join(base, "store")}`, inner.path, join(base, "checkout"));
  expect(await resolveRepository(git, join(base, "checkout"))).toMatchObject({
    commonDir: join(base, "store"),
    checkoutPath: join(base, "checkout"),
  });
  expect(await resolveRepository(git, join(base, "store"))).toMatchObject({ commonDir: join(base, "store") });
});

test("the default branch is the remote's where there is one here of that name", async () => {
  const repository = await makeRepository({ remote: true });
  await repository.git("remote", "set-head", "origin", "main");
  await repository.git("checkout", "-q", "-b", "feature");
  expect(await resolveRepository(git, repository.path)).toMatchObject({ defaultBranch: "main" });
  await repository.git("branch", "-m", "main", "trunk");
  expect(await resolveRepository(git, repository.path)).toMatchObject({ defaultBranch: "feature" });
  await repository.git("checkout", "-q", "--detach");
  expect(await resolveRepository(git, repository.path)).toMatchObject({ defaultBranch: null });
});

async function refusal(path: string): Promise<unknown> {
  return resolveRepository(git, path).catch((error: { code: string; reason: string }) => `${error.code} ${error.reason}`);
}

test("each reason why not is typed", async () => {
  const { path } = await makeRepository();
  const base = temporaryDirectory("base");
  expect(await refusal(join(base, "nothing"))).toBe("REPOSITORY_REFUSED NOT_FOUND");
  expect(await refusal("relative/path")).toBe("REPOSITORY_REFUSED NOT_FOUND");
  expect(await refusal(`/${"x".repeat(10_000_000)}`)).toBe("REPOSITORY_REFUSED NOT_FOUND");
  expect(await refusal("")).toBe("REPOSITORY_REFUSED NOT_FOUND");
  expect(await refusal(base)).toBe("REPOSITORY_REFUSED NOT_A_REPOSITORY");
  expect(await refusal(join(path, "README.md"))).toBe("REPOSITORY_REFUSED NOT_A_REPOSITORY");
  expect(await refusal("/a\0b")).toBe("REPOSITORY_REFUSED NAME_NOT_TEXT");
  const newline = join(base, "new\nline");
  cpSync(path, newline, { recursive: true });
  symlinkSync(newline, join(base, "innocent"));
  expect(await refusal(join(base, "innocent"))).toBe("REPOSITORY_REFUSED NAME_NOT_TEXT");
  const bytes = Buffer.concat([Buffer.from(`${base}/b`), Buffer.from([0xff])]);
  mkdirSync(bytes);
  symlinkSync(bytes, join(base, "bytes"));
  expect(await refusal(join(base, "bytes"))).toBe("REPOSITORY_REFUSED NAME_NOT_TEXT");
});

test("a directory inside a repository is not that repository", async () => {
  const { path, commonDir } = await makeRepository({ files: { "src/a": "a" } });
  expect(await refusal(join(path, "src"))).toBe("REPOSITORY_REFUSED NOT_A_REPOSITORY");
  expect(await refusal(join(commonDir, "refs"))).toBe("REPOSITORY_REFUSED NOT_A_REPOSITORY");
});

test("a repository without a commit, until it has one", async () => {
  const path = join(temporaryDirectory("empty"), "repo");
  await userGit(temporaryDirectory("x"), "init", "-q", path);
  expect(await refusal(path)).toBe("REPOSITORY_REFUSED NO_COMMIT");
  await repositoryAt(path, join(path, ".git")).commit({ a: "a" });
  expect(await resolveRepository(git, path)).toMatchObject({ defaultBranch: "main" });
});

test("a repository of long object ids", async () => {
  const path = join(temporaryDirectory("long"), "repo");
  await userGit(temporaryDirectory("x"), "init", "-q", "--object-format=sha256", path);
  await repositoryAt(path, join(path, ".git")).commit({ a: "a" });
  expect(await resolveRepository(git, path)).toMatchObject({ checkoutPath: path });
});

test("a damaged repository is none", async () => {
  const { path, commonDir } = await makeRepository();
  rmSync(join(commonDir, "HEAD"));
  expect(await refusal(path)).toBe("REPOSITORY_REFUSED NOT_A_REPOSITORY");
});

test.runIf(isRoot)("a repository of another user is refused as git refuses it, until the user says that it is safe", async () => {
  const { path, commonDir } = await makeRepository();
  for (const owned of [path, commonDir]) chownSync(owned, 65_534, 65_534);
  expect(await refusal(path)).toBe("REPOSITORY_REFUSED DUBIOUS_OWNERSHIP");
  await userGit("/", "config", "--global", "--add", "safe.directory", path);
  expect(await resolveRepository(git, path)).toMatchObject({ checkoutPath: path });
  await userGit("/", "config", "--global", "--unset-all", "safe.directory");
});

test("a fetch refspec that reaches our refs is refused, at registration and at every fetch", async () => {
  const repository = await makeRepository({ remote: true });
  await repository.git("config", "--add", "remote.origin.fetch", "+refs/*:refs/*");
  expect(await refusal(repository.path)).toBe("REPOSITORY_REFUSED FETCH_REFSPEC");
  await expect(fetchRemotes(git, repository.commonDir, NOTE)).rejects.toThrow("refs/treekeeper/");
});

test.each([
  ["+refs/heads/*:refs/remotes/origin/*", false],
  ["+refs/*:refs/*", true],
  ["refs/*:refs/t*", true],
  ["+refs/heads/*:refs/treekeeper/*", true],
  ["refs/heads/a:refs/treekeeper/rescue/x", true],
  ["refs/heads/*:refs/treekeeper2/*", false],
  ["refs/heads/main", false],
  ["^refs/heads/x", false],
  ["refs/heads/a:refs/heads/a", false],
  ["*:*", true],
])("%s reaches refs/treekeeper/: %s", (refspec, reaches) => {
  expect(reachesOurRefs(refspec)).toBe(reaches);
});

test("a fetch brings the remote's commits, and leaves FETCH_HEAD and our refs alone", async () => {
  const repository = await makeRepository({ remote: true });
  const other = join(temporaryDirectory("other"), "clone");
  await userGit("/", "clone", "-q", (await repository.git("remote", "get-url", "origin")).trim(), other);
  const pushed = await repositoryAt(other, join(other, ".git")).commit({ b: "b" });
  await userGit(other, "push", "-q", "origin", "HEAD:main");
  await repository.git("config", "fetch.prune", "true");
  await repository.git("update-ref", "refs/remotes/origin/gone", "HEAD");
  await repository.git("update-ref", "refs/treekeeper/rescue/worktree_1/tip", "HEAD");
  writeFileSync(join(repository.commonDir, "FETCH_HEAD"), "mine\n");
  await fetchRemotes(git, repository.commonDir, NOTE);
  expect(await readRef(git, repository.commonDir, "refs/remotes/origin/main")).toBe(pushed);
  expect(await readRef(git, repository.commonDir, "refs/remotes/origin/gone")).not.toBeNull();
  expect(await readRef(git, repository.commonDir, "refs/treekeeper/rescue/worktree_1/tip")).not.toBeNull();
  renameSync(other, `${other}-gone`);
  await repository.git("remote", "set-url", "origin", join(other, "nothing"));
  await expect(fetchRemotes(git, repository.commonDir, NOTE)).rejects.toMatchObject({ name: "GitError" });
});

test("a repository is present by inode and marker, missing without either, unknown where it can't be told", async () => {
  const { path, commonDir } = await makeRepository();
  const { device, inode } = await resolveRepository(git, path);
  const known = { commonDir, device, inode, instanceId: "root_1", repositoryId: "repo_1" };
  expect(await probeRepository(known)).toMatchObject({ state: "missing" });
  await writeRepositoryMarker(commonDir, known);
  await writeRepositoryMarker(commonDir, known);
  await writeRepositoryMarker(commonDir, { instanceId: "root_2", repositoryId: "repo_2" });
  expect(await probeRepository(known)).toEqual({ state: "present" });
  // A disk that is plugged in again may have another device number.
  expect(await probeRepository({ ...known, device: "1" })).toEqual({ state: "present" });
  expect(await probeRepository({ ...known, instanceId: "root_3" })).toMatchObject({ state: "missing" });
  cpSync(commonDir, `${commonDir}-copy`, { recursive: true });
  expect(await probeRepository({ ...known, commonDir: `${commonDir}-copy` })).toMatchObject({ state: "unknown" });
  const marker = join(commonDir, "treekeeper", "repositories", "repo_1.json");
  writeFileSync(marker, "{");
  expect(await probeRepository(known)).toMatchObject({ state: "unknown" });
  rmSync(marker);
  mkdirSync(marker);
  expect(await probeRepository(known)).toMatchObject({ state: "unknown" });
  renameSync(commonDir, `${commonDir}-away`);
  expect(await probeRepository(known)).toMatchObject({ state: "missing" });
  mkdirSync(commonDir);
  expect(await probeRepository(known)).toMatchObject({ state: "missing" });
  chmodSync(commonDir, 0o755);
});
