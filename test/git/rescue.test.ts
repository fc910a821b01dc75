import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GitError } from "../../src/git/git.js";
import { refTransaction } from "../../src/git/refs.js";
import { makeOtherCommit, onlyReflogCommits, rescueRef } from "../../src/git/rescue.js";
import { gitFixture, NOTE, withWorktree } from "./fixture.js";

const { git } = gitFixture();

async function begin() {
  const made = await withWorktree("task-1");
  const commit = async (message: string): Promise<string> => {
    await made.inTree("commit", "-q", "--allow-empty", "-m", message);
    return made.inTree("rev-parse", "HEAD");
  };
  const others = async (holding?: string[]): Promise<string[]> =>
    onlyReflogCommits(git, {
      commonDir: made.commonDir,
      adminDir: made.adminDir,
      branch: "task-1",
      holding: holding ?? [await made.inTree("rev-parse", "HEAD")],
    });
  return { ...made, commitInTree: commit, others };
}

test("a tree whose commits are all on its branch has nothing to rescue beside its tip", async () => {
  const { commitInTree, others } = await begin();
  expect(await others()).toEqual([]);
  await commitInTree("one");
  expect(await others()).toEqual([]);
});

test("C33: a commit that was reset away, and stays readable after everybody's gc", async () => {
  const { commonDir, inTree, commitInTree, others, git: run, tree } = await begin();
  const first = await commitInTree("an afternoon");
  const second = await commitInTree("an evening");
  await inTree("reset", "-q", "--hard", "main");
  // Of a line of commits only the last: it reaches the others.
  expect(await others()).toEqual([second]);
  const other = await makeOtherCommit(git, commonDir, [second], NOTE);
  await refTransaction(git, commonDir, [{ kind: "create", ref: rescueRef("worktree_1", "other"), commit: other }], NOTE);
  await run("worktree", "remove", "--force", tree);
  await run("branch", "-D", "task-1");
  await run("reflog", "expire", "--expire=now", "--all");
  await run("gc", "-q", "--prune=now");
  for (const commit of [first, second]) expect(await run("cat-file", "-t", commit)).toBe("commit");
});

test("what is amended, dropped in a rebase, or only detached is found; newest first", async () => {
  const { inTree, commitInTree, others } = await begin();
  const amended = await commitInTree("to be amended");
  await inTree("commit", "-q", "--amend", "--allow-empty", "-m", "amended", "--date=2001-01-01T00:00:00Z");
  await inTree("checkout", "-q", "--detach");
  await inTree("-c", "user.name=Later", "commit", "-q", "--allow-empty", "-m", "detached");
  const detached = await inTree("rev-parse", "HEAD");
  await inTree("checkout", "-q", "task-1");
  expect(new Set(await others())).toEqual(new Set([amended, detached]));
});

test("per-worktree refs and pseudo-refs count", async () => {
  const { adminDir, inTree, commitInTree, others } = await begin();
  const tree = await inTree("rev-parse", "HEAD^{tree}");
  const make = (message: string): Promise<string> => inTree("commit-tree", "-m", message, tree);
  const [own, bisect, original] = [await make("own"), await make("bisect"), await make("original")];
  await inTree("update-ref", "refs/worktree/mine/deep", own);
  await inTree("update-ref", "refs/bisect/bad", bisect);
  writeFileSync(join(adminDir, "ORIG_HEAD"), `${original}\n`);
  await commitInTree("one");
  expect(new Set(await others())).toEqual(new Set([own, bisect, original]));
});

test("what a branch, tag or remote-tracking branch reaches is safe; a stash is no evidence", async () => {
  const { inTree, commitInTree, others, git: run } = await begin();
  const one = await commitInTree("one");
  await inTree("reset", "-q", "--hard", "main");
  await run("update-ref", "refs/stash", one);
  expect(await others()).toEqual([one]);
  for (const ref of ["refs/heads/keeps", "refs/tags/keeps", "refs/remotes/origin/keeps"]) {
    await run("update-ref", ref, one);
    expect(await others(), ref).toEqual([]);
    await run("update-ref", "-d", ref);
  }
  expect(await others([one])).toEqual([]);
});

test("objects that a reflog names and nobody has any more are passed over", async () => {
  const { adminDir, commitInTree, inTree, others } = await begin();
  const one = await commitInTree("one");
  await inTree("reset", "-q", "--hard", "main");
  const line = `${"1".repeat(40)} ${"2".repeat(40)} t <t@example.test> 1 +0000\tgone\n`;
  writeFileSync(join(adminDir, "logs", "HEAD"), line, { flag: "a" });
  expect(await others()).toEqual([one]);
});

test("a branch's own reflog is asked where the registration is gone", async () => {
  const { commonDir, commitInTree, inTree } = await begin();
  const one = await commitInTree("one");
  await inTree("reset", "-q", "--hard", "main");
  const base = await inTree("rev-parse", "main");
  expect(await onlyReflogCommits(git, { commonDir, adminDir: null, branch: "task-1", holding: [base] })).toEqual([one]);
  expect(await onlyReflogCommits(git, { commonDir, adminDir: null, branch: null, holding: [base] })).toEqual([]);
});

test("where no file tells of the refs, git is asked", async () => {
  const { adminDir, commitInTree, inTree, others } = await begin();
  const one = await commitInTree("one");
  await inTree("reset", "-q", "--hard", "main");
  const own = await inTree("commit-tree", "-m", "own", "HEAD^{tree}");
  await inTree("update-ref", "refs/worktree/mine", own);
  mkdirSync(join(adminDir, "reftable"));
  expect(new Set(await others())).toEqual(new Set([one, own]));
});

test("at most the newest 1,000", async () => {
  const { adminDir, inTree, others } = await begin();
  const input: string[] = ["feature done\n"];
  for (let index = 0; index < 1_010; index += 1) {
    const who = `t <t@example.test> ${1_700_000_000 + index} +0000`;
    input.push(`commit refs/worktree/c${index}\ncommitter ${who}\ndata 1\nx\n\n`);
  }
  const { stdout } = await git.run(["fast-import", "--quiet", "--force", "--done"], {
    gitDir: adminDir,
    stdin: `${input.join("")}done\n`,
    note: NOTE,
  });
  expect(stdout.length).toBe(0);
  const found = await others();
  expect(found.length).toBe(1_000);
  expect(found[0]).toBe(await inTree("rev-parse", "refs/worktree/c1009"));
  expect(found).not.toContain(await inTree("rev-parse", "refs/worktree/c9"));
});

test("the commit that keeps them is the same when it is made again, holds an empty tree, and is sound", async () => {
  const { commonDir, commitInTree, inTree, git: run } = await begin();
  const parents = [await commitInTree("one"), await inTree("rev-parse", "main")];
  const other = await makeOtherCommit(git, commonDir, parents, NOTE);
  expect(await makeOtherCommit(git, commonDir, parents, NOTE)).toBe(other);
  expect((await run("rev-list", "--parents", "-1", other)).split(" ")).toEqual([other, ...parents]);
  expect(await run("ls-tree", other)).toBe("");
  await run("fsck", "--strict", "--no-dangling", "--no-reflogs", other);
  await expect(makeOtherCommit(git, commonDir, ["1".repeat(40)], NOTE)).rejects.toThrow(GitError);
});

test("its refs are those that the words say", () => {
  expect(rescueRef("worktree_01", "tip")).toBe("refs/treekeeper/rescue/worktree_01/tip");
});
