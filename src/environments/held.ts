/**
 * An environment is held by every live session in it, and by every STOPPING one until it ends or its grace is over, whoever's it is.
 * Every rule that asks "is it in use" asks here.
 */
import type { Tx } from "../db/database.js";
import type { Prisma, Session } from "../db/generated/client.js";
import type { SessionState } from "../db/generated/enums.js";
import { groupedBy, inParts } from "../db/parts.js";

/** A session moves freely among these. */
export const LIVE_STATES = ["CREATED", "STARTING", "RUNNING", "IDLE", "WAITING_FOR_INPUT"] as const satisfies readonly SessionState[];
/** States that a session never leaves. */
export const ENDED_STATES = ["COMPLETED", "FAILED", "CANCELLED", "LOST"] as const satisfies readonly SessionState[];

export function isLive(state: SessionState): boolean {
  return (LIVE_STATES as readonly SessionState[]).includes(state);
}

export function isEnded(state: SessionState): boolean {
  return (ENDED_STATES as readonly SessionState[]).includes(state);
}

/** No grace is longer. A stored end further ahead means that the clock was moved back: that grace is over. */
export const LONGEST_GRACE_MS = 24 * 60 * 60 * 1000;

/** The sessions that hold the environment that they refer to, at `nowMs`. */
export function holding(nowMs: number): Prisma.SessionWhereInput {
  return {
    OR: [
      { state: { in: [...LIVE_STATES] } },
      { state: "STOPPING", graceEndsAt: { gt: new Date(nowMs), lte: new Date(nowMs + LONGEST_GRACE_MS) } },
    ],
  };
}

/** `holding` for a session in hand. */
export function isHolding(session: Pick<Session, "state" | "graceEndsAt">, nowMs: number): boolean {
  if (isLive(session.state)) return true;
  const endsAt = session.graceEndsAt?.getTime() ?? 0;
  return session.state === "STOPPING" && endsAt > nowMs && endsAt <= nowMs + LONGEST_GRACE_MS;
}

/** Who holds the environment, in the order of their making. */
export function heldBy(tx: Tx, environmentId: string, nowMs: number): Promise<Session[]> {
  return tx.session.findMany({
    where: { AND: [{ environmentId }, holding(nowMs)] },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** The like for many environments, by environment. */
export async function holdersOf(
  from: Pick<Tx, "session">,
  environmentIds: readonly string[],
  nowMs: number,
): Promise<Map<string, Session[]>> {
  const sessions = await inParts(environmentIds, (part) =>
    from.session.findMany({
      where: { AND: [{ environmentId: { in: part } }, holding(nowMs)] },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
  );
  return groupedBy(sessions, (session) => session.environmentId as string);
}

/** Whose task an environment goes to when its owner is deleted: the most recently active session's that has one; the same whatever the order. */
export function chooseNewOwner<S extends Pick<Session, "id" | "taskId" | "lastActivityAt">>(sessions: readonly S[]): S | null {
  let chosen: S | null = null;
  for (const session of sessions) {
    if (session.taskId === null) continue;
    if (chosen === null || isAhead(session, chosen)) chosen = session;
  }
  return chosen;
}

function isAhead(a: Pick<Session, "id" | "lastActivityAt">, b: Pick<Session, "id" | "lastActivityAt">): boolean {
  const between = a.lastActivityAt.getTime() - b.lastActivityAt.getTime();
  return between === 0 ? a.id < b.id : between > 0;
}
