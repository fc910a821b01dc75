/** Time, injected: a test waits twelve hours in a millisecond. A leaf: nothing else starts a timer. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, at or after `ms` from now. Never keeps the process alive by itself. */
  after(ms: number, call: () => void): Timer;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Timer {
  cancel(): void;
}

/** setTimeout overflows past 2^31 - 1 ms (24.8 days) and fires at once: longer waits are taken in pieces. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const due = Date.now() + ms;
    let handle: NodeJS.Timeout;
    const arm = (): void => {
      const left = due - Date.now();
      handle = setTimeout(() => (left > LONGEST_TIMEOUT_MS ? arm() : call()), Math.max(0, Math.min(left, LONGEST_TIMEOUT_MS)));
      handle.unref();
    };
    arm();
    return { cancel: () => clearTimeout(handle) };
  },
  sleep: (ms, signal) => sleepOn(systemClock, ms, signal),
};

/** `sleep` for any clock that has `after`. */
export function sleepOn(clock: Pick<Clock, "after">, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const onAbort = (): void => {
      timer.cancel();
      reject(signal?.reason as Error);
    };
    const timer = clock.after(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
