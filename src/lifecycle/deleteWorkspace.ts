import type { Core } from "../core.js";
import { enterTasks, enterWorkspace } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { Task } from "../db/generated/client.js";
import type { BranchPolicy } from "../db/generated/enums.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { InvalidInputError } from "../errors.js";
import { deleteTasks } from "./deleteTasks.js";
import { endingOf } from "./end.js";

export interface DeleteWorkspaceInput {
  workspaceId: string;
  /** Its name, repeated. */
  confirmName: string;
  /** What the workspace's policy says when not given. */
  branchPolicy?: BranchPolicy | null;
  operationId?: string | null;
}

export interface DeleteWorkspaceResult {
  operationId: string;
  workspaceId: string;
  taskIds: string[];
  jobIds: string[];
}

/**
 * Deletes a workspace with every task of every kind, in one transaction, in which its name is looked at, too. Nothing can be made in it from
 * then on. The row stays, marked: its jobs, events, quarantine entries and rescues stay readable under it. So do the rows of its repositories,
 * which the jobs go by, though none is registered any more; the repositories themselves are not touched, and can be registered elsewhere.
 * Throws NotFoundError, WorkspaceDeletedError, InvalidInputError (the name), OperationConflictError.
 */
export async function deleteWorkspace(core: Core, input: DeleteWorkspaceInput): Promise<DeleteWorkspaceResult> {
  const workspaceId = requireId("workspace", input.workspaceId, "input.workspaceId");
  const { operationId: _, ...rest } = input;
  return core.effects.run("end.commit", () =>
    operate(core.db, core.clock, { operationId: input.operationId, name: "deleteWorkspace", input: rest }, async (tx, operationId) => {
      const nowMs = core.clock.now();
      const workspace = await enterWorkspace(tx, workspaceId);
      if (workspace.name !== input.confirmName) {
        throw new InvalidInputError(
          "input.confirmName",
          `The workspace is called ${JSON.stringify(workspace.name)}. Repeat its name to delete it.`,
        );
      }
      const taskIds = (await tasksIn(tx, workspaceId)).map((task) => task.id);
      const tasks = [...(await enterTasks(tx, taskIds)).values()];
      await tx.workspace.update({ where: { id: workspaceId }, data: { deletedAt: new Date(nowMs) } });
      if (tasks.length === 0) return { operationId, workspaceId, taskIds, jobIds: [] };
      const request = { trigger: "WORKSPACE_DELETE" as const, branchPolicy: input.branchPolicy, operationId, nowMs };
      const ending = await endingOf(core, tx, tasks, request);
      // Nobody outside borrows: an environment is lent within its workspace only.
      const { jobIds } = await deleteTasks(tx, ending, new Map());
      return { operationId, workspaceId, taskIds, jobIds };
    }),
  );
}

/** Of every kind, archived or not, in the order of ids. */
export function tasksIn(from: Pick<Tx, "task">, workspaceId: string): Promise<Task[]> {
  return from.task.findMany({ where: { workspaceId }, orderBy: { id: "asc" } });
}
