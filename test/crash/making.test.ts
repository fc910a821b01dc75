import { describe, expect, it } from "vitest";
import { EFFECTS } from "../../src/effects.js";
import { points } from "./points.js";
import { walk } from "./walk.js";

describe("the list of points", () => {
  it("has a point before and after every effect of the code", () => {
    const names = new Set(points().map((point) => `${point.effect} ${point.moment}`));
    expect(EFFECTS.filter((effect) => !names.has(`${effect} before`) || !names.has(`${effect} after`))).toEqual([]);
  });
});

describe("making an environment", () => {
  walk(({ effect }) => /^(make|unmake)\./.test(effect));
});
