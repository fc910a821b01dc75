import type { ExecutionResult } from "graphql";
import { describe, expect, it } from "vitest";
import {
  ArchiveTaskDocument,
  CleanupActivityDocument,
  CleanupProgressDocument,
  EnvironmentProgressDocument,
  SessionEventsDocument,
} from "../../schema/generated/graphql.js";
import { appendEvent } from "../../src/db/events.js";
import { newId } from "../../src/db/ids.js";
import { all, harness, noId, rows, theError } from "./harness.js";

const api = harness();

type Data = Record<string, { cursor: string; type: string; job?: unknown; progress?: unknown }>;
const field = (results: ExecutionResult[], name: string) => results.map((result) => (result.data as Data)[name]);

async function endedTask(): Promise<{ workspace: string; task: string; job: string }> {
  return api.write(async (tx) => {
    const workspace = await rows.workspace(tx);
    const task = await rows.task(tx, workspace, { archived: true });
    const other = await rows.task(tx, workspace);
    const job = await rows.job(tx, api.app.core.hostId, workspace, task);
    const event = {
      kind: "CLEANUP" as const,
      message: "m",
      at: new Date(0),
      jobId: job,
      jobState: "RUNNING" as const,
      attempt: 0,
      resourcesDone: 1,
      resourcesTotal: 2,
      entriesDone: 3,
      entriesTotal: 4,
      bytesDone: 5n,
      bytesTotal: null,
    };
    await appendEvent(tx, workspace, { ...event, type: "QUEUED", taskId: task });
    await appendEvent(tx, workspace, { ...event, type: "CLAIMED", taskId: other });
    await appendEvent(tx, workspace, { ...event, type: "SUCCEEDED", taskId: task, jobState: "SUCCEEDED" });
    return { workspace, task, job };
  });
}

describe("cleanupProgress", () => {
  it("replays a task's events, as they were, and completes when nothing of it can run any more", async () => {
    const { task } = await endedTask();
    const events = field(await all(await api.stream(CleanupProgressDocument, { taskId: task })), "cleanupProgress");
    expect(events.map((event) => [event?.cursor, event?.type])).toEqual([
      ["1", "QUEUED"],
      ["3", "SUCCEEDED"],
    ]);
    expect(events[0]).toMatchObject({
      jobState: "RUNNING",
      progress: { resourcesDone: 1, resourcesTotal: 2, entriesDone: 3, entriesTotal: 4, bytesDone: "5", bytesTotal: null, percent: 75 },
    });
  });

  it("resumes behind a cursor, also after the task's row is gone", async () => {
    const { task } = await endedTask();
    await api.write((tx) => tx.task.delete({ where: { id: task } }));
    expect(
      field(await all(await api.stream(CleanupProgressDocument, { taskId: task, after: "1" })), "cleanupProgress").map(
        (event) => event?.type,
      ),
    ).toEqual(["SUCCEEDED"]);
    expect(await all(await api.stream(CleanupProgressDocument, { taskId: task, after: "3" }))).toEqual([]);
  });

  it("stays open for an active task, tells what happens then, and completes", async () => {
    const { workspace, task } = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      return { workspace, task: await rows.task(tx, workspace) };
    });
    const stream = await api.stream(CleanupProgressDocument, { taskId: task, after: "0" });
    if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream));
    const first = stream.next();
    const job = await api.write(async (tx) => {
      const id = await rows.job(tx, api.app.core.hostId, workspace, task, { state: "SUCCEEDED" });
      await appendEvent(tx, workspace, {
        kind: "CLEANUP",
        type: "SUCCEEDED",
        message: "m",
        at: new Date(0),
        taskId: task,
        jobId: id,
        jobState: "SUCCEEDED",
        attempt: 0,
      });
      return id;
    });
    expect(((await first).value as ExecutionResult).data).toMatchObject({ cleanupProgress: { type: "SUCCEEDED", jobId: job } });
    const end = stream.next();
    expect(await api.ask(ArchiveTaskDocument, { input: { taskId: task } })).toMatchObject({
      archiveTask: { __typename: "ArchiveTaskPayload" },
    });
    expect(await end).toMatchObject({ done: true });
  });

  it("is refused with a code for a task that never was, a malformed id, and a cursor that is none", async () => {
    const { task } = await endedTask();
    expect(theError(await api.stream(CleanupProgressDocument, { taskId: noId("task") })).code).toBe("NOT_FOUND");
    expect(theError(await api.stream(CleanupProgressDocument, { taskId: "nonsense" })).code).toBe("INVALID_INPUT");
    for (const after of ["", "-1", "01", "1.5", "x", "99999999999", "x".repeat(1_000_000)]) {
      expect(theError(await api.stream(CleanupProgressDocument, { taskId: task, after })).code, after.slice(0, 40)).toBe("INVALID_INPUT");
    }
    const ahead = await api.stream(CleanupProgressDocument, { taskId: task, after: "4000" });
    await expect(all(ahead)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("cleanupActivity", () => {
  it("tells of all jobs of a workspace, with each job's present, and stays open", async () => {
    const { workspace, job } = await endedTask();
    const stream = await api.stream(CleanupActivityDocument, { workspaceId: workspace, after: "1" });
    if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream));
    const seen = [(await stream.next()).value as ExecutionResult, (await stream.next()).value as ExecutionResult];
    expect(field(seen, "cleanupActivity").map((event) => event?.cursor)).toEqual(["2", "3"]);
    expect(field(seen, "cleanupActivity")[0]).toMatchObject({ jobState: "RUNNING", job: { id: job, state: "SUCCEEDED" } });
    // The present is asked for anew with every event.
    const next = stream.next();
    await api.write(async (tx) => {
      await tx.cleanupJob.update({ where: { id: job }, data: { state: "SUPERSEDED" } });
      await appendEvent(tx, workspace, {
        kind: "CLEANUP",
        type: "SUPERSEDED",
        message: "m",
        at: new Date(0),
        taskId: newId("task"),
        jobId: job,
        jobState: "PENDING",
        attempt: 0,
      });
    });
    expect(((await next).value as ExecutionResult).data).toMatchObject({
      cleanupActivity: { jobState: "PENDING", job: { id: job, state: "SUPERSEDED" } },
    });
    const open = api.app.feed.open;
    await stream.return?.();
    expect(api.app.feed.open).toBe(open - 1);
    expect(theError(await api.stream(CleanupActivityDocument, { workspaceId: noId("workspace") })).code).toBe("NOT_FOUND");
  });
});

describe("environmentProgress", () => {
  it("completes when the environment is settled, when it is gone, and not while it is being made", async () => {
    const { core } = api.app;
    const { workspace, environment, attempt } = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      const task = await rows.task(tx, workspace);
      const environment = await rows.environment(tx, core.hostId, workspace, task, "PROVISIONING");
      const attempt = newId("attempt");
      await tx.environmentAttempt.create({
        data: { id: attempt, environmentId: environment, kind: "MAKE", state: "RUNNING", dueAt: new Date(0), createdAt: new Date(0) },
      });
      await appendEvent(tx, workspace, {
        kind: "ENVIRONMENT",
        type: "QUEUED",
        message: "m",
        at: new Date(0),
        environmentId: environment,
        status: "PROVISIONING",
      });
      return { workspace, environment, attempt };
    });
    const stream = await api.stream(EnvironmentProgressDocument, { environmentId: environment });
    if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream));
    expect(((await stream.next()).value as ExecutionResult).data).toMatchObject({
      environmentProgress: { type: "QUEUED", status: "PROVISIONING", environmentId: environment },
    });
    const next = stream.next();
    await api.write(async (tx) => {
      await tx.environmentAttempt.update({ where: { id: attempt }, data: { state: "SUCCEEDED" } });
      await tx.environment.update({ where: { id: environment }, data: { status: "READY" } });
      await appendEvent(tx, workspace, {
        kind: "ENVIRONMENT",
        type: "READY",
        message: "m",
        at: new Date(0),
        environmentId: environment,
        status: "READY",
        percent: 100,
      });
    });
    expect(((await next).value as ExecutionResult).data).toMatchObject({ environmentProgress: { type: "READY", percent: 100 } });
    expect(await stream.next()).toMatchObject({ done: true });
    await api.write((tx) => tx.environment.delete({ where: { id: environment } }));
    expect(await all(await api.stream(EnvironmentProgressDocument, { environmentId: environment }))).toHaveLength(2);
    expect(theError(await api.stream(EnvironmentProgressDocument, { environmentId: noId("environment") })).code).toBe("NOT_FOUND");
  });
});

describe("sessionEvents", () => {
  it("tells whoever runs the agents what to stop", async () => {
    const { workspace, task, session } = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      const task = await rows.task(tx, workspace);
      const environment = await rows.environment(tx, api.app.core.hostId, workspace, task);
      return { workspace, task, session: await rows.session(tx, workspace, task, environment) };
    });
    const stream = await api.stream(SessionEventsDocument, { workspaceId: workspace });
    if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream));
    const first = stream.next();
    await api.ask(ArchiveTaskDocument, { input: { taskId: task } });
    expect(((await first).value as ExecutionResult).data).toMatchObject({
      sessionEvents: { type: "STOP_REQUESTED", sessionId: session, state: "STOPPING", taskId: task },
    });
    await stream.return?.();
  });
});
