import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { CleanupJob, CleanupResource } from "../db/generated/client.js";
import { assertNever } from "../errors.js";
import { cleanupEvent } from "./events.js";
import { classify, ExternalCause, type Failure, Interrupted, LostRace, Pinned, Refused, TransientFailure } from "./failure.js";
import { changeJobState } from "./job.js";
import { Run } from "./run.js";
import { delayAfter } from "./schedule.js";
import { judge } from "./steps/judge.js";
import { move } from "./steps/move.js";
import { purge } from "./steps/purge.js";
import { pushFirst } from "./steps/push.js";
import { quarantineRest } from "./steps/quarantine.js";
import { release } from "./steps/release.js";
import { settle } from "./steps/settle.js";
import { verify } from "./steps/verify.js";

/** A job with its resources, as they were read when it was claimed. */
export interface Claimed {
  readonly job: CleanupJob;
  readonly resources: readonly CleanupResource[];
}

/**
 * Runs a claimed job as far as it goes, and stores how that ended. Never throws.
 * @param givesWay asked once this run has freed the environment's paths: true to let others do that first.
 * @returns what is left to run, when it gave way
 */
export async function runJob(
  core: Core,
  { job, resources }: Claimed,
  signal: AbortSignal,
  givesWay: () => Promise<boolean>,
): Promise<(() => Promise<void>) | null> {
  const run = new Run(core, job, resources, signal);
  let waits = false;
  await part(run, async () => {
    await freePaths(run);
    // One that has got nowhere under this claim goes on: were the server killed while it waited, that would count as a failure of its own.
    waits = run.job.progress > job.progress && (await givesWay());
    if (!waits) await seeToTrees(run);
  });
  if (!waits) return null;
  return () =>
    part(run, async () => {
      await run.requireOurs();
      await seeToTrees(run);
    });
}

async function part(run: Run, work: () => Promise<void>): Promise<void> {
  const { core, job } = run;
  let failure: Failure | Refused | null = null;
  try {
    await work();
  } catch (error) {
    failure = error instanceof Refused ? error : classify(error);
    const log = failure instanceof TransientFailure ? core.log.warn.bind(core.log) : core.log.info.bind(core.log);
    log({ err: failure, jobId: job.id, environmentId: job.environmentId }, "a cleanup run did not finish");
  }
  if (failure === null) return;
  try {
    await core.effects.run("job.state", () => core.db.write((tx) => conclude(core, tx, run, failure)));
  } catch (error) {
    // The database is not there: the next start finds the job RUNNING, and takes it as interrupted.
    core.log.error({ err: error, jobId: job.id }, "could not store how a cleanup run ended");
  }
}

/** verify → (a reset: push) → move. Goes on from whatever an earlier run left. */
async function freePaths(run: Run): Promise<void> {
  await run.load();
  await verify(run);
  await pushFirst(run);
  await move(run);
}

/** judge → settle → quarantine the rest → purge → release. Goes on from whatever an earlier run left. */
async function seeToTrees(run: Run): Promise<void> {
  await judge(run);
  const failures: Failure[] = [];
  failures.push(...(await settle(run)));
  // A clean tree that is not settled yet still lies in the directory: what is kept waits with it, so that no clean tree is kept.
  if (failures.length === 0) await quarantineRest(run);
  failures.push(...(await purge(run)));
  if (failures.length > 0) throw failures.reduce((a, b) => (gravity(b) > gravity(a) ? b : a));
  await release(run);
}

/** Which of several resources' failures decides over the job: a lost race, an interruption, a failure to count, a cause to wait for. */
function gravity(failure: Failure): number {
  return failure instanceof LostRace ? 3 : failure instanceof Interrupted ? 2 : failure instanceof TransientFailure ? 1 : 0;
}

async function conclude(core: Core, tx: Tx, run: Run, failure: Failure | Refused): Promise<void> {
  await tx.cleanupJob.updateMany({ where: { id: run.job.id, claim: run.job.claim }, data: { running: false } });
  if (failure instanceof LostRace) return;
  const job = await tx.cleanupJob.findUnique({ where: { id: run.job.id } });
  if (job === null || job.state !== "RUNNING" || job.claim !== run.job.claim) return;
  await fail(core, tx, job, failure);
}

/** What a failure makes of a RUNNING job. */
async function fail(core: Core, tx: Tx, job: CleanupJob, failure: Exclude<Failure, LostRace> | Refused): Promise<void> {
  const now = core.clock.now();
  const at = new Date(now);
  if (failure instanceof Refused) {
    const change = failure.to === "BLOCKED" ? { waitingFor: failure.message } : { completedAt: at };
    const next = await changeJobState(tx, job, failure.to, change);
    if (next !== null) await cleanupEvent(tx, next, at, { type: failure.to, message: failure.message });
    return;
  }
  if (failure instanceof Interrupted) return goOnLater(tx, job, at, "The server stopped while it ran; it goes on after the next start.");
  if (failure instanceof ExternalCause) {
    const waits = job.waits + 1;
    // Unpinned while this run was on its way to say that it is pinned: nobody else would ring again.
    const delay = failure instanceof Pinned && job.pinnedReason === null ? 0 : delayAfter(waits);
    const next = await changeJobState(tx, job, "RETRY_WAIT", {
      waits,
      dueAt: new Date(now + delay),
      dueSetAt: at,
      lastError: failure.message,
      waitingFor: failure.waitingFor,
    });
    if (next !== null) await cleanupEvent(tx, next, at, { type: "WAITING", message: failure.waitingFor, error: failure.message });
    return;
  }
  if (failure instanceof TransientFailure) return countFailure(tx, job, at, failure.message);
  assertNever(failure);
}

/** One failure more: a wait on the schedule, or the end of the attempts. */
async function countFailure(tx: Tx, job: CleanupJob, at: Date, message: string): Promise<void> {
  const attempts = job.attempts + 1;
  if (attempts >= job.maxAttempts) {
    const failed = await changeJobState(tx, job, "FAILED", { attempts, lastError: message, completedAt: at, waits: 0 });
    if (failed !== null)
      await cleanupEvent(tx, failed, at, { type: "FAILED", message: `Failed ${attempts} times; retry it by hand.`, error: message });
    return;
  }
  const dueAt = new Date(at.getTime() + delayAfter(attempts));
  const next = await changeJobState(tx, job, "RETRY_WAIT", { attempts, dueAt, dueSetAt: at, lastError: message, waits: 0 });
  if (next !== null) {
    await cleanupEvent(tx, next, at, {
      type: "RETRY_SCHEDULED",
      message: `Failed; tried again at ${dueAt.toISOString()}.`,
      error: message,
    });
  }
}

/** A run that was cut off: it counts as a failure only where it made no progress. */
export async function interrupt(tx: Tx, job: CleanupJob, at: Date, message: string): Promise<void> {
  if (job.progress === job.progressAtClaim && job.claim > 1)
    return countFailure(tx, job, at, "It was interrupted before it had made any progress.");
  await goOnLater(tx, job, at, message);
}

async function goOnLater(tx: Tx, job: CleanupJob, at: Date, message: string): Promise<void> {
  const next = await changeJobState(tx, job, "PENDING", { dueAt: at, dueSetAt: at });
  if (next !== null) await cleanupEvent(tx, next, at, { type: "INTERRUPTED", message });
}
