import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectClean, expectUnsaved, JudgedWorktree, sh } from "./judging.js";

describe("paths that git was told not to look at", () => {
  test("an edit under skip-worktree or assume-unchanged", async () => {
    const w = await JudgedWorktree.make({ files: { skipped: "a\n", assumed: "a\n", both: "a\n", same: "a\n" } });
    await w.sh("git update-index --skip-worktree skipped both same; git update-index --assume-unchanged assumed both same");
    await w.sh("echo b >>skipped; echo b >>assumed; echo b >>both");
    expect(await w.git("status", "--porcelain")).toBe("");
    expectUnsaved(await w.judge(), "skip-worktree skipped", "assume-unchanged assumed", "skip-worktree both");
  });

  test("the same size and times do not help", async () => {
    const w = await JudgedWorktree.make({ files: { f: "aaaa\n" } });
    await w.sh('git update-index --assume-unchanged f; touch -r f "$T/ref"; printf \'bbbb\\n\' >f; touch -r "$T/ref" f');
    expectUnsaved(await w.judge(), "assume-unchanged f");
  });

  test("deleted, made executable, or replaced by a link", async () => {
    const w = await JudgedWorktree.make({ files: { gone: "a\n", run: "a\n", link: "a\n", away: "a\n" } });
    await w.sh("git update-index --assume-unchanged gone run link; git update-index --skip-worktree away");
    await w.sh("rm gone away; chmod +x run; ln -sf /etc/passwd link");
    expectUnsaved(await w.judge(), "assume-unchanged gone", "assume-unchanged run", "assume-unchanged link", "skip-worktree away");
  });

  test("a sparse checkout is clean; what lies there all the same counts when it differs", async () => {
    const w = await JudgedWorktree.make({ files: { "in/f": "a\n", "out/f": "a\n", "out/g": "a\n" } });
    await w.sh("git sparse-checkout set --cone in");
    expectClean(await w.judge());
    const differs = await JudgedWorktree.make({ files: { "in/f": "a\n", "out/f": "a\n", "out/g": "a\n" } });
    await differs.sh(
      "git sparse-checkout set --cone --sparse-index in; git config --worktree sparse.expectFilesOutsideOfPatterns true; mkdir out; echo b >out/f; echo a >out/g",
    );
    expectUnsaved(await differs.judge(), "skip-worktree out/f");
  });

  test("a link and a name with a line feed under the flag are compared too", async () => {
    const w = await JudgedWorktree.make({
      files: { "two\nlines": "a\n", other: "a\n" },
      prepare: (repository) => sh(repository.path, "ln -s target link; git add .; git commit -qm link"),
    });
    await w.sh("git update-index --skip-worktree link other $'two\\nlines'");
    expectClean(await w.judge());
    const differs = await JudgedWorktree.make({
      files: { "two\nlines": "a\n" },
      prepare: (repository) => sh(repository.path, "ln -s target link; git add .; git commit -qm link"),
    });
    await differs.sh("git update-index --skip-worktree link $'two\\nlines'; ln -sfn elsewhere link; echo b >$'two\\nlines'");
    expectUnsaved(await differs.judge(), "skip-worktree link", "skip-worktree two\\nlines");
  });
});

describe("filters that drop content", () => {
  const prepare = (attributes: string, config: string) => (repository: { path: string }) =>
    sh(
      repository.path,
      `${config}\nprintf '%s\\n' '${attributes}' >.gitattributes; printf 'code\\nOUTPUT old\\n' >n.ipynb; git add .; git commit -qm init`,
    );
  const STRIP = "git config filter.strip.clean \"sed '/^OUTPUT/d'\"; git config filter.strip.smudge cat";

  test("an edit that the clean filter hides, before and after somebody's git status refreshed the index", async () => {
    const edits = [
      "sed -i s/old/new/ n.ipynb",
      "sed -i s/old/new/ n.ipynb; git status -s; git update-index --refresh",
      "echo 'OUTPUT of an afternoon' >>n.ipynb; git add n.ipynb",
    ];
    for (const edit of edits) {
      const w = await JudgedWorktree.make({ prepare: prepare("*.ipynb filter=strip", STRIP) });
      // As a checkout by somebody whose filter keeps what is there.
      await w.sh("printf 'code\\nOUTPUT old\\n' >n.ipynb; git add n.ipynb");
      await w.sh(edit);
      expect(await w.git("status", "--porcelain")).toBe("");
      expectUnsaved(await w.judge(), "filtered n.ipynb");
    }
  });

  test("a filter that changes files both ways is clean as checked out, touched or not", async () => {
    const w = await JudgedWorktree.make({
      prepare: prepare(
        "*.ipynb filter=rot",
        "git config filter.rot.clean 'tr a-z n-za-m'; git config filter.rot.smudge 'tr a-z n-za-m'; git config filter.rot.required true",
      ),
    });
    await w.sh("touch -d tomorrow n.ipynb");
    expectClean(await w.judge());
    const edited = await JudgedWorktree.make({
      prepare: prepare("*.ipynb filter=rot", "git config filter.rot.clean 'tr a-z n-za-m'; git config filter.rot.smudge 'tr a-z n-za-m'"),
    });
    await edited.sh("echo more >>n.ipynb");
    expectUnsaved(await edited.judge(), "modified n.ipynb");
  });

  test("a filter that is not configured converts nothing; one that fails makes it unknown", async () => {
    const unset = await JudgedWorktree.make({ prepare: prepare("*.ipynb filter=lfs", "true") });
    expectClean(await unset.judge());
    const failing = await JudgedWorktree.make({ prepare: prepare("*.ipynb filter=strip", STRIP) });
    await failing.sh("echo 'OUTPUT x' >>n.ipynb; git add .; git config filter.strip.smudge false; git config filter.strip.required true");
    expect((await failing.judge()).verdict).toBe("UNKNOWN");
  });

  test("a large file through a filter, kept out of memory by its hash", async () => {
    const w = await JudgedWorktree.make({
      prepare: (repository) =>
        sh(
          repository.path,
          `${STRIP}; echo '*.bin filter=strip' >.gitattributes; (echo OUTPUT; head -c 3000000 /dev/zero) >a.bin; head -c 3000000 /dev/zero >b.bin; git add .; git commit -qm big`,
        ),
    });
    expectClean(await w.judge());
    await w.sh("(echo OUTPUT; cat a.bin) >x; mv x a.bin; git add a.bin");
    expectUnsaved(await w.judgeHere(), "filtered a.bin");
  });

  test("$Id$ lines and another encoding", async () => {
    const make = (): Promise<JudgedWorktree> =>
      JudgedWorktree.make({
        prepare: (repository) =>
          sh(
            repository.path,
            "printf '*.c ident\\n*.txt working-tree-encoding=UTF-16LE\\n' >.gitattributes; echo '$Id$' >a.c; printf 'h\\0i\\0' >t.txt; git add .; git commit -qm init",
          ),
      });
    expectClean(await (await make()).judge());
    const w = await make();
    await w.sh("echo '$Id: a note that nobody else has $' >a.c; git add a.c");
    expect(await w.git("status", "--porcelain")).toBe("");
    expectUnsaved(await w.judge(), "filtered a.c");
  });

  test("line endings: as a checkout writes them it is clean; otherwise it is not", async () => {
    const make = (attributes: string): Promise<JudgedWorktree> =>
      JudgedWorktree.make({
        prepare: (repository) =>
          sh(repository.path, `printf '%s\\n' '${attributes}' >.gitattributes; printf 'a\\nb\\n' >f; git add .; git commit -qm init`),
      });
    for (const attributes of ["* text=auto", "f text eol=crlf", "f text"]) {
      const w = await make(attributes);
      await w.sh("touch -d tomorrow f");
      expectClean(await w.judge());
    }
    const w = await make("* text=auto");
    await w.sh("printf 'a\\r\\nb\\n' >f; git add f; printf 'a\\nb\\r\\n' >f; touch -d tomorrow f");
    expect(await w.sh("GIT_OPTIONAL_LOCKS=0 git status --porcelain")).toBe("");
    expectUnsaved(await w.judge(), "filtered f");
  });

  test("core.autocrlf is heeded without any attribute", async () => {
    const w = await JudgedWorktree.make({ files: { f: "a\nb\n" } });
    await w.sh("git config core.autocrlf true; rm f; git checkout -q f; touch -d tomorrow f");
    expect(await w.sh("od -c f | head -1")).toContain("\\r");
    expectClean(await w.judge());
    const input = await JudgedWorktree.make({ files: { f: "a\nb\n" } });
    await input.sh("git config core.autocrlf input; printf 'a\\r\\nb\\r\\n' >f; git add f; touch -d tomorrow f");
    expectUnsaved(await input.judge(), "filtered f");
  });

  test("attributes from outside the tree count", async () => {
    const w = await JudgedWorktree.make({
      prepare: async (repository) => {
        await sh(
          repository.path,
          `${STRIP}; mkdir -p .git/info; echo '*.ipynb filter=strip' >.git/info/attributes; echo code >n.ipynb; git add .; git commit -qm init`,
        );
      },
    });
    await w.sh("echo 'OUTPUT new' >>n.ipynb; git add n.ipynb");
    expectUnsaved(await w.judge(), "filtered n.ipynb");
  });
});

describe("settings that make git look away", () => {
  test("executable bits, links, case and ctime", async () => {
    const w = await JudgedWorktree.make({ files: { run: "a\n", README: "a\n", same: "aaaa\n" } });
    await w.sh(
      "git config core.fileMode false; git config core.ignoreCase true; git config core.trustctime false; git config core.checkStat minimal",
    );
    await w.sh(
      "touch -d '1 hour ago' same; sleep 1.1; git update-index --refresh; touch -r same \"$T/ref\"; printf 'bbbb\\n' >same; touch -r \"$T/ref\" same",
    );
    await w.sh("chmod +x run; echo 'another file' >Readme; echo x >ReadMe.md");
    expect(await w.git("status", "--porcelain")).toBe("?? ReadMe.md");
    expectUnsaved(await w.judge(), "modified run", "untracked Readme", "untracked ReadMe.md", "modified same");
  });

  test("links as plain files hide no content", async () => {
    const w = await JudgedWorktree.make({
      prepare: (repository) => sh(repository.path, "ln -s target link; git add .; git commit -qm link"),
    });
    await w.sh("git config core.symlinks false; rm link; git checkout -q link; test ! -L link");
    expectClean(await w.judge());
    await w.sh("printf other >link");
    expectUnsaved(await w.judgeHere(), "modified link");
  });

  test("a file system monitor that says that nothing changed, and an index that believes it", async () => {
    const w = await JudgedWorktree.make({ files: { f: "a\n" } });
    const hook = join(w.repository.commonDir, "says-nothing");
    writeFileSync(hook, "#!/bin/sh\nprintf 'token\\0'\n", { mode: 0o755 });
    await w.sh(
      `git config core.fsmonitor '${hook}'; git config core.fsmonitorHookVersion 2; git config core.untrackedCache true; git update-index --untracked-cache --fsmonitor; git status; git status`,
    );
    await w.sh("echo edit >>f; echo n >new");
    expect(await w.git("status", "--porcelain")).toBe("");
    expectUnsaved(await w.judge(), "modified f", "untracked new");
  });

  test("a split index, and one that is written within the second of an edit", async () => {
    const w = await JudgedWorktree.make({ files: { f: "aaaa\n", g: "a\n" } });
    await w.sh("git update-index --split-index; echo n >>g; git add g; git commit -qm g");
    expectClean(await w.judgeHere());
    await w.sh("git checkout -q HEAD~0 -- f; printf 'bbbb\\n' >f");
    expectUnsaved(await w.judge(), "modified f");
  });

  test("core.worktree of the worktree's own configuration", async () => {
    const w = await JudgedWorktree.make({ files: { f: "a\n" } });
    await w.sh(
      'git config extensions.worktreeConfig true; cp -r . "$T/decoy"; git config --worktree core.worktree "$T/decoy"; echo edit >>f',
    );
    expectUnsaved(await w.judge(), "modified f");
  });

  test("hooks and other people's variables", async () => {
    const w = await JudgedWorktree.make({ files: { f: "a\n" } });
    await w.sh("echo edit >>f");
    const saved = { ...process.env };
    Object.assign(process.env, {
      GIT_DIR: w.repository.commonDir,
      GIT_INDEX_FILE: "/nope",
      GIT_WORK_TREE: w.repository.path,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.excludesFile",
      GIT_CONFIG_VALUE_0: "/nope",
    });
    try {
      expectUnsaved(await w.judgeHere(), "modified f");
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name];
    }
  });

  test("info/exclude and a bare repository with a setting that says so", async () => {
    const w = await JudgedWorktree.make({
      prepare: (repository) => sh(repository.path, "mkdir -p .git/info; echo secret >.git/info/exclude; git config core.bare true"),
    });
    await w.sh("echo s >secret");
    expectUnsaved(await w.judge(), "ignored secret");
    rmSync(join(w.tree, "secret"));
    expectClean(await w.judgeHere());
  });
});
