import type { CleanupJob as CleanupJobRow, Session as SessionRow, Task as TaskRow } from "../db/generated/client.js";
import { createTask } from "../environments/tasks.js";
import { TakenError, TaskArchivedError, WorkspaceDeletedError } from "../errors.js";
import { builder } from "./builder.js";
import { CLEANUP_JOBS, CleanupJobConnection } from "./cleanupJob.js";
import { type ConnectionRef, connectionOf } from "./connection.js";
import { TaskKind } from "./enums.js";
import { given } from "./input.js";
import { byCreation } from "./order.js";
import { childPage, nodeQuery, pageArguments, pageComplexity } from "./page.js";
import { SESSIONS, SessionConnection } from "./session.js";
import { GONE_SINCE, OPERATION_ID } from "./words.js";

export const Task = builder.prismaNode("Task", {
  description: "The unit of work. It owns environments; ending it is the only thing that reclaims them.",
  id: { field: "id", description: "Its id: task_…" },
  fields: (t) => ({
    workspace: t.relation("workspace", { description: "The workspace it belongs to." }),
    title: t.exposeString("title", { description: "What people call it. Names of branches and directories are made from it." }),
    kind: t.expose("kind", { type: TaskKind, description: "What kind of work it is." }),
    externalId: t.exposeString("externalId", {
      nullable: true,
      description: "The caller's own id for it, unique in the workspace: see `taskByExternalId`.",
    }),
    parent: t.relation("parent", {
      nullable: true,
      description: "The task it is a part of. A deleted parent leaves its children without one.",
    }),
    children: t.field({
      type: TaskConnection,
      description: "The tasks that are parts of it, oldest first.",
      args: pageArguments,
      complexity: pageComplexity,
      resolve: (task, args, context, info) =>
        childPage<TaskRow>(context, info, args, task.id, {
          ...TASKS,
          parent: "parentId",
          find: (query) => context.core.db.read.task.findMany({ ...nodeQuery(context, info), ...query }),
        }),
    }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true, description: "When it was archived. Null while it is active." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    lastActivityAt: t.expose("lastActivityAt", { type: "DateTime", description: "When something last happened in it." }),
    environments: t.relation("environments", {
      description: "The environments it owns, oldest first.",
      query: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
      complexity: { field: 1, multiplier: 3 },
    }),
    sessions: t.field({
      type: SessionConnection,
      description: "Its sessions, oldest first.",
      args: pageArguments,
      complexity: pageComplexity,
      resolve: (task, args, context, info) =>
        childPage<SessionRow>(context, info, args, task.id, {
          ...SESSIONS,
          parent: "taskId",
          find: (query) => context.core.db.read.session.findMany({ ...nodeQuery(context, info), ...query }),
        }),
    }),
    cleanupJobs: t.field({
      type: CleanupJobConnection,
      description: "The cleanup jobs of its environments, oldest first. When the task is gone: `cleanupJobs(filter: {taskId})`.",
      args: pageArguments,
      complexity: pageComplexity,
      resolve: (task, args, context, info) =>
        childPage<CleanupJobRow>(context, info, args, task.id, {
          ...CLEANUP_JOBS,
          parent: "taskId",
          find: (query) => context.core.db.read.cleanupJob.findMany({ ...nodeQuery(context, info), ...query }),
        }),
    }),
  }),
});

export const TaskConnection: ConnectionRef<TaskRow> = connectionOf(Task, "Task", "tasks");

/** How tasks are listed under a parent. */
export const TASKS = { table: "Task", order: byCreation("task") } as const;

builder.queryFields((t) => ({
  task: t.prismaField({
    type: "Task",
    nullable: true,
    description: "The task of that id, null when there is none (any more).",
    args: { id: t.arg.id({ required: true, description: "Its id: task_…" }) },
    resolve: (query, _root, { id }, context) => context.core.db.read.task.findUnique({ ...query, where: { id } }),
  }),
  taskByExternalId: t.prismaField({
    type: "Task",
    nullable: true,
    description: "The task to which a caller gave that id of its own, null when there is none (any more).",
    args: {
      workspaceId: t.arg.id({ required: true, description: "The workspace to look in." }),
      externalId: t.arg.string({ required: true, description: "The caller's own id, as it was given to `createTask`." }),
    },
    resolve: (query, _root, { workspaceId, externalId }, context) =>
      context.core.db.read.task.findUnique({ ...query, where: { workspaceId_externalId: { workspaceId, externalId } } }),
  }),
}));

const CreateTaskInput = builder.inputType("CreateTaskInput", {
  description: "A new task.",
  fields: (t) => ({
    workspaceId: t.id({ required: true, description: "The workspace to make it in." }),
    title: t.string({ required: true, description: "What people call it." }),
    kind: t.field({ type: TaskKind, description: "What kind of work it is. STANDARD when not given." }),
    externalId: t.string({ description: "Your own id for it, unique in the workspace." }),
    parentId: t.id({ description: "The task it is a part of: one of the same workspace, not archived." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const CreateTaskPayload = builder.objectRef<{ taskId: string }>("CreateTaskPayload").implement({
  description: "The task was made.",
  fields: (t) => ({
    taskId: t.exposeID("taskId", { description: "The new task's id." }),
    task: t.prismaField({
      type: "Task",
      nullable: true,
      description: `The new task. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) => context.core.db.read.task.findUnique({ ...query, where: { id: payload.taskId } }),
    }),
  }),
});

builder.mutationField("createTask", (t) =>
  t.field({
    type: CreateTaskPayload,
    description: "Makes a task. It owns nothing yet: see `createEnvironment`.",
    args: { input: t.arg({ type: CreateTaskInput, required: true, description: "What to make." }) },
    errors: { types: [TaskArchivedError, TakenError, WorkspaceDeletedError] },
    resolve: (_root, { input }, context) => createTask(context.core, given(input)),
  }),
);
