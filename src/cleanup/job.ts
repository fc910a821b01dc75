import type { Tx } from "../db/database.js";
import type { CleanupJob, Session } from "../db/generated/client.js";
import type { CleanupJobState } from "../db/generated/enums.js";
import { groupedBy, inParts } from "../db/parts.js";

/**
 * The states of a job and every way out of them. PENDING waits for its time; BLOCKED for a condition that is asked again;
 * RETRY_WAIT for its delay. CANCELLED is parked by a person and FAILED has used up its attempts: both still name their
 * environment, until a retry, an unarchive or a later trigger. SUCCEEDED and SUPERSEDED name nothing.
 */
const WAYS: Readonly<Record<CleanupJobState, readonly CleanupJobState[]>> = {
  PENDING: ["RUNNING", "BLOCKED", "CANCELLED", "SUPERSEDED"],
  RUNNING: ["SUCCEEDED", "RETRY_WAIT", "BLOCKED", "PENDING", "FAILED", "CANCELLED", "SUPERSEDED"],
  BLOCKED: ["RUNNING", "PENDING", "CANCELLED", "SUPERSEDED"],
  RETRY_WAIT: ["RUNNING", "PENDING", "CANCELLED", "SUPERSEDED"],
  FAILED: ["PENDING", "SUPERSEDED"],
  CANCELLED: ["PENDING", "SUPERSEDED"],
  SUCCEEDED: [],
  SUPERSEDED: [],
};

/** States in which a job names its environment: nothing else may begin on it. */
export const NAMING_STATES = [
  "PENDING",
  "RUNNING",
  "BLOCKED",
  "RETRY_WAIT",
  "FAILED",
  "CANCELLED",
] as const satisfies readonly CleanupJobState[];
/** States in which a job can still run by itself. */
export const RUNNABLE_STATES = ["PENDING", "RUNNING", "BLOCKED", "RETRY_WAIT"] as const satisfies readonly CleanupJobState[];

type Seen = Pick<CleanupJob, "id" | "state" | "claim">;
type Change = Partial<
  Pick<
    CleanupJob,
    | "attempts"
    | "claim"
    | "dueAt"
    | "dueSetAt"
    | "lastError"
    | "waitingFor"
    | "waits"
    | "running"
    | "progressAtClaim"
    | "completedAt"
    | "begunAt"
  >
>;

/** What a BLOCKED job waits for: those who use its environment. */
export function waitsForUsers(sessions: readonly Pick<Session, "id">[]): string {
  return `The environment is in use by ${sessions.map((session) => session.id).join(", ")}. It goes on when they have ended.`;
}

/** The one function that changes a job's state, by compare-and-set on (id, state, claim). Null when something won over it. */
export async function changeJobState(tx: Tx, seen: Seen, to: CleanupJobState, change: Change = {}): Promise<CleanupJob | null> {
  return (await changeJobStates(tx, [seen], to, change))[0] ?? null;
}

/** The like for many: one statement for those that were seen alike. Those that something won over are left out. */
export async function changeJobStates(tx: Tx, seen: readonly Seen[], to: CleanupJobState, change: Change = {}): Promise<CleanupJob[]> {
  const names = (NAMING_STATES as readonly CleanupJobState[]).includes(to);
  for (const job of seen) {
    if (!WAYS[job.state].includes(to)) throw new Error(`a job does not go from ${job.state} to ${to}`);
  }
  const alike = groupedBy(seen, (job) => `${job.state} ${job.claim}`);
  const changed: CleanupJob[] = [];
  for (const group of alike.values()) {
    const { state, claim } = group[0] as Seen;
    const ids = group.map((job) => job.id);
    const rows = await inParts(ids, (part) =>
      tx.cleanupJob.updateManyAndReturn({
        where: { id: { in: part }, state, claim },
        data: { ...change, state: to, ...(names ? {} : { holdsEnvironmentId: null }) },
      }),
    );
    changed.push(...rows);
  }
  return changed;
}
