import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { CleanupJob, Session } from "../db/generated/client.js";
import { heldBy, holding } from "../environments/held.js";
import type { WorkSource } from "../scheduler/scheduler.js";
import { cleanupEvent } from "./events.js";
import { changeJobState, waitsForUsers } from "./job.js";
import { type Claimed, runJob } from "./runner.js";
import { isDue } from "./schedule.js";

/** Jobs looked at in one read. */
const PAGE = 200;

/** Runs that wait with their directory in the trash; a further one goes on at once. */
const MOST_MOVED = 1_000;

const CLAIMABLE = ["PENDING", "RETRY_WAIT", "BLOCKED"] as const;

/**
 * Where the scheduler finds cleanup jobs. A BLOCKED job is asked again like any other: nobody has to send it an event.
 * Where many end at once, the paths of all of them become free before the first tree is looked at: that is what a person waits for.
 */
export function jobSource(core: Core): WorkSource {
  let ready: string | null = null;
  let refused: string | null = null;
  /** What is left of runs that gave way, by their jobs, in the order in which they did. */
  const moved = new Map<string, () => Promise<void>>();
  const givesWay = async (): Promise<boolean> => moved.size < MOST_MOVED && (await someoneMoves(core));
  const takeUp = (jobId: string | undefined): (() => Promise<void>) | null => {
    const rest = moved.get(jobId ?? "");
    if (jobId !== undefined) moved.delete(jobId);
    return rest ?? null;
  };
  // One that has lost its job has only that to find out, and whoever took it waits for it: that takes no hand.
  core.db.onCommit(({ makesWork }) => {
    if (makesWork && moved.size > 0)
      void losers(core)
        .then((ids) => Promise.all(ids.map((id) => takeUp(id)?.())))
        .catch((error: unknown) => core.log.warn({ err: error }, "could not ask which waiting runs have lost their jobs"));
  });
  return {
    name: "cleanup",
    concurrency: core.config.concurrency,
    async nextDueAt() {
      const found = await survey(core, refused);
      ready = found.ready;
      return moved.size > 0 ? core.clock.now() : found.at;
    },
    async claim(signal) {
      if (ready !== null) {
        const claimed = await core.effects.run("job.claim", () => claim(core, ready as string));
        if (claimed !== null) {
          return async () => {
            const rest = await runJob(core, claimed, signal, givesWay);
            if (rest !== null) moved.set(claimed.job.id, rest);
          };
        }
        refused = ready;
      }
      return takeUp(moved.keys().next().value);
    },
  };
}

/** Jobs that an unarchive, a cancel or a later trigger has taken from runs that have not heard of it yet. */
async function losers(core: Core): Promise<string[]> {
  const where = { running: true, state: { not: "RUNNING" } } as const;
  return (await core.db.read.cleanupJob.findMany({ where, select: { id: true }, take: PAGE })).map(({ id }) => id);
}

/** Whether a job waits for nothing but a hand that moves its environment's directory. */
async function someoneMoves(core: Core): Promise<boolean> {
  const now = new Date(core.clock.now());
  const where = { state: "PENDING", running: false, begunAt: null, dueAt: { lte: now } } as const;
  return (await core.db.read.cleanupJob.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * The first job that can be claimed now, else the time at which one may become so. The first one that is due is taken as it stands: its claim
 * asks everything anyway. Only when that refused it, is everybody looked at who may stand in the way.
 */
async function survey(core: Core, refused: string | null): Promise<{ ready: string | null; at: number | null }> {
  const now = core.clock.now();
  let next: number | null = null;
  let after: string | null = null;
  for (;;) {
    const jobs: CleanupJob[] = await core.db.read.cleanupJob.findMany({
      where: { state: { in: [...CLAIMABLE] }, running: false },
      orderBy: [{ dueAt: "asc" }, { id: "asc" }],
      take: PAGE,
      ...(after === null ? {} : { cursor: { id: after }, skip: 1 }),
    });
    const [first] = jobs;
    if (first === undefined) return { ready: null, at: next };
    if (after === null && first.id !== refused && first.state === "PENDING" && isDue(first.dueAt.getTime(), now))
      return { ready: first.id, at: now };
    const environmentIds = jobs.map((job) => job.environmentId);
    const busy = new Set(
      (
        await core.db.read.environmentAttempt.findMany({
          where: { environmentId: { in: environmentIds }, state: { in: ["PENDING", "RUNNING"] } },
          select: { environmentId: true },
        })
      ).map((a) => a.environmentId),
    );
    // The run of an earlier job of the same environment comes to its end first; nobody else waits for that.
    for (const { environmentId } of await core.db.read.cleanupJob.findMany({
      where: { environmentId: { in: environmentIds }, running: true },
      select: { environmentId: true },
    }))
      busy.add(environmentId);
    const sessions = await core.db.read.session.findMany({
      where: { AND: [{ environmentId: { in: environmentIds } }, holding(now)] },
    });
    for (const job of jobs) {
      if (busy.has(job.environmentId)) continue;
      const at = whenFree(
        job,
        sessions.filter((s) => s.environmentId === job.environmentId),
        now,
      );
      if (at === null) {
        // Held by a live session of another task: a PENDING job is claimed once, to be marked BLOCKED.
        if (job.state !== "BLOCKED" && isDue(job.dueAt.getTime(), now)) return { ready: job.id, at: now };
        continue;
      }
      if (at <= now) return { ready: job.id, at: now };
      if (next === null || at < next) next = at;
    }
    if (jobs.length < PAGE) return { ready: null, at: next };
    after = (jobs[jobs.length - 1] as CleanupJob).id;
  }
}

/** When the job can be claimed, as far as sessions and its own due time go; null while a live session holds its environment. */
function whenFree(job: CleanupJob, sessions: readonly Session[], now: number): number | null {
  const due = isDue(job.dueAt.getTime(), now) ? now : job.dueAt.getTime();
  if (job.begunAt !== null) return due;
  if (sessions.some((s) => s.state !== "STOPPING")) return null;
  return sessions.reduce((at, s) => Math.max(at, s.graceEndsAt?.getTime() ?? at), due);
}

/** Compare-and-set to RUNNING under a new fencing token, asking everything again in the transaction that decides. */
async function claim(core: Core, jobId: string): Promise<Claimed | null> {
  const work = async (tx: Tx): Promise<Claimed | null> => {
    const now = core.clock.now();
    const at = new Date(now);
    const job = await tx.cleanupJob.findUnique({ where: { id: jobId } });
    if (job === null || job.running || !(CLAIMABLE as readonly string[]).includes(job.state)) return null;
    // The runner of an earlier job of the same environment may still be in its last step, and a making or restore in its own.
    if ((await tx.cleanupJob.count({ where: { environmentId: job.environmentId, running: true } })) > 0) return null;
    if ((await tx.environmentAttempt.count({ where: { environmentId: job.environmentId, state: { in: ["PENDING", "RUNNING"] } } })) > 0)
      return null;
    if (job.begunAt === null) {
      const holders = await heldBy(tx, job.environmentId, now);
      if (holders.length > 0) {
        await block(tx, job, holders, at);
        return null;
      }
    }
    const claimed = await changeJobState(tx, job, "RUNNING", {
      claim: job.claim + 1,
      running: true,
      waitingFor: null,
      progressAtClaim: job.progress,
    });
    if (claimed === null) return null;
    const resources = await tx.cleanupResource.findMany({ where: { jobId }, orderBy: { position: "asc" } });
    if (job.state === "BLOCKED")
      await cleanupEvent(tx, claimed, at, { type: "UNBLOCKED", message: "Nobody uses the environment any more." }, resources);
    const message = `Claimed; attempt ${claimed.attempts + 1} of ${claimed.maxAttempts}.`;
    await cleanupEvent(tx, claimed, at, { type: "CLAIMED", message }, resources);
    return { job: claimed, resources };
  };
  // The pass that claims asks on by itself.
  return core.db.write(work, { makesWork: (claimed) => claimed === null });
}

async function block(tx: Tx, job: CleanupJob, holders: readonly Session[], at: Date): Promise<void> {
  if (job.state === "BLOCKED" || holders.every((s) => s.state === "STOPPING")) return;
  const blocked = await changeJobState(tx, job, "BLOCKED", { waitingFor: waitsForUsers(holders) });
  if (blocked !== null) await cleanupEvent(tx, blocked, at, { type: "BLOCKED", message: blocked.waitingFor ?? "" });
}
