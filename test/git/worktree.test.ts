import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BranchRefusedError } from "../../src/errors.js";
import { lockReason } from "../../src/git/lock.js";
import { observeWorktree } from "../../src/git/observe.js";
import { readRef, refTransaction } from "../../src/git/refs.js";
import { unmakeRegistration } from "../../src/git/setAside.js";
import { RepositoryTurns } from "../../src/git/turns.js";
import { addWorktree, type WorktreeStart, whyIncomplete } from "../../src/git/worktree.js";
import { temporaryDirectory } from "../support/directory.js";
import { makeBareClone, makeRepository, repositoryAt, type TestRepository, git as userGit } from "../support/repository.js";
import { gitFixture, NOTE } from "./fixture.js";

const { git } = gitFixture();

function add(repository: TestRepository, path: string, start: WorktreeStart, hooks = false) {
  return addWorktree(git, {
    commonDir: repository.commonDir,
    path,
    start,
    lockReason: lockReason("root_1", "worktree_1", "nonce"),
    hooks,
    note: NOTE,
  });
}

async function addOn(repository: TestRepository, path: string, branch: string, commit: string, hooks = false) {
  await refTransaction(git, repository.commonDir, [{ kind: "create", ref: `refs/heads/${branch}`, commit }], NOTE);
  return add(repository, path, { kind: "existing-branch", branch }, hooks);
}

test("a worktree on a new branch stands complete, locked with our reason, and its facts agree", async () => {
  const repository = await makeRepository();
  const commit = await repository.commitOf("HEAD");
  const path = join(temporaryDirectory("live"), "app-0001");
  expect((await addOn(repository, path, "task-1", commit)).code).toBe(0);
  expect(await whyIncomplete(git, path, commit)).toBeNull();
  const facts = await observeWorktree({ commonDir: repository.commonDir, path, directory: "app-0001", worktreeId: "worktree_1" });
  const registrationDir = join(repository.commonDir, "worktrees", "app-0001");
  expect(facts).toEqual({
    tree: "present",
    isLink: false,
    dotGit: "file",
    adminDir: registrationDir,
    registration: "present",
    registrationDir,
    registrationPath: path,
    linked: true,
    lock: { reason: "treekeeper root_1 worktree_1 nonce", claim: { instanceId: "root_1", worktreeId: "worktree_1", nonce: "nonce" } },
    head: { kind: "branch", ref: "refs/heads/task-1" },
    indexLock: null,
    indexPresent: true,
    setAside: "absent",
  });
});

test("an existing branch is checked out, also where a tag has its name; a commit without a branch", async () => {
  const repository = await makeRepository();
  const base = await repository.commitOf("HEAD");
  const tip = await repository.commit({ b: "b" });
  await repository.git("branch", "kept", tip);
  await repository.git("tag", "kept", base);
  const live = temporaryDirectory("live");
  await add(repository, join(live, "one"), { kind: "existing-branch", branch: "kept" });
  expect(await whyIncomplete(git, join(live, "one"), tip)).toBeNull();
  expect(readFileSync(join(repository.commonDir, "worktrees", "one", "HEAD"), "utf8")).toBe("ref: refs/heads/kept\n");
  await add(repository, join(live, "two"), { kind: "detached", commit: base });
  expect(await whyIncomplete(git, join(live, "two"), base)).toBeNull();
});

test("a branch that is not there is refused, also where a remote has one of that name", async () => {
  const repository = await makeRepository({ remote: true });
  await repository.git("update-ref", "refs/remotes/origin/only-remote", "HEAD");
  const adding = add(repository, join(temporaryDirectory("live"), "one"), { kind: "existing-branch", branch: "only-remote" });
  await expect(adding).rejects.toThrow(BranchRefusedError);
  expect(await readRef(git, repository.commonDir, "refs/heads/only-remote")).toBeNull();
});

test("a branch that another worktree has checked out is left to it", async () => {
  const repository = await makeRepository();
  const path = join(temporaryDirectory("live"), "one");
  expect((await add(repository, path, { kind: "existing-branch", branch: "main" })).code).not.toBe(0);
  expect(existsSync(path)).toBe(false);
});

test("from a bare repository, and from one with long object ids", async () => {
  const bare = await makeBareClone(await makeRepository());
  const path = join(temporaryDirectory("live"), "one");
  await addOn(bare, path, "task-1", await bare.commitOf("HEAD"));
  expect(await whyIncomplete(git, path, await bare.commitOf("HEAD"))).toBeNull();

  const long = join(temporaryDirectory("long"), "repo");
  await userGit(temporaryDirectory("x"), "init", "-q", "--object-format=sha256", long);
  const repository = repositoryAt(long, join(long, ".git"));
  const commit = await repository.commit({ a: "a" });
  expect(commit).toHaveLength(64);
  const tree = join(temporaryDirectory("live"), "long-1");
  await addOn(repository, tree, "task-1", commit);
  expect(await whyIncomplete(git, tree, commit)).toBeNull();
});

test("C11: nobody's prune takes the registration of a tree that can't be seen", async () => {
  const repository = await makeRepository();
  const path = join(temporaryDirectory("live"), "app-0001");
  await addOn(repository, path, "task-1", await repository.commitOf("HEAD"));
  rmSync(path, { recursive: true });
  await repository.git("worktree", "prune", "--expire=now");
  await repository.git("gc", "-q", "--prune=now");
  const facts = await observeWorktree({ commonDir: repository.commonDir, path, directory: "app-0001" });
  expect(facts).toMatchObject({ tree: "absent", registration: "present", registrationPath: path, linked: false, dotGit: "absent" });
});

test("C20: 60 parallel creations give 60 worktrees and no stray branch", { timeout: 120_000 }, async () => {
  const repository = await makeRepository();
  const commit = await repository.commitOf("HEAD");
  const live = temporaryDirectory("live");
  const turns = new RepositoryTurns();
  const names = Array.from({ length: 60 }, (_, index) => `w${index}`);
  await Promise.all(names.map((name) => turns.run(repository.commonDir, () => addOn(repository, join(live, name), `b-${name}`, commit))));
  for (const name of names) expect(await whyIncomplete(git, join(live, name), commit), name).toBeNull();
  const branches = await repository.git("for-each-ref", "--format=%(refname:short)", "refs/heads/b-*");
  expect(branches.split("\n").length).toBe(60);
});

test("C30: from a remote-tracking branch, with config.lock held: no configuration is written", async () => {
  const repository = await makeRepository({ remote: true });
  const commit = await repository.commitOf("origin/main");
  writeFileSync(join(repository.commonDir, "config.lock"), "");
  const config = readFileSync(join(repository.commonDir, "config"));
  const path = join(temporaryDirectory("live"), "one");
  expect((await addOn(repository, path, "task-1", commit)).code).toBe(0);
  expect(await whyIncomplete(git, path, commit)).toBeNull();
  expect(readFileSync(join(repository.commonDir, "config"))).toEqual(config);
});

test("C31: hooks are off; with them on, a failing one leaves a complete tree", async () => {
  const repository = await makeRepository();
  const commit = await repository.commitOf("HEAD");
  mkdirSync(join(repository.commonDir, "hooks"), { recursive: true });
  writeFileSync(join(repository.commonDir, "hooks", "post-checkout"), "#!/bin/sh\nexit 3\n");
  chmodSync(join(repository.commonDir, "hooks", "post-checkout"), 0o755);
  const live = temporaryDirectory("live");
  expect((await addOn(repository, join(live, "off"), "off", commit)).code).toBe(0);
  expect((await addOn(repository, join(live, "on"), "on", commit, true)).code).not.toBe(0);
  expect(await whyIncomplete(git, join(live, "on"), commit)).toBeNull();
});

test("C31: a filter that fails leaves a branch; unmade by its facts, the same request works again", async () => {
  const repository = await makeRepository({ files: { ".gitattributes": "*.bin filter=x\n", "a.bin": "d" } });
  const commit = await repository.commitOf("HEAD");
  for (const [name, value] of Object.entries({ clean: "cat", smudge: "false", required: "true" })) {
    await repository.git("config", `filter.x.${name}`, value);
  }
  const path = join(temporaryDirectory("live"), "app-0001");
  expect((await addOn(repository, path, "task-1", commit)).code).not.toBe(0);
  expect(await whyIncomplete(git, path, commit)).not.toBeNull();
  const registrationDir = join(repository.commonDir, "worktrees", "app-0001");
  const proofs = { instanceId: "root_1", worktreeId: "worktree_1", nonce: "nonce", path };
  expect((await unmakeRegistration(repository.commonDir, registrationDir, proofs)).state).not.toBe("refused");
  const drop = [{ kind: "delete", ref: "refs/heads/task-1", old: commit }] as const;
  expect(await refTransaction(git, repository.commonDir, drop, NOTE)).toEqual({ state: "done" });
  await repository.git("config", "filter.x.smudge", "cat");
  await addOn(repository, path, "task-1", commit);
  expect(await whyIncomplete(git, path, commit)).toBeNull();
});

test("what is missing is said: another HEAD, a missing file, no index, something staged, no tree", async () => {
  const repository = await makeRepository({ files: { a: "a", b: "b" } });
  const commit = await repository.commitOf("HEAD");
  const live = temporaryDirectory("live");
  const path = join(live, "one");
  await addOn(repository, path, "task-1", commit);
  expect(await whyIncomplete(git, path, "1".repeat(40))).toContain("HEAD");
  writeFileSync(join(path, "a"), "changed");
  expect(await whyIncomplete(git, path, commit)).toBeNull();
  rmSync(join(path, "a"));
  expect(await whyIncomplete(git, path, commit)).toBe("files are missing");
  await userGit(path, "rm", "-q", "--cached", "a");
  expect(await whyIncomplete(git, path, commit)).toBe("its index differs from its HEAD");
  rmSync(join(repository.commonDir, "worktrees", "one", "index"));
  expect(await whyIncomplete(git, path, commit)).toBe("its index was not written");
  expect(await whyIncomplete(git, join(live, "never"), commit)).toContain("no .git file");
  rmSync(join(repository.commonDir, "worktrees", "one"), { recursive: true });
  expect(await whyIncomplete(git, path, commit)).not.toBeNull();
});
