import { it } from "vitest";
import type { Effect } from "../../src/effects.js";

const MOMENTS = ["before", "after"] as const;
type Moment = (typeof MOMENTS)[number];

/** With TEST_RACES_ALL every effect is stopped at on both of its sides; else on one, the next effect on the other. */
const ALL = process.env.TEST_RACES_ALL !== undefined;

/** A test for each effect; `first`: which side of the first effect. */
export function each(effects: readonly Effect[], first: Moment, test: (effect: Effect, moment: Moment) => Promise<void>): void {
  effects.forEach((effect, index) => {
    const one = MOMENTS[(index + MOMENTS.indexOf(first)) % 2] as Moment;
    for (const moment of ALL ? MOMENTS : [one]) it(`${moment} ${effect}`, async () => await test(effect, moment));
  });
}
