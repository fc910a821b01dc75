import type { Rescue as RescueRow } from "../db/generated/client.js";
import { requireId } from "../db/ids.js";
import { BranchRefusedError, RepositoryMissingError, StateError } from "../errors.js";
import { restoreRescue } from "../lifecycle/restoreRescue.js";
import { builder } from "./builder.js";
import { connectionOf } from "./connection.js";
import { RescueKind } from "./enums.js";
import { given } from "./input.js";
import { rowOf } from "./load.js";
import { byCreation } from "./order.js";
import { nodeQuery, page, pageArguments, pageComplexity } from "./page.js";
import { OPERATION_ID } from "./words.js";

export const Rescue = builder.prismaNode("Rescue", {
  description: "A ref under refs/treekeeper/rescue/ that keeps commits whose branch or worktree went, from everybody's gc.",
  id: { field: "id", description: "Its id: rescue_…" },
  fields: (t) => ({
    workspaceId: t.exposeID("workspaceId", { description: "The workspace that it belongs to." }),
    kind: t.expose("kind", { type: RescueKind, description: "Which commit it keeps." }),
    ref: t.exposeString("ref", { description: "The ref's full name: `git log <ref>` in the repository shows it." }),
    commit: t.exposeString("commit", { description: "The commit that it keeps, with everything that is reached from it." }),
    branch: t.exposeString("branch", { nullable: true, description: "The branch that named the commit. Null when none did." }),
    repositoryId: t.exposeID("repositoryId", { description: "The repository that it lies in." }),
    repository: t.prismaField({
      type: "Repository",
      nullable: true,
      description: "The repository that it lies in. Null when that is not registered any more.",
      resolve: (query, rescue, _args, context, info) =>
        rowOf(context, info, rescue.repositoryId, (where) => context.core.db.read.repository.findMany({ ...query, where })),
    }),
    worktreeId: t.exposeID("worktreeId", { description: "The worktree that the commits come from. Outlives the worktree." }),
    environmentId: t.exposeID("environmentId", { description: "That worktree's environment. Outlives the environment." }),
    taskId: t.exposeID("taskId", { description: "That environment's task. Outlives the task." }),
    taskTitle: t.exposeString("taskTitle", { description: "The task's title when the rescue was made." }),
    job: t.prismaField({
      type: "CleanupJob",
      nullable: true,
      description: "The cleanup job that made it. Null when none did.",
      resolve: (query, rescue, _args, context, info) =>
        rowOf(context, info, rescue.jobId, (where) => context.core.db.read.cleanupJob.findMany({ ...query, where })),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    droppedAt: t.expose("droppedAt", {
      type: "DateTime",
      nullable: true,
      description: "When its ref was dropped, because a branch, tag or remote holds the commit. Null while the ref is there.",
    }),
    droppedReason: t.exposeString("droppedReason", {
      nullable: true,
      description: "What holds the commit now. Null while the ref is there.",
    }),
  }),
});

const RescueConnection = connectionOf(Rescue, "Rescue", "rescues");
const RESCUES = byCreation("rescue");

const RescueFilter = builder.inputType("RescueFilter", {
  description: "Which rescues: those that fit everything that is given.",
  fields: (t) => ({
    workspaceId: t.id({ description: "Those of this workspace." }),
    repositoryId: t.id({ description: "Those in this repository." }),
    taskId: t.id({ description: "Those of this task, also when it is gone." }),
    environmentId: t.id({ description: "Those of this environment, also when it is gone." }),
    worktreeId: t.id({ description: "Those of this worktree, also when it is gone." }),
    kinds: t.field({ type: [RescueKind], description: "Those of one of these kinds." }),
    includeDropped: t.boolean({
      description: "Also those whose ref was dropped, because something else holds the commit. False when not given.",
    }),
  }),
});

function whereOf(filter: typeof RescueFilter.$inferInput | null | undefined): object {
  const { workspaceId, repositoryId, taskId, environmentId, worktreeId, kinds, includeDropped } = filter ?? {};
  return {
    ...(workspaceId == null ? {} : { workspaceId: requireId("workspace", workspaceId, "filter.workspaceId") }),
    ...(repositoryId == null ? {} : { repositoryId: requireId("repository", repositoryId, "filter.repositoryId") }),
    ...(taskId == null ? {} : { taskId: requireId("task", taskId, "filter.taskId") }),
    ...(environmentId == null ? {} : { environmentId: requireId("environment", environmentId, "filter.environmentId") }),
    ...(worktreeId == null ? {} : { worktreeId: requireId("worktree", worktreeId, "filter.worktreeId") }),
    ...(kinds == null ? {} : { kind: { in: [...kinds] } }),
    ...(includeDropped === true ? {} : { droppedAt: null }),
  };
}

builder.queryField("rescues", (t) =>
  t.field({
    type: RescueConnection,
    description: "What keeps commits readable whose branch or worktree went, oldest first.",
    args: { filter: t.arg({ type: RescueFilter, description: "Which ones. All whose ref is there when not given." }), ...pageArguments },
    complexity: pageComplexity,
    resolve: (_root, args, context, info) => {
      const filter = whereOf(args.filter);
      return page<RescueRow>(args, {
        order: RESCUES,
        find: ({ where, ...query }) =>
          context.core.db.read.rescue.findMany({ ...nodeQuery(context, info), ...query, where: { AND: [filter, where] } }),
        count: () => context.core.db.read.rescue.count({ where: filter }),
      });
    },
  }),
);

const RestoreRescueInput = builder.inputType("RestoreRescueInput", {
  description: "A rescue to be made a branch again.",
  fields: (t) => ({
    rescueId: t.id({ required: true, description: "The rescue." }),
    branch: t.string({ required: true, description: "The new branch's name. One of that name must not exist." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const RestoreRescuePayload = builder.objectRef<{ rescueId: string; branch: string }>("RestoreRescuePayload").implement({
  description: "The branch was made at the rescued commit.",
  fields: (t) => ({
    rescueId: t.exposeID("rescueId", { description: "The rescue's id." }),
    branch: t.exposeString("branch", { description: "The new branch." }),
    rescue: t.prismaField({
      type: "Rescue",
      nullable: true,
      description: "The rescue as it is now.",
      resolve: (query, payload, _args, context) => context.core.db.read.rescue.findUnique({ ...query, where: { id: payload.rescueId } }),
    }),
  }),
});

builder.mutationField("restoreRescue", (t) =>
  t.field({
    type: RestoreRescuePayload,
    description: "Makes a branch at a rescued commit, in the rescue's repository.",
    args: { input: t.arg({ type: RestoreRescueInput, required: true, description: "Which rescue, and the branch's name." }) },
    errors: { types: [StateError, BranchRefusedError, RepositoryMissingError] },
    resolve: (_root, { input }, context) => restoreRescue(context.core, given(input)),
  }),
);
