import type { Logger } from "pino";
import { z } from "zod";
import type { Clock } from "../clock.js";
import type { Database } from "../db/database.js";
import type { WorkSource } from "./scheduler.js";

/** What went wrong in a run, one sentence each, with the id of what it went wrong with. */
const failuresSchema = z.array(z.object({ id: z.string(), message: z.string() }));
export type RecurringFailures = z.infer<typeof failuresSchema>;

/** Work that comes back. */
export interface RecurringWork {
  /** Names its row for ever. */
  readonly kind: string;
  readonly intervalMs: number;
  /** Also soon after each start, whenever it ran last. */
  readonly atStart: boolean;
  /** One run. It stops early when the signal is aborted, and is run again after the next start then. */
  run(signal: AbortSignal): Promise<RecurringFailures>;
}

/** Failures that are kept of a run. */
const FAILURES_KEPT = 20;

/**
 * Where the scheduler finds recurring work. When a kind ran last is kept in its row, written when the run is over: a run that a crash cut
 * short, or an interval in which no server ran, is made up for once after the next start. A last run that lies ahead means that the clock
 * was moved back: it runs now, once, and counts from there.
 */
export function recurringSource(o: { clock: Clock; db: Database; log: Logger }, works: readonly RecurringWork[]): WorkSource {
  const running = new Set<string>();
  /** What this process has run: also where the row could not be written. */
  const ranAt = new Map<string, number>();

  const dueAt = async (work: RecurringWork): Promise<number | null> => {
    if (running.has(work.kind)) return null;
    const here = ranAt.get(work.kind);
    if (here === undefined && work.atStart) return o.clock.now();
    const last = here ?? (await o.db.read.recurring.findUnique({ where: { kind: work.kind } }))?.lastRunAt.getTime();
    return last === undefined ? o.clock.now() : nextRunAt(last, work.intervalMs, o.clock.now());
  };

  const runOnce = async (work: RecurringWork, signal: AbortSignal): Promise<void> => {
    try {
      const failures = await work.run(signal).catch((error: unknown) => {
        o.log.error({ err: error, kind: work.kind }, "recurring work failed; it runs again when it is due");
        return [{ id: work.kind, message: "It failed as a whole: the server's log says why." }];
      });
      if (signal.aborted) return;
      const now = o.clock.now();
      ranAt.set(work.kind, now);
      const row = { lastRunAt: new Date(now), failures: JSON.stringify(failures.slice(0, FAILURES_KEPT)) };
      await o.db.write((tx) => tx.recurring.upsert({ where: { kind: work.kind }, create: { kind: work.kind, ...row }, update: row }));
    } finally {
      running.delete(work.kind);
    }
  };

  return {
    name: "recurring",
    concurrency: Math.max(1, works.length),
    async nextDueAt() {
      let next: number | null = null;
      for (const work of works) {
        const due = await dueAt(work);
        if (due !== null && (next === null || due < next)) next = due;
      }
      return next;
    },
    async claim(signal) {
      for (const work of works) {
        const due = await dueAt(work);
        if (due === null || due > o.clock.now()) continue;
        running.add(work.kind);
        return () => runOnce(work, signal);
      }
      return null;
    },
  };
}

/** When it is due again. It never waits longer than its interval. */
function nextRunAt(lastMs: number, intervalMs: number, nowMs: number): number {
  return lastMs > nowMs ? nowMs : lastMs + intervalMs;
}

export function parseFailures(json: string): RecurringFailures {
  return failuresSchema.parse(JSON.parse(json));
}
