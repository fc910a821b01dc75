import type { Tx } from "../db/database.js";
import { appendEvent, appendEvents, type NewEvent } from "../db/events.js";
import type { CleanupJob, CleanupResource } from "../db/generated/client.js";
import type { CleanupStep, ResourceOutcome } from "../db/generated/enums.js";

export const CLEANUP_EVENT_TYPES = [
  "QUEUED",
  "CLAIMED",
  "STEP_STARTED",
  "STEP_FINISHED",
  "PURGE_PROGRESS",
  "QUARANTINED",
  "PRESERVED",
  "TRANSFERRED",
  "WAITING",
  "INTERRUPTED",
  "RETRY_SCHEDULED",
  "BLOCKED",
  "UNBLOCKED",
  "SUCCEEDED",
  "FAILED",
  "CANCELLED",
  "SUPERSEDED",
] as const;
export type CleanupEventType = (typeof CLEANUP_EVENT_TYPES)[number];

export interface CleanupEventInput {
  type: CleanupEventType;
  message: string;
  resourceId?: string;
  worktreeId?: string | null;
  step?: CleanupStep;
  outcome?: ResourceOutcome;
  error?: string;
}

export interface ProgressSummary {
  resourcesDone: number;
  resourcesTotal: number;
  entriesDone: number;
  entriesTotal: number | null;
  bytesDone: bigint;
  bytesTotal: bigint | null;
}

/** What the sums are made of. */
type Summed = Pick<CleanupResource, "kind" | "phase" | "verdict" | "outcome" | "entriesTotal" | "entriesDone" | "bytesTotal" | "bytesDone">;

/** Sums of a job's resources: totals are null until every tree that is to be purged was measured. */
export function summarise(resources: readonly Summed[]): ProgressSummary {
  const trees = resources.filter((r) => r.kind === "WORKTREE");
  const measured = trees.every((r) => r.entriesTotal !== null || r.phase === "DONE");
  return {
    resourcesDone: resources.filter((r) => r.phase === "DONE").length,
    resourcesTotal: resources.length,
    entriesDone: trees.reduce((sum, r) => sum + r.entriesDone, 0),
    entriesTotal: measured ? trees.reduce((sum, r) => sum + purgeTotal(r), 0) : null,
    bytesDone: trees.reduce((sum, r) => sum + r.bytesDone, 0n),
    bytesTotal: measured ? trees.reduce((sum, r) => sum + (purged(r) ? (r.bytesTotal ?? 0n) : 0n), 0n) : null,
  };
}

/** A tree that is kept adds nothing to what there is to purge. */
function purged(resource: Summed): boolean {
  return resource.verdict === "CLEAN" && (resource.outcome === null || resource.outcome === "REMOVED");
}

function purgeTotal(resource: Summed): number {
  return purged(resource) ? (resource.entriesTotal ?? 0) : 0;
}

/** Writes one line of a job's progress, with state, attempt and sums as they are in this transaction: `resources`, where they were just read in it. */
export async function cleanupEvent(
  tx: Tx,
  job: CleanupJob,
  at: Date,
  event: CleanupEventInput,
  seen?: readonly CleanupResource[],
): Promise<void> {
  const resources = seen ?? (await tx.cleanupResource.findMany({ where: { jobId: job.id } }));
  await appendEvent(tx, job.workspaceId, lineOf(job, at, event, resources));
}

/** The like for many jobs of one workspace, in their order. */
export async function cleanupEvents(
  tx: Tx,
  at: Date,
  lines: readonly { job: CleanupJob; event: CleanupEventInput; resources: readonly Summed[] }[],
): Promise<void> {
  const first = lines[0];
  if (first === undefined) return;
  const events = lines.map(({ job, event, resources }) => lineOf(job, at, event, resources));
  await appendEvents(tx, first.job.workspaceId, events);
}

function lineOf(job: CleanupJob, at: Date, event: CleanupEventInput, resources: readonly Summed[]): NewEvent {
  return {
    kind: "CLEANUP",
    type: event.type,
    message: event.message,
    at,
    taskId: job.taskId,
    environmentId: job.environmentId,
    jobId: job.id,
    resourceId: event.resourceId ?? null,
    worktreeId: event.worktreeId ?? null,
    jobState: job.state,
    attempt: job.attempts,
    step: event.step ?? null,
    outcome: event.outcome ?? null,
    error: event.error ?? null,
    nextAttemptAt: job.state === "RETRY_WAIT" || job.state === "PENDING" ? job.dueAt : null,
    ...summarise(resources),
  };
}
