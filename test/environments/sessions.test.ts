import { beforeAll, describe, expect, it } from "vitest";
import { cancelCleanupJob } from "../../src/cleanup/control.js";
import { SessionState } from "../../src/db/generated/enums.js";
import { newId } from "../../src/db/ids.js";
import { isEnded, isLive } from "../../src/environments/held.js";
import { deleteSession, startSession, stopSessionsOf, updateSession } from "../../src/environments/sessions.js";
import { createTask } from "../../src/environments/tasks.js";
import { createWorkspace } from "../../src/environments/workspaces.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { deleteTask } from "../../src/lifecycle/delete.js";
import { house } from "./harness.js";

const own = house({ running: false });
let repositoryId: string;
beforeAll(async () => {
  ({ repositoryId } = await own.repository());
});

async function session(taskId?: string, environmentId?: string): Promise<string> {
  return (await startSession(own.core, { taskId: taskId ?? (await own.task()), environmentId })).sessionId;
}

async function eventsOf(sessionId: string): Promise<(string | null)[][]> {
  return (await own.events({ sessionId })).map(({ type, status }) => [type, status]);
}

describe("a session", () => {
  it("moves among live states, stops, and ends for ever: every pair of states", async () => {
    const states = Object.values(SessionState);
    const allowed: Record<string, string[]> = {};
    for (const from of states) {
      for (const to of states) {
        if (from === to) continue;
        const sessionId = await session();
        await own.core.db.write((tx) => tx.session.update({ where: { id: sessionId }, data: { state: from } }));
        try {
          await updateSession(own.core, { sessionId, state: to });
          allowed[from] = [...(allowed[from] ?? []), to];
          expect((await own.one.session(sessionId))?.state).toBe(to);
        } catch (error) {
          expect(error).toMatchObject({ code: "SESSION_STATE", state: from });
          expect((await own.one.session(sessionId))?.state).toBe(from);
        }
      }
    }
    const ended = states.filter(isEnded);
    const expected = Object.fromEntries(
      states.filter((state) => !isEnded(state)).map((from) => [from, isLive(from) ? states.filter((to) => to !== from) : ended]),
    );
    expect(allowed).toEqual(expected);
  }, 60_000);

  it("says what it does to whoever runs it", async () => {
    const sessionId = await session();
    for (const state of ["RUNNING", "STOPPING", "COMPLETED"] as const) await updateSession(own.core, { sessionId, state });
    expect(await eventsOf(sessionId)).toEqual([
      ["STARTED", "CREATED"],
      ["STATE_CHANGED", "RUNNING"],
      ["STOP_REQUESTED", "STOPPING"],
      ["ENDED", "COMPLETED"],
    ]);
    expect((await own.one.session(sessionId))?.endedAt).not.toBe(null);
    const lost = await session();
    await updateSession(own.core, { sessionId: lost, state: "LOST" });
    expect(await eventsOf(lost)).toEqual([
      ["STARTED", "CREATED"],
      ["LOST", "LOST"],
    ]);
  });

  it("lives on by heartbeats, which an ended one has none of", async () => {
    const taskId = await own.task();
    const sessionId = await session(taskId);
    const before = (await own.one.session(sessionId))?.lastActivityAt.getTime() ?? 0;
    own.clock.advance(60_000);
    await updateSession(own.core, { sessionId, heartbeat: true });
    expect((await own.one.session(sessionId))?.lastActivityAt.getTime()).toBeGreaterThanOrEqual(before + 60_000);
    expect((await own.one.task(taskId)).lastActivityAt).toEqual((await own.one.session(sessionId))?.lastActivityAt);
    await updateSession(own.core, { sessionId, state: "FAILED" });
    await expect(updateSession(own.core, { sessionId, heartbeat: true })).rejects.toMatchObject({ code: "SESSION_STATE" });
    await expect(updateSession(own.core, { sessionId })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("borrows an environment of another task, not of another workspace", async () => {
    const environmentId = await own.create(await own.task(), [{ repositoryId }]);
    const sessionId = await session(await own.task(), environmentId);
    expect(await own.one.session(sessionId)).toMatchObject({ environmentId, state: "CREATED" });
    const { workspaceId } = await createWorkspace(own.core, { name: "elsewhere" });
    const { taskId } = await createTask(own.core, { workspaceId, title: "Elsewhere" });
    await expect(startSession(own.core, { taskId, environmentId })).rejects.toMatchObject({ code: "NOT_FOUND", type: "environment" });
  });

  it("comes second to an ending: refused with what came first", async () => {
    const [owner, other] = [await own.task(), await own.task()];
    const environmentId = await own.create(owner, [{ repositoryId }]);
    const { jobIds } = await archiveTask(own.core, { taskId: owner });
    await expect(startSession(own.core, { taskId: owner, environmentId })).rejects.toMatchObject({ code: "TASK_ARCHIVED" });
    await expect(startSession(own.core, { taskId: other, environmentId })).rejects.toMatchObject({
      code: "CLEANUP_IN_PROGRESS",
      jobId: jobIds[0],
    });
    await cancelCleanupJob(own.core, { jobId: jobIds[0] as string });
    await expect(startSession(own.core, { taskId: other, environmentId })).rejects.toMatchObject({ code: "CLEANUP_IN_PROGRESS" });
  });

  it("is refused for ids that are wrong, of another kind, or of nothing", async () => {
    await expect(startSession(own.core, { taskId: "x".repeat(10_000_000) })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      field: "input.taskId",
    });
    await expect(startSession(own.core, { taskId: newId("session") })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(startSession(own.core, { taskId: newId("task") })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(session(await own.task(), newId("environment"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(startSession(own.core, { taskId: await own.task(), title: "a\nb" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(deleteSession(own.core, { sessionId: newId("session") })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("deleting a session", () => {
  it("deletes the row and nothing else: no job, no change to its environment", async () => {
    const taskId = await own.task();
    const environmentId = await own.create(taskId, [{ repositoryId }]);
    const sessionId = await session(taskId, environmentId);
    const before = await own.environment(environmentId);
    await deleteSession(own.core, { sessionId });
    expect(await own.one.session(sessionId)).toBe(null);
    expect(await own.environment(environmentId)).toEqual(before);
    expect(await own.core.db.read.cleanupJob.count({ where: { environmentId } })).toBe(0);
    expect((await eventsOf(sessionId)).at(-1)).toEqual(["DELETED", "CREATED"]);
  });

  it("works on a stopping one whose task is gone", async () => {
    const taskId = await own.task();
    const sessionId = await session(taskId);
    await deleteTask(own.core, { taskId });
    expect(await own.one.session(sessionId)).toMatchObject({ taskId: null, state: "STOPPING" });
    await deleteSession(own.core, { sessionId });
    expect(await own.one.session(sessionId)).toBe(null);
  });
});

describe("the sessions of a task that ends", () => {
  it("are asked to stop, once; others are left alone", async () => {
    const [taskId, other] = [await own.task(), await own.task()];
    const running = await session(taskId);
    const stopping = await session(taskId);
    const done = await session(taskId);
    const foreign = await session(other);
    await updateSession(own.core, { sessionId: stopping, state: "STOPPING" });
    await updateSession(own.core, { sessionId: done, state: "COMPLETED" });
    const since = (await own.one.session(stopping))?.graceEndsAt;
    own.clock.advance(1_000);
    const now = own.clock.now();
    const stopped = await own.core.db.write((tx) => stopSessionsOf(tx, [taskId], 30_000, now));
    expect(stopped.map(({ id }) => id)).toEqual([running]);
    expect(await own.one.session(running)).toMatchObject({ state: "STOPPING", graceEndsAt: new Date(now + 30_000) });
    expect((await own.one.session(stopping))?.graceEndsAt).toEqual(since);
    expect((await own.one.session(done))?.state).toBe("COMPLETED");
    expect((await own.one.session(foreign))?.state).toBe("CREATED");
    expect(await own.core.db.write((tx) => stopSessionsOf(tx, [taskId], 30_000, now))).toEqual([]);
  });

  it("keep their rows after a delete until they have ended", async () => {
    const taskId = await own.task();
    const [ended, silent] = [await session(taskId), await session(taskId)];
    await deleteTask(own.core, { taskId });
    await updateSession(own.core, { sessionId: ended, state: "COMPLETED" });
    expect(await own.one.session(ended)).toBe(null);
    expect((await eventsOf(ended)).at(-1)).toEqual(["ENDED", "COMPLETED"]);
    expect((await own.one.session(silent))?.state).toBe("STOPPING");
    own.clock.advance(own.core.config.stopGraceMs + 1);
    await session();
    expect(await own.one.session(silent)).toBe(null);
  });
});
