import type { CleanupEventType as EventType } from "../cleanup/events.js";
import { cursorOf } from "../db/events.js";
import { builder } from "./builder.js";
import { connectionOf } from "./connection.js";
import { enumOf } from "./enumOf.js";
import { CleanupJobState, CleanupStep, ResourceOutcome } from "./enums.js";
import { rowOf } from "./load.js";
import { CleanupProgressSummary } from "./progress.js";

const CleanupEventType = enumOf<EventType>("CleanupEventType", "What a cleanup event tells.", {
  QUEUED: "The job was made.",
  CLAIMED: "A runner has taken it.",
  STEP_STARTED: "A step has begun.",
  STEP_FINISHED: "A step has ended.",
  PURGE_PROGRESS: "More of a tree is deleted: see `progress`.",
  QUARANTINED: "Something was moved to quarantine.",
  PRESERVED: "Something stays, with the reason.",
  TRANSFERRED: "The environment belongs to another task now.",
  WAITING: "Something outside is in the way: the message says what would clear it.",
  INTERRUPTED: "The server ended while the job ran. It goes on by itself.",
  RETRY_SCHEDULED: "A run failed; the next one is at `nextAttemptAt`.",
  BLOCKED: "Somebody holds the environment: the job waits.",
  UNBLOCKED: "Nobody holds the environment any more.",
  SUCCEEDED: "The job is done.",
  FAILED: "The job's attempts are used up.",
  CANCELLED: "A person parked the job.",
  SUPERSEDED: "The job was ended by an unarchive, or taken over by a later job.",
});

export const CleanupEvent = builder.prismaObject("Event", {
  variant: "CleanupEvent",
  description:
    "One numbered line of a cleanup's progress, stored and streamed. Everything in it is as it was when it was written; `job` and `resource` lead to the present.",
  fields: (t) => ({
    cursor: t.string({
      description: "Names this event: give it as `after` to get everything that follows.",
      resolve: (event) => cursorOf(event.number),
    }),
    type: t.field({ type: CleanupEventType, description: "What it tells.", resolve: (event) => event.type as EventType }),
    message: t.exposeString("message", { description: "The same in a sentence for a person." }),
    at: t.expose("at", { type: "DateTime", description: "When it was written." }),
    taskId: t.exposeID("taskId", { nullable: true, description: "The task whose end it is about, also when that is gone." }),
    environmentId: t.exposeID("environmentId", {
      nullable: true,
      description: "The environment that is being reclaimed, also when that is gone.",
    }),
    jobId: t.id({ description: "The job it is about.", resolve: (event) => event.jobId ?? "" }),
    job: t.relation("job", { description: "The job it is about, as it is now.", onNull: "error" }),
    jobState: t.field({
      type: CleanupJobState,
      description: "The job's state after this.",
      resolve: (event) => event.jobState ?? "PENDING",
    }),
    attempt: t.int({ description: "How many runs had failed.", resolve: (event) => event.attempt ?? 0 }),
    resourceId: t.exposeID("resourceId", { nullable: true, description: "The resource it is about. Null when it is about the whole job." }),
    resource: t.prismaField({
      type: "CleanupResource",
      nullable: true,
      description: "The resource it is about, as it is now. Null when it is about the whole job.",
      resolve: (query, event, _args, context, info) =>
        rowOf(context, info, event.resourceId, (where) => context.core.db.read.cleanupResource.findMany({ ...query, where })),
    }),
    step: t.expose("step", { type: CleanupStep, nullable: true, description: "The step it is about. Null when it is about none." }),
    outcome: t.expose("outcome", {
      type: ResourceOutcome,
      nullable: true,
      description: "The outcome of the resource, where it tells one.",
    }),
    error: t.exposeString("error", { nullable: true, description: "What went wrong, where something did." }),
    nextAttemptAt: t.expose("nextAttemptAt", {
      type: "DateTime",
      nullable: true,
      description: "When the job was due next. Null when it was not waiting for a time.",
    }),
    progress: t.field({
      type: CleanupProgressSummary,
      description: "How far the job was.",
      resolve: (event) => ({
        resourcesDone: event.resourcesDone ?? 0,
        resourcesTotal: event.resourcesTotal ?? 0,
        entriesDone: event.entriesDone ?? 0,
        entriesTotal: event.entriesTotal,
        bytesDone: event.bytesDone ?? 0n,
        bytesTotal: event.bytesTotal,
        finished: event.jobState === "SUCCEEDED",
      }),
    }),
  }),
});

export const CleanupEventConnection = connectionOf(CleanupEvent, "CleanupEvent", "cleanup events");
