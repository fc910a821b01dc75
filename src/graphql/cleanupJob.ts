import { summarise } from "../cleanup/events.js";
import { RUNNABLE_STATES } from "../cleanup/job.js";
import { type CleanupPolicy as Policy, parsePolicy } from "../cleanup/policy.js";
import type { CleanupJob as CleanupJobRow, Event as EventRow, Session as SessionRow } from "../db/generated/client.js";
import { requireId } from "../db/ids.js";
import { groupedBy } from "../db/parts.js";
import { holding } from "../environments/held.js";
import { batched } from "./batch.js";
import { builder } from "./builder.js";
import { CleanupEventConnection } from "./cleanupEvent.js";
import { connectionOf } from "./connection.js";
import { BranchPolicy, CleanupJobState, CleanupTrigger } from "./enums.js";
import { rowOf } from "./load.js";
import { byCreation, byNumber } from "./order.js";
import { childPage, nodeQuery, page, pageArguments, pageComplexity } from "./page.js";
import { CleanupProgressSummary } from "./progress.js";
import { RebuildableRule } from "./workspacePolicy.js";

const RUNNABLE: readonly string[] = RUNNABLE_STATES;

const IN_ORDER = { orderBy: { position: "asc" } } as const;

const CleanupPolicy = builder.objectRef<Policy>("CleanupPolicy").implement({
  description: "What a cleanup job goes by.",
  fields: (t) => ({
    rebuildable: t.field({
      type: [RebuildableRule],
      description: "The directories that can be rebuilt.",
      resolve: (policy) => policy.rebuildable,
    }),
    stopGraceMs: t.exposeInt("stopGraceMs", { description: "The grace that its task's sessions were given, in milliseconds." }),
  }),
});

export const CleanupJob = builder.prismaNode("CleanupJob", {
  description:
    "The durable intent to reclaim one environment, with its snapshot. It outlives the task and its sessions, and goes on by itself after a restart.",
  id: { field: "id", description: "Its id: job_…" },
  fields: (t) => ({
    workspaceId: t.exposeID("workspaceId", { description: "The workspace that it belongs to." }),
    operationId: t.exposeString("operationId", { description: "The operation that made it: the jobs of one mutation share it." }),
    cascadeId: t.exposeID("cascadeId", {
      nullable: true,
      description: "The cascade that made it: the jobs of one cascade share it. Null when it was made by none.",
    }),
    taskId: t.exposeID("taskId", { description: "The task whose end it is. Outlives the task." }),
    taskTitle: t.exposeString("taskTitle", { description: "The task's title when the job was made." }),
    task: t.prismaField({
      type: "Task",
      nullable: true,
      description: "The task whose end it is. Null when that is gone.",
      resolve: (query, job, _args, context, info) =>
        rowOf(context, info, job.taskId, (where) => context.core.db.read.task.findMany({ ...query, where })),
    }),
    environmentId: t.exposeID("environmentId", { description: "The environment that it reclaims. Outlives the environment." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: "The environment that it reclaims. Null when that is gone.",
      resolve: (query, job, _args, context, info) =>
        rowOf(context, info, job.environmentId, (where) => context.core.db.read.environment.findMany({ ...query, where })),
    }),
    trigger: t.expose("trigger", { type: CleanupTrigger, description: "What made it." }),
    state: t.expose("state", { type: CleanupJobState, description: "Where it stands." }),
    branchPolicy: t.expose("branchPolicy", { type: BranchPolicy, description: "What happens to the branches." }),
    pushFirst: t.exposeBoolean("pushFirst", {
      description: "A reset that pushes every repository's branch before anything moves: any failure stops it there.",
    }),
    makeAfresh: t.exposeBoolean("makeAfresh", {
      description: "A reset that materialises the environment again when it is done: follow that with `environmentProgress`.",
    }),
    policy: t.field({
      type: CleanupPolicy,
      description: "What was in force when it was made: it goes by this, whatever the workspace's policy says since.",
      resolve: (job) => parsePolicy(job.policy),
    }),
    attempts: t.exposeInt("attempts", { description: "Runs that failed." }),
    maxAttempts: t.exposeInt("maxAttempts", { description: "After so many failed runs it is FAILED." }),
    nextAttemptAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When it is due: next, or for the first time. Null when it is not waiting for a time.",
      resolve: (job) => (job.state === "PENDING" || job.state === "RETRY_WAIT" ? job.dueAt : null),
    }),
    begunAt: t.expose("begunAt", {
      type: "DateTime",
      nullable: true,
      description: "When its first step that changes something began: from then on nobody else may use the environment. Null before.",
    }),
    lastError: t.exposeString("lastError", { nullable: true, description: "Why the last run failed, in one sentence." }),
    waitingFor: t.exposeString("waitingFor", {
      nullable: true,
      description: "What would let it go on: what holds it, or what has to go out of the way. Null when it waits for nothing outside.",
    }),
    blockedBy: t.prismaField({
      type: ["Session"],
      description: "The sessions that hold its environment now, while the job can still run: it waits for them.",
      complexity: { field: 1, multiplier: 3 },
      resolve: async (query, job, _args, context, info) => {
        if (!RUNNABLE.includes(job.state)) return [];
        const sessions = await batched<SessionRow[]>(context, info, job.environmentId, async (ids) => {
          const found = await context.core.db.read.session.findMany({
            ...query,
            where: { AND: [holding(context.core.clock.now()), { environmentId: { in: ids } }] },
            orderBy: [{ createdAt: "asc" }, { id: "asc" }],
          });
          return groupedBy(found, (session) => session.environmentId ?? "");
        });
        return sessions ?? [];
      },
    }),
    resources: t.relation("resources", {
      description: "What it reclaims: each worktree, then the rest of the directory.",
      query: IN_ORDER,
      complexity: { field: 1, multiplier: 4 },
    }),
    progress: t.field({
      type: CleanupProgressSummary,
      description: "How far it is.",
      // The same as for `resources`, so that they are read once.
      select: { resources: IN_ORDER },
      resolve: (job) => ({ ...summarise(job.resources), finished: job.state === "SUCCEEDED" }),
    }),
    events: t.field({
      type: CleanupEventConnection,
      description: "Everything that was written about it, oldest first. Its cursors are those of `cleanupProgress`.",
      args: pageArguments,
      complexity: pageComplexity,
      resolve: (job, args, context, info) =>
        childPage<EventRow>(context, info, args, job.id, {
          table: "Event",
          order: byNumber,
          parent: "jobId",
          find: (query) => context.core.db.read.event.findMany({ ...nodeQuery(context, info), ...query }),
        }),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    completedAt: t.expose("completedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it ended: SUCCEEDED, FAILED, CANCELLED or SUPERSEDED. Null before.",
    }),
  }),
});

export const CleanupJobConnection = connectionOf(CleanupJob, "CleanupJob", "cleanup jobs");

/** How jobs are listed under a parent. */
export const CLEANUP_JOBS = { table: "CleanupJob", order: byCreation("job") } as const;

const CleanupJobFilter = builder.inputType("CleanupJobFilter", {
  description: "Which cleanup jobs: those that fit everything that is given.",
  fields: (t) => ({
    workspaceId: t.id({ description: "Those of this workspace." }),
    taskId: t.id({ description: "Those of this task, also when it is gone." }),
    environmentId: t.id({ description: "Those of this environment, also when it is gone." }),
    operationId: t.string({ description: "Those that this operation made." }),
    cascadeId: t.id({ description: "Those that this cascade made." }),
    states: t.field({ type: [CleanupJobState], description: "Those in one of these states." }),
    triggers: t.field({ type: [CleanupTrigger], description: "Those that one of these made." }),
  }),
});

function whereOf(filter: typeof CleanupJobFilter.$inferInput | null | undefined): object {
  const { workspaceId, taskId, environmentId, operationId, cascadeId, states, triggers } = filter ?? {};
  return {
    ...(workspaceId == null ? {} : { workspaceId: requireId("workspace", workspaceId, "filter.workspaceId") }),
    ...(taskId == null ? {} : { taskId: requireId("task", taskId, "filter.taskId") }),
    ...(environmentId == null ? {} : { environmentId: requireId("environment", environmentId, "filter.environmentId") }),
    ...(operationId == null ? {} : { operationId }),
    ...(cascadeId == null ? {} : { cascadeId: requireId("cascade", cascadeId, "filter.cascadeId") }),
    ...(states == null ? {} : { state: { in: [...states] } }),
    ...(triggers == null ? {} : { trigger: { in: [...triggers] } }),
  };
}

builder.queryFields((t) => ({
  cleanupJob: t.prismaField({
    type: "CleanupJob",
    nullable: true,
    description: "The cleanup job of that id, null when there is none.",
    args: { id: t.arg.id({ required: true, description: "Its id: job_…" }) },
    resolve: (query, _root, { id }, context) => context.core.db.read.cleanupJob.findUnique({ ...query, where: { id } }),
  }),
  cleanupJobs: t.field({
    type: CleanupJobConnection,
    description: "Cleanup jobs, oldest first. Answers for tasks whose row is gone, too.",
    args: { filter: t.arg({ type: CleanupJobFilter, description: "Which ones. All when not given." }), ...pageArguments },
    complexity: pageComplexity,
    resolve: (_root, args, context, info) => {
      const filter = whereOf(args.filter);
      return page<CleanupJobRow>(args, {
        order: CLEANUP_JOBS.order,
        find: ({ where, ...query }) =>
          context.core.db.read.cleanupJob.findMany({ ...nodeQuery(context, info), ...query, where: { AND: [filter, where] } }),
        count: () => context.core.db.read.cleanupJob.count({ where: filter }),
      });
    },
  }),
}));
