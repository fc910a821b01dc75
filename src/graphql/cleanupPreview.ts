import { join } from "node:path";
import type { EnvironmentFate, EnvironmentPreview } from "../cleanup/preview.js";
import type { DirectoryFate } from "../cleanup/previewDirectory.js";
import type { AfreshFrom, PushPreview, WorktreeFate, WorktreePreview } from "../cleanup/previewWorktree.js";
import {
  CleanupInProgressError,
  EnvironmentBusyError,
  EnvironmentHeldError,
  RootUnavailableError,
  TaskArchivedError,
  WorkspaceDeletedError,
} from "../errors.js";
import { cleanupPreview, PREVIEW_TASKS, PREVIEW_WORKTREES, type CleanupPreview as Preview, type PreviewSum } from "../lifecycle/preview.js";
import { builder } from "./builder.js";
import { CleanupPreviewInput } from "./cleanupPreviewInput.js";
import { CleanupVerdict } from "./cleanupResource.js";
import { enumOf } from "./enumOf.js";
import { BranchOutcome, CleanupTrigger } from "./enums.js";
import { given } from "./input.js";
import { rowOf } from "./load.js";

const LISTED = `the first ${PREVIEW_TASKS}`;

const EnvironmentFateEnum = enumOf<EnvironmentFate>("PreviewEnvironmentFate", "What would become of an environment.", {
  TO_RECLAIM: "It would be reclaimed: each worktree says how.",
  TRANSFERRED: "It would be handed over to `transferTo`, whose session uses it. Nothing in it is touched.",
  BLOCKED: "A session of a task that stays uses it: its job would wait until that has ended. Its worktrees say what would come then.",
  WAITING: "Its job would wait: `waitingFor` says for what. Its worktrees say what would come then, as far as that can be told now.",
  SKIPPED: "There is nothing left to reclaim.",
  PRESERVED: "Nothing proves that what lies there is ours: it would be left as it is.",
  IN_PROGRESS: "A job has begun on it already: see `job`.",
  NOT_LOOKED_AT: "The time was over while it was looked at. Ask for it by itself, or again.",
});

const WorktreeFateEnum = enumOf<WorktreeFate>("PreviewWorktreeFate", "What would become of a worktree.", {
  REMOVED: "It would go: everything in it is saved elsewhere.",
  QUARANTINED: "It would be moved to quarantine whole, restorable. Or it lies there already.",
  WAITING: "Somebody has to do something first: `reason` says what is in the way.",
  ABSENT: "Its directory is gone already. Only its registration and its branch are left to see to.",
  PRESERVED: "It would be left as it is.",
});

const DirectoryFateEnum = enumOf<DirectoryFate>("PreviewDirectoryFate", "What would become of the rest of an environment's directory.", {
  REMOVED: "It would go: nothing is left in it.",
  QUARANTINED: "It would be moved to quarantine, with what is left in it.",
});

const AfreshFromEnum = enumOf<AfreshFrom>("PreviewAfreshFrom", "What a worktree would be made again from.", {
  BRANCH: "Its branch, which stays: as it is then, under the name that it has then (`presentBranch`).",
  BASE: "What it was made from, on a new branch of that name, or on none where it had none.",
});

const PreviewPush = builder.objectRef<PushPreview>("PreviewPush").implement({
  description: "A push that comes first. Whether the remote takes it is seen only then; when it does not, nothing moves.",
  fields: (t) => ({
    branch: t.exposeString("branch", { description: "The branch: the one that is checked out." }),
    remote: t.exposeString("remote", { description: "The remote, under its name: the one that git itself would push it to." }),
  }),
});

const PreviewCommit = builder.objectRef<{ commit: string; subject: string }>("PreviewCommit").implement({
  description: "A commit that no tag, remote-tracking branch or other branch reaches. It is never lost: its branch or a rescue keeps it.",
  fields: (t) => ({
    commit: t.exposeString("commit", { description: "The commit's object id, in full." }),
    subject: t.exposeString("subject", { description: "The first line of its message." }),
  }),
});

const PreviewRebuildable = builder.objectRef<WorktreePreview["rebuildable"][number]>("PreviewRebuildable").implement({
  description: "A directory that does not count as work: whoever made it makes it again.",
  fields: (t) => ({
    path: t.exposeString("path", { description: "Where, from the worktree's top." }),
    kind: t.exposeString("kind", { description: "The rule that it fits: node_modules, target, …" }),
  }),
});

const PreviewWorktree = builder.objectRef<WorktreePreview>("PreviewWorktree").implement({
  description: "One worktree in a preview: what was found in it now, and what would become of it.",
  fields: (t) => ({
    worktreeId: t.exposeID("worktreeId", { description: "The worktree's id." }),
    worktree: t.prismaField({
      type: "Worktree",
      nullable: true,
      description: "The worktree. Null when it is gone meanwhile.",
      resolve: (query, preview, _args, context, info) =>
        rowOf(context, info, preview.worktreeId, (where) => context.core.db.read.worktree.findMany({ ...query, where })),
    }),
    repositoryName: t.exposeString("repositoryName", { description: "The name of the repository that it is a worktree of." }),
    slot: t.exposeString("slot", { description: "Its slot in the environment." }),
    path: t.exposeString("path", { description: "Its directory, absolute: where it lies while it is live." }),
    fate: t.expose("fate", { type: WorktreeFateEnum, description: "What would become of it." }),
    reason: t.exposeString("reason", { description: "Why, in one sentence." }),
    verdict: t.field({
      type: CleanupVerdict,
      nullable: true,
      description: "What the judge finds in it now, where it lies. Null where there is nothing to judge, or it could not be looked at.",
      resolve: ({ verdict }) =>
        verdict === null ? null : { ...verdict, unsaved: verdict.unsaved.map((item) => ({ ...item, detail: item.detail ?? null })) },
    }),
    headCommit: t.exposeString("headCommit", {
      nullable: true,
      description: "The commit that is checked out. Null when it can't be told.",
    }),
    headBranch: t.exposeString("headBranch", {
      nullable: true,
      description: "The branch that is checked out. Null for a detached HEAD, and when it can't be told.",
    }),
    branch: t.exposeString("branch", { nullable: true, description: "The branch it was made with. Null for none." }),
    presentBranch: t.exposeString("presentBranch", {
      nullable: true,
      description: "What that branch is called now: somebody may have renamed it. Null for none.",
    }),
    branchOutcome: t.expose("branchOutcome", {
      type: BranchOutcome,
      nullable: true,
      description: "What would become of the branch. Null where there is none, or it could not be looked at.",
    }),
    branchReason: t.exposeString("branchReason", {
      nullable: true,
      description: "Why the branch would be kept, or what would hold its commits.",
    }),
    push: t.expose("push", {
      type: PreviewPush,
      nullable: true,
      description:
        "With `pushFirst`: what would be pushed first. Null where there is nothing to push, or it can't be: then `reason` says why.",
    }),
    madeAfreshFrom: t.expose("madeAfreshFrom", {
      type: AfreshFromEnum,
      nullable: true,
      description: "With `materialise`: what it would be made again from. Null without, and where it could not be looked at.",
    }),
    commitsOnlyHere: t.field({
      type: [PreviewCommit],
      description:
        "Commits that exist in this worktree, its branch or its reflogs only: the newest 20. Their branch or a rescue keeps them, whatever happens.",
      complexity: { field: 1, multiplier: 2 },
      resolve: (preview) => [...(preview.onlyHere?.commits ?? [])],
    }),
    commitsOnlyHereTotal: t.int({
      nullable: true,
      description: "How many there are in all; 1,000 stands for that many or more. Null when it could not be told.",
      resolve: (preview) => preview.onlyHere?.total ?? null,
    }),
    sizeBytes: t.field({
      type: "BigInt",
      nullable: true,
      description: "Allocated on disk, hard links counted once. Null when it is not known.",
      resolve: ({ bytes }) => (bytes === null ? null : BigInt(bytes)),
    }),
    entries: t.exposeInt("entries", { nullable: true, description: "Files and directories in it. Null when it is not known." }),
    rebuildable: t.field({
      type: [PreviewRebuildable],
      description: "Directories in it that do not count as work.",
      complexity: { field: 1, multiplier: 2 },
      resolve: (preview) => [...preview.rebuildable],
    }),
    rebuildableBytes: t.field({
      type: "BigInt",
      nullable: true,
      description: "How much of its size those are. Null when it is not known.",
      resolve: ({ rebuildableBytes }) => (rebuildableBytes === null ? null : BigInt(rebuildableBytes)),
    }),
  }),
});

const PreviewEnvironment = builder.objectRef<EnvironmentPreview>("PreviewEnvironment").implement({
  description: "One environment in a preview.",
  fields: (t) => ({
    environmentId: t.exposeID("environmentId", { description: "The environment's id." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: "The environment. Null when it is gone meanwhile.",
      resolve: (query, preview, _args, context, info) =>
        rowOf(context, info, preview.environmentId, (where) => context.core.db.read.environment.findMany({ ...query, where })),
    }),
    taskId: t.exposeID("taskId", { description: "The task that owns it." }),
    taskTitle: t.exposeString("taskTitle", { description: "That task's title." }),
    path: t.string({
      description: "Its directory, absolute: where it lies while it is live.",
      resolve: (preview, _args, { core }) => join(core.root.live, preview.directory),
    }),
    fate: t.expose("fate", { type: EnvironmentFateEnum, description: "What would become of it." }),
    reason: t.exposeString("reason", { description: "Why, in one sentence." }),
    waitingFor: t.exposeString("waitingFor", { nullable: true, description: "What would let it go on. Null when it waits for nothing." }),
    sessions: t.prismaField({
      type: ["Session"],
      description: "The sessions that block it, that are asked to stop first, or whose task it goes to.",
      resolve: (query, preview, _args, context) =>
        context.core.db.read.session.findMany({ ...query, where: { id: { in: [...preview.sessionIds] } }, orderBy: { id: "asc" } }),
    }),
    job: t.prismaField({
      type: "CleanupJob",
      nullable: true,
      description: "The job that is at it already, or whose work this would take over. Null when there is none.",
      resolve: (query, preview, _args, context, info) =>
        rowOf(context, info, preview.jobId, (where) => context.core.db.read.cleanupJob.findMany({ ...query, where })),
    }),
    transferTo: t.prismaField({
      type: "Task",
      nullable: true,
      description: "The task that it would be handed to. Null when it would not.",
      resolve: (query, preview, _args, context, info) =>
        rowOf(context, info, preview.transferTo, (where) => context.core.db.read.task.findMany({ ...query, where })),
    }),
    worktrees: t.field({
      type: [PreviewWorktree],
      description:
        "Its worktrees that there is something to see to about. Empty where nothing in it is looked at (TRANSFERRED, IN_PROGRESS).",
      complexity: { field: 1, multiplier: 3 },
      resolve: (preview) => [...preview.worktrees],
    }),
    beside: t.exposeStringList("beside", { description: "What lies beside the worktrees, which goes to quarantine: the first 50 names." }),
    besideTotal: t.exposeInt("besideTotal", { description: "How many there are in all." }),
    directoryFate: t.expose("directoryFate", {
      type: DirectoryFateEnum,
      nullable: true,
      description: "What would become of the rest of its directory. Null when there is none, or it waits.",
    }),
    madeAfresh: t.exposeBoolean("madeAfresh", {
      description:
        "Whether it would be made again then: a reset with `materialise`. Else a reset leaves it EMPTY, and anything else ends it.",
    }),
  }),
});

const PreviewSumType = builder.objectRef<PreviewSum>("PreviewSum").implement({
  description: "How many worktrees share a fate, and how large they are.",
  fields: (t) => ({
    worktrees: t.exposeInt("worktrees", { description: "How many." }),
    sizeBytes: t.field({
      type: "BigInt",
      nullable: true,
      description: "Allocated bytes of all of them. Null when the size of one is not known: then `knownBytes` is what is known.",
      resolve: (sum) => (sum.unknownSizes > 0 ? null : BigInt(sum.bytes)),
    }),
    knownBytes: t.field({
      type: "BigInt",
      description: "Allocated bytes of those whose size is known.",
      resolve: (sum) => BigInt(sum.bytes),
    }),
    unknownSizes: t.exposeInt("unknownSizes", { description: "Worktrees whose size is not known." }),
  }),
});

const CleanupPreview = builder.objectRef<Preview>("CleanupPreview").implement({
  description: "What an ending would do. Nothing was done, and nothing was changed by asking.",
  fields: (t) => ({
    trigger: t.expose("trigger", { type: CleanupTrigger, description: "The trigger that its jobs would have." }),
    taskIds: t.exposeIDList("taskIds", { description: `The tasks that would end: ${LISTED}. None for a reset.` }),
    tasksTotal: t.exposeInt("tasksTotal", { description: "How many tasks would end." }),
    skipped: t.exposeIDList("skipped", {
      description: `Tasks below one that would be archived, which were archived before and stay as they are: ${LISTED}.`,
    }),
    skippedTotal: t.exposeInt("skippedTotal", { description: "How many those are." }),
    childrenMadeRoots: t.exposeIDList("childrenMadeRoots", { description: `Children that would stay, without a parent: ${LISTED}.` }),
    childrenMadeRootsTotal: t.exposeInt("childrenMadeRootsTotal", { description: "How many those are." }),
    environments: t.field({
      type: [PreviewEnvironment],
      description: `The environments of this page, in the order of their ids: as many as hold ${PREVIEW_WORKTREES} worktrees, as far as the time went.`,
      complexity: { field: 1, multiplier: 10 },
      resolve: (preview) => preview.environments,
    }),
    environmentsTotal: t.exposeInt("environmentsTotal", { description: "How many there are in all, on whatever page." }),
    worktreesTotal: t.exposeInt("worktreesTotal", { description: "How many worktrees all of those have." }),
    transferredTotal: t.exposeInt("transferredTotal", { description: "How many of all of them would be handed over to another task." }),
    partial: t.exposeBoolean("partial", {
      description: "Whether there are environments that this page does not say, or that could not be looked at: the sums leave them out.",
    }),
    next: t.exposeID("next", {
      nullable: true,
      description: "Say it as `after` to look at those that come after this page's. Null when this is the last page.",
    }),
    more: t.exposeBoolean("more", {
      description: "Whether one call of the mutation would leave some: `expireQuickChats` takes the 500 that have been quiet the longest.",
    }),
    toRemove: t.field({
      type: PreviewSumType,
      description: "What of this page would go, at once or when what it waits for is over.",
      resolve: (preview) => preview.toRemove,
    }),
    toQuarantine: t.field({
      type: PreviewSumType,
      description: "What of this page would be moved to quarantine, at once or when what it waits for is over.",
      resolve: (preview) => preview.toQuarantine,
    }),
    waiting: t.field({
      type: PreviewSumType,
      description: "What of this page would wait for somebody to do something.",
      resolve: (preview) => preview.waiting,
    }),
  }),
});

builder.queryField("cleanupPreview", (t) =>
  t.field({
    type: CleanupPreview,
    description:
      "What an ending would remove, quarantine, hand over or wait for, and why, by the runner's own looks and judgement, before anything is done. Refused as the mutation would be. Changes nothing, on disk or in the database. It takes as long as looking at the trees takes, 30 seconds at most for a page.",
    args: {
      input: t.arg({ type: CleanupPreviewInput, required: true, description: "What would be ended, and how." }),
      after: t.arg.id({ description: "`next` of the page before this one. The first page when not given." }),
    },
    errors: {
      types: [
        TaskArchivedError,
        WorkspaceDeletedError,
        EnvironmentHeldError,
        EnvironmentBusyError,
        CleanupInProgressError,
        RootUnavailableError,
      ],
    },
    resolve: (_root, { input, after }, context) => cleanupPreview(context.core, given(input), after ?? null),
  }),
);
