import { afterAll, describe, expect, it } from "vitest";
import { keptSequences, Theatre, trySeed } from "./sequence.js";

/** As many as take about half a minute; more by `npm run test:model`. */
const SEEDS = [1, 2];
const LIMIT_MS = 600_000;

const theatre = new Theatre();
afterAll(() => theatre.close());

describe("random sequences of everything that can happen keep every law", () => {
  it.each(SEEDS)("seed %d", { timeout: LIMIT_MS }, async (seed) => {
    expect(await trySeed(theatre, seed)).toBeNull();
  });
});

describe("sequences that broke a law once", () => {
  for (const [name, kept] of keptSequences()) {
    it(`${kept.why} (${name})`, { timeout: LIMIT_MS }, async () => await theatre.replay(kept.steps));
  }
});
