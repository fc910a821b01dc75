const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the failures 1 to 7; the eighth failure is terminal. External causes are looked at again on the same delays, the last one for ever. */
export const RETRY_DELAYS_MS: readonly number[] = [
  1 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  1 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** No job waits longer than this: a stored time further ahead means that the clock was moved back, and is due. */
export const LONGEST_DELAY_MS = 12 * HOUR_MS;

/** The wait after the n-th failure or look (1-based), the last one for all that follow. */
export function delayAfter(nth: number): number {
  return RETRY_DELAYS_MS[Math.min(Math.max(nth, 1), RETRY_DELAYS_MS.length) - 1] as number;
}

/** Whether a stored due time has come, at `now` (both ms). */
export function isDue(dueAt: number, now: number): boolean {
  return dueAt <= now || dueAt > now + LONGEST_DELAY_MS;
}
