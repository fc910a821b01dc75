import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect } from "vitest";
import type { Effect } from "../../src/effects.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { deleteTask } from "../../src/lifecycle/delete.js";
import { unarchiveTask } from "../../src/lifecycle/unarchive.js";
import { listing } from "../support/listing.js";
import { arena, type Stood, work } from "./arena.js";
import { each } from "./moments.js";
import { mutations } from "./mutations.js";

/** A runner stands still before or after one of its effects, while what wins over it commits. */
const at = arena();
const { jobsOf } = mutations(at);

/** In the order in which a cleanup of `two()` passes them. */
const CLEANING: readonly Effect[] = [
  "job.claim",
  "move.begin",
  "move.rename",
  "move.gitdir",
  "move.done",
  "judge.store",
  "settle.begin",
  "settle.rescue-commit",
  "settle.refs",
  "settle.purging",
  "settle.config",
  "settle.set-aside",
  "settle.done",
  "quarantine.entry",
  "quarantine.manifest",
  "quarantine.detach",
  "quarantine.branch",
  "quarantine.rename",
  "quarantine.gitdir",
  "quarantine.done",
  "purge.tree",
  "purge.set-aside",
  "purge.done",
  "release.rescue",
  "release.commit",
];
/** Effects of which nothing of the disk has been touched when they are passed. */
const NOTHING_TOUCHED: readonly string[] = ["job.claim before", "job.claim after", "move.begin before"];

const RESTORING: readonly Effect[] = [
  "restore.residue",
  "restore.rename",
  "restore.gitdir",
  "restore.branch",
  "restore.attach",
  "restore.finish",
  "restore.manifest",
];

interface Two extends Stood {
  /** The tree in which there is work. */
  kept: string;
  keptBranch: string;
  /** The commit that the clean tree is at. */
  head: string;
  status: string;
}

let count = 0;

/** One clean tree with commits, one with work, notes beside them: every step of both ways. */
async function two(): Promise<Two> {
  const { app, lib, sandbox, precious } = at;
  const stood = await at.make([app, lib]);
  const [clean, kept] = stood.worktrees;
  if (clean === undefined || kept === undefined) throw new Error("two worktrees were asked for");
  count += 1;
  const head = app.commit({ "kept.txt": `${count}\n` }, "on the branch", clean.path);
  const lost = app.commit({ "lost.txt": `${count}\n` }, "reset away", clean.path);
  sandbox.git(clean.path, "reset", "-q", "--hard", "HEAD~1");
  app.git("config", `branch.${clean.branch}.description`, "goes with its branch");
  const held = lib.commit({ "held.txt": `${count}\n` }, "held by somebody's branch too", kept.path);
  lib.git("branch", `theirs-${count}`, held);
  at.theirs.push(`theirs-${count}`);
  for (const [repo, commit] of [
    [app, head],
    [app, lost],
    [lib, held],
  ] as const)
    precious.commit(repo, commit, "a commit of a tree");
  work(at, stood, kept.path, "work.txt");
  sandbox.write(stood.path, { "NOTES.md": `${count}\n` });
  precious.file(stood.path, "NOTES.md");
  const status = sandbox.git(kept.path, "status", "--porcelain");
  return { ...stood, kept: kept.path, keptBranch: kept.branch ?? "", head, status };
}

/** All of it is there again and as it was. */
async function back(made: Two): Promise<void> {
  await at.sound();
  const { sandbox } = at;
  const environment = await at.own.environment(made.environmentId);
  expect(environment).toMatchObject({ status: "READY", error: null, taskId: made.taskId });
  const [clean, kept] = environment.worktrees;
  expect([clean?.status, kept?.status]).toEqual(["READY", "READY"]);
  expect(sandbox.git(clean?.path ?? "", "rev-parse", "HEAD")).toBe(made.head);
  expect(sandbox.git(clean?.path ?? "", "status", "--porcelain")).toBe("");
  expect(sandbox.git(clean?.path ?? "", "branch", "--show-current")).toBe(made.branch);
  expect(kept?.path).toBe(made.kept);
  expect(sandbox.git(made.kept, "status", "--porcelain")).toBe(made.status);
  expect(sandbox.git(made.kept, "branch", "--show-current")).toBe(made.keptBranch);
  expect(existsSync(join(made.path, "NOTES.md"))).toBe(true);
}

/** Nothing of it is live, and what there was in one place only is in quarantine. */
async function gone(made: Two): Promise<void> {
  await at.sound();
  expect(existsSync(made.path)).toBe(false);
  const directory = basename(made.path);
  expect(readFileSync(join(at.place.root, "quarantine", directory, basename(made.kept), "work.txt"), "utf8")).toContain("work.txt");
  const entries = at.place.rows("select kind, state from QuarantineEntry where directory = ?", directory);
  expect(entries).toEqual([{ kind: "DIRECTORY", state: "HELD" }]);
}

describe("an unarchive commits while the cleanup stands", () => {
  each(CLEANING, "before", async (effect, moment) => {
    const made = await two();
    const before = listing(made.path);
    const unarchived = at.at(effect, moment, () => unarchiveTask(at.own.core, { taskId: made.taskId }));
    const { jobIds } = await archiveTask(at.own.core, { taskId: made.taskId, branchPolicy: "DELETE" });
    await at.rest();
    const { supersededJobIds, restoring } = await unarchived.answer();
    const over = effect === "release.commit" && moment === "after";
    expect(supersededJobIds).toEqual(over ? [] : jobIds);
    expect(jobsOf(made.environmentId)).toMatchObject([{ state: over ? "SUCCEEDED" : "SUPERSEDED" }]);
    await back(made);
    if (!NOTHING_TOUCHED.includes(`${effect} ${moment}`)) return;
    expect(restoring).toEqual([]);
    expect(listing(made.path)).toEqual(before);
  });
});

describe("a delete commits while the archive's cleanup stands", () => {
  each(CLEANING, "after", async (effect, moment) => {
    const made = await two();
    const deleted = at.at(effect, moment, () => deleteTask(at.own.core, { taskId: made.taskId, branchPolicy: "DELETE" }));
    // Where only a deleted branch has the effect, both delete theirs.
    const branchPolicy = effect === "settle.config" ? "DELETE" : "KEEP";
    const { jobIds } = await archiveTask(at.own.core, { taskId: made.taskId, branchPolicy });
    await at.rest();
    const answer = await deleted.answer();
    const [first, second] = jobsOf(made.environmentId);
    const over = effect === "release.commit" && moment === "after";
    expect(first?.state).toBe(over ? "SUCCEEDED" : "SUPERSEDED");
    expect(second).toMatchObject({ state: "SUCCEEDED", trigger: "DELETE", operationId: answer.operationId });
    expect(answer.jobIds).toHaveLength(1);
    expect(jobIds).toHaveLength(1);
    await gone(made);
    expect(at.app.branches()).not.toContain(made.branch);
    expect(at.lib.branches()).not.toContain(made.keptBranch);
    for (const table of ["Environment", "Worktree"])
      expect(
        at.place.rows(`select id from ${table} where ${table === "Worktree" ? "environmentId" : "id"} = ?`, made.environmentId),
      ).toEqual([]);
  });
});

/** An archived one that is about to come back, with something made anew at its path meanwhile. */
async function archived(): Promise<Two> {
  const made = await two();
  await archiveTask(at.own.core, { taskId: made.taskId, branchPolicy: "DELETE" });
  await at.rest();
  at.sandbox.write(made.path, { "residue.txt": "made anew\n" });
  return made;
}

describe("the restore stands, and its task", () => {
  describe("is archived again", () => {
    each(RESTORING, "before", async (effect, moment) => {
      const made = await archived();
      const again = at.at(effect, moment, () => archiveTask(at.own.core, { taskId: made.taskId, branchPolicy: "DELETE" }));
      await unarchiveTask(at.own.core, { taskId: made.taskId });
      await at.rest();
      expect((await again.answer()).jobIds).toHaveLength(1);
      await gone(made);
      delete at.own.interference[effect];
      await unarchiveTask(at.own.core, { taskId: made.taskId });
      await at.rest();
      await back(made);
    });
  });

  describe("is deleted", () => {
    each(RESTORING, "after", async (effect, moment) => {
      const made = await archived();
      const deleted = at.at(effect, moment, () => deleteTask(at.own.core, { taskId: made.taskId, branchPolicy: "DELETE" }));
      await unarchiveTask(at.own.core, { taskId: made.taskId });
      await at.rest();
      expect((await deleted.answer()).jobIds).toHaveLength(1);
      await gone(made);
      expect(at.lib.branches()).not.toContain(made.keptBranch);
    });
  });
});
