import type { Clock, Timer } from "../../src/clock.js";

interface Waiting {
  /** When it fires, in steered milliseconds. */
  due: number;
  call: () => void;
  handle: NodeJS.Timeout | undefined;
}

/** setTimeout can't hold more; a longer wait is looked at again then. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Real time plus an offset that a test moves. Moved forward, what has become due fires at once, in the order in which it
 * would have; moved back, what waits goes on waiting for its steered moment.
 */
export class SteeredClock implements Clock {
  #offsetMs: number;
  readonly #waiting = new Set<Waiting>();

  constructor(offsetMs = 0) {
    this.#offsetMs = offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  after(ms: number, call: () => void): Timer {
    const waiting: Waiting = { due: this.now() + ms, call, handle: undefined };
    this.#waiting.add(waiting);
    this.#arm(waiting);
    return {
      cancel: () => {
        clearTimeout(waiting.handle);
        this.#waiting.delete(waiting);
      },
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const aborted = (): void => {
        timer.cancel();
        reject(signal?.reason as Error);
      };
      const timer = this.after(ms, () => {
        signal?.removeEventListener("abort", aborted);
        resolve();
      });
      signal?.addEventListener("abort", aborted, { once: true });
    });
  }

  advance(ms: number): void {
    this.setOffset(this.#offsetMs + ms);
  }

  setOffset(ms: number): void {
    this.#offsetMs = ms;
    const waiting = [...this.#waiting].sort((a, b) => a.due - b.due);
    for (const one of waiting) clearTimeout(one.handle);
    for (const one of waiting) if (this.#waiting.has(one)) this.#arm(one);
  }

  #arm(waiting: Waiting): void {
    const leftMs = waiting.due - this.now();
    waiting.handle = setTimeout(
      () => {
        if (waiting.due > this.now()) return this.#arm(waiting);
        this.#waiting.delete(waiting);
        waiting.call();
      },
      Math.max(0, Math.min(leftMs, LONGEST_TIMEOUT_MS)),
    );
    waiting.handle.unref();
  }
}
