import { supersede } from "../cleanup/snapshot.js";
import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { Environment, Task } from "../db/generated/client.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { TaskNotArchivedError } from "../errors.js";
import { queueRevival } from "./restoreQueue.js";

export interface UnarchiveTaskInput {
  taskId: string;
  /** Bring back what the archive took along; true when not given. */
  recover?: boolean | null;
  operationId?: string | null;
}

export interface UnarchiveTaskResult {
  operationId: string;
  taskId: string;
  supersededJobIds: string[];
  /** Environments that are being brought back, and from what: "trash" (a step had begun), "quarantine", or "branch, rescue or remote". */
  restoring: { environmentId: string; from: string }[];
}

/**
 * Unarchives a task, at once and at any moment: jobs that have not begun leave everything as it is; where a step has begun, the
 * environment is RESTORING and a durable restore begins when the step in hand has returned. Throws NotFoundError,
 * TaskNotArchivedError, OperationConflictError.
 */
export async function unarchiveTask(core: Core, input: UnarchiveTaskInput): Promise<UnarchiveTaskResult> {
  const taskId = requireId("task", input.taskId, "input.taskId");
  const { operationId: _, ...rest } = input;
  return core.effects.run("unarchive.commit", () =>
    operate(core.db, core.clock, { operationId: input.operationId, name: "unarchiveTask", input: rest }, async (tx, operationId) => {
      const nowMs = core.clock.now();
      const task = (await enterTasks(tx, [taskId])).get(taskId) as Task;
      if (task.archivedAt === null) throw new TaskNotArchivedError(taskId);
      await tx.task.update({
        where: { id: taskId },
        data: { archivedAt: null, archiveOperationId: null, lastActivityAt: new Date(nowMs) },
      });
      const result: UnarchiveTaskResult = { operationId, taskId, supersededJobIds: [], restoring: [] };
      for (const environment of await tx.environment.findMany({ where: { taskId }, orderBy: { id: "asc" } })) {
        await revive(tx, environment, task, input.recover !== false, nowMs, result);
      }
      return result;
    }),
  );
}

async function revive(
  tx: Tx,
  environment: Environment,
  task: Task,
  recover: boolean,
  nowMs: number,
  result: UnarchiveTaskResult,
): Promise<void> {
  const naming = await tx.cleanupJob.findUnique({ where: { holdsEnvironmentId: environment.id } });
  // A job of somebody else's operation (a reset, say) is not what this archive took along.
  if (naming !== null && naming.taskId !== task.id) return;
  if (naming !== null) {
    const ended = await supersede(tx, environment.id, new Date(nowMs), `The task was unarchived.`);
    if (ended !== null) result.supersededJobIds.push(ended.id);
    if (naming.begunAt === null) {
      if (environment.status === "RESTORING") return bringBackAgain(tx, environment, nowMs, result);
      if (environment.status !== "PROVISIONING") return;
      // Its making was called off by the archive: it goes on.
      await queueRevival(tx, environment, { kind: "MAKE" }, nowMs);
      result.restoring.push({ environmentId: environment.id, from: "the repository" });
      return;
    }
    // Also when nothing is to be recovered: half-way, its directory lies where nobody looks for it.
    await queueRevival(tx, environment, { kind: "RESTORE", jobId: naming.id, entryId: null }, nowMs);
    result.restoring.push({ environmentId: environment.id, from: "trash" });
    return;
  }
  if (!recover || environment.status === "READY" || environment.status === "PROVISIONING" || environment.status === "RESTORING") return;
  const entry = await tx.quarantineEntry.findFirst({
    where: { environmentId: environment.id, state: "HELD", kind: "DIRECTORY" },
    orderBy: { createdAt: "desc" },
  });
  const last = await tx.cleanupJob.findFirst({
    where: { environmentId: environment.id, state: "SUCCEEDED" },
    orderBy: { createdAt: "desc" },
  });
  if (entry === null && last === null) return;
  // It had been reset before: the archive found nothing to take along.
  if (last?.trigger === "ENVIRONMENT_RESET") return;
  await queueRevival(tx, environment, { kind: "RESTORE", jobId: last?.id ?? entry?.jobId ?? null, entryId: entry?.id ?? null }, nowMs);
  result.restoring.push({ environmentId: environment.id, from: entry === null ? "branch, rescue or remote" : "quarantine" });
}

/** A restore that the archive came in between has left what had to be made anew to the next one. One that still goes on does all of it. */
async function bringBackAgain(tx: Tx, environment: Environment, nowMs: number, result: UnarchiveTaskResult): Promise<void> {
  const last = await tx.environmentAttempt.findFirst({
    where: { environmentId: environment.id, kind: "RESTORE" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  if (last === null || last.state === "PENDING" || last.state === "RUNNING") return;
  const { sourceJobId: jobId, sourceEntryId } = last;
  await queueRevival(tx, environment, { kind: "RESTORE", jobId, entryId: jobId === null ? sourceEntryId : null }, nowMs);
  result.restoring.push({ environmentId: environment.id, from: "branch, rescue or remote" });
}
