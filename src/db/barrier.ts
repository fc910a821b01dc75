/**
 * The barrier between beginnings and endings. Every creation, every end or revival of a session and every lifecycle change begins here: it
 * bumps `revision` of what it concerns, in the order of ids. On PostgreSQL those are row locks, on SQLite the writer's turn. So it either
 * commits first and is in the other's snapshot, or comes second and sees what the other did.
 */
import { NotFoundError, TaskArchivedError } from "../errors.js";
import type { Task, Workspace } from "./generated/client.js";
import type { Tx } from "./writer.js";

/** SQLite takes 32,766 values in a statement. */
const IDS_PER_STATEMENT = 10_000;

/** @throws NotFoundError there is no such workspace */
export async function enterWorkspace(tx: Tx, workspaceId: string): Promise<Workspace> {
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
  const tasks = new Map<string, Task>();
  for (let from = 0; from < ids.length; from += IDS_PER_STATEMENT) {
    const rows = await tx.task.updateManyAndReturn({
      where: { id: { in: ids.slice(from, from + IDS_PER_STATEMENT) } },
      data: { revision: { increment: 1 } },
    });
    for (const task of rows) tasks.set(task.id, task);
  }
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
