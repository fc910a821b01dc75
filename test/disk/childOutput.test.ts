import { join } from "node:path";
import { expect, it } from "vitest";
import { type Clock, systemClock } from "../../src/clock.js";
import { Children } from "../../src/disk/child.js";
import { temporaryDirectory } from "../support/directory.js";

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it("loses no output of a child that ended while the server was too busy to read it", async () => {
  let busy = false;
  const clock: Clock = {
    ...systemClock,
    // Asked for as soon as a child's end is heard of: much else is to be done in the same turn.
    after(ms, call) {
      const timer = systemClock.after(ms, call);
      if (busy) block(ms + 200);
      return timer;
    },
  };
  const children = new Children({ notesDir: join(temporaryDirectory("output"), "notes"), clock });
  const say = (word: string) => ({ command: "sh", args: ["-c", `echo ${word}`], cwd: "/" });
  let second: ReturnType<Children["run"]> | undefined;
  const first = children.run({
    ...say("first"),
    // Read beside the news of the first one's end: the second one's end is heard of in this turn too, before its output can be read.
    onStdout() {
      second = children.run(say("second"));
      block(500);
      busy = true;
    },
  });
  block(500);
  await first;
  expect((await second)?.stdout.toString()).toBe("second\n");
  expect(children.live).toBe(0);
});
