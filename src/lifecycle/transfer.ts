import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { Environment, Task } from "../db/generated/client.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { inProgress, jobNaming, requireInPlace, requireNotRestoring } from "../environments/usable.js";
import { CleanupInProgressError, InvalidInputError, NotFoundError, TaskArchivedError } from "../errors.js";
import { handOver } from "./handOver.js";

export interface TransferEnvironmentInput {
  environmentId: string;
  /** An active task of the same workspace. */
  toTaskId: string;
  operationId?: string | null | undefined;
}

export interface TransferEnvironmentResult {
  operationId: string;
  environmentId: string;
  fromTaskId: string;
  toTaskId: string;
  supersededJobId: string | null;
}

/**
 * Hands an environment to another task of the workspace, as it is: nothing on disk is touched. Also that of an archived task, as long as its
 * cleanup has not begun: that job is superseded. Sessions of the old owner in it become borrowers. Throws InvalidInputError, NotFoundError (also for a
 * task of another workspace), TaskArchivedError, CleanupInProgressError, EnvironmentBusyError, OperationConflictError.
 */
export async function transferEnvironment(core: Core, input: TransferEnvironmentInput): Promise<TransferEnvironmentResult> {
  const environmentId = requireId("environment", input.environmentId, "input.environmentId");
  const toTaskId = requireId("task", input.toTaskId, "input.toTaskId");
  const op = { operationId: input.operationId, name: "transferEnvironment", input: { environmentId, toTaskId } };
  return operate(core.db, core.clock, op, async (tx, operationId) => {
    const environment = await tx.environment.findUnique({ where: { id: environmentId } });
    if (environment === null) throw new NotFoundError("environment", environmentId);
    const fromTaskId = environment.taskId;
    const to = (await enterTasks(tx, [fromTaskId, toTaskId])).get(toTaskId) as Task;
    // One of another workspace is not there, as far as this one can see.
    if (to.workspaceId !== environment.workspaceId) throw new NotFoundError("task", toTaskId);
    if (fromTaskId === toTaskId) throw new InvalidInputError("input.toTaskId", `The environment ${environmentId} is this task's already.`);
    await requireReceiver(tx, to);
    const supersededJobId = await requireMovable(tx, environment);
    await handOver(tx, environment, { taskId: toTaskId, why: `Handed over from ${fromTaskId} to ${toTaskId}.` }, core.clock.now());
    return { operationId, environmentId, fromTaskId, toTaskId, supersededJobId };
  });
}

/** What is about to be reclaimed with a task gets nothing more to reclaim. */
async function requireReceiver(tx: Tx, task: Task): Promise<void> {
  if (task.archivedAt !== null) throw new TaskArchivedError(task.id);
  const ending = await tx.cleanupJob.findFirst({
    where: { taskId: task.id, holdsEnvironmentId: { not: null }, trigger: { not: "ENVIRONMENT_RESET" } },
  });
  if (ending !== null)
    throw new CleanupInProgressError(ending.id, `What the task ${task.id} owns is being reclaimed by ${ending.id} (${ending.state}).`);
}

/** @returns the job that names it, of which nothing has begun */
async function requireMovable(tx: Tx, environment: Environment): Promise<string | null> {
  const job = await jobNaming(tx, environment.id);
  if (job !== null && job.begunAt !== null) throw inProgress(environment.id, job);
  await requireNotRestoring(tx, environment);
  requireInPlace(environment);
  return job?.id ?? null;
}
