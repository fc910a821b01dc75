import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Task } from "../db/generated/client.js";
import type { BranchPolicy } from "../db/generated/enums.js";
import { newId, requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { type DeletedTasks, deleteTasks, receiversOf } from "./deleteTasks.js";
import { endingOf } from "./end.js";
import { treeOf } from "./tree.js";

export interface DeleteTaskInput {
  taskId: string;
  /** Everything below it too, archived or not. False when not given. */
  cascade?: boolean | null;
  /** What the workspace's policy says when not given. */
  branchPolicy?: BranchPolicy | null;
  operationId?: string | null;
}

export interface DeleteTaskResult extends DeletedTasks {
  operationId: string;
  taskId: string;
  workspaceId: string;
  cascadeId: string | null;
  /** Everything that was deleted by this, the task itself included. */
  taskIds: string[];
}

/**
 * Deletes a task, and with `cascade` everything below it. An environment that a session of a task outside holds is handed to that task instead.
 * Throws NotFoundError, InvalidInputError (too many), OperationConflictError.
 */
export async function deleteTask(core: Core, input: DeleteTaskInput): Promise<DeleteTaskResult> {
  const taskId = requireId("task", input.taskId, "input.taskId");
  const cascade = input.cascade === true;
  // A cascade that was not said and one that is false are the same input.
  const said = { taskId, branchPolicy: input.branchPolicy, cascade: cascade || null };
  return core.effects.run("end.commit", () =>
    operate(core.db, core.clock, { operationId: input.operationId, name: "deleteTask", input: said }, async (tx, operationId) => {
      const nowMs = core.clock.now();
      const taskIds = cascade ? await treeOf(tx, taskId) : [taskId];
      // Both sides of a transfer are entered at once, in the order of ids.
      const receivers = await receiversOf(tx, taskIds, nowMs);
      const entered = await enterTasks(tx, [taskId, ...taskIds, ...receivers.values()]);
      const cascadeId = cascade ? newId("cascade") : null;
      const trigger = deleteTrigger(cascade);
      const tasks = taskIds.map((id) => entered.get(id) as Task);
      const { workspaceId } = entered.get(taskId) as Task;
      const ending = await endingOf(core, tx, tasks, { trigger, branchPolicy: input.branchPolicy, operationId, cascadeId, nowMs });
      const deleted = await deleteTasks(tx, ending, receivers);
      return { operationId, taskId, workspaceId, cascadeId, taskIds, ...deleted };
    }),
  );
}

export function deleteTrigger(cascade: boolean): "DELETE" | "CASCADE_DELETE" {
  return cascade ? "CASCADE_DELETE" : "DELETE";
}
