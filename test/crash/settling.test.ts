import { describe } from "vitest";
import { walk } from "./walk.js";

describe("settling, purging and releasing", () => {
  walk(({ effect }) => /^(settle|purge|release)\./.test(effect));
});
