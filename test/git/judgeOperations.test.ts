import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { expectClean, expectUnsaved, JudgedWorktree, unsaved } from "./judging.js";

describe("operations in progress", () => {
  const files = { f: "1\n", g: "1\n" };
  const cases: Record<string, string> = {
    "a rebase with an autostash: the status is empty": `echo 2 >f; git commit -qam 2; echo 3 >f; git commit -qam 3; echo dirty >>g; GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' git rebase -q -i --autostash HEAD~2`,
    "a bisect":
      "git commit -q --allow-empty -m 2; git commit -q --allow-empty -m 3; git bisect start -q; git bisect bad -q; git bisect good -q HEAD~2",
    "a merge that waits for its commit":
      "git branch o; git commit -q --allow-empty -m 2; git checkout -q o; git commit -q --allow-empty -m 3; git merge -q --no-commit --no-ff task/1",
    "a cherry-pick that became empty":
      "git branch o; echo 2 >f; git commit -qam 2; git checkout -q o; echo 2 >f; git commit -qam same; git cherry-pick task/1",
    "a sequence of reverts":
      "echo 2 >f; git commit -qam 2; echo 3 >f; git commit -qam 3; git revert --no-commit HEAD; git reset -q --hard; git revert -n HEAD~1 HEAD",
  };
  for (const [name, script] of Object.entries(cases)) {
    test(name, async () => {
      const w = await JudgedWorktree.make({ files });
      await w.sh(`(${script}) >/dev/null 2>&1 || true`);
      const judgement = await w.judge();
      expect(judgement.verdict).toBe("UNSAVED");
      expect(judgement.unsaved.map((item) => item.kind)).toContain("operation");
    });
  }

  test("lock files of a git at work, or of one that was killed", async () => {
    const w = await JudgedWorktree.make();
    writeFileSync(join(w.adminDir, "index.lock"), "half an index");
    writeFileSync(join(w.adminDir, "HEAD.lock"), "");
    expectUnsaved(await w.judge(), "index-lock (git) index.lock", "index-lock (git) HEAD.lock");
  });

  test("somebody's file in git's directory of the worktree; git's own do not count", async () => {
    const w = await JudgedWorktree.make();
    await w.sh(
      "git commit -q --allow-empty -m x; git fetch -q . || true; git sparse-checkout set --no-cone '/*'; git reset -q --hard; git update-index --split-index; git update-ref refs/worktree/mine HEAD",
    );
    expectClean(await w.judgeHere());
    await w.sh(
      'd=$(git rev-parse --absolute-git-dir); mkdir -p "$d/notes" "$d/empty"; echo draft >"$d/GITGUI_MSG"; echo plan >"$d/notes/plan.md"; : >"$d/nothing"',
    );
    expectUnsaved(await w.judge(), "operation (git) GITGUI_MSG", "operation (git) notes/plan.md");
  });
});

describe("processes inside", () => {
  const running: number[] = [];
  const end = (): void => {
    for (const pid of running.splice(0)) process.kill(pid, "SIGKILL");
  };
  afterEach(end);
  /** Starts somebody's process: no child of ours, but one whose parent has gone. It says "ready" when it stands where it should. */
  const start = async (w: JudgedWorktree, script: string): Promise<number> => {
    const shell = spawn("bash", ["-c", `( ${script} echo ready; exec sleep 60 >/dev/null ) </dev/null 2>/dev/null & echo $!`], {
      cwd: w.tree,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let said = "";
    for await (const chunk of shell.stdout) {
      said += String(chunk);
      if (said.includes("ready") && /\d+\n/.test(said)) break;
    }
    const pid = Number(/\d+/.exec(said)?.[0]);
    running.push(pid);
    return pid;
  };

  test("a working directory, also after the move", async () => {
    const w = await JudgedWorktree.make();
    const pid = await start(w, "");
    const judgement = await w.judge();
    expect(judgement.verdict).toBe("UNSAVED");
    expect(judgement.processes).toEqual([expect.objectContaining({ pid, how: "cwd" })]);
    expect(judgement.unsaved).toEqual([expect.objectContaining({ kind: "process", detail: expect.stringContaining(String(pid)) })]);
  });

  test("an open file of a process that stands elsewhere", async () => {
    const w = await JudgedWorktree.make({ files: { ".gitignore": "out\n" } });
    const pid = await start(w, "exec 8<.gitignore; cd /;");
    const judgement = await w.judge();
    expect(judgement.verdict).toBe("UNSAVED");
    expect(judgement.processes).toEqual([expect.objectContaining({ pid })]);
  });

  test("a program that is also linked elsewhere, as package stores do, is not inside", async () => {
    const w = await JudgedWorktree.make({ files: { ".gitignore": "node_modules/\n" } });
    await w.sh(
      "mkdir -p ../../store node_modules; cp /bin/sleep ../../store/tool; ln ../../store/tool node_modules/tool; echo '{}' >node_modules/.package-lock.json",
    );
    await start(w, "cd ../../store; ./tool 60 & cd /; exec 3</dev/null;");
    const judgement = await w.judgeHere();
    expectClean(judgement);
  });

  test("one that has ended no longer counts", async () => {
    const w = await JudgedWorktree.make();
    await start(w, "");
    expect(unsaved(await w.judgeHere())).toHaveLength(1);
    end();
    await expect.poll(async () => (await w.judgeHere()).verdict).toBe("CLEAN");
  });
});
