import type { Tx } from "../db/database.js";
import { appendEvents } from "../db/events.js";
import type { Environment } from "../db/generated/client.js";
import { newId } from "../db/ids.js";
import { insertMany } from "../db/insertMany.js";
import { eachPart, groupedBy } from "../db/parts.js";
import { environmentLine } from "../environments/events.js";

export type Revival =
  /** A making that an archive had called off. */
  | { kind: "MAKE" }
  /** From trash or quarantine as far as it lies there, anew for the rest. */
  | { kind: "RESTORE"; jobId: string | null; entryId: string | null };

/** Writes the durable intent to bring an environment back, in the transaction that revives its owner. */
export async function queueRevival(tx: Tx, environment: Environment, revival: Revival, nowMs: number): Promise<void> {
  await queueRevivals(tx, [{ environment, revival }], nowMs);
}

/** The like for environments of one workspace. */
export async function queueRevivals(
  tx: Tx,
  revivals: readonly { environment: Environment; revival: Revival }[],
  nowMs: number,
): Promise<void> {
  const [first] = revivals;
  if (first === undefined) return;
  const at = new Date(nowMs);
  for (const [kind, alike] of groupedBy(revivals, ({ revival }) => revival.kind)) {
    const ids = alike.map(({ environment }) => environment.id);
    const status = kind === "RESTORE" ? "RESTORING" : "PROVISIONING";
    await eachPart(ids, (part) =>
      tx.environment.updateMany({ where: { id: { in: part } }, data: { status, error: null, lastActivityAt: at } }),
    );
    if (kind !== "RESTORE") continue;
    await eachPart(ids, (part) =>
      tx.worktree.updateMany({ where: { environmentId: { in: part } }, data: { status: "RESTORING", error: null } }),
    );
    await eachPart(
      alike.flatMap(({ revival }) => (revival.kind === "RESTORE" && revival.entryId !== null ? [revival.entryId] : [])),
      (part) => tx.quarantineEntry.updateMany({ where: { id: { in: part } }, data: { state: "RESTORING" } }),
    );
  }
  const attempts = revivals.map(({ environment, revival }) => ({
    id: newId("attempt"),
    environmentId: environment.id,
    kind: revival.kind,
    state: "PENDING" as const,
    claim: 0,
    plan: "{}",
    sourceJobId: revival.kind === "RESTORE" ? revival.jobId : null,
    sourceEntryId: revival.kind === "RESTORE" ? revival.entryId : null,
    attempts: 0,
    dueAt: at,
    error: null,
    createdAt: at,
    completedAt: null,
  }));
  await insertMany(tx, "EnvironmentAttempt", attempts);
  const lines = revivals.map(({ environment, revival }) => {
    const restoring = revival.kind === "RESTORE";
    const now = { ...environment, status: restoring ? ("RESTORING" as const) : ("PROVISIONING" as const) };
    return environmentLine(now, { type: "QUEUED", message: restoring ? "It is brought back." : "Its making goes on.", at });
  });
  await appendEvents(tx, first.environment.workspaceId, lines);
}
