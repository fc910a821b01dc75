import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Task } from "../db/generated/client.js";
import type { BranchPolicy } from "../db/generated/enums.js";
import { newId, requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { eachPart } from "../db/parts.js";
import { TaskArchivedError } from "../errors.js";
import { endEnvironments, endingOf, stopAndCollect } from "./end.js";
import { treeOf } from "./tree.js";

export interface ArchiveTaskInput {
  taskId: string;
  /** Everything below it too. False when not given. */
  cascade?: boolean | null;
  /** What the workspace's policy says when not given. */
  branchPolicy?: BranchPolicy | null;
  operationId?: string | null;
}

export interface ArchiveTaskResult {
  operationId: string;
  taskId: string;
  cascadeId: string | null;
  /** Everything that was archived by this, the task itself included. */
  taskIds: string[];
  /** What lies below it and was archived before. */
  skipped: string[];
  jobIds: string[];
}

/**
 * Archives a task, and with `cascade` what is active below it: the marks, the stopping of their own sessions and the cleanup jobs with their
 * snapshots commit together; nothing on disk is touched before. Throws NotFoundError, TaskArchivedError, InvalidInputError (too many),
 * OperationConflictError.
 */
export async function archiveTask(core: Core, input: ArchiveTaskInput): Promise<ArchiveTaskResult> {
  const taskId = requireId("task", input.taskId, "input.taskId");
  const cascade = input.cascade === true;
  // A cascade that was not said and one that is false are the same input.
  const said = { taskId, branchPolicy: input.branchPolicy, cascade: cascade || null };
  return core.effects.run("end.commit", () =>
    operate(core.db, core.clock, { operationId: input.operationId, name: "archiveTask", input: said }, async (tx, operationId) => {
      const nowMs = core.clock.now();
      // The barrier over the whole tree, by one statement; then what of it is active.
      const entered = await enterTasks(tx, cascade ? [taskId, ...(await treeOf(tx, taskId))] : [taskId]);
      const { active, skipped } = archivable(taskId, entered.values());
      const taskIds = active.map((task) => task.id);
      await eachPart(taskIds, (part) =>
        tx.task.updateMany({ where: { id: { in: part } }, data: { archivedAt: new Date(nowMs), archiveOperationId: operationId } }),
      );
      const cascadeId = cascade ? newId("cascade") : null;
      const trigger = archiveTrigger(cascade);
      const ending = await endingOf(core, tx, active, { trigger, branchPolicy: input.branchPolicy, operationId, cascadeId, nowMs });
      const jobs = await endEnvironments(tx, await stopAndCollect(tx, ending), ending);
      return { operationId, taskId, cascadeId, taskIds, skipped, jobIds: jobs.map((job) => job.id) };
    }),
  );
}

export function archiveTrigger(cascade: boolean): "ARCHIVE" | "CASCADE_ARCHIVE" {
  return cascade ? "CASCADE_ARCHIVE" : "ARCHIVE";
}

/**
 * What of a task's tree an archive of it ends.
 * @throws TaskArchivedError the task itself is archived
 */
export function archivable(taskId: string, tree: Iterable<Task>): { active: Task[]; skipped: string[] } {
  const active: Task[] = [];
  const skipped: string[] = [];
  for (const task of tree) {
    if (task.archivedAt === null) active.push(task);
    else if (task.id === taskId) throw new TaskArchivedError(taskId);
    else skipped.push(task.id);
  }
  return { active, skipped };
}
