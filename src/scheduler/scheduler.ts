import type { Logger } from "pino";
import type { Clock, Timer } from "../clock.js";
import type { Database } from "../db/database.js";

/** One kind of durable work: where it is found, and how many pieces run at once. */
export interface WorkSource {
  readonly name: string;
  /** How many pieces of it may run at once, 1 or more. */
  readonly concurrency: number;
  /** The earliest time (ms since the epoch) at which a piece of it can be claimed; null when there is none. */
  nextDueAt(): Promise<number | null>;
  /** Claims one due piece in a transaction of its own and gives the work, or null when something won over it. The work never throws past its owner. */
  claim(signal: AbortSignal): Promise<(() => Promise<void>) | null>;
}

export interface SchedulerParts {
  readonly sources: readonly WorkSource[];
  readonly clock: Clock;
  readonly db: Database;
  readonly log: Logger;
}

/** A source that failed to answer, or lost a claim, is asked again after this long even when nothing was committed meanwhile. */
const ASK_AGAIN_MS = 1_000;

/**
 * When things run. The database says what is due; a commit, a timer or a finished piece is only a reason to ask it again, so no
 * event has to be remembered by anybody. One pass at a time; a ring during a pass makes another one.
 */
export class Scheduler {
  readonly #sources: readonly WorkSource[];
  readonly #clock: Clock;
  readonly #db: Database;
  readonly #log: Logger;
  readonly #running = new Map<WorkSource, Set<Promise<void>>>();
  #stopping: AbortController | null = null;
  #unsubscribe: (() => void) | null = null;
  #timer: Timer | null = null;
  #passing: Promise<void> | null = null;
  #again = false;

  constructor(o: SchedulerParts) {
    this.#sources = o.sources;
    this.#clock = o.clock;
    this.#db = o.db;
    this.#log = o.log;
    for (const source of o.sources) this.#running.set(source, new Set());
  }

  /** Pieces that run now. */
  get active(): number {
    let sum = 0;
    for (const pieces of this.#running.values()) sum += pieces.size;
    return sum;
  }

  /** May be called twice. */
  start(): void {
    if (this.#stopping !== null) return;
    this.#stopping = new AbortController();
    this.#unsubscribe = this.#db.onCommit(({ makesWork }) => {
      if (makesWork) this.ring();
    });
    this.ring();
  }

  /** Takes no new work, tells what runs to reach its next checkpoint, and waits for it, within the limit (ms). True when all of it ended. May be called twice. */
  async stop(limitMs: number): Promise<boolean> {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#timer?.cancel();
    this.#timer = null;
    this.#stopping?.abort(new Error("the server is stopping"));
    const pieces = [...this.#running.values()].flatMap((set) => [...set]);
    const limit = new AbortController();
    const ended = Promise.allSettled([this.#passing ?? Promise.resolve(), ...pieces]).then(() => true);
    const tooLong = this.#clock.sleep(limitMs, limit.signal).then(
      () => false,
      () => false,
    );
    const result = await Promise.race([ended, tooLong]);
    limit.abort(new Error("ended"));
    return result;
  }

  /** Asks every source again, soon. */
  ring(): void {
    if (this.#stopping === null || this.#stopping.signal.aborted) return;
    if (this.#passing !== null) {
      this.#again = true;
      return;
    }
    this.#passing = this.#pass().finally(() => {
      this.#passing = null;
      if (this.#again) {
        this.#again = false;
        this.ring();
      }
    });
  }

  async #pass(): Promise<void> {
    const signal = this.#stopping?.signal;
    if (signal === undefined) return;
    let next: number | null = null;
    for (const source of this.#sources) {
      const due = await this.#fill(source, signal);
      if (due !== null && (next === null || due < next)) next = due;
    }
    this.#timer?.cancel();
    this.#timer = null;
    if (next !== null && !signal.aborted) this.#timer = this.#clock.after(Math.max(0, next - this.#clock.now()), () => this.ring());
  }

  /** Starts what is due as far as there is room; the time at which to ask again, or null. */
  async #fill(source: WorkSource, signal: AbortSignal): Promise<number | null> {
    const pieces = this.#running.get(source) as Set<Promise<void>>;
    try {
      while (!signal.aborted && pieces.size < source.concurrency) {
        const due = await source.nextDueAt();
        if (due === null) return null;
        if (due > this.#clock.now()) return due;
        const work = await source.claim(signal);
        if (work === null) return this.#clock.now() + ASK_AGAIN_MS;
        const piece: Promise<void> = work()
          .catch((error: unknown) => this.#log.error({ err: error, source: source.name }, "a piece of work threw past its owner"))
          .finally(() => {
            pieces.delete(piece);
            this.ring();
          });
        pieces.add(piece);
      }
      return null; // Full: the end of a piece rings.
    } catch (error) {
      this.#log.error({ err: error, source: source.name }, "could not ask for due work");
      return this.#clock.now() + ASK_AGAIN_MS;
    }
  }
}
