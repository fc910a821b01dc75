import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { environmentEvent } from "../environments/events.js";
import { requireLine } from "../environments/input.js";
import { inProgress, jobNaming } from "../environments/usable.js";
import { NotFoundError } from "../errors.js";

const REASON_CHARS = 500;

export interface PinEnvironmentInput {
  environmentId: string;
  /** For people: who keeps it, and what for. */
  reason: string;
  operationId?: string | null | undefined;
}

/**
 * Says keep: a cleanup of it waits, naming the reason, before anything moves. Said again it takes the new reason. Throws InvalidInputError, NotFoundError,
 * CleanupInProgressError (a step has begun), OperationConflictError.
 */
export async function pinEnvironment(core: Core, input: PinEnvironmentInput): Promise<{ environmentId: string }> {
  const environmentId = requireId("environment", input.environmentId, "input.environmentId");
  const reason = requireLine("input.reason", input.reason, { max: REASON_CHARS });
  const op = { operationId: input.operationId, name: "pinEnvironment", input: { environmentId, reason } };
  return operate(core.db, core.clock, op, async (tx) => {
    const job = await jobNaming(tx, environmentId);
    if (!(await setPin(core, tx, environmentId, reason))) throw new NotFoundError("environment", environmentId);
    if (job === null) return { environmentId };
    if (job.begunAt !== null) throw inProgress(environmentId, job);
    await tx.cleanupJob.updateMany({ where: { id: job.id }, data: { pinnedReason: reason } });
    return { environmentId };
  });
}

export interface UnpinEnvironmentInput {
  environmentId: string;
  operationId?: string | null | undefined;
}

/**
 * Takes the pin away, also where the environment's row went with its task: a cleanup that waited for it is due at once. Not pinned is done.
 * Throws NotFoundError, OperationConflictError.
 */
export async function unpinEnvironment(core: Core, input: UnpinEnvironmentInput): Promise<{ environmentId: string }> {
  const environmentId = requireId("environment", input.environmentId, "input.environmentId");
  const op = { operationId: input.operationId, name: "unpinEnvironment", input: { environmentId } };
  return operate(core.db, core.clock, op, async (tx) => {
    const job = await jobNaming(tx, environmentId);
    const isThere = await setPin(core, tx, environmentId, null);
    if (!isThere && job === null) throw new NotFoundError("environment", environmentId);
    if (job === null || job.pinnedReason === null) return { environmentId };
    const now = new Date(core.clock.now());
    const due = job.state === "RETRY_WAIT" ? { dueAt: now, dueSetAt: now } : {};
    await tx.cleanupJob.updateMany({ where: { id: job.id }, data: { pinnedReason: null, ...due } });
    return { environmentId };
  });
}

/** False when the environment has no row (any more). */
async function setPin(core: Core, tx: Tx, environmentId: string, pinnedReason: string | null): Promise<boolean> {
  const found = await tx.environment.findUnique({ where: { id: environmentId } });
  if (found === null) return false;
  await enterTasks(tx, [found.taskId]);
  if (found.pinnedReason === pinnedReason) return true;
  await tx.environment.update({ where: { id: environmentId }, data: { pinnedReason } });
  const said =
    pinnedReason === null
      ? ({ type: "UNPINNED", message: "Not pinned any more." } as const)
      : ({ type: "PINNED", message: `Pinned: ${pinnedReason}` } as const);
  await environmentEvent(tx, found, { ...said, at: new Date(core.clock.now()) });
  return true;
}
