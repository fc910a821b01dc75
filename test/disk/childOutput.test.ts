import { join } from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "../../src/clock.js";
import { Children } from "../../src/disk/child.js";
import { temporaryDirectory } from "../support/directory.js";

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it("loses no output of a child that ended while the server was too busy to read it", async () => {
  const children = new Children({ notesDir: join(temporaryDirectory("output"), "notes"), clock: systemClock });
  const say = (word: string) => ({ command: "sh", args: ["-c", `echo ${word}`], cwd: "/" });
  let second: ReturnType<Children["run"]> | undefined;
  const first = children.run({
    ...say("first"),
    // Beside the news of the first one's end: so the second one's end is heard of in the same turn, before its output can be read, and with a
    // clock that stood still for longer than its output is waited for.
    onStdout() {
      second = children.run(say("second"));
      block(3_000);
    },
  });
  await Promise.resolve();
  block(500);
  await first;
  expect((await second)?.stdout.toString()).toBe("second\n");
  expect(children.live).toBe(0);
});
