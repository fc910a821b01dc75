import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { Session } from "../db/generated/client.js";
import { LIVE_STATES } from "../environments/held.js";
import { loseSilent } from "../environments/sessions.js";
import { storedPolicyOf } from "../environments/workspacePolicy.js";
import type { WorkSource } from "../scheduler/scheduler.js";

/** Sessions that one transaction looks after. */
const PAGE = 100;

/**
 * The time-out of sessions: where a workspace's policy has one, a live session without a sign of life for that long is LOST. What is due is
 * asked of the rows each time, so a restart forgets none, and a heartbeat is all that keeps one. A last sign of life that lies ahead means that
 * the clock was moved back: the session's time begins anew.
 */
export function sessionTimeoutSource(core: Core): WorkSource {
  return {
    name: "session time-outs",
    concurrency: 1,
    nextDueAt: () => nextDueAt(core),
    async claim() {
      const due = await nextDueAt(core);
      return due === null || due > core.clock.now() ? null : () => core.db.write((tx) => loseDue(tx, core.clock.now()));
    },
  };
}

async function nextDueAt(core: Core): Promise<number | null> {
  const timeouts = await timeoutsOf(core.db.read);
  if (timeouts.size === 0) return null;
  const now = core.clock.now();
  const silences = await core.db.read.session.groupBy({
    by: ["workspaceId"],
    where: { state: { in: [...LIVE_STATES] } },
    _min: { lastActivityAt: true },
    _max: { lastActivityAt: true },
  });
  let next: number | null = null;
  for (const { workspaceId, _min, _max } of silences) {
    const timeout = timeouts.get(workspaceId);
    if (timeout === undefined || _min.lastActivityAt === null || _max.lastActivityAt === null) continue;
    const at = _max.lastActivityAt.getTime() > now ? now : _min.lastActivityAt.getTime() + timeout;
    if (next === null || at < next) next = at;
  }
  return next;
}

async function loseDue(tx: Tx, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const live = { state: { in: [...LIVE_STATES] } };
  let left = PAGE;
  for (const [workspaceId, timeout] of await timeoutsOf(tx)) {
    if (left === 0) return;
    await tx.session.updateMany({ where: { ...live, workspaceId, lastActivityAt: { gt: now } }, data: { lastActivityAt: now } });
    const silentSince = new Date(nowMs - timeout);
    const silent: Session[] = await tx.session.findMany({
      where: { ...live, workspaceId, lastActivityAt: { lte: silentSince } },
      orderBy: [{ lastActivityAt: "asc" }, { id: "asc" }],
      take: left,
    });
    for (const session of silent) await loseSilent(tx, session, silentSince, now, `No sign of life for ${timeout / 1_000} s.`);
    left -= silent.length;
  }
}

/** The workspaces that have a time-out, in ms: by default none has. */
async function timeoutsOf(db: Pick<Tx, "workspace">): Promise<Map<string, number>> {
  const found = await db.workspace.findMany({
    where: { deletedAt: null, policy: { contains: "sessionTimeoutMs" } },
    select: { id: true, policy: true },
  });
  const timeouts = new Map<string, number>();
  for (const { id, policy } of found) {
    const { sessionTimeoutMs } = storedPolicyOf({ policy });
    if (sessionTimeoutMs != null) timeouts.set(id, sessionTimeoutMs);
  }
  return timeouts;
}
