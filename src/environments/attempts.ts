/**
 * Makings and restorings of environments, as durable work. PENDING waits for its time; RUNNING has one worker, named by `claim`; SUCCEEDED,
 * FAILED and CANCELLED are over. An environment has one worker: an attempt waits for another one of it, and for the step in hand of a job.
 */
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { EnvironmentAttempt } from "../db/generated/client.js";
import type { AttemptKind } from "../db/generated/enums.js";
import type { WorkSource } from "../scheduler/scheduler.js";

/** One that was interrupted, or threw, this often is given up: something in it ends the server. */
const MAX_INTERRUPTIONS = 8;
/** An attempt that threw past its handler is tried again after this long. */
const AGAIN_MS = 60_000;
/** No attempt waits longer: a stored time further ahead means that the clock was moved back, and is due. */
export const LONGEST_WAIT_MS = 60 * 60_000;

export interface AttemptHandler {
  /** Does the work of a claimed attempt and ends it with `endAttempt`. Asks the signal at its checkpoints. */
  run(attempt: EnvironmentAttempt, signal: AbortSignal): Promise<void>;
  /** The attempt was interrupted, or threw, too often: called in the transaction that ends it as FAILED. */
  giveUp(tx: Tx, attempt: EnvironmentAttempt, error: string): Promise<void>;
}

/** Where the scheduler finds makings and restorings. */
export function attemptSource(core: Core, handlers: Readonly<Record<AttemptKind, AttemptHandler>>): WorkSource {
  return {
    name: "attempts",
    concurrency: core.config.concurrency,
    async nextDueAt() {
      const next = await firstReady(core.db.read);
      if (next === null) return null;
      const [dueAt, now] = [next.dueAt.getTime(), core.clock.now()];
      return dueAt > now + LONGEST_WAIT_MS ? now : dueAt;
    },
    async claim(signal) {
      const attempt = await core.effects.run("make.claim", () => core.db.write((tx) => claimFirst(tx, core.clock.now())));
      return attempt === null ? null : () => work(core, handlers[attempt.kind], attempt, signal);
    },
  };
}

/** At start, before anything is claimed: what a dead server was making goes on. @returns how many there are */
export async function recoverAttempts(core: Core): Promise<number> {
  return core.db.write(async (tx) => {
    const { count } = await tx.environmentAttempt.updateMany({
      where: { state: "RUNNING" },
      data: { state: "PENDING", dueAt: new Date(core.clock.now()), attempts: { increment: 1 } },
    });
    return count;
  });
}

export type AttemptEnd =
  | { state: "SUCCEEDED" }
  | { state: "FAILED" | "CANCELLED"; error: string }
  /** Not now: `dueAt` says when again. `counts` where it is a failure of the attempt itself. */
  | { state: "PENDING"; dueAt: Date; error: string | null; counts?: boolean };

/** The one function that ends a claim, by compare-and-set on (id, RUNNING, claim). False when it is not this worker's any more. */
export async function endAttempt(tx: Tx, attempt: Pick<EnvironmentAttempt, "id" | "claim">, end: AttemptEnd, now: Date): Promise<boolean> {
  const data =
    end.state === "PENDING"
      ? { state: end.state, dueAt: end.dueAt, error: end.error, ...(end.counts === true ? { attempts: { increment: 1 } } : {}) }
      : { state: end.state, error: end.state === "SUCCEEDED" ? null : end.error, completedAt: now };
  const { count } = await tx.environmentAttempt.updateMany({ where: { id: attempt.id, state: "RUNNING", claim: attempt.claim }, data });
  return count === 1;
}

/** Whether the claim still stands, asked in the transaction that decides. */
export async function isClaimed(tx: Tx, attempt: Pick<EnvironmentAttempt, "id" | "claim">): Promise<boolean> {
  return (await tx.environmentAttempt.count({ where: { id: attempt.id, state: "RUNNING", claim: attempt.claim } })) === 1;
}

type Reader = Pick<Tx, "environmentAttempt" | "cleanupJob">;

/** The PENDING attempt that is due first, of an environment that nobody works on. */
async function firstReady(db: Reader): Promise<EnvironmentAttempt | null> {
  const [attempts, jobs] = await Promise.all([
    db.environmentAttempt.findMany({ where: { state: "RUNNING" }, select: { environmentId: true } }),
    db.cleanupJob.findMany({ where: { running: true }, select: { environmentId: true } }),
  ]);
  const busy = [...attempts, ...jobs].map((row) => row.environmentId);
  return db.environmentAttempt.findFirst({
    where: { state: "PENDING", environmentId: { notIn: busy } },
    orderBy: [{ dueAt: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
}

async function claimFirst(tx: Tx, now: number): Promise<EnvironmentAttempt | null> {
  const first = await firstReady(tx);
  if (first === null) return null;
  const dueAt = first.dueAt.getTime();
  if (dueAt > now && dueAt <= now + LONGEST_WAIT_MS) return null;
  const [claimed] = await tx.environmentAttempt.updateManyAndReturn({
    where: { id: first.id, state: "PENDING", claim: first.claim },
    data: { state: "RUNNING", claim: { increment: 1 } },
  });
  return claimed ?? null;
}

async function work(core: Core, handler: AttemptHandler, attempt: EnvironmentAttempt, signal: AbortSignal): Promise<void> {
  try {
    if (attempt.attempts >= MAX_INTERRUPTIONS) {
      await giveUp(core, handler, attempt, attempt.error ?? "It was interrupted too often.");
      return;
    }
    await handler.run(attempt, signal);
  } catch (error) {
    core.log.error({ err: error, attemptId: attempt.id, environmentId: attempt.environmentId }, "an attempt threw past its handler");
    const said = error instanceof Error ? error.message : String(error);
    const now = core.clock.now();
    // Stopping is no failure: the next start goes on at once.
    const again = {
      state: "PENDING" as const,
      dueAt: new Date(signal.aborted ? now : now + AGAIN_MS),
      error: said.slice(0, 500),
      counts: !signal.aborted,
    };
    await core.db.write((tx) => endAttempt(tx, attempt, again, new Date(now)));
  }
}

async function giveUp(core: Core, handler: AttemptHandler, attempt: EnvironmentAttempt, error: string): Promise<void> {
  await core.effects.run("make.finish", () =>
    core.db.write(async (tx) => {
      if (await endAttempt(tx, attempt, { state: "FAILED", error }, new Date(core.clock.now()))) await handler.giveUp(tx, attempt, error);
    }),
  );
}
