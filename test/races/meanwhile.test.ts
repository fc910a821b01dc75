import { describe, expect, it } from "vitest";
import { EFFECTS, type Effect } from "../../src/effects.js";
import { addWorktree } from "../../src/environments/addWorktree.js";
import { startSession } from "../../src/environments/sessions.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { resetEnvironment } from "../../src/lifecycle/reset.js";
import { transferEnvironment } from "../../src/lifecycle/transfer.js";
import { unarchiveTask } from "../../src/lifecycle/unarchive.js";
import { arena, type Stood, work } from "./arena.js";
import { mutations } from "./mutations.js";

/** From the first step of a cleanup until its release, or until a restore has ended, nothing else begins on the environment. */
const at = arena();
const { own, place } = at;
const { isThere, jobsOf, owner } = mutations(at);

interface Knocked {
  at: string;
  what: string;
  answer: unknown;
}

/** At every edge of every effect that `counts` somebody wants something of the environment, each time something else. */
function knocking(made: Stood, toTaskId: string, counts: (effect: Effect) => boolean): Knocked[] {
  const knocked: Knocked[] = [];
  const { environmentId, taskId } = made;
  const slot = { repositoryId: at.repositoryId(at.lib), slot: "late" };
  const wishes = Object.entries<() => Promise<unknown>>({
    startSession: () => startSession(own.core, { taskId, environmentId }),
    borrow: () => startSession(own.core, { taskId: toTaskId, environmentId }),
    addWorktree: () => addWorktree(own.core, { environmentId, slot }),
    transferEnvironment: () => transferEnvironment(own.core, { environmentId, toTaskId }),
    resetEnvironment: () => resetEnvironment(own.core, { environmentId, stopSessions: true }),
  });
  let inside = false;
  const knock = async (where: string): Promise<void> => {
    // What is wished for passes effects of its own.
    if (inside) return;
    inside = true;
    const [what, wish] = wishes[knocked.length % wishes.length] as (typeof wishes)[number];
    knocked.push({ at: where, what, answer: await wish().catch((error: unknown) => error) });
    inside = false;
  };
  for (const effect of EFFECTS.filter(counts))
    own.interference[effect] = { before: () => knock(`before ${effect}`), after: () => knock(`after ${effect}`) };
  return knocked;
}

const refusedAll = (knocked: readonly Knocked[], jobId: string): void => {
  for (const { answer, ...where } of knocked) {
    const said = answer as { code?: string; jobId?: string };
    expect({ ...where, code: said.code, jobId: said.jobId }).toEqual({ ...where, code: "CLEANUP_IN_PROGRESS", jobId });
  }
};

describe("everybody else is refused, naming the job", () => {
  it("while a reset is at work", async () => {
    const [made, to] = [await at.make([at.app, at.lib]), await at.task()];
    work(at, made, made.worktrees[1]?.path ?? "", "wip");
    const steps = knocking(made, to, (effect) => /^(move|judge|settle|quarantine|purge)\.(?!begin)|^release\.rescue/.test(effect));
    const { jobId } = await resetEnvironment(own.core, { environmentId: made.environmentId });
    await at.sound();
    expect(new Set(steps.map((knock) => knock.at)).size).toBeGreaterThan(25);
    refusedAll(steps, jobId ?? "");
    expect(jobsOf(made.environmentId)).toMatchObject([{ id: jobId, state: "SUCCEEDED", trigger: "ENVIRONMENT_RESET" }]);
    expect(owner(made.environmentId)).toBe(made.taskId);
    expect(place.rows("select id from Session where environmentId = ?", made.environmentId)).toEqual([]);
  });

  it("while a restore is at work", async () => {
    const [made, to] = [await at.make(), await at.task()];
    work(at, made, made.tree, "wip");
    const { jobIds } = await archiveTask(own.core, { taskId: made.taskId, branchPolicy: "DELETE" });
    await at.rest();
    const steps = knocking(made, to, (effect) => /^restore\.(residue|rename|gitdir|branch|attach)/.test(effect));
    await unarchiveTask(own.core, { taskId: made.taskId });
    await at.sound();
    expect(new Set(steps.map((knock) => knock.at)).size).toBeGreaterThanOrEqual(8);
    refusedAll(steps, jobIds[0] ?? "");
    expect(isThere(made)).toBe(true);
    expect(owner(made.environmentId)).toBe(made.taskId);
  });
});
