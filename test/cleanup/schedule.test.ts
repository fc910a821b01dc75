import { describe, expect, it } from "vitest";
import { delayAfter, isDue, MAX_ATTEMPTS, RETRY_DELAYS_MS } from "../../src/cleanup/schedule.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe("the retry schedule", () => {
  it("waits 1, 5 and 15 minutes, then 1, 3, 6 and 12 hours, and the eighth failure is the last", () => {
    expect(RETRY_DELAYS_MS).toEqual([MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS]);
    expect(MAX_ATTEMPTS).toBe(8);
  });

  it("stays at the longest wait for whatever comes after the schedule", () => {
    expect([1, 7, 8, 500].map(delayAfter)).toEqual([MINUTE_MS, 12 * HOUR_MS, 12 * HOUR_MS, 12 * HOUR_MS]);
  });

  it("takes a stored time further ahead than the longest wait as due: the clock was moved back", () => {
    const now = 1_800_000_000_000;
    expect(isDue(now, now)).toBe(true);
    expect(isDue(now + 1, now)).toBe(false);
    expect(isDue(now + 12 * HOUR_MS, now)).toBe(false);
    expect(isDue(now + 12 * HOUR_MS + 1, now)).toBe(true);
  });
});
