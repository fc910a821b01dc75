import { describe } from "vitest";
import { walk } from "./walk.js";

describe("resetting an environment", () => {
  walk(({ effect }) => effect.startsWith("reset."));
});
