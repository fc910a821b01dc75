import { describe } from "vitest";
import { walk } from "./walk.js";

describe("restoring", () => {
  walk(({ effect }) => /^(unarchive|restore)\./.test(effect));
});
