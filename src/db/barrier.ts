/**
 * The barrier between beginnings and endings. Every creation, every end or revival of a session and every lifecycle change begins here: it
 * bumps `revision` of what it concerns, in the order of ids. On PostgreSQL those are row locks, on SQLite the writer's turn. So it either
 * commits first and is in the other's snapshot, or comes second and sees what the other did.
 */
import { NotFoundError, TaskArchivedError, WorkspaceDeletedError } from "../errors.js";
import type { Task, Workspace } from "./generated/client.js";
import { inParts } from "./parts.js";
import type { Tx } from "./writer.js";

/**
 * Enters with a workspace that something is about to begin or change in.
 *
 * @throws NotFoundError there is no such workspace
 * @throws WorkspaceDeletedError it was deleted
 */
export async function enterWorkspace(tx: Tx, workspaceId: string): Promise<Workspace> {
  const workspace = await enterWorkspaceEvenDeleted(tx, workspaceId);
  if (workspace.deletedAt !== null) throw new WorkspaceDeletedError(workspaceId);
  return workspace;
}

/**
 * For what is still possible in a deleted one: getting back what was kept.
 *
 * @throws NotFoundError there is no such workspace
 */
export async function enterWorkspaceEvenDeleted(tx: Tx, workspaceId: string): Promise<Workspace> {
  const [workspace] = await tx.workspace.updateManyAndReturn({ where: { id: workspaceId }, data: { revision: { increment: 1 } } });
  if (workspace === undefined) throw new NotFoundError("workspace", workspaceId);
  return workspace;
}

/**
 * Enters with several tasks at once: both sides of a transfer, a whole cascade. Does not look at `archivedAt`.
 *
 * @throws NotFoundError one of them is not there
 */
export async function enterTasks(tx: Tx, taskIds: readonly string[]): Promise<Map<string, Task>> {
  const ids = [...new Set(taskIds)].sort();
  const rows = await inParts(ids, (part) =>
    tx.task.updateManyAndReturn({ where: { id: { in: part } }, data: { revision: { increment: 1 } } }),
  );
  const tasks = new Map(rows.map((task) => [task.id, task]));
  const missing = ids.find((id) => !tasks.has(id));
  if (missing !== undefined) throw new NotFoundError("task", missing);
  return tasks;
}

/**
 * Enters with a task that something is about to begin in.
 *
 * @throws NotFoundError there is no such task
 * @throws TaskArchivedError it is archived
 */
export async function enterActiveTask(tx: Tx, taskId: string): Promise<Task> {
  const task = (await enterTasks(tx, [taskId])).get(taskId);
  if (task === undefined) throw new NotFoundError("task", taskId);
  if (task.archivedAt !== null) throw new TaskArchivedError(taskId);
  return task;
}
