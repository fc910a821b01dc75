/** Unarchiving says from what each worktree is to come back, and from what it did. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { WorktreeView } from "../support/api.js";
import type { Repo } from "../support/repo.js";
import { type Made, World } from "../support/world.js";

let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

/** With a remote of its own. */
function pushable(name: string): Repo {
  const repo = world.sandbox.repository(name);
  const remote = world.sandbox.path(`${name}.git`);
  world.sandbox.run("git", ["clone", "-q", "--bare", repo.path, remote]);
  repo.git("remote", "add", "origin", remote);
  return repo;
}

function rowsOf(made: Made): { slot: string; restoredFrom: string | null; status: string }[] {
  return world.rows("select slot, restoredFrom, status from Worktree where environmentId = ? order by slot", made.environmentId);
}

function said(made: Made): string[] {
  return world
    .rows<{ message: string }>(
      "select message from Event where environmentId = ? and type in ('WORKTREE_READY', 'WORKTREE_STARTED') order by number",
      made.environmentId,
    )
    .map((row) => row.message);
}

it("a worktree comes back from quarantine, or anew from its branch, rescue, commit, remote, the remote asked, or its base", async () => {
  const [base, branch, commit, asked, remote, quarantine, rescue] = [
    world.sandbox.repository("base"),
    world.sandbox.repository("branch"),
    world.sandbox.repository("commit"),
    pushable("asked"),
    pushable("remote"),
    world.sandbox.repository("quarantine"),
    world.sandbox.repository("rescue"),
  ] as const;
  const repos = [base, branch, commit, asked, remote, quarantine, rescue];
  const made = await world.make(repos);
  const trees = new Map(made.environment.worktrees.map((tree, index) => [repos[index], tree]));
  const treeOf = (repo: Repo): WorktreeView => trees.get(repo) as WorktreeView;

  for (const repo of [asked, remote]) {
    repo.commit({ x: "pushed\n" }, "pushed", treeOf(repo).path);
    world.sandbox.git(treeOf(repo).path, "push", "-q", "origin", "HEAD");
  }
  for (const repo of [base, rescue]) repo.commit({ x: "only here\n" }, "only here", treeOf(repo).path);
  const only = rescue.git("rev-parse", treeOf(rescue).branch as string);
  const pushed = asked.git("rev-parse", treeOf(asked).branch as string);
  world.sandbox.write(treeOf(quarantine).path, { f: "edited\n" });
  // Checked out elsewhere, it stays.
  const elsewhere = world.sandbox.path("elsewhere");
  branch.git("worktree", "add", "-q", "--force", elsewhere, treeOf(branch).branch as string);

  await world.end("archiveTask", made.taskId, { branchPolicy: "DELETE" });
  branch.git("worktree", "remove", elsewhere);
  for (const ref of Object.keys(base.refs("refs/treekeeper/rescue/"))) base.git("update-ref", "-d", ref);
  asked.git("update-ref", "-d", `refs/remotes/origin/${treeOf(asked).branch}`);
  for (const repo of [base, asked]) repo.gc();
  expect(asked.has(pushed)).toBe(false);

  await world.api.unarchiveTask({ taskId: made.taskId });
  const environment = await world.waitForEnvironment(made.environmentId, "READY");
  const bySlot = Object.fromEntries(rowsOf(made).map(({ slot, restoredFrom, status }) => [slot, `${restoredFrom} ${status}`]));
  expect(bySlot).toEqual({
    slot0: "BASE READY",
    slot1: "BRANCH READY",
    slot2: "COMMIT READY",
    slot3: "REMOTE READY",
    slot4: "REMOTE READY",
    slot5: "QUARANTINE READY",
    slot6: "RESCUE READY",
  });
  const at = (slot: string): string => {
    const tree = environment.worktrees.find((one) => one.slot === slot) as WorktreeView;
    return world.sandbox.git(tree.path, "rev-parse", "HEAD");
  };
  expect(at("slot6")).toBe(only);
  expect(at("slot3")).toBe(pushed);
  expect(at("slot0")).toBe(base.git("rev-parse", "main"));
  const events = said(made);
  for (const words of [
    /^slot0: made anew from its base .*nothing else/,
    /^slot1: made anew from its branch/,
    /^slot2: made anew from the commit/,
    /^slot5: from quarantine, back as it was/,
    /^slot6: made anew from its rescue/,
  ])
    expect(events).toContainEqual(expect.stringMatching(words));
});

it("a tree that had only been moved comes back from the trash, as it was", async () => {
  const repo = world.sandbox.repository("trash");
  const made = await world.make(repo);
  // A ref that somebody's git has locked: its settling is tried again later, and the tree lies in the trash until then.
  const lock = join(repo.common, "refs", "heads", `${made.branch}.lock`);
  writeFileSync(lock, "");
  const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId, branchPolicy: "DELETE" });
  await world.waitForJob(jobId, ["RETRY_WAIT"]);
  expect(existsSync(made.tree)).toBe(false);
  rmSync(lock);
  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  expect(existsSync(made.tree)).toBe(true);
  expect(rowsOf(made)).toEqual([{ slot: "slot0", restoredFrom: "TRASH", status: "READY" }]);
  expect(said(made).at(-1)).toMatch(/^slot0: from the trash, back as it was/);
});
