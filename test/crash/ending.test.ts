import { describe } from "vitest";
import { walk } from "./walk.js";

describe("ending a task, up to the verdict", () => {
  walk(({ effect }) => /^(end|job|move|judge|quarantine)\./.test(effect));
});
