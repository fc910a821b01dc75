import { beforeEach, describe, expect, it } from "vitest";
import { cancelCleanupJob, retryCleanupJob } from "../../src/cleanup/control.js";
import { createEnvironment } from "../../src/environments/create.js";
import { registerRepository } from "../../src/environments/repositories.js";
import { deleteSession, startSession, updateSession } from "../../src/environments/sessions.js";
import { createTask } from "../../src/environments/tasks.js";
import { updateWorkspacePolicy } from "../../src/environments/updateWorkspacePolicy.js";
import { createWorkspace } from "../../src/environments/workspaces.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { deleteTask } from "../../src/lifecycle/delete.js";
import { deleteWorkspace } from "../../src/lifecycle/deleteWorkspace.js";
import { transferEnvironment } from "../../src/lifecycle/transfer.js";
import { unarchiveTask } from "../../src/lifecycle/unarchive.js";
import { listing } from "../support/listing.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS } from "../support/world.js";
import { arena, type Stood } from "./arena.js";
import { mutations } from "./mutations.js";

/** What waits for another task's session, and every way in which that ends, at every moment at which it may. */
const at = arena();
const { own } = at;
const { end, jobsOf, owner, reclaimed, stateOf } = mutations(at);

const GRACE_MS = 30_000;
const TIMEOUT_MS = 10 * 60_000;

interface Blocked extends Stood {
  jobId: string;
  borrower: string;
  sessionId: string;
}

/** An archived task whose job is blocked by a session of another one, which is below `parentId`. */
async function blocked(parentId?: string): Promise<Blocked> {
  const made = await at.make();
  const borrower = await at.task(parentId);
  const { sessionId } = await startSession(own.core, { taskId: borrower, environmentId: made.environmentId });
  const { jobIds } = await archiveTask(own.core, { taskId: made.taskId });
  const jobId = jobIds[0] ?? "";
  await at.rest();
  expect(await at.job(jobId)).toMatchObject({ state: "BLOCKED", waitingFor: expect.stringContaining(sessionId) });
  return { ...made, jobId, borrower, sessionId };
}

/** Whatever is due has had its turn, and nothing was touched. */
async function untouched(one: Blocked, before: Record<string, string>): Promise<void> {
  await at.rest();
  expect(listing(one.path)).toEqual(before);
}

const graceOver = (): void => own.clock.advance(GRACE_MS + 1);

describe("a blocked job is released when its borrower", () => {
  it("is the last, however each of them ended", async () => {
    const made = await at.make();
    const borrowers = [];
    for (const state of ["COMPLETED", "FAILED", "CANCELLED", "LOST"] as const)
      borrowers.push({ state, ...(await at.borrow(made.environmentId)) });
    const last = await at.borrow(made.environmentId);
    const { jobIds } = await archiveTask(own.core, { taskId: made.taskId });
    const before = listing(made.path);
    for (const { sessionId, state } of borrowers) {
      await updateSession(own.core, { sessionId, state });
      await at.rest();
      expect(stateOf(jobIds[0])).toBe("BLOCKED");
    }
    expect(listing(made.path)).toEqual(before);
    await deleteSession(own.core, { sessionId: last.sessionId });
    await reclaimed(made, jobIds[0]);
  });

  it.each(["COMPLETED", "LOST", "STOPPING"] as const)("is %s", async (state) => {
    const one = await blocked();
    await updateSession(own.core, { sessionId: one.sessionId, state });
    if (state === "STOPPING") graceOver();
    await reclaimed(one, one.jobId);
  });

  it("is stopped by the end of its task, whatever ends that, and its grace is over", async () => {
    const made = await at.make();
    const roots = [await at.task(), await at.task(), await at.task(), await at.task()] as const;
    for (const [index, root] of roots.entries()) {
      const taskId = index < 2 ? root : await at.task(await at.task(root));
      await startSession(own.core, { taskId, environmentId: made.environmentId });
    }
    const { jobIds } = await archiveTask(own.core, { taskId: made.taskId });
    const before = listing(made.path);
    await archiveTask(own.core, { taskId: roots[0] });
    await deleteTask(own.core, { taskId: roots[1] });
    await archiveTask(own.core, { taskId: roots[2], cascade: true });
    await at.rest();
    expect(stateOf(jobIds[0])).toBe("BLOCKED");
    await deleteTask(own.core, { taskId: roots[3], cascade: true });
    await at.rest();
    expect(stateOf(jobIds[0])).toBe("BLOCKED");
    expect(listing(made.path)).toEqual(before);
    graceOver();
    await reclaimed(made, jobIds[0]);
  });

  it("ends by itself, or is deleted, before the grace of its deleted task is over", async () => {
    const made = await at.make();
    const [a, b] = [await at.borrow(made.environmentId), await at.borrow(made.environmentId)];
    const { jobIds } = await archiveTask(own.core, { taskId: made.taskId });
    for (const { taskId } of [a, b]) await deleteTask(own.core, { taskId });
    await end(a.sessionId);
    await at.rest();
    expect(stateOf(jobIds[0])).toBe("BLOCKED");
    await deleteSession(own.core, { sessionId: b.sessionId });
    await reclaimed(made, jobIds[0]);
  });

  it("is silent for as long as its workspace allows", async () => {
    await updateWorkspacePolicy(own.core, { workspaceId: own.workspaceId, sessionTimeoutMs: TIMEOUT_MS });
    const one = await blocked();
    const before = listing(one.path);
    own.clock.advance(TIMEOUT_MS / 2);
    await updateSession(own.core, { sessionId: one.sessionId, heartbeat: true });
    own.clock.advance(TIMEOUT_MS - 1_000);
    await untouched(one, before);
    own.clock.advance(2_000);
    await waitFor(() => expect(stateOf(one.jobId)).toBe("SUCCEEDED"), LIMIT_MS);
    expect(await own.one.session(one.sessionId)).toMatchObject({ state: "LOST" });
    await updateWorkspacePolicy(own.core, { workspaceId: own.workspaceId, sessionTimeoutMs: null });
    await reclaimed(one, one.jobId);
  });

  it("goes with the whole workspace: the workspace's job takes over, and waits for it", async () => {
    const { workspaceId } = await createWorkspace(own.core, { name: "whole" });
    const { repositoryId } = await registerRepository(own.core, { workspaceId, path: at.lib.path });
    const task = async (): Promise<string> => (await createTask(own.core, { workspaceId, title: "t" })).taskId;
    const [taskId, borrower] = [await task(), await task()];
    const { environmentId } = await createEnvironment(own.core, { taskId, slots: [{ repositoryId }] });
    const tree = (await own.settled(environmentId)).worktrees[0]?.path ?? "";
    const { sessionId } = await startSession(own.core, { taskId: borrower, environmentId });
    const { jobIds } = await archiveTask(own.core, { taskId });
    expect(stateOf(jobIds[0])).toBe("BLOCKED");
    const deleted = await deleteWorkspace(own.core, { workspaceId, confirmName: "whole" });
    expect(jobsOf(environmentId).map(({ state, trigger }) => [state, trigger])).toEqual([
      ["SUPERSEDED", "ARCHIVE"],
      ["PENDING", "WORKSPACE_DELETE"],
    ]);
    expect(await own.one.session(sessionId)).toMatchObject({ state: "STOPPING", taskId: null });
    expect(await at.job(deleted.jobIds[0] ?? "")).toMatchObject({ waitingFor: expect.stringContaining(sessionId) });
    expect(listing(tree)).not.toEqual({});
    await end(sessionId);
    await at.sound();
    expect(stateOf(deleted.jobIds[0])).toBe("SUCCEEDED");
    expect(await own.one.session(sessionId)).toBeNull();
  });
});

describe("the borrower ends", () => {
  it("just as its job was claimed and found it there: nobody has to ring again", async () => {
    const one = await blocked();
    // A parked job that is taken up again is claimed once, to be blocked.
    await cancelCleanupJob(own.core, { jobId: one.jobId });
    const ended = at.at("job.claim", "after", () => end(one.sessionId));
    await retryCleanupJob(own.core, { jobId: one.jobId });
    await reclaimed(one, one.jobId);
    await ended.answer();
    await reclaimed(one, one.jobId);
  });

  it("just before its job is claimed: the claim finds nobody", async () => {
    const one = await blocked();
    await cancelCleanupJob(own.core, { jobId: one.jobId });
    const ended = at.at("job.claim", "before", () => end(one.sessionId));
    await retryCleanupJob(own.core, { jobId: one.jobId });
    await reclaimed(one, one.jobId);
    await ended.answer();
    expect((await own.events({ jobId: one.jobId })).filter(({ type }) => type === "BLOCKED")).toHaveLength(1);
    await reclaimed(one, one.jobId);
  });

  it("and somebody else wants in at every moment from then on: refused, naming the job", async () => {
    const one = await blocked();
    const late = await at.task();
    const answers: unknown[] = [];
    const knock = async (): Promise<void> => {
      answers.push(await startSession(own.core, { taskId: late, environmentId: one.environmentId }).catch((error: unknown) => error));
    };
    for (const effect of [
      "job.claim",
      "move.begin",
      "move.rename",
      "judge.store",
      "settle.purging",
      "purge.tree",
      "release.commit",
    ] as const)
      own.interference[effect] = { before: knock };
    await end(one.sessionId);
    await waitFor(() => expect(stateOf(one.jobId)).toBe("SUCCEEDED"), LIMIT_MS);
    expect(answers.length).toBeGreaterThanOrEqual(7);
    for (const answer of answers) expect(answer).toMatchObject({ code: "CLEANUP_IN_PROGRESS", jobId: one.jobId });
    await reclaimed(one, one.jobId);
  });
});

describe("what was blocked and is released is saved", () => {
  let one: Blocked;
  let before: Record<string, string>;
  beforeEach(async () => {
    one = await blocked();
    before = listing(one.path);
  });

  it.each([
    ["job.claim", "before"],
    ["job.claim", "after"],
    ["move.begin", "before"],
  ] as const)("by a transfer to the borrower that commits %s %s", async (effect, moment) => {
    const handed = at.at(effect, moment, () => transferEnvironment(own.core, { environmentId: one.environmentId, toTaskId: one.borrower }));
    await end(one.sessionId);
    await waitFor(() => expect(handed.reached()).toBe(true), LIMIT_MS);
    expect(await handed.answer()).toMatchObject({ supersededJobId: one.jobId });
    await at.sound();
    expect([stateOf(one.jobId), owner(one.environmentId)]).toEqual(["SUPERSEDED", one.borrower]);
    expect(listing(one.path)).toEqual(before);
  });

  it.each([
    ["job.claim", "before"],
    ["job.claim", "after"],
    ["move.begin", "before"],
  ] as const)("by an unarchive of its task that commits %s %s", async (effect, moment) => {
    const back = at.at(effect, moment, () => unarchiveTask(own.core, { taskId: one.taskId }));
    await end(one.sessionId);
    await waitFor(() => expect(back.reached()).toBe(true), LIMIT_MS);
    expect(await back.answer()).toMatchObject({ supersededJobIds: [one.jobId], restoring: [] });
    await at.sound();
    expect(stateOf(one.jobId)).toBe("SUPERSEDED");
    expect(listing(one.path)).toEqual(before);
  });

  it("not by a transfer that comes after the first step: refused, naming the job", async () => {
    const late = at.at("move.begin", "after", () =>
      transferEnvironment(own.core, { environmentId: one.environmentId, toTaskId: one.borrower }),
    );
    await end(one.sessionId);
    await waitFor(() => expect(stateOf(one.jobId)).toBe("SUCCEEDED"), LIMIT_MS);
    await expect(late.answer()).rejects.toMatchObject({ code: "CLEANUP_IN_PROGRESS", jobId: one.jobId });
    await reclaimed(one, one.jobId);
  });
});
