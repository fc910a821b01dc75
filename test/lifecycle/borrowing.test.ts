import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Repo } from "../support/repo.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made, World } from "../support/world.js";

const GRACE_MS = 10 * 60_000;
const TIMEOUT_MS = 10 * 60_000;

let world: World;
let repo: Repo;

beforeAll(async () => {
  world = await World.start({ flags: ["--stop-grace-ms", String(GRACE_MS)] });
  repo = world.sandbox.repository("app");
});

afterAll(async () => {
  await world.close();
});

interface Borrowed extends Made {
  borrower: string;
  session: string;
  jobId: string;
}

async function borrow(made: Made, title = "borrows"): Promise<{ borrower: string; session: string }> {
  const borrower = await world.task(title);
  const session = await world.api.startSession({ taskId: borrower, environmentId: made.environmentId });
  await world.api.updateSession({ sessionId: session, state: "RUNNING" });
  return { borrower, session };
}

/** An environment whose owner was archived while a session of another task uses it. */
async function borrowed(): Promise<Borrowed> {
  const made = await world.make(repo);
  const { borrower, session } = await borrow(made);
  const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId });
  const job = await world.waitForJob(jobId, ["BLOCKED"]);
  expect(job.blockedBy).toEqual([{ id: session }]);
  expect(job.waitingFor).toContain(session);
  return { ...made, borrower, session, jobId };
}

interface SessionView {
  state: string;
  holdsEnvironment: boolean;
  graceEndsAt: string | null;
}

async function sessionOf(id: string): Promise<SessionView | null> {
  const { node } = await world.api.request<{ node: SessionView | null }>(
    "query($id: ID!) { node(id: $id) { ... on Session { state holdsEnvironment graceEndsAt } } }",
    { id },
  );
  return node;
}

async function borrowersOf(environmentId: string): Promise<string[]> {
  const { node } = await world.api.request<{ node: { borrowers: { id: string }[] } }>(
    "query($id: ID!) { node(id: $id) { ... on Environment { borrowers { id } } } }",
    { id: environmentId },
  );
  return node.borrowers.map(({ id }) => id);
}

async function sessionEvents(sessionId: string): Promise<string[]> {
  return world.rows<{ type: string }>("select type from Event where sessionId = ? order by number", sessionId).map(({ type }) => type);
}

/** Until there is a mutation for it in every test's hands, the policy is said to the row. */
function setTimeoutPolicy(sessionTimeoutMs: number | null): void {
  const database = new Sqlite(`${world.dataDir}/treekeeper.db`, { timeout: 10_000 });
  try {
    const policy = JSON.stringify(sessionTimeoutMs === null ? {} : { sessionTimeoutMs });
    database.prepare("update Workspace set policy = ? where id = ?").run(policy, world.workspaceId);
  } finally {
    database.close();
  }
}

async function released(one: Borrowed): Promise<void> {
  const job = await world.waitForJob(one.jobId, ["SUCCEEDED"]);
  expect(job.resources[0]?.outcome).toBe("REMOVED");
  expect(existsSync(one.path)).toBe(false);
  expect(await borrowersOf(one.environmentId)).toEqual([]);
}

async function stillBlocked(one: Borrowed): Promise<void> {
  // Whatever is due has had its turn when another job, made later, is through.
  await world.end("archiveTask", (await world.make(repo)).taskId);
  expect((await world.api.job(one.jobId))?.state).toBe("BLOCKED");
  expect(existsSync(one.tree)).toBe(true);
}

describe("what another task's session uses is not reclaimed, and is released when the session", () => {
  it("has ended, however it ended", async () => {
    for (const state of ["COMPLETED", "FAILED", "CANCELLED", "LOST"]) {
      const one = await borrowed();
      expect(await borrowersOf(one.environmentId)).toEqual([one.session]);
      await stillBlocked(one);
      await world.api.updateSession({ sessionId: one.session, state });
      await released(one);
    }
  });

  it("is deleted", async () => {
    const one = await borrowed();
    await world.api.deleteSession(one.session);
    await released(one);
  });

  it.each(["archiveTask", "deleteTask"] as const)("is asked to stop by %s of its own task, and its grace is over", async (how) => {
    const one = await borrowed();
    await world.api[how]({ taskId: one.borrower });
    expect(await borrowersOf(one.environmentId)).toEqual([one.session]);
    expect((await world.api.job(one.jobId))?.blockedBy).toEqual([{ id: one.session }]);
    expect(await sessionOf(one.session)).toMatchObject({ state: "STOPPING", holdsEnvironment: true });
    await world.advance(GRACE_MS - 2 * 60_000);
    await stillBlocked(one);
    await world.advance(3 * 60_000);
    await released(one);
    // Of a deleted task it goes with what it waited for; of an archived one it stays to be seen, and holds nothing.
    if (how === "deleteTask") expect(await sessionOf(one.session)).toBeNull();
    else expect(await sessionOf(one.session)).toMatchObject({ state: "STOPPING", holdsEnvironment: false });
  });

  it.each(["archiveTask", "deleteTask"] as const)("is asked to stop by %s of its own task, and ends before its grace does", async (how) => {
    const one = await borrowed();
    await world.api[how]({ taskId: one.borrower });
    await world.api.updateSession({ sessionId: one.session, state: "COMPLETED" });
    await released(one);
  });

  it("is STOPPING for longer than its grace", async () => {
    const one = await borrowed();
    await world.api.updateSession({ sessionId: one.session, state: "STOPPING" });
    await stillBlocked(one);
    await world.advance(GRACE_MS + 1_000);
    await released(one);
    expect(await sessionOf(one.session)).toMatchObject({ state: "STOPPING", holdsEnvironment: false });
  });

  it("has ended while the server was away", async () => {
    const one = await borrowed();
    await world.crash();
    await world.boot();
    await stillBlocked(one);
    await world.api.updateSession({ sessionId: one.session, state: "STOPPING" });
    await world.crash();
    await world.boot();
    await world.advance(GRACE_MS + 1_000);
    await released(one);
  });

  it("is the last of several", async () => {
    const made = await world.make(repo);
    const [a, b] = [await borrow(made, "one"), await borrow(made, "two")];
    const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId });
    const job = await world.waitForJob(jobId, ["BLOCKED"]);
    expect(job.blockedBy.map(({ id }) => id).sort()).toEqual([a.session, b.session].sort());
    await world.api.updateSession({ sessionId: a.session, state: "COMPLETED" });
    await stillBlocked({ ...made, ...a, jobId });
    expect((await world.api.job(jobId))?.blockedBy).toEqual([{ id: b.session }]);
    await world.api.deleteSession(b.session);
    await released({ ...made, ...b, jobId });
  });
});

describe("a time-out of the workspace", () => {
  it("is off unless the policy says so", async () => {
    const one = await borrowed();
    await world.advance(365 * 24 * 3_600_000);
    await stillBlocked(one);
    expect(await sessionOf(one.session)).toMatchObject({ state: "RUNNING", holdsEnvironment: true });
    await world.api.deleteSession(one.session);
    await released(one);
  });

  it("takes a silent session for LOST, through restarts; a heartbeat keeps it", async () => {
    const one = await borrowed();
    const idle = await borrow(await world.make(repo), "idle");
    setTimeoutPolicy(TIMEOUT_MS);
    try {
      await world.api.mutate("updateSession", { sessionId: one.session, heartbeat: true }, "__typename");
      await world.api.mutate("updateSession", { sessionId: idle.session, heartbeat: true }, "__typename");
      await world.advance(TIMEOUT_MS - 60_000);
      await world.api.mutate("updateSession", { sessionId: one.session, heartbeat: true }, "__typename");
      await world.crash();
      await world.boot();
      await world.advance(2 * 60_000);
      await waitFor(async () => expect(await sessionOf(idle.session)).toMatchObject({ state: "LOST", holdsEnvironment: false }), LIMIT_MS);
      expect(await sessionEvents(idle.session)).toEqual(["STARTED", "STATE_CHANGED", "LOST"]);
      expect(await sessionOf(one.session)).toMatchObject({ state: "RUNNING", holdsEnvironment: true });
      await stillBlocked(one);
      const [before] = world.rows("select lastActivityAt from Task where id = ?", one.borrower);
      await world.advance(TIMEOUT_MS);
      await released(one);
      expect(await sessionOf(one.session)).toMatchObject({ state: "LOST" });
      // Being lost is no activity.
      expect(world.rows("select lastActivityAt from Task where id = ?", one.borrower)).toEqual([before]);
    } finally {
      setTimeoutPolicy(null);
    }
  });

  it("begins anew for a session whose last sign of life lies ahead: the clock was moved back", async () => {
    const made = await world.make(repo);
    const { session } = await borrow(made, "from the future");
    const { session: bell } = await borrow(made, "rings");
    setTimeoutPolicy(TIMEOUT_MS);
    try {
      await world.api.mutate("updateSession", { sessionId: session, heartbeat: true }, "__typename");
      await world.advance(-TIMEOUT_MS / 2);
      await world.api.mutate("updateSession", { sessionId: bell, heartbeat: true }, "__typename");
      await world.advance(TIMEOUT_MS - 60_000);
      await world.api.mutate("updateSession", { sessionId: bell, heartbeat: true }, "__typename");
      expect(await sessionOf(session)).toMatchObject({ state: "RUNNING" });
      await world.advance(2 * 60_000);
      await waitFor(async () => expect(await sessionOf(session)).toMatchObject({ state: "LOST" }), LIMIT_MS);
    } finally {
      setTimeoutPolicy(null);
    }
  });
});

describe("borrowing", () => {
  it("is refused from the ending on, naming the job, whatever the job's state is", async () => {
    const one = await borrowed();
    const taskId = await world.task("comes late");
    const refusal = { type: "CleanupInProgressError", fields: { jobId: one.jobId } };
    const start = () => world.api.startSession({ taskId, environmentId: one.environmentId });
    await expect(start()).rejects.toMatchObject(refusal);
    await world.server.arm("move.rename", "before", { action: "hang" });
    const hanging = world.server.hanging();
    await world.api.deleteSession(one.session);
    await hanging;
    await expect(start()).rejects.toMatchObject(refusal);
    await world.api.cancelCleanupJob(one.jobId);
    await expect(start()).rejects.toMatchObject(refusal);
    await world.crash();
    await world.boot();
    await expect(start()).rejects.toMatchObject(refusal);
    await world.api.retryCleanupJob(one.jobId);
    await released(one);
    await expect(start()).rejects.toMatchObject({ type: "EnvironmentBusyError" });
    expect(world.rows("select id from Session where taskId = ?", taskId)).toEqual([]);
  });

  it("is for tasks of the same workspace, and for active ones", async () => {
    const made = await world.make(repo);
    const elsewhere = await world.api.createTask({ workspaceId: await world.api.createWorkspace("elsewhere"), title: "foreign" });
    const archived = await world.task("archived");
    await world.api.archiveTask({ taskId: archived });
    await expect(world.api.startSession({ taskId: elsewhere, environmentId: made.environmentId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(world.api.startSession({ taskId: archived, environmentId: made.environmentId })).rejects.toMatchObject({
      code: "TASK_ARCHIVED",
    });
  });

  it("lets the owner's own sessions stop, and waits for both", async () => {
    const made = await world.make(repo);
    const own = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    const { session, borrower } = await borrow(made);
    const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId });
    expect(await sessionOf(own)).toMatchObject({ state: "STOPPING" });
    expect(await sessionOf(session)).toMatchObject({ state: "RUNNING" });
    await world.api.updateSession({ sessionId: own, state: "COMPLETED" });
    await stillBlocked({ ...made, borrower, session, jobId });
    await world.api.updateSession({ sessionId: session, state: "COMPLETED" });
    await released({ ...made, borrower, session, jobId });
  });

  it("makes its most recently active borrower the owner of what a delete leaves, in the same transaction", async () => {
    const made = await world.make(repo);
    const [first, second] = [await borrow(made, "first"), await borrow(made, "second")];
    await world.advance(1_000);
    await world.api.mutate("updateSession", { sessionId: first.session, heartbeat: true }, "__typename");
    const { transferred, jobs } = await world.api.mutate<{ transferred: object[]; jobs: object[] }>(
      "deleteTask",
      { taskId: made.taskId },
      "transferred { environmentId taskId } jobs { id }",
    );
    expect({ transferred, jobs }).toEqual({ transferred: [{ environmentId: made.environmentId, taskId: first.borrower }], jobs: [] });
    expect(await borrowersOf(made.environmentId)).toEqual([second.session]);
    await world.api.updateSession({ sessionId: second.session, state: "COMPLETED" });
    await world.api.updateSession({ sessionId: first.session, state: "COMPLETED" });
    await world.rest();
    expect(existsSync(made.tree)).toBe(true);
  });
});
