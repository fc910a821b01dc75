import { join } from "node:path";
import type { QuarantineEntry as QuarantineEntryRow } from "../db/generated/client.js";
import type { VerdictKind as Verdict } from "../db/generated/enums.js";
import { requireId } from "../db/ids.js";
import { CleanupInProgressError, StateError, TaskArchivedError } from "../errors.js";
import { restoreQuarantineEntry } from "../lifecycle/restoreEntry.js";
import { type ManifestWorktree, parseManifestWorktrees } from "../storage/manifest.js";
import { builder } from "./builder.js";
import { connectionOf } from "./connection.js";
import { QuarantineKind, QuarantineState, VerdictKind } from "./enums.js";
import { given } from "./input.js";
import { rowOf } from "./load.js";
import { byCreation } from "./order.js";
import { nodeQuery, page, pageArguments, pageComplexity } from "./page.js";
import { OPERATION_ID } from "./words.js";

const QuarantinedWorktree = builder.objectRef<ManifestWorktree>("QuarantinedWorktree").implement({
  description: "A worktree in a quarantine entry, as the entry's manifest tells it.",
  fields: (t) => ({
    worktreeId: t.exposeID("worktreeId", { description: "The worktree's id. Outlives the worktree." }),
    repository: t.prismaField({
      type: "Repository",
      nullable: true,
      description: "The repository that it is a worktree of. Null when that is not registered any more.",
      resolve: (query, worktree, _args, context, info) =>
        rowOf(context, info, worktree.repositoryId, (where) => context.core.db.read.repository.findMany({ ...query, where })),
    }),
    slot: t.exposeString("slot", { description: "Its slot in the environment." }),
    kept: t.exposeBoolean("kept", {
      description: "Whether its tree lies in the entry. False: it was clean, and went; a restore makes it anew from its branch or rescue.",
    }),
    verdict: t.field({
      type: VerdictKind,
      nullable: true,
      description: "What the judge found out about it. Null where there was nothing to judge.",
      resolve: (worktree) => worktree.verdict as Verdict | null,
    }),
    reason: t.exposeString("reason", { description: "Why, in one sentence." }),
    branch: t.exposeString("headBranch", {
      nullable: true,
      description: "The branch that was checked out, and is checked out again by a restore. Null for a detached HEAD.",
    }),
    headCommit: t.exposeString("headCommit", {
      nullable: true,
      description: "The commit that was checked out. Null when it could not be told.",
    }),
  }),
});

const QuarantineEntry = builder.prismaNode("QuarantineEntry", {
  description:
    "An environment's directory that was moved aside whole, because not everything in it is saved elsewhere. It can be moved back as it was.",
  id: { field: "id", description: "Its id: quarantine_…" },
  fields: (t) => ({
    workspaceId: t.exposeID("workspaceId", { description: "The workspace that it belongs to." }),
    kind: t.expose("kind", { type: QuarantineKind, description: "What lies in it." }),
    state: t.expose("state", { type: QuarantineState, description: "Where it stands." }),
    reason: t.exposeString("reason", { description: "Why it was moved aside, in one sentence." }),
    path: t.string({
      nullable: true,
      description:
        "Its directory, absolute: everything in it can be read there. Null when there is none: for a REGISTRATION, and when it was moved back.",
      resolve: (entry, _args, context) =>
        entry.kind === "REGISTRATION" || entry.state === "RESTORED" ? null : join(context.core.root.quarantine, entry.directory),
    }),
    job: t.prismaField({
      type: "CleanupJob",
      nullable: true,
      description: "The cleanup job that moved it. Null when none did.",
      resolve: (query, entry, _args, context, info) =>
        rowOf(context, info, entry.jobId, (where) => context.core.db.read.cleanupJob.findMany({ ...query, where })),
    }),
    environmentId: t.exposeID("environmentId", { description: "The environment that it was. Outlives the environment." }),
    taskId: t.exposeID("taskId", { description: "The task that owned it. Outlives the task." }),
    taskTitle: t.exposeString("taskTitle", { description: "The task's title when it was moved aside." }),
    task: t.prismaField({
      type: "Task",
      nullable: true,
      description: "The task that owned it. Null when that is gone.",
      resolve: (query, entry, _args, context, info) =>
        rowOf(context, info, entry.taskId, (where) => context.core.db.read.task.findMany({ ...query, where })),
    }),
    worktrees: t.field({
      type: [QuarantinedWorktree],
      description: "The worktrees in it, still registered with git.",
      complexity: { field: 1, multiplier: 3 },
      resolve: (entry) => parseManifestWorktrees(entry.worktrees),
    }),
    sizeBytes: t.expose("sizeBytes", {
      type: "BigInt",
      nullable: true,
      description: "Allocated bytes, hard links counted once. Null until measured.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was moved aside." }),
    restoredAt: t.expose("restoredAt", { type: "DateTime", nullable: true, description: "When it was moved back. Null before." }),
  }),
});

const QuarantineEntryConnection = connectionOf(QuarantineEntry, "QuarantineEntry", "quarantine entries");
const ENTRIES = byCreation("quarantine");

const QuarantineFilter = builder.inputType("QuarantineFilter", {
  description: "Which quarantine entries: those that fit everything that is given.",
  fields: (t) => ({
    workspaceId: t.id({ description: "Those of this workspace." }),
    taskId: t.id({ description: "Those of this task, also when it is gone." }),
    environmentId: t.id({ description: "Those of this environment, also when it is gone." }),
    states: t.field({ type: [QuarantineState], description: "Those in one of these states." }),
    kinds: t.field({ type: [QuarantineKind], description: "Those of one of these kinds." }),
  }),
});

function whereOf(filter: typeof QuarantineFilter.$inferInput | null | undefined): object {
  const { workspaceId, taskId, environmentId, states, kinds } = filter ?? {};
  return {
    ...(workspaceId == null ? {} : { workspaceId: requireId("workspace", workspaceId, "filter.workspaceId") }),
    ...(taskId == null ? {} : { taskId: requireId("task", taskId, "filter.taskId") }),
    ...(environmentId == null ? {} : { environmentId: requireId("environment", environmentId, "filter.environmentId") }),
    ...(states == null ? {} : { state: { in: [...states] } }),
    ...(kinds == null ? {} : { kind: { in: [...kinds] } }),
  };
}

builder.queryField("quarantineEntries", (t) =>
  t.field({
    type: QuarantineEntryConnection,
    description: "What was moved aside, oldest first; also what was restored since.",
    args: { filter: t.arg({ type: QuarantineFilter, description: "Which ones. All when not given." }), ...pageArguments },
    complexity: pageComplexity,
    resolve: (_root, args, context, info) => {
      const filter = whereOf(args.filter);
      return page<QuarantineEntryRow>(args, {
        order: ENTRIES,
        find: ({ where, ...query }) =>
          context.core.db.read.quarantineEntry.findMany({ ...nodeQuery(context, info), ...query, where: { AND: [filter, where] } }),
        count: () => context.core.db.read.quarantineEntry.count({ where: filter }),
      });
    },
  }),
);

const RestoreQuarantineEntryInput = builder.inputType("RestoreQuarantineEntryInput", {
  description: "A quarantine entry to be moved back.",
  fields: (t) => ({
    entryId: t.id({ required: true, description: "The entry, HELD." }),
    taskId: t.id({
      description:
        "The task that will own it. Its own when not given: that must be there and active then. When the entry's workspace was deleted, a task of any workspace in which its repositories are registered.",
    }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const RestoreQuarantineEntryPayload = builder
  .objectRef<{ entryId: string; environmentId: string }>("RestoreQuarantineEntryPayload")
  .implement({
    description: "The entry is being moved back: RESTORING. Follow it with `environmentProgress`.",
    fields: (t) => ({
      entryId: t.exposeID("entryId", { description: "The entry's id." }),
      entry: t.prismaField({
        type: "QuarantineEntry",
        nullable: true,
        description: "The entry as it is now.",
        resolve: (query, payload, _args, context) =>
          context.core.db.read.quarantineEntry.findUnique({ ...query, where: { id: payload.entryId } }),
      }),
      environmentId: t.exposeID("environmentId", {
        description: "The environment that it becomes: its own, or a new one of the task that was named.",
      }),
      environment: t.prismaField({
        type: "Environment",
        nullable: true,
        description: "The environment as it is now. Null when it is gone again.",
        resolve: (query, payload, _args, context) =>
          context.core.db.read.environment.findUnique({ ...query, where: { id: payload.environmentId } }),
      }),
    }),
  });

builder.mutationField("restoreQuarantineEntry", (t) =>
  t.field({
    type: RestoreQuarantineEntryPayload,
    description:
      "Moves a quarantine entry back as it was, byte for byte, staged as staged: for its own task if that is active, else for the task named.",
    args: { input: t.arg({ type: RestoreQuarantineEntryInput, required: true, description: "Which entry, and for whom." }) },
    errors: { types: [StateError, TaskArchivedError, CleanupInProgressError] },
    resolve: (_root, { input }, context) => restoreQuarantineEntry(context.core, given(input)),
  }),
);
