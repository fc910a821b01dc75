import type { Ending } from "../cleanup/snapshot.js";
import type { Tx } from "../db/database.js";
import { eachPart, groupedBy, inParts } from "../db/parts.js";
import { chooseNewOwner, holdersOf } from "../environments/held.js";
import { endEnvironments, stopAndCollect } from "./end.js";
import { handOver } from "./handOver.js";

export interface DeletedTasks {
  jobIds: string[];
  /** Environments that sessions of tasks outside hold: theirs from now on. */
  transferred: { environmentId: string; taskId: string }[];
  /** Children of deleted tasks that stay. */
  childrenMadeRoots: string[];
}

/**
 * Deletes tasks of one workspace whose barrier is passed (so is that of the receivers): rows go, environments and worktrees included, and
 * from then on the jobs' resources are the canonical record.
 */
export async function deleteTasks(tx: Tx, ending: Ending, receivers: ReadonlyMap<string, string>): Promise<DeletedTasks> {
  const taskIds = [...ending.tasks.keys()];
  const environments = await stopAndCollect(tx, ending);
  const transferred: DeletedTasks["transferred"] = [];
  for (const environment of environments) {
    const receiver = receivers.get(environment.id);
    if (receiver === undefined) continue;
    const why = `Handed over from ${environment.taskId}, which was deleted, to ${receiver}, whose session uses it.`;
    await handOver(tx, environment, { taskId: receiver, why }, ending.nowMs);
    transferred.push({ environmentId: environment.id, taskId: receiver });
  }
  const jobs = await endEnvironments(
    tx,
    environments.filter((environment) => !receivers.has(environment.id)),
    ending,
  );
  const childrenMadeRoots = await makeRoots(tx, ending);
  await eachPart(taskIds, (part) => tx.environment.deleteMany({ where: { taskId: { in: part } } }));
  // A session that is still stopping keeps its row, without a task, until it has ended.
  await eachPart(taskIds, (part) => tx.session.updateMany({ where: { taskId: { in: part }, state: "STOPPING" }, data: { taskId: null } }));
  await eachPart(taskIds, (part) => tx.session.deleteMany({ where: { taskId: { in: part } } }));
  await eachPart(taskIds, (part) => tx.task.deleteMany({ where: { id: { in: part } } }));
  return { jobIds: jobs.map((job) => job.id), transferred, childrenMadeRoots };
}

async function makeRoots(tx: Tx, ending: Ending): Promise<string[]> {
  const staying = await childrenThatStay(tx, ending.tasks);
  await eachPart(staying, (part) => tx.task.updateMany({ where: { id: { in: part } }, data: { parentId: null } }));
  return staying;
}

/** Children of the tasks that do not end with them. */
export async function childrenThatStay(from: Pick<Tx, "task">, ending: ReadonlyMap<string, unknown>): Promise<string[]> {
  const children = await inParts([...ending.keys()], (part) =>
    from.task.findMany({ where: { parentId: { in: part } }, select: { id: true } }),
  );
  return children.map((child) => child.id).filter((id) => !ending.has(id));
}

/** By environment, the task that it goes to: that of the most recently active session of a living task outside that holds it. */
export async function receiversOf(
  from: Pick<Tx, "environment" | "cleanupJob" | "session" | "task">,
  taskIds: readonly string[],
  nowMs: number,
): Promise<Map<string, string>> {
  const inside = new Set(taskIds);
  const owned = await inParts(taskIds, (part) => from.environment.findMany({ where: { taskId: { in: part } }, select: { id: true } }));
  const ids = owned.map((environment) => environment.id);
  const holders = await holdersOf(from, ids, nowMs);
  const outside = [...holders.values()].flat().filter((s) => s.taskId !== null && !inside.has(s.taskId));
  if (outside.length === 0) return new Map();
  const active = await inParts([...new Set(outside.map((s) => s.taskId as string))], (part) =>
    from.task.findMany({ where: { id: { in: part }, archivedAt: null }, select: { id: true } }),
  );
  const living = new Set(active.map((task) => task.id));
  const begun = await inParts([...holders.keys()], (part) =>
    from.cleanupJob.findMany({ where: { holdsEnvironmentId: { in: part }, begunAt: { not: null } }, select: { environmentId: true } }),
  );
  const reclaimed = new Set(begun.map((job) => job.environmentId));
  const receivers = new Map<string, string>();
  for (const [environmentId, sessions] of groupedBy(outside, (s) => s.environmentId as string)) {
    if (reclaimed.has(environmentId)) continue;
    const chosen = chooseNewOwner(sessions.filter((s) => living.has(s.taskId as string)));
    if (chosen?.taskId) receivers.set(environmentId, chosen.taskId);
  }
  return receivers;
}
