import type { Tx } from "../db/database.js";
import type { Environment } from "../db/generated/client.js";
import { newId } from "../db/ids.js";
import { environmentEvent } from "../environments/events.js";

export type Revival =
  /** A making that an archive had called off. */
  | { kind: "MAKE" }
  /** From trash or quarantine as far as it lies there, anew for the rest. */
  | { kind: "RESTORE"; jobId: string | null; entryId: string | null };

/** Writes the durable intent to bring an environment back, in the transaction that revives its owner. */
export async function queueRevival(tx: Tx, environment: Environment, revival: Revival, nowMs: number): Promise<string> {
  const at = new Date(nowMs);
  const restoring = revival.kind === "RESTORE";
  const status = restoring ? "RESTORING" : "PROVISIONING";
  await tx.environment.update({ where: { id: environment.id }, data: { status, error: null, lastActivityAt: at } });
  if (restoring) {
    await tx.worktree.updateMany({ where: { environmentId: environment.id }, data: { status: "RESTORING", error: null } });
    if (revival.entryId !== null) await tx.quarantineEntry.update({ where: { id: revival.entryId }, data: { state: "RESTORING" } });
  }
  const attempt = await tx.environmentAttempt.create({
    data: {
      id: newId("attempt"),
      environmentId: environment.id,
      kind: revival.kind,
      state: "PENDING",
      sourceJobId: restoring ? revival.jobId : null,
      sourceEntryId: restoring ? revival.entryId : null,
      dueAt: at,
      createdAt: at,
    },
  });
  const message = restoring ? "It is brought back." : "Its making goes on.";
  await environmentEvent(tx, { ...environment, status }, { type: "QUEUED", message, at });
  return attempt.id;
}
