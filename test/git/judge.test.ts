import { readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectClean, expectUnknown, expectUnsaved, JudgedWorktree, sh, work } from "./judging.js";

describe("a clean worktree", () => {
  test("as it was made, with what a judgement says of it", async () => {
    const w = await JudgedWorktree.make({ fileCount: 30 });
    const judgement = await w.judge();
    expectClean(judgement);
    expect(judgement).toMatchObject({
      headCommit: await w.repository.commitOf("main"),
      headBranch: "task/1",
      processes: [],
      foreignWorktrees: [],
      rebuildable: [],
      unsavedTotal: 0,
    });
    expect(judgement.entries).toBeGreaterThanOrEqual(31);
    expect(judgement.bytes).toBeGreaterThan(0);
  });

  test("with commits of its own (they are rescued, not judged)", async () => {
    const w = await JudgedWorktree.make();
    await w.sh('echo 1 >x; git add .; git commit -qm "only copy"');
    expectClean(await w.judge());
  });

  test("detached, with a commit that no ref holds", async () => {
    const w = await JudgedWorktree.make();
    await w.sh("git checkout -q --detach; echo 1 >x; git add .; git commit -qm only");
    const judgement = await w.judge();
    expectClean(judgement);
    expect(judgement).toMatchObject({ headBranch: null, headCommit: await w.git("rev-parse", "HEAD") });
  });

  test("on an orphan branch without a file", async () => {
    const w = await JudgedWorktree.make();
    await w.sh("git checkout -q --orphan none; git rm -rfq .");
    const judgement = await w.judge();
    expectClean(judgement);
    expect(judgement).toMatchObject({ headBranch: "none", headCommit: null });
  });

  test("with empty directories, a FIFO and a socket: they hold nothing", async () => {
    const w = await JudgedWorktree.make({ files: { ".gitignore": "out/\n" } });
    await w.sh("mkdir -p a/b/c out/x/y; mkfifo a/pipe out/pipe");
    expectClean(await w.judge());
  });

  test("in a repository whose history was replaced or grafted only in its own eyes", async () => {
    const w = await JudgedWorktree.make();
    await w.sh("echo 2 >f; git add .; git commit -qm two");
    await w.sh("git replace HEAD $(git commit-tree HEAD^{tree} -m replaced)");
    expectClean(await w.judge());
  });

  test("with SHA-256 objects", async () => {
    const w = await JudgedWorktree.make({
      prepare: async (repository) => {
        await sh(
          repository.path,
          "rm -rf .git; git init -q --object-format=sha256 -b main; echo '*.x filter=keep' >.gitattributes; echo x >a.x; git add .; git commit -qm init",
        );
        await repository.git("config", "filter.keep.clean", "cat");
      },
    });
    expectClean(await w.judge());
  });
});

describe("what git status shows", () => {
  test("an edit, a new file, a staged one: whatever the user's settings hide", async () => {
    const w = await JudgedWorktree.make({ files: { f: "a\n", g: "a\n", gone: "a\n" } });
    await w.sh("echo edit >>f; echo new >new.ts; mkdir -p deep/er; echo x >deep/er/n; echo s >>g; git add g; rm gone");
    await w.sh("git config status.showUntrackedFiles no; git config core.untrackedCache true; git config status.relativePaths false");
    expectUnsaved(await w.judge(), "modified f", "staged g", "modified gone", "untracked new.ts", "untracked deep/er/n");
  });

  test("intent to add, also of an empty file", async () => {
    const w = await JudgedWorktree.make();
    await w.sh("echo n >n; : >empty; git add -N n empty");
    expectUnsaved(await w.judge(), "untracked n", "untracked empty");
  });

  test("a staged file that is gone from the tree, and one that was edited again", async () => {
    const w = await JudgedWorktree.make({ files: { f: "a\n" } });
    await w.sh("echo only >staged; git add staged; rm staged; echo 1 >>f; git add f; echo 2 >>f");
    expectUnsaved(await w.judge(), "staged staged", "modified staged", "staged f", "modified f");
  });

  test("a conflict", async () => {
    const w = await JudgedWorktree.make({ files: { f: "a\n" } });
    await w.sh(
      "git branch other; echo 1 >f; git commit -qam 1; git checkout -q other; echo 2 >f; git commit -qam 2; git merge -q task/1 || true",
    );
    const judgement = await w.judge();
    expect(judgement.verdict).toBe("UNSAVED");
    expect(judgement.unsaved).toContainEqual(expect.objectContaining({ kind: "conflicted", path: "f" }));
    expect(judgement.unsaved).toContainEqual(expect.objectContaining({ kind: "operation" }));
  });

  test("names that are not UTF-8, with line feeds, quotes and direction marks, shown on one line", async () => {
    const w = await JudgedWorktree.make();
    await w.sh("printf x >$'caf\\xe9'; printf x >$'two\\nlines'; printf x >'a\"b\\c'; printf x >$'\\xe2\\x80\\xaegpj.exe'");
    expectUnsaved(await w.judge(), "untracked caf\\xe9", "untracked two\\nlines", 'untracked a"b\\\\c', "untracked \\u{202e}gpj.exe");
  });

  test("only the first 200 are listed, all are counted", async () => {
    const w = await JudgedWorktree.make();
    await w.sh("for i in $(seq 250); do echo $i >n$i; done");
    const judgement = await w.judge();
    expect(judgement.unsaved).toHaveLength(200);
    expect(judgement.unsavedTotal).toBe(250);
    expect(judgement.reason).toContain("250 untracked files");
  });

  test("a directory of tracked files replaced by a link to the same files elsewhere", async () => {
    const w = await JudgedWorktree.make({ files: { "d/f": "a\n" } });
    await w.sh('mv d "$T/elsewhere"; ln -s "$T/elsewhere" d');
    expect((await w.judge()).verdict).toBe("UNSAVED");
  });
});

describe("a probe that does not answer is never clean", () => {
  test("the tree's link is broken, gone, a directory, or names another registration", async () => {
    const broken = await JudgedWorktree.make();
    writeFileSync(join(broken.tree, ".git"), "gitdir: /nope\n");
    expectUnknown(await broken.judge(), /\.git names \/nope/);
    const gone = await JudgedWorktree.make();
    rmSync(join(gone.tree, ".git"));
    expectUnknown(await gone.judge(), /\.git is absent/);
    const own = await JudgedWorktree.make();
    await own.sh("rm .git; git init -q; git add .; git commit -qm own");
    expectUnknown(await own.judge(), /\.git is directory/);
    const other = await JudgedWorktree.make();
    await other.sh('git worktree add -q --detach "$T/other"; cp "$T/other/.git" .git');
    expectUnknown(await other.judge(), /not its own registration/);
  });

  test("a damaged index, HEAD or branch", async () => {
    const index = await JudgedWorktree.make();
    truncateSync(join(index.adminDir, "index"), 40);
    expectUnknown(await index.judge(), /git (status|ls-files)/);
    const head = await JudgedWorktree.make();
    writeFileSync(join(head.adminDir, "HEAD"), "");
    expectUnknown(await head.judge(), /HEAD/);
    const branch = await JudgedWorktree.make();
    writeFileSync(join(branch.repository.commonDir, "refs/heads/task/1"), "");
    expectUnknown(await branch.judge(), /branch/);
  });

  test("HEAD's own objects are gone or empty, as after a power cut: the files are the only copy", async () => {
    for (const [what, damage] of [
      ["HEAD:src/new", ": >"],
      ["HEAD:src/new", "truncate -s 12"],
      ["HEAD:src", "rm -f"],
      ["HEAD", ": >"],
    ]) {
      const w = await JudgedWorktree.make({ files: { f: "a\n", "src/old": "b\n" } });
      const object = await w.sh(`echo work >src/new; git add .; git commit -qm work; git rev-parse ${what} | sed 's|^..|&/|'`);
      await sh(w.repository.commonDir, `chmod u+w objects/${object}; ${damage} objects/${object}`);
      expect((await w.judge()).verdict, `${damage} ${what}`).toBe("UNKNOWN");
    }
  });

  test("an unreadable directory: git warns and lists nothing; so does one in what is ignored", async ({ skip }) => {
    if (process.getuid?.() !== 0 || process.seteuid === undefined || process.setegid === undefined) skip();
    for (const place of ["z", "node_modules/z"]) {
      const w = await JudgedWorktree.make({ files: { ".gitignore": "node_modules\n" } });
      w.write({ "node_modules/.package-lock.json": "{}", [`${place}/work`]: "work" });
      await w.sh(`chmod 000 ${place}; chown -R 65534:65534 "$HOME" "${w.repository.path}/.." "$T/../.." "${work}"`);
      try {
        process.setegid?.(65534);
        process.seteuid?.(65534);
        expectUnknown(await w.judge(), /Permission denied/);
      } finally {
        process.seteuid?.(0);
        process.setegid?.(0);
      }
    }
  });

  test("one word on stderr, though the exit code is 0 and nothing is listed", async () => {
    const w = await JudgedWorktree.make();
    symlinkSync("loop", join(w.repository.path, "..", "loop"));
    await w.repository.git("config", "core.excludesFile", join(w.repository.path, "..", "loop"));
    expectUnknown(await w.judge(), /warning/);
  });

  test("an aborted judgement throws, and leaves no child behind", async () => {
    const w = await JudgedWorktree.make();
    const controller = new AbortController();
    controller.abort(new Error("stop"));
    await expect(w.judgeHere({ signal: controller.signal })).rejects.toThrow("stop");
    const later = new AbortController();
    const judging = w.judgeHere({ signal: later.signal });
    setImmediate(() => later.abort(new Error("stop later")));
    await expect(judging).rejects.toThrow("stop later");
  });

  test("a half-purged tree, were it asked again, is not clean", async () => {
    const w = await JudgedWorktree.make({ fileCount: 50 });
    await w.sh("rm -r dir0");
    expect((await w.judge()).verdict).toBe("UNSAVED");
  });
});

test("the index is not refreshed, whatever is stat-dirty", async () => {
  const w = await JudgedWorktree.make({ fileCount: 3 });
  await w.sh("touch -d '2 days ago' dir0/*");
  const index = readFileSync(join(w.adminDir, "index"));
  expectClean(await w.judge());
  expect(readFileSync(join(w.adminDir, "index")).equals(index)).toBe(true);
});
