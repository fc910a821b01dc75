import { TaskArchivedError, TaskNotArchivedError } from "../errors.js";
import { archiveTask } from "../lifecycle/archive.js";
import { deleteTask } from "../lifecycle/delete.js";
import { unarchiveTask } from "../lifecycle/unarchive.js";
import { builder } from "./builder.js";
import { BranchPolicy } from "./enums.js";
import { given } from "./input.js";
import { jobsShown, MORE_JOBS } from "./jobsShown.js";
import { rowOf } from "./load.js";
import { BRANCH_POLICY, OPERATION_ID } from "./words.js";

const CASCADE_ID = "The cascade's id, by which `cleanupJobs(filter: {cascadeId})` finds its jobs. Null without cascade.";

const ArchiveTaskInput = builder.inputType("ArchiveTaskInput", {
  description: "A task that is done with for now.",
  fields: (t) => ({
    taskId: t.id({ required: true, description: "The task to archive." }),
    cascade: t.boolean({
      description:
        "Whether everything below it is archived too, in the same transaction: at most 20000 tasks. What was archived before is skipped. False when not given.",
    }),
    branchPolicy: t.field({
      type: BranchPolicy,
      description: `${BRANCH_POLICY} What the workspace's policy says for ARCHIVE or CASCADE_ARCHIVE when not given: KEEP, unless it was changed.`,
    }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const ArchiveTaskPayload = builder.objectRef<Awaited<ReturnType<typeof archiveTask>>>("ArchiveTaskPayload").implement({
  description:
    "The task is archived, and the jobs that reclaim its environments are made: both were committed together. Follow them with `cleanupProgress`.",
  fields: (t) => ({
    operationId: t.exposeString("operationId", { description: "The operation's id: the one that was given, or one that was made." }),
    taskId: t.exposeID("taskId", { description: "The task's id." }),
    task: t.prismaField({
      type: "Task",
      nullable: true,
      description: "The task as it is now. Null when it is gone.",
      resolve: (query, payload, _args, context) => context.core.db.read.task.findUnique({ ...query, where: { id: payload.taskId } }),
    }),
    jobs: t.prismaField({
      type: ["CleanupJob"],
      description: `One job for each environment that is to be reclaimed, also for one that somebody else still holds (BLOCKED); ${MORE_JOBS}.`,
      resolve: (query, payload, _args, context) => jobsShown(context, query, payload.jobIds),
    }),
    jobsTotal: t.int({ description: "How many jobs were made.", resolve: (payload) => payload.jobIds.length }),
    cascadeId: t.exposeID("cascadeId", { nullable: true, description: CASCADE_ID }),
    taskIds: t.exposeIDList("taskIds", {
      description: "The tasks that were archived by this: the task itself, and with cascade those below it.",
    }),
    skipped: t.exposeIDList("skipped", {
      description:
        "The tasks below it that were archived before: they stay as they are, and an unarchive of this one does not bring them back.",
    }),
  }),
});

builder.mutationField("archiveTask", (t) =>
  t.field({
    type: ArchiveTaskPayload,
    description:
      "Archives a task and reclaims its environments: what is provably clean goes, anything else is moved to quarantine whole. Answers when the intent is committed, whatever the size of the trees. Its live sessions are asked to stop. `unarchiveTask` takes it back at any moment.",
    args: { input: t.arg({ type: ArchiveTaskInput, required: true, description: "What to archive, and how." }) },
    errors: { types: [TaskArchivedError] },
    resolve: (_root, { input }, context) => archiveTask(context.core, given(input)),
  }),
);

const UnarchiveTaskInput = builder.inputType("UnarchiveTaskInput", {
  description: "An archived task that is needed again.",
  fields: (t) => ({
    taskId: t.id({ required: true, description: "The task to take back." }),
    recover: t.boolean({
      description: "Bring back what the archive took along. True when not given; false leaves its environments EMPTY or in quarantine.",
    }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

type Unarchived = Awaited<ReturnType<typeof unarchiveTask>>;

const RestoringEnvironment = builder.objectRef<Unarchived["restoring"][number]>("RestoringEnvironment").implement({
  description: "An environment that is being brought back.",
  fields: (t) => ({
    environmentId: t.exposeID("environmentId", { description: "The environment's id." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description:
        "The environment as it is now: RESTORING, and then READY or FAILED. Follow it with `environmentProgress`. Null when it is gone.",
      resolve: (query, restoring, _args, context, info) =>
        rowOf(context, info, restoring.environmentId, (where) => context.core.db.read.environment.findMany({ ...query, where })),
    }),
    from: t.exposeString("from", {
      description:
        "Where it comes back from: its own directory in the trash or in quarantine, or anew from its branch, a rescue or a remote.",
    }),
  }),
});

const UnarchiveTaskPayload = builder.objectRef<Unarchived>("UnarchiveTaskPayload").implement({
  description: "The task is active again. What its archive had taken along is left alone, or being brought back.",
  fields: (t) => ({
    operationId: t.exposeString("operationId", { description: "The operation's id: the one that was given, or one that was made." }),
    taskId: t.exposeID("taskId", { description: "The task's id." }),
    task: t.prismaField({
      type: "Task",
      nullable: true,
      description: "The task as it is now. Null when it is gone.",
      resolve: (query, payload, _args, context) => context.core.db.read.task.findUnique({ ...query, where: { id: payload.taskId } }),
    }),
    supersededJobs: t.prismaField({
      type: ["CleanupJob"],
      description: "The jobs that were ended by this, 200 at most.",
      resolve: (query, payload, _args, context) => jobsShown(context, query, payload.supersededJobIds),
    }),
    restoring: t.field({
      type: [RestoringEnvironment],
      description: "The environments on which a step had begun: each is brought back, and says from where.",
      resolve: (payload) => payload.restoring,
    }),
    taskIds: t.exposeIDList("taskIds", {
      description: "The tasks that are active again by this: the task itself, and those below it that the same archive took along.",
    }),
  }),
});

builder.mutationField("unarchiveTask", (t) =>
  t.field({
    type: UnarchiveTaskPayload,
    description:
      "Takes an archive back, at any moment, also while its cleanup runs: restores exactly what that archive took along, the tasks below this one included. Of a task that a cascade took along, only its own part comes back; its parent stays archived until it is unarchived itself.",
    args: { input: t.arg({ type: UnarchiveTaskInput, required: true, description: "What to take back." }) },
    errors: { types: [TaskNotArchivedError] },
    resolve: (_root, { input }, context) => unarchiveTask(context.core, given(input)),
  }),
);

const DeleteTaskInput = builder.inputType("DeleteTaskInput", {
  description: "A task that is not needed any more.",
  fields: (t) => ({
    taskId: t.id({ required: true, description: "The task to delete." }),
    cascade: t.boolean({
      description:
        "Whether everything below it is deleted too, archived or not, in the same transaction: at most 20000 tasks. Without, its children stay, without a parent. False when not given.",
    }),
    branchPolicy: t.field({
      type: BranchPolicy,
      description: `${BRANCH_POLICY} What the workspace's policy says for DELETE or CASCADE_DELETE when not given: DELETE, unless it was changed.`,
    }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

type Deleted = Awaited<ReturnType<typeof deleteTask>>;

const TransferredEnvironment = builder.objectRef<Deleted["transferred"][number]>("TransferredEnvironment").implement({
  description: "An environment that another task's session was using: it belongs to that task now.",
  fields: (t) => ({
    environmentId: t.exposeID("environmentId", { description: "The environment's id." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: "The environment as it is now. Null when it is gone.",
      resolve: (query, transfer, _args, context, info) =>
        rowOf(context, info, transfer.environmentId, (where) => context.core.db.read.environment.findMany({ ...query, where })),
    }),
    taskId: t.exposeID("taskId", { description: "The new owner's id." }),
    task: t.prismaField({
      type: "Task",
      nullable: true,
      description: "The new owner: the task of the most recently active session. Null when it is gone.",
      resolve: (query, transfer, _args, context, info) =>
        rowOf(context, info, transfer.taskId, (where) => context.core.db.read.task.findMany({ ...query, where })),
    }),
  }),
});

const DeleteTaskPayload = builder.objectRef<Deleted>("DeleteTaskPayload").implement({
  description:
    "The task's rows are gone, and the jobs that reclaim its environments are made: both were committed together. From here the jobs are the record of what happens on disk.",
  fields: (t) => ({
    operationId: t.exposeString("operationId", { description: "The operation's id: the one that was given, or one that was made." }),
    taskId: t.exposeID("taskId", { description: "The id that the task had: `cleanupProgress` and `cleanupJobs` go on answering for it." }),
    workspaceId: t.exposeID("workspaceId", { description: "The workspace that it was in." }),
    jobs: t.prismaField({
      type: ["CleanupJob"],
      description: `One job for each environment that is to be reclaimed; ${MORE_JOBS}.`,
      resolve: (query, payload, _args, context) => jobsShown(context, query, payload.jobIds),
    }),
    transferred: t.field({
      type: [TransferredEnvironment],
      description: "The environments that were handed over instead, because another task's session uses them.",
      resolve: (payload) => payload.transferred,
    }),
    childrenMadeRoots: t.exposeIDList("childrenMadeRoots", { description: "Its children, without cascade: they stay, without a parent." }),
    jobsTotal: t.int({ description: "How many jobs were made.", resolve: (payload) => payload.jobIds.length }),
    cascadeId: t.exposeID("cascadeId", { nullable: true, description: CASCADE_ID }),
    taskIds: t.exposeIDList("taskIds", {
      description: "The tasks that were deleted by this: the task itself, and with cascade all below it.",
    }),
  }),
});

builder.mutationField("deleteTask", (t) =>
  t.field({
    type: DeleteTaskPayload,
    description:
      "Deletes a task and reclaims its environments: what is provably clean goes, anything else is moved to quarantine whole; commits stay readable. Answers when the intent is committed, whatever the size of the trees. An environment that a session of a task uses that stays is handed over to that task. There is no way back, but quarantine entries and rescues can be restored for another task.",
    args: { input: t.arg({ type: DeleteTaskInput, required: true, description: "What to delete, and how." }) },
    errors: {},
    resolve: (_root, { input }, context) => deleteTask(context.core, given(input)),
  }),
);
