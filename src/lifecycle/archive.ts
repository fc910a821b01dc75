import type { Core } from "../core.js";
import { enterActiveTask } from "../db/barrier.js";
import type { BranchPolicy } from "../db/generated/enums.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { stopSessionsOf } from "../environments/sessions.js";
import { endEnvironment, endingOf } from "./end.js";

export interface ArchiveTaskInput {
  taskId: string;
  /** KEEP when not given. */
  branchPolicy?: BranchPolicy | null;
  operationId?: string | null;
}

/**
 * Archives a task: the mark, the stopping of its own sessions and the cleanup jobs with their snapshots commit together; nothing on
 * disk is touched before. Throws NotFoundError, TaskArchivedError, OperationConflictError.
 */
export async function archiveTask(core: Core, input: ArchiveTaskInput): Promise<{ operationId: string; taskId: string; jobIds: string[] }> {
  const taskId = requireId("task", input.taskId, "input.taskId");
  const { operationId: _, ...rest } = input;
  return core.effects.run("end.commit", () =>
    operate(core.db, core.clock, { operationId: input.operationId, name: "archiveTask", input: rest }, async (tx, operationId) => {
      const nowMs = core.clock.now();
      await enterActiveTask(tx, taskId);
      const task = await tx.task.update({ where: { id: taskId }, data: { archivedAt: new Date(nowMs), archiveOperationId: operationId } });
      await stopSessionsOf(tx, task, core.config.stopGraceMs, nowMs);
      const ending = endingOf(core, task, { trigger: "ARCHIVE", branchPolicy: input.branchPolicy, operationId, nowMs });
      const jobIds: string[] = [];
      for (const environment of await tx.environment.findMany({ where: { taskId }, orderBy: { id: "asc" } })) {
        const job = await endEnvironment(tx, environment, ending);
        if (job !== null) jobIds.push(job.id);
      }
      return { operationId, taskId, jobIds };
    }),
  );
}
