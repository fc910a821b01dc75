import { describe, expect, it } from "vitest";
import { addWorktree } from "../../src/environments/addWorktree.js";
import { createEnvironment } from "../../src/environments/create.js";
import { resetEnvironment } from "../../src/lifecycle/reset.js";
import { arena, work } from "./arena.js";
import { mutations, refused, won } from "./mutations.js";
import { atOnce } from "./turn.js";

/** An environment or a worktree is asked for at the moment at which its task ends, in both orders. */
const at = arena();
const { own, place } = at;
const { endings, jobsOf, isThere, reclaimed } = mutations(at);

describe.each(endings)("an environment is made as $how ends its task", ({ end: ending, code }) => {
  const create = (taskId: string) => () =>
    createEnvironment(own.core, { taskId, slots: [{ repositoryId: at.repositoryId(at.app) }, { repositoryId: at.repositoryId(at.lib) }] });

  it("and comes first: its making is called off, and its job leaves nothing", async () => {
    const taskId = await at.task();
    const [made, ended] = await atOnce(own.core, create(taskId), ending(taskId, { branchPolicy: "DELETE" }));
    const { environmentId } = won(made);
    const [jobId] = won(ended).jobIds;
    await at.sound();
    expect(jobsOf(environmentId)).toMatchObject([{ id: jobId, state: "SUCCEEDED" }]);
    expect(place.rows("select id from EnvironmentAttempt where environmentId = ? and state = 'SUCCEEDED'", environmentId)).toEqual([]);
    expect([...at.app.branches(), ...at.lib.branches()]).toEqual(["main", "main"]);
  });

  it("and comes second: what it had looked at before does not help it", async () => {
    const taskId = await at.task();
    const [ended, made] = await atOnce(own.core, ending(taskId), create(taskId));
    expect(won(ended).jobIds).toEqual([]);
    refused(made, code);
    expect(place.rows("select id from Environment where taskId = ?", taskId)).toEqual([]);
    await at.sound();
  });
});

describe("a worktree is added", () => {
  const add = (environmentId: string) => () =>
    addWorktree(own.core, { environmentId, slot: { repositoryId: at.repositoryId(at.lib), slot: "late" } });

  it.each(endings)("as $how ends its task, and comes first: both are the job's", async ({ end: ending }) => {
    const made = await at.make();
    work(at, made, made.tree, "wip");
    const [added, ended] = await atOnce(own.core, add(made.environmentId), ending(made.taskId, { branchPolicy: "DELETE" }));
    const { worktreeId } = won(added);
    const [jobId = ""] = won(ended).jobIds;
    await reclaimed(made, jobId);
    const { resources } = await at.job(jobId);
    const outcomes = resources.filter((r) => r.kind === "WORKTREE").map((r) => [r.worktreeId, r.outcome]);
    expect(outcomes).toEqual([
      [made.worktrees[0]?.id, "QUARANTINED"],
      [worktreeId, "ALREADY_ABSENT"],
    ]);
    expect(at.lib.branches()).toEqual(["main"]);
  });

  it.each(endings)("as $how ends its task, and comes second: it is refused", async ({ end: ending, code }) => {
    const made = await at.make();
    const [ended, added] = await atOnce(own.core, ending(made.taskId), add(made.environmentId));
    refused(added, code);
    expect((await at.job(won(ended).jobIds[0] ?? "")).resources.filter((r) => r.kind === "WORKTREE")).toHaveLength(1);
    await reclaimed(made, won(ended).jobIds[0]);
    expect(at.lib.branches()).toEqual(["main"]);
  });

  it("as a reset begins: the one that comes first is finished, and the other is told why not", async () => {
    const first = await at.make();
    const reset = (environmentId: string) => () => resetEnvironment(own.core, { environmentId });
    const [added, late] = await atOnce(own.core, add(first.environmentId), reset(first.environmentId));
    refused(late, "ENVIRONMENT_BUSY", { status: "PROVISIONING" });
    expect((await own.settled(first.environmentId)).worktrees.map(({ id }) => id)).toContain(won(added).worktreeId);
    const second = await at.make();
    const [begun, refusedAdd] = await atOnce(own.core, reset(second.environmentId), add(second.environmentId));
    refused(refusedAdd, "CLEANUP_IN_PROGRESS", { jobId: won(begun).jobId });
    await reclaimed(second, won(begun).jobId ?? "");
    expect(isThere(first)).toBe(true);
  });

  it("in the same slot twice: one is", async () => {
    const made = await at.make();
    const [one, other] = await atOnce(own.core, add(made.environmentId), add(made.environmentId));
    won(one);
    refused(other, "ENVIRONMENT_BUSY", { status: "PROVISIONING" });
    expect((await own.settled(made.environmentId)).worktrees).toHaveLength(2);
    await at.sound();
  });
});
