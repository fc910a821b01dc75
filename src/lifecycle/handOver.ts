import { cleanupEvent } from "../cleanup/events.js";
import { supersede } from "../cleanup/snapshot.js";
import type { Tx } from "../db/database.js";
import type { Environment } from "../db/generated/client.js";
import { environmentEvent } from "../environments/events.js";
import { queueRevival } from "./restoreQueue.js";

/**
 * Hands an environment to another task: one UPDATE of the owner, worktree rows are not written. An earlier job's snapshot, of which nothing has
 * begun, is superseded: what it was about to reclaim is the new owner's, as it is. The caller has passed the barrier of both tasks, and has seen
 * that no step has begun.
 */
export async function handOver(tx: Tx, environment: Environment, to: { taskId: string; why: string }, nowMs: number): Promise<void> {
  const at = new Date(nowMs);
  const job = await supersede(tx, environment.id, at, `The environment was handed over to ${to.taskId}.`);
  if (job !== null)
    await cleanupEvent(tx, job, at, { type: "TRANSFERRED", message: `Handed over to ${to.taskId}.`, outcome: "TRANSFERRED" });
  const theirs = await tx.environment.update({ where: { id: environment.id }, data: { taskId: to.taskId } });
  // Its making was called off when its old owner was archived: it goes on for the new one.
  if (job !== null && environment.status === "PROVISIONING") await queueRevival(tx, theirs, { kind: "MAKE" }, nowMs);
  await environmentEvent(tx, theirs, { type: "TRANSFERRED", message: to.why, at });
}
