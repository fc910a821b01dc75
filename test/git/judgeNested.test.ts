import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../support/directory.js";
import { expectClean, expectUnsaved, JudgedWorktree, sh, unsaved } from "./judging.js";

describe("nested repositories", () => {
  test("in an untracked, an ignored and a tracked directory, empty or broken", async () => {
    const w = await JudgedWorktree.make({ files: { ".gitignore": "ignored/\n", "tracked/f": "a\n" } });
    await w.sh(
      'git init -q untracked; git init -q ignored/deep; git init -q tracked; mkdir -p docs/.git hollow/.git; echo x >docs/.git/notes; git init -q away; rm -rf link; mkdir link; mv away/.git "$T/away.git"; rmdir away; ln -s "$T/away.git" link/.git',
    );
    expectUnsaved(
      await w.judge(),
      "nested-repository untracked",
      "nested-repository ignored/deep",
      "nested-repository tracked",
      "nested-repository docs",
      "nested-repository hollow",
      "nested-repository link",
    );
  });

  test("a bare one in a rebuildable directory; elsewhere its files speak for themselves", async () => {
    const w = await JudgedWorktree.make({
      files: { ".gitignore": "node_modules/\n" },
      prepare: (repository) =>
        sh(
          repository.path,
          "git init -q --bare fixtures/tracked.git; touch fixtures/tracked.git/objects/pack/keep fixtures/tracked.git/refs/keep; git add -f .; git commit -qm fixtures",
        ),
    });
    expectClean(await w.judgeHere());
    await w.sh("mkdir node_modules; echo '{}' >node_modules/.package-lock.json; git init -q --bare node_modules/mirror.git");
    expectUnsaved(await w.judge(), "nested-repository node_modules/mirror.git");
  });

  test("a nested worktree of somebody is named, with the path where its registration still looks for it", async () => {
    const w = await JudgedWorktree.make({ files: { ".gitignore": ".claude/\n" } });
    await w.sh(
      'git worktree add -q --detach .claude/worktrees/agent; echo wip >.claude/worktrees/agent/wip; git init -q "$HOME/other"; git -C "$HOME/other" commit -q --allow-empty -m x; git -C "$HOME/other" worktree add -q "$PWD/theirs"',
    );
    const judgement = await w.judge();
    expect(judgement.verdict).toBe("UNSAVED");
    expect([...judgement.foreignWorktrees].sort()).toEqual([".claude/worktrees/agent", "theirs"]);
    expect(unsaved(judgement)).toContain("nested-repository .claude/worktrees/agent");
    expect(unsaved(judgement)).toContain("nested-repository theirs");
  });

  test("a preview names it too, wherever the row says that the tree was made", async () => {
    const w = await JudgedWorktree.make();
    await w.sh("git worktree add -q --detach agent");
    expect((await w.judgeHere({ inPlace: true, originalPath: "/elsewhere" })).foreignWorktrees).toEqual(["agent"]);
    expect((await w.judgeHere({ originalPath: "/elsewhere" })).foreignWorktrees).toEqual([]);
  });

  test("a nested worktree that is registered elsewhere, or no more, is only a nested repository", async () => {
    const w = await JudgedWorktree.make();
    await w.sh(
      'git worktree add -q --detach "$T/elsewhere"; mkdir copy; cp "$T/elsewhere/.git" copy/; git worktree add -q --detach gone; rm -r "$(git -C gone rev-parse --git-dir)"',
    );
    const judgement = await w.judge();
    expect(judgement.verdict).toBe("UNSAVED");
    expect(judgement.foreignWorktrees).toEqual([]);
    expect(unsaved(judgement)).toContain("nested-repository copy");
    expect(unsaved(judgement)).toContain("nested-repository gone");
  });

  test("somebody's worktree is seen also where git can't be asked about the tree", async () => {
    const w = await JudgedWorktree.make();
    await w.sh("git worktree add -q --detach agent");
    await sh(w.adminDir, "truncate -s 40 index");
    const judgement = await w.judge();
    expect(judgement.verdict).toBe("UNKNOWN");
    expect(judgement.foreignWorktrees).toEqual(["agent"]);
  });
});

describe("submodules", () => {
  // Made once: each test has a copy of the repository, and its submodules come from here.
  const origin = temporaryDirectory("origin");
  beforeAll(async () => {
    await sh(
      origin,
      `git init -q deep; cd deep; echo d >d; git add .; git commit -qm d
      cd ..; git init -q lib; cd lib; echo l >l; git add .; git commit -qm l; git submodule -q add "${origin}/deep" parts/deep; git commit -qm deep
      cd ..; git init -q repo; cd repo; git submodule -q add "${origin}/lib" vendor/lib; git commit -qm lib; git submodule -q deinit -f --all; rm -rf .git/modules`,
    );
  });
  const prepare = (repository: { path: string }): Promise<string> => sh(repository.path, `rm -rf .git *; cp -a "${origin}/repo/." .`);
  const make = async (init = "git submodule -q update --init --recursive"): Promise<JudgedWorktree> => {
    const w = await JudgedWorktree.make({ prepare });
    if (init !== "") await w.sh(init);
    return w;
  };

  test("not initialised, and initialised without anything of their own: clean", async () => {
    expectClean(await (await make("")).judge());
    expectClean(await (await make()).judge());
  });

  test("a file where a submodule would be checked out", async () => {
    const w = await make("");
    w.write({ "vendor/lib/work.txt": "an afternoon" });
    expect(await w.git("status", "--porcelain", "-uall", "--ignored")).toBe("");
    expectUnsaved(await w.judge(), "untracked vendor/lib/work.txt");
  });

  test("an edit, an untracked and an ignored file in one, and in one of its own", async () => {
    const w = await make();
    await w.sh("git config submodule.vendor/lib.ignore all; git config diff.ignoreSubmodules all");
    w.write({ "vendor/lib/l": "edit", "vendor/lib/new": "n", "vendor/lib/parts/deep/d": "edit", "vendor/lib/parts/deep/x": "x" });
    expect(await w.git("status", "--porcelain")).toBe("");
    expectUnsaved(
      await w.judge(),
      "modified vendor/lib/l",
      "untracked vendor/lib/new",
      "modified vendor/lib/parts/deep/d",
      "untracked vendor/lib/parts/deep/x",
    );
  });

  test.each([
    ["a local branch", "vendor/lib", "git checkout -q -b x; echo n >n; git add .; git commit -qm only; git checkout -q --detach HEAD~1"],
    ["a stash", "vendor/lib", "echo n >>l; git stash -q"],
    ["a commit that was reset away", "vendor/lib", "echo n >>l; git commit -qam gone; git reset -q --hard HEAD~1"],
    ["a note", "vendor/lib", "git notes add -m 'a note'"],
    [
      "a local branch in its own submodule",
      "vendor/lib/parts/deep",
      "git checkout -q -b x; git commit -q --allow-empty -m only; git checkout -q --detach HEAD~1",
    ],
  ])("%s", async (_, at, script) => {
    const w = await make();
    await w.sh(`cd ${at}; ${script}`);
    expect(await w.git("status", "--porcelain")).toBe("");
    expectUnsaved(await w.judge(), `submodule ${at}`);
  });

  test("another commit than the recorded one, staged or not, pushed or not", async () => {
    const moved = await make();
    await moved.sh("cd vendor/lib; git checkout -q HEAD~1; rm -r parts");
    expectUnsaved(await moved.judge(), "submodule vendor/lib");
    const staged = await make();
    await staged.sh(
      "cd vendor/lib; git checkout -q HEAD~1; rm -rf parts; cd ../..; git config diff.ignoreSubmodules all; git add vendor/lib",
    );
    expect(unsaved(await staged.judge())).toContain("submodule vendor/lib");
    const removed = await make("");
    await removed.sh("git update-index --force-remove vendor/lib");
    expectUnsaved(await removed.judge(), "submodule vendor/lib");
  });

  test("an operation, a lock, a worktree of it elsewhere", async () => {
    const lock = await make();
    await lock.sh('touch "$(git -C vendor/lib rev-parse --absolute-git-dir)/index.lock"');
    expectUnsaved(await lock.judge(), "index-lock vendor/lib: index.lock");
    const bisect = await make();
    await bisect.sh("cd vendor/lib; git bisect start -q; git bisect bad");
    expect((await bisect.judge()).verdict).toBe("UNSAVED");
    const elsewhere = await make();
    await elsewhere.sh('git -C vendor/lib worktree add -q --detach "$T/other"');
    expectUnsaved(await elsewhere.judge(), "submodule vendor/lib");
  });

  test("one that is checked out no more but whose repository is still there", async () => {
    const clean = await make();
    await clean.sh("git submodule -q deinit --all");
    expectClean(await clean.judge());
    const own = await make();
    await own.sh(
      "(cd vendor/lib; git checkout -q -b x; git commit -q --allow-empty -m only; git checkout -q --detach HEAD~1); git submodule -q deinit --all",
    );
    expectUnsaved(await own.judge(), "submodule modules/vendor/lib");
    const branch = await make();
    await branch.sh(
      "(cd vendor/lib; git checkout -q -b x; git commit -q --allow-empty -m only; git checkout -q --detach HEAD~1); git rm -q vendor/lib; git commit -qm 'without it'",
    );
    expectUnsaved(await branch.judge(), "submodule modules/vendor/lib");
  });

  test("a repository of its own in a submodule's place, or inside a submodule", async () => {
    const own = await make("");
    await own.sh("git init -q vendor/lib; cd vendor/lib; echo x >x; git add .; git commit -qm x");
    expect(unsaved(await own.judge())).toContain("nested-repository vendor/lib");
    const inside = await make();
    await inside.sh("mkdir -p vendor/lib/sub; git init -q vendor/lib/sub");
    expect(unsaved(await inside.judge())).toContain("nested-repository vendor/lib/sub");
  });

  test("our unchanged copy in a submodule does not count", async () => {
    const w = await make();
    w.copy("vendor/lib/.env", "S=1\n");
    expectClean(await w.judge());
  });

  test("its damaged repository makes the whole unknown", async () => {
    const w = await make();
    await sh(join(w.adminDir, "modules/vendor/lib"), "truncate -s 20 index");
    expect((await w.judge()).verdict).toBe("UNKNOWN");
  });
});
