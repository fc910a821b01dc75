import { describe, expect, it } from "vitest";
import {
  ArchiveTaskDocument,
  CleanupJobsDocument,
  CreateTaskDocument,
  CreateWorkspaceDocument,
  DeleteSessionDocument,
  DeleteTaskDocument,
  HealthDocument,
  StartSessionDocument,
  TaskByExternalIdDocument,
  UnarchiveTaskDocument,
  UpdateSessionDocument,
  ViewerDocument,
} from "../../schema/generated/graphql.js";
import { harness, noId, rows, theError } from "./harness.js";

const api = harness();

async function workspace(): Promise<string> {
  const { createWorkspace } = await api.ask(CreateWorkspaceDocument, { input: { name: "W" } });
  if (createWorkspace.__typename !== "CreateWorkspacePayload") throw new Error(createWorkspace.message);
  return createWorkspace.workspaceId;
}

describe("a mutation", () => {
  it("answers with its payload, from which the object's present can be read", async () => {
    const workspaceId = await workspace();
    const { createTask } = await api.ask(CreateTaskDocument, { input: { workspaceId, title: "Fix it", externalId: "X-1", kind: null } });
    if (createTask.__typename !== "CreateTaskPayload") throw new Error(createTask.message);
    expect(createTask.task).toMatchObject({
      id: createTask.taskId,
      title: "Fix it",
      kind: "STANDARD",
      externalId: "X-1",
      archivedAt: null,
    });
    expect(createTask.task?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await api.ask(TaskByExternalIdDocument, { workspaceId, externalId: "X-1" })).toMatchObject({
      taskByExternalId: { id: createTask.taskId },
    });
    expect(await api.ask(TaskByExternalIdDocument, { workspaceId, externalId: "X-2" })).toEqual({ taskByExternalId: null });
  });

  it("answers with the errors that it can meet as members of its result", async () => {
    const workspaceId = await workspace();
    const create = (input: Record<string, unknown>) => api.ask(CreateTaskDocument, { input: { workspaceId, title: "t", ...input } });
    const first = await create({ externalId: "E" });
    if (first.createTask.__typename !== "CreateTaskPayload") throw new Error(first.createTask.message);
    const { taskId } = first.createTask;
    expect(await create({ externalId: "E" })).toMatchObject({
      createTask: { __typename: "TakenError", code: "EXTERNAL_ID_TAKEN", field: "input.externalId", existingId: taskId },
    });
    expect(await create({ title: "" })).toMatchObject({ createTask: { __typename: "InvalidInputError", code: "INVALID_INPUT" } });
    expect(await create({ title: "x".repeat(10_000_000) })).toMatchObject({ createTask: { __typename: "InvalidInputError" } });
    expect(await create({ parentId: noId("task") })).toMatchObject({ createTask: { __typename: "NotFoundError" } });
    expect(await api.ask(UnarchiveTaskDocument, { input: { taskId } })).toMatchObject({
      unarchiveTask: { __typename: "TaskNotArchivedError", code: "TASK_NOT_ARCHIVED" },
    });
    expect(await api.ask(ArchiveTaskDocument, { input: { taskId } })).toMatchObject({
      archiveTask: { __typename: "ArchiveTaskPayload", jobs: [] },
    });
    expect(await create({ parentId: taskId })).toMatchObject({ createTask: { __typename: "TaskArchivedError", code: "TASK_ARCHIVED" } });
  });

  it("said again with its operation id is done once, and with another input is a conflict", async () => {
    const workspaceId = await workspace();
    const create = (title: string) => api.ask(CreateTaskDocument, { input: { workspaceId, title, operationId: "op 1" } });
    const first = await create("one");
    expect(await create("one")).toEqual(first);
    expect(await create("two")).toMatchObject({ createTask: { __typename: "OperationConflictError", code: "OPERATION_CONFLICT" } });
    if (first.createTask.__typename !== "CreateTaskPayload") throw new Error(first.createTask.message);
    const { taskId } = first.createTask;
    expect(await api.ask(DeleteTaskDocument, { input: { taskId } })).toMatchObject({
      deleteTask: { __typename: "DeleteTaskPayload", taskId, workspaceId, jobs: [], transferred: [], childrenMadeRoots: [] },
    });
    // The same operation still, though what it made is gone.
    expect(await create("one")).toEqual({ createTask: { __typename: "CreateTaskPayload", taskId, task: null } });
  });

  it("takes a session through its life", async () => {
    const workspaceId = await workspace();
    const { createTask } = await api.ask(CreateTaskDocument, { input: { workspaceId, title: "t" } });
    if (createTask.__typename !== "CreateTaskPayload") throw new Error(createTask.message);
    const { startSession } = await api.ask(StartSessionDocument, { input: { taskId: createTask.taskId, title: "agent" } });
    if (startSession.__typename !== "StartSessionPayload") throw new Error(startSession.message);
    const { sessionId } = startSession;
    expect(startSession.session).toMatchObject({ id: sessionId, state: "CREATED", task: { id: createTask.taskId }, environmentId: null });
    expect(await api.ask(UpdateSessionDocument, { input: { sessionId, state: "COMPLETED" } })).toMatchObject({
      updateSession: { session: { state: "COMPLETED" } },
    });
    expect(await api.ask(UpdateSessionDocument, { input: { sessionId, state: "RUNNING" } })).toMatchObject({
      updateSession: { __typename: "StateError", code: "SESSION_STATE" },
    });
    expect(await api.ask(DeleteSessionDocument, { input: { sessionId } })).toEqual({
      deleteSession: { __typename: "DeleteSessionPayload", sessionId },
    });
    expect(await api.ask(DeleteSessionDocument, { input: { sessionId } })).toMatchObject({
      deleteSession: { __typename: "NotFoundError" },
    });
  });
});

describe("an environment", () => {
  it("names the sessions of other tasks that hold it, and its job those that hold it up", async () => {
    const { core } = api.app;
    const { environment, borrower, job } = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      const [owner, other] = [await rows.task(tx, workspace), await rows.task(tx, workspace)];
      const environment = await rows.environment(tx, core.hostId, workspace, owner);
      await rows.session(tx, workspace, owner, environment);
      await rows.session(tx, workspace, other, environment, "COMPLETED");
      const borrower = await rows.session(tx, workspace, other, environment);
      return {
        environment,
        borrower,
        job: await rows.job(tx, core.hostId, workspace, owner, { environmentId: environment, state: "BLOCKED" }),
      };
    });
    const answer = await api.ask<Record<string, Record<string, unknown>>, Record<string, unknown>>(
      "query ($environment: ID!, $job: ID!) { node(id: $environment) { ... on Environment { path borrowers { id } } } cleanupJob(id: $job) { blockedBy { id } environment { id } progress { percent } } }",
      { environment, job },
    );
    expect(answer.node).toEqual({ path: `${core.root.path}/live/dir-${environment}`, borrowers: [{ id: borrower }] });
    expect(answer.cleanupJob?.environment).toEqual({ id: environment });
    expect(answer.cleanupJob?.blockedBy).toContainEqual({ id: borrower });
  });
});

describe("a query", () => {
  it("answers an expected error as it is, with its code", async () => {
    const ask = (filter: Record<string, unknown>) => api.answer(CleanupJobsDocument, { filter });
    expect(theError(await ask({ taskId: "nonsense" }))).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("nonsense"),
    });
    expect(theError(await ask({ taskId: noId("session") })).code).toBe("NOT_FOUND");
    const error = (await ask({ taskId: "nonsense" })).errors?.[0];
    expect(error?.extensions).toMatchObject({ field: "filter.taskId" });
    // Whoever masks sees a GraphQLError at the bottom, and nothing below it.
    expect(error?.originalError).toMatchObject({ name: "GraphQLError", originalError: undefined });
  });

  it("filters cleanup jobs by everything that is given", async () => {
    const { core } = api.app;
    const [workspaceId, taskId, pending] = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      const [one, two] = [await rows.task(tx, workspace), await rows.task(tx, workspace)];
      await rows.job(tx, core.hostId, workspace, one);
      await rows.job(tx, core.hostId, workspace, two);
      return [workspace, one, await rows.job(tx, core.hostId, workspace, one, { state: "PENDING", atMs: 5 })];
    });
    const list = async (filter: Record<string, unknown>) => (await api.ask(CleanupJobsDocument, { filter })).cleanupJobs;
    expect((await list({ workspaceId })).totalCount).toBe(3);
    expect((await list({ workspaceId, taskId })).totalCount).toBe(2);
    const page = await list({ workspaceId, taskId, states: ["PENDING", "RUNNING"] });
    expect(page.edges.map(({ node }) => node.id)).toEqual([pending]);
    expect((await list({ workspaceId, states: [] })).totalCount).toBe(0);
    expect((await list({ workspaceId, triggers: ["DELETE"] })).totalCount).toBe(0);
    expect((await list({ taskId: noId("task") })).totalCount).toBe(0);
  });

  it("says who answers, and how the server is", async () => {
    const { core } = api.app;
    expect(await api.ask(ViewerDocument)).toMatchObject({
      viewer: {
        instanceId: core.root.instanceId,
        version: expect.stringMatching(/^\d+\./),
        host: { id: core.hostId, rootPath: core.root.path },
      },
    });
    expect(await api.ask(HealthDocument)).toMatchObject({
      health: { ok: true, rootConfirmed: true, rootPath: core.root.path, generation: core.root.generation },
    });
  });
});
