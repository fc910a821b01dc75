import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { Task } from "../db/generated/client.js";
import type { BranchPolicy } from "../db/generated/enums.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { chooseNewOwner, heldBy } from "../environments/held.js";
import { stopSessionsOf } from "../environments/sessions.js";
import { endEnvironment, endingOf } from "./end.js";
import { handOver } from "./handOver.js";

export interface DeleteTaskInput {
  taskId: string;
  /** DELETE when not given. */
  branchPolicy?: BranchPolicy | null;
  operationId?: string | null;
}

export interface DeleteTaskResult {
  operationId: string;
  taskId: string;
  workspaceId: string;
  jobIds: string[];
  /** Environments that sessions of other tasks hold: theirs from now on. */
  transferred: { environmentId: string; taskId: string }[];
  childrenMadeRoots: string[];
}

/**
 * Deletes a task: its rows go, environments and worktrees included, and from then on the jobs' resources are the canonical record.
 * An environment that another task's session holds is handed to that task instead. Throws NotFoundError, OperationConflictError.
 */
export async function deleteTask(core: Core, input: DeleteTaskInput): Promise<DeleteTaskResult> {
  const taskId = requireId("task", input.taskId, "input.taskId");
  const { operationId: _, ...rest } = input;
  return core.effects.run("end.commit", () =>
    operate(core.db, core.clock, { operationId: input.operationId, name: "deleteTask", input: rest }, async (tx, operationId) => {
      const nowMs = core.clock.now();
      // Both sides of a transfer are entered at once, in the order of ids.
      const receivers = await receiversOf(tx, taskId, nowMs);
      const task = (await enterTasks(tx, [taskId, ...new Set(receivers.values())])).get(taskId) as Task;
      await stopSessionsOf(tx, task, core.config.stopGraceMs, nowMs);
      const ending = endingOf(core, task, { trigger: "DELETE", branchPolicy: input.branchPolicy, operationId, nowMs });
      const result: DeleteTaskResult = {
        operationId,
        taskId,
        workspaceId: task.workspaceId,
        jobIds: [],
        transferred: [],
        childrenMadeRoots: [],
      };
      for (const environment of await tx.environment.findMany({ where: { taskId }, orderBy: { id: "asc" } })) {
        const receiver = receivers.get(environment.id);
        if (receiver !== undefined) {
          const why = `Handed over from ${taskId}, which was deleted, to ${receiver}, whose session uses it.`;
          await handOver(tx, environment, { taskId: receiver, why }, nowMs);
          result.transferred.push({ environmentId: environment.id, taskId: receiver });
          continue;
        }
        const job = await endEnvironment(tx, environment, ending);
        if (job !== null) result.jobIds.push(job.id);
      }
      const children = await tx.task.findMany({ where: { parentId: taskId }, select: { id: true } });
      result.childrenMadeRoots = children.map((child) => child.id);
      if (children.length > 0) await tx.task.updateMany({ where: { parentId: taskId }, data: { parentId: null } });
      await tx.environment.deleteMany({ where: { taskId } });
      // A session that is still stopping keeps its row, without a task, until it has ended.
      await tx.session.updateMany({ where: { taskId, state: "STOPPING" }, data: { taskId: null } });
      await tx.session.deleteMany({ where: { taskId } });
      await tx.task.delete({ where: { id: taskId } });
      return result;
    }),
  );
}

/** By environment, the task that it goes to: that of the most recently active session of another, living task that holds it. */
export async function receiversOf(tx: Tx, taskId: string, nowMs: number): Promise<Map<string, string>> {
  const receivers = new Map<string, string>();
  for (const environment of await tx.environment.findMany({ where: { taskId } })) {
    const begun = await tx.cleanupJob.findFirst({ where: { holdsEnvironmentId: environment.id, begunAt: { not: null } } });
    if (begun !== null) continue;
    const candidates = [];
    for (const session of await heldBy(tx, environment.id, nowMs)) {
      if (session.taskId === null || session.taskId === taskId) continue;
      const owner = await tx.task.findUnique({ where: { id: session.taskId } });
      if (owner !== null && owner.archivedAt === null) candidates.push(session);
    }
    const chosen = chooseNewOwner(candidates);
    if (chosen?.taskId) receivers.set(environment.id, chosen.taskId);
  }
  return receivers;
}
