import type { Core } from "../core.js";
import { RUNNABLE_STATES } from "./job.js";

/** Whether a task's stream is complete: none of its jobs can run any more, and the task is archived or gone. */
export async function taskStreamDone(core: Core, taskId: string): Promise<boolean> {
  const { read } = core.db;
  const task = await read.task.findUnique({ where: { id: taskId }, select: { archivedAt: true } });
  if (task !== null && task.archivedAt === null) return false;
  return (await read.cleanupJob.count({ where: { taskId, state: { in: [...RUNNABLE_STATES] } } })) === 0;
}
