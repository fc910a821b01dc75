import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { percentOf } from "../../src/graphql/progress.js";

describe("the percent of a progress", () => {
  it("is 100 only when all of it, the release too, is over", () => {
    const base = { bytesDone: 0n, bytesTotal: null, finished: false };
    expect(percentOf({ ...base, resourcesDone: 0, resourcesTotal: 2, entriesDone: 0, entriesTotal: null })).toBe(0);
    expect(percentOf({ ...base, resourcesDone: 1, resourcesTotal: 2, entriesDone: 0, entriesTotal: null })).toBe(50);
    expect(percentOf({ ...base, resourcesDone: 0, resourcesTotal: 2, entriesDone: 75, entriesTotal: 100 })).toBe(75);
    expect(percentOf({ ...base, resourcesDone: 1, resourcesTotal: 2, entriesDone: 100, entriesTotal: 100 })).toBe(99);
    expect(percentOf({ ...base, resourcesDone: 2, resourcesTotal: 2, entriesDone: 0, entriesTotal: 0 })).toBe(99);
    expect(percentOf({ ...base, resourcesDone: 2, resourcesTotal: 2, entriesDone: 0, entriesTotal: 0, finished: true })).toBe(100);
  });

  it("never falls while what is done does not", () => {
    const total = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(total, total, fc.array(fc.tuple(fc.nat(10), fc.nat(100)), { maxLength: 20 }), (resourcesTotal, entriesTotal, steps) => {
        let [resourcesDone, entriesDone, before] = [0, 0, 0];
        for (const [resources, entries] of steps) {
          resourcesDone = Math.min(resourcesDone + resources, resourcesTotal);
          entriesDone = Math.min(entriesDone + entries, entriesTotal);
          const percent = percentOf({
            resourcesDone,
            resourcesTotal,
            entriesDone,
            entriesTotal,
            bytesDone: 0n,
            bytesTotal: null,
            finished: false,
          });
          expect(percent).toBeGreaterThanOrEqual(before);
          before = percent;
        }
      }),
    );
  });
});
