import { describe, expect, it } from "vitest";
import { newId } from "../../src/db/ids.js";
import { createTask } from "../../src/environments/tasks.js";
import { createWorkspace } from "../../src/environments/workspaces.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { house } from "./harness.js";

const own = house({ running: false });

describe("a task", () => {
  it("is made in a workspace, under a parent, with the caller's own id", async () => {
    const parentId = await own.task();
    const { taskId } = await createTask(own.core, {
      workspaceId: own.workspaceId,
      title: "  Child  ",
      parentId,
      externalId: "JIRA-1",
      kind: "QUICK_CHAT",
    });
    expect(await own.one.task(taskId)).toMatchObject({
      title: "Child",
      parentId,
      externalId: "JIRA-1",
      kind: "QUICK_CHAT",
      archivedAt: null,
    });
    await expect(createTask(own.core, { workspaceId: own.workspaceId, title: "Other", externalId: "JIRA-1" })).rejects.toMatchObject({
      code: "EXTERNAL_ID_TAKEN",
      existingId: taskId,
    });
  });

  it("passes the barrier: workspace and parent are bumped, and an archived parent comes first", async () => {
    const parentId = await own.task();
    const workspace = () => own.core.db.read.workspace.findUniqueOrThrow({ where: { id: own.workspaceId } });
    const before = [(await workspace()).revision, (await own.one.task(parentId)).revision];
    await createTask(own.core, { workspaceId: own.workspaceId, title: "Child", parentId });
    expect([(await workspace()).revision, (await own.one.task(parentId)).revision]).toEqual(before.map((revision) => revision + 1));
    await archiveTask(own.core, { taskId: parentId });
    await expect(createTask(own.core, { workspaceId: own.workspaceId, title: "Late", parentId })).rejects.toMatchObject({
      code: "TASK_ARCHIVED",
      taskId: parentId,
    });
  });

  it("is refused under a parent of another workspace, and for text that is none", async () => {
    const { workspaceId } = await createWorkspace(own.core, { name: "other" });
    await expect(createTask(own.core, { workspaceId, title: "x", parentId: await own.task() })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(createTask(own.core, { workspaceId: newId("workspace"), title: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const title of ["", "   ", "a\u0000b", "a\u2028b", "\ud800", "x".repeat(501), "x".repeat(10_000_000)]) {
      await expect(createTask(own.core, { workspaceId, title })).rejects.toMatchObject({ code: "INVALID_INPUT", field: "input.title" });
    }
    await expect(createTask(own.core, { workspaceId, title: "x", externalId: "" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(createWorkspace(own.core, { name: " " })).rejects.toMatchObject({ code: "INVALID_INPUT", field: "input.name" });
    expect(await own.core.db.read.task.count({ where: { workspaceId } })).toBe(0);
  });

  it("is made once however often the same operation is said", async () => {
    const input = { workspaceId: own.workspaceId, title: "Once", operationId: "op-once" };
    const answers = await Promise.all([createTask(own.core, input), createTask(own.core, input)]);
    expect(new Set(answers.map(({ taskId }) => taskId)).size).toBe(1);
    await expect(createTask(own.core, { ...input, title: "Twice" })).rejects.toMatchObject({ code: "OPERATION_CONFLICT" });
  });
});
