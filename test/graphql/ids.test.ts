import { describe, expect, it } from "vitest";
import { CreateTaskDocument, NodeDocument } from "../../schema/generated/graphql.js";
import { type IdKind, newId } from "../../src/db/ids.js";
import { harness, noId, rows } from "./harness.js";

const api = harness();
const KINDS: IdKind[] = [
  "workspace",
  "repository",
  "task",
  "session",
  "environment",
  "worktree",
  "job",
  "resource",
  "quarantine",
  "rescue",
  "host",
];

describe("node", () => {
  it("finds an object by its id alone, and says its type", async () => {
    const { core } = api.app;
    const made = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      const task = await rows.task(tx, workspace);
      const environment = await rows.environment(tx, core.hostId, workspace, task);
      const session = await rows.session(tx, workspace, task, environment);
      const job = await rows.job(tx, core.hostId, workspace, task);
      const resource = newId("resource");
      await tx.cleanupResource.create({ data: { id: resource, jobId: job, kind: "DIRECTORY", path: "/p", position: 0 } });
      const at = new Date(0);
      const repository = newId("repository");
      await tx.repository.create({
        data: {
          id: repository,
          workspaceId: workspace,
          hostId: core.hostId,
          name: "r",
          commonDir: "/r/.git",
          device: "1",
          inode: "2",
          createdAt: at,
        },
      });
      const worktree = newId("worktree");
      await tx.worktree.create({
        data: {
          id: worktree,
          environmentId: environment,
          materialisationId: newId("materialisation"),
          repositoryId: repository,
          slot: "r",
          directory: `r-${worktree}`,
          path: "/p",
          baseRef: "main",
          nonce: "n",
          status: "READY",
          createdAt: at,
        },
      });
      const quarantine = newId("quarantine");
      await tx.quarantineEntry.create({
        data: {
          id: quarantine,
          workspaceId: workspace,
          hostId: core.hostId,
          kind: "DIRECTORY",
          state: "HELD",
          environmentId: environment,
          taskId: task,
          taskTitle: "T",
          directory: "q",
          reason: "r",
          createdAt: at,
        },
      });
      const rescue = newId("rescue");
      await tx.rescue.create({
        data: {
          id: rescue,
          workspaceId: workspace,
          repositoryId: repository,
          worktreeId: worktree,
          environmentId: environment,
          taskId: task,
          taskTitle: "T",
          kind: "TIP",
          ref: "refs/x",
          commit: "c",
          createdAt: at,
        },
      });
      return {
        Workspace: workspace,
        Repository: repository,
        Task: task,
        Session: session,
        Environment: environment,
        Worktree: worktree,
        CleanupJob: job,
        CleanupResource: resource,
        QuarantineEntry: quarantine,
        Rescue: rescue,
        Host: core.hostId,
      };
    });
    for (const [__typename, id] of Object.entries(made)) {
      expect(await api.ask(NodeDocument, { id })).toEqual({ node: { __typename, id } });
    }
    expect(Object.keys(made)).toHaveLength(KINDS.length);
  });

  it("is null for an id that names nothing, and for what is no id", async () => {
    const nothing = [...KINDS, "materialisation" as const, "attempt" as const, "operation" as const].map(noId);
    const none = [
      "",
      "task",
      "task_",
      "task_01jdz",
      `Task:${noId("task")}`,
      Buffer.from("Task:1").toString("base64"),
      "task_01JDZZZZZZZZZZZZZZZZZZZZZZ",
      "\u0000",
      "x".repeat(10_000_000),
    ];
    for (const id of [...nothing, ...none]) {
      expect(await api.ask(NodeDocument, { id })).toEqual({ node: null });
      expect(
        await api.ask("query ($id: ID!) { task(id: $id) { id } workspace(id: $id) { id } cleanupJob(id: $id) { id } }", { id }),
      ).toEqual({ task: null, workspace: null, cleanupJob: null });
    }
  });
});

describe("a mutation", () => {
  it("answers a malformed id with InvalidInputError and the argument, one of another type with NotFoundError", async () => {
    const create = (workspaceId: string) => api.ask(CreateTaskDocument, { input: { workspaceId, title: "t" } });
    expect(await create("nonsense")).toMatchObject({ createTask: { __typename: "InvalidInputError", code: "INVALID_INPUT" } });
    expect(await create("x".repeat(10_000_000))).toMatchObject({ createTask: { __typename: "InvalidInputError", code: "INVALID_INPUT" } });
    expect(await create(noId("task"))).toMatchObject({ createTask: { __typename: "NotFoundError", code: "NOT_FOUND" } });
    expect(await create(noId("workspace"))).toMatchObject({ createTask: { __typename: "NotFoundError", code: "NOT_FOUND" } });
    const answer = await api.ask<{ createTask: unknown }, Record<string, unknown>>(
      'mutation { createTask(input: { workspaceId: "x", title: "t" }) { ... on InvalidInputError { field message } } }',
    );
    expect(answer.createTask).toMatchObject({ field: "input.workspaceId" });
  });
});
