import { Prisma, type Repository as RepositoryRow, type Task as TaskRow, type Workspace as WorkspaceRow } from "../db/generated/client.js";
import { policyOf } from "../environments/workspacePolicy.js";
import { createWorkspace } from "../environments/workspaces.js";
import { batched } from "./batch.js";
import { builder } from "./builder.js";
import { connectionOf } from "./connection.js";
import { given } from "./input.js";
import { byCreation } from "./order.js";
import { childPage, nodeQuery, page, pageArguments, pageComplexity } from "./page.js";
import { REPOSITORIES, RepositoryConnection } from "./repository.js";
import { TASKS, TaskConnection } from "./task.js";
import { OPERATION_ID } from "./words.js";
import { WorkspacePolicy } from "./workspacePolicy.js";

const WORKSPACES = byCreation("workspace");

export const Workspace = builder.prismaNode("Workspace", {
  description: "A tenant: repositories, tasks, policies, and one numbered stream of events.",
  id: { field: "id", description: "Its id: workspace_…" },
  fields: (t) => ({
    name: t.exposeString("name", { description: "What people call it." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    deletedAt: t.expose("deletedAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When it was deleted: from then on nothing can be made in it, and its jobs, events, quarantine entries and rescues stay readable. Null while it is there.",
    }),
    policy: t.field({
      type: WorkspacePolicy,
      description: "What is in force in it: what was decided with `updateWorkspacePolicy`, and the server's defaults for the rest.",
      resolve: (workspace, _args, context) => policyOf(context.core.config, workspace),
    }),
    latestCursor: t.string({
      description:
        'The cursor of the last event that was written in it, "0" when there is none. Given as `after` to a subscription, it gets what happens from now on; read in the same query as a board, it leaves no gap.',
      resolve: async (workspace, _args, context, info) => {
        const last = await batched(context, info, workspace.id, async (ids) => {
          const streams = await context.core.db.read.eventStream.findMany({ where: { workspaceId: { in: ids } } });
          return new Map(streams.map((stream) => [stream.workspaceId, String(stream.lastNumber)]));
        });
        return last ?? "0";
      },
    }),
    repositories: t.field({
      type: RepositoryConnection,
      description: "The repositories registered in it, oldest first. None when it was deleted: that unregisters them.",
      args: pageArguments,
      complexity: pageComplexity,
      resolve: (workspace, args, context, info) =>
        childPage<RepositoryRow>(context, info, args, workspace.id, {
          ...REPOSITORIES,
          parent: "workspaceId",
          condition: Prisma.sql`NOT EXISTS (SELECT 1 FROM "Workspace" WHERE "id" = "workspaceId" AND "deletedAt" IS NOT NULL)`,
          find: (query) => context.core.db.read.repository.findMany({ ...nodeQuery(context, info), ...query }),
        }),
    }),
    tasks: t.field({
      type: TaskConnection,
      description: "Its tasks, oldest first.",
      args: {
        ...pageArguments,
        archived: t.arg.boolean({ description: "Only the archived ones (true), or only the others (false). Both when not given." }),
        roots: t.arg.boolean({ description: "Only tasks without a parent (true), or only those with one (false). Both when not given." }),
      },
      complexity: pageComplexity,
      resolve: (workspace, args, context, info) =>
        childPage<TaskRow>(context, info, args, workspace.id, {
          ...TASKS,
          parent: "workspaceId",
          condition: Prisma.sql`${nullness("archivedAt", not(args.archived))} AND ${nullness("parentId", args.roots)}`,
          find: (query) => context.core.db.read.task.findMany({ ...nodeQuery(context, info), ...query }),
        }),
    }),
  }),
});

function nullness(column: "archivedAt" | "parentId", isNull: boolean | null | undefined): Prisma.Sql {
  if (isNull == null) return Prisma.sql`TRUE`;
  return Prisma.raw(`"${column}" IS ${isNull ? "" : "NOT "}NULL`);
}

function not(value: boolean | null | undefined): boolean | null | undefined {
  return value == null ? value : !value;
}

const WorkspaceConnection = connectionOf(Workspace, "Workspace", "workspaces");

builder.queryFields((t) => ({
  workspace: t.prismaField({
    type: "Workspace",
    nullable: true,
    description: "The workspace of that id, also one that was deleted (see `deletedAt`). Null when there is none.",
    args: { id: t.arg.id({ required: true, description: "Its id: workspace_…" }) },
    resolve: (query, _root, { id }, context) => context.core.db.read.workspace.findUnique({ ...query, where: { id } }),
  }),
  workspaces: t.field({
    type: WorkspaceConnection,
    description: "All workspaces, oldest first; not those that were deleted.",
    args: pageArguments,
    complexity: pageComplexity,
    resolve: (_root, args, context, info) =>
      page<WorkspaceRow>(args, {
        order: WORKSPACES,
        find: ({ where, ...query }) =>
          context.core.db.read.workspace.findMany({ ...nodeQuery(context, info), ...query, where: { AND: [{ deletedAt: null }, where] } }),
        count: () => context.core.db.read.workspace.count({ where: { deletedAt: null } }),
      }),
  }),
}));

const CreateWorkspaceInput = builder.inputType("CreateWorkspaceInput", {
  description: "A new workspace.",
  fields: (t) => ({
    name: t.string({ required: true, description: "What people call it. Need not be unique." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const CreateWorkspacePayload = builder.objectRef<{ workspaceId: string }>("CreateWorkspacePayload").implement({
  description: "The workspace was made.",
  fields: (t) => ({
    workspaceId: t.exposeID("workspaceId", { description: "The new workspace's id." }),
    workspace: t.prismaField({
      type: "Workspace",
      nullable: true,
      description: "The new workspace. Null only where the operation is said again and it is gone since.",
      resolve: (query, payload, _args, context) =>
        context.core.db.read.workspace.findUnique({ ...query, where: { id: payload.workspaceId } }),
    }),
  }),
});

builder.mutationField("createWorkspace", (t) =>
  t.field({
    type: CreateWorkspacePayload,
    description: "Makes a workspace.",
    args: { input: t.arg({ type: CreateWorkspaceInput, required: true, description: "What to make." }) },
    errors: {},
    resolve: (_root, { input }, context) => createWorkspace(context.core, given(input)),
  }),
);
