import { taskStreamDone } from "../cleanup/streams.js";
import { numberOf } from "../db/events.js";
import type { PrismaClient } from "../db/generated/client.js";
import { type IdKind, requireId } from "../db/ids.js";
import { NotFoundError } from "../errors.js";
import { builder } from "./builder.js";
import { CleanupEvent } from "./cleanupEvent.js";
import type { Context } from "./context.js";
import { EnvironmentEvent } from "./environmentEvent.js";
import { SessionEvent } from "./sessionEvent.js";

const AFTER =
  "The cursor of the last event that you saw: everything after it comes, then what happens from now on. Without it, from the first event.";

/** Statuses of an environment of which nothing is being made or brought back. */
const SETTLED: readonly string[] = ["READY", "FAILED"];

function startOf(after: string | null | undefined): number {
  return after == null ? 0 : numberOf(after, "after");
}

builder.subscriptionFields((t) => ({
  cleanupProgress: t.field({
    type: CleanupEvent,
    description:
      "How a task's cleanup goes, everything after `after` and then live, with no gap and no duplicate, also after a reconnect and when the task's row is gone. Completes when none of its jobs can run any more and the task is archived or gone; until then it stays open, so you may subscribe before you act.",
    args: {
      taskId: t.arg.id({ required: true, description: "The task, also a deleted one." }),
      after: t.arg.string({ description: AFTER }),
    },
    subscribe: async (_root, args, context) => {
      const after = startOf(args.after);
      const taskId = requireId("task", args.taskId, "taskId");
      const workspaceId = await workspaceOfTask(context.core.db.read, taskId);
      return context.feed.subscribe({
        workspaceId,
        after,
        where: { kind: "CLEANUP", taskId },
        match: (event) => event.kind === "CLEANUP" && event.taskId === taskId,
        done: () => taskStreamDone(context.core, taskId),
        doneKey: `task ${taskId}`,
      });
    },
    resolve: (event) => event,
  }),
  cleanupActivity: t.field({
    type: CleanupEvent,
    description:
      "All cleanups of a workspace, for a board. Stays open. To see only what happens from now on, give the workspace's `latestCursor` as `after`.",
    args: {
      workspaceId: t.arg.id({ required: true, description: "The workspace." }),
      after: t.arg.string({ description: AFTER }),
    },
    subscribe: async (_root, args, context) => {
      const after = startOf(args.after);
      const workspaceId = await workspaceThatIs(context, args.workspaceId);
      return context.feed.subscribe({ workspaceId, after, where: { kind: "CLEANUP" }, match: (event) => event.kind === "CLEANUP" });
    },
    resolve: (event) => event,
  }),
  environmentProgress: t.field({
    type: EnvironmentEvent,
    description:
      "How an environment is made or brought back, everything after `after` and then live. Completes when nothing of it is being made or brought back any more and it is READY or FAILED, or when it is gone.",
    args: {
      environmentId: t.arg.id({ required: true, description: "The environment, also one that is gone." }),
      after: t.arg.string({ description: AFTER }),
    },
    subscribe: async (_root, args, context) => {
      const after = startOf(args.after);
      const environmentId = requireId("environment", args.environmentId, "environmentId");
      const { read } = context.core.db;
      const workspaceId = await workspaceOfEnvironment(read, environmentId);
      return context.feed.subscribe({
        workspaceId,
        after,
        where: { kind: "ENVIRONMENT", environmentId },
        match: (event) => event.kind === "ENVIRONMENT" && event.environmentId === environmentId,
        done: () => environmentStreamDone(read, environmentId),
        doneKey: `environment ${environmentId}`,
      });
    },
    resolve: (event) => event,
  }),
  sessionEvents: t.field({
    type: SessionEvent,
    description: "For whoever runs the agents: sessions of a workspace that are asked to stop, end, or are lost. Stays open.",
    args: {
      workspaceId: t.arg.id({ required: true, description: "The workspace." }),
      after: t.arg.string({ description: AFTER }),
    },
    subscribe: async (_root, args, context) => {
      const after = startOf(args.after);
      const workspaceId = await workspaceThatIs(context, args.workspaceId);
      return context.feed.subscribe({ workspaceId, after, where: { kind: "SESSION" }, match: (event) => event.kind === "SESSION" });
    },
    resolve: (event) => event,
  }),
}));

async function workspaceThatIs(context: Context, id: string): Promise<string> {
  const workspaceId = requireId("workspace", id, "workspaceId");
  const workspace = await context.core.db.read.workspace.findUnique({ where: { id: workspaceId }, select: { id: true } });
  return found(workspace?.id, "workspace", workspaceId);
}

/** Whose stream a task's events are in, also when its row is gone: its jobs and events stay. */
async function workspaceOfTask(read: PrismaClient, taskId: string): Promise<string> {
  const select = { workspaceId: true };
  const holder =
    (await read.task.findUnique({ where: { id: taskId }, select })) ??
    (await read.cleanupJob.findFirst({ where: { taskId }, select })) ??
    (await read.event.findFirst({ where: { taskId }, select }));
  return found(holder?.workspaceId, "task", taskId);
}

async function workspaceOfEnvironment(read: PrismaClient, environmentId: string): Promise<string> {
  const select = { workspaceId: true };
  const holder =
    (await read.environment.findUnique({ where: { id: environmentId }, select })) ??
    (await read.cleanupJob.findFirst({ where: { environmentId }, select })) ??
    (await read.event.findFirst({ where: { environmentId }, select }));
  return found(holder?.workspaceId, "environment", environmentId);
}

function found(workspaceId: string | undefined, type: IdKind, id: string): string {
  if (workspaceId === undefined) throw new NotFoundError(type, id);
  return workspaceId;
}

async function environmentStreamDone(read: PrismaClient, environmentId: string): Promise<boolean> {
  const environment = await read.environment.findUnique({ where: { id: environmentId }, select: { status: true } });
  if (environment === null) return true;
  const unfinished = await read.environmentAttempt.count({ where: { environmentId, state: { in: ["PENDING", "RUNNING"] } } });
  return unfinished === 0 && SETTLED.includes(environment.status);
}
