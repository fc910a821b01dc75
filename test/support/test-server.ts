/**
 * The server of the tests: app.ts as shipped, with a clock that the test moves and fault points, both steered over IPC.
 * Compiled by compile.ts, so that it runs on the built code.
 */
import { createApp } from "../../src/app.js";
import { parseConfig } from "../../src/config.js";
import { operationLimits } from "../../src/graphql/limits.js";
import { schema } from "../../src/graphql/schema.js";
import { createLogger } from "../../src/log.js";
import type { SchedulerParts } from "../../src/scheduler/scheduler.js";
import { serve } from "../../src/server/server.js";
import { FaultEffects } from "./fault-effects.js";
import { HandScheduler } from "./hand-scheduler.js";
import { SteeredClock } from "./steered-clock.js";
import type { Report, Steer } from "./steering.js";

function report(message: Report): void {
  process.send?.(message);
}

const clock = new SteeredClock(Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0));
const effects = new FaultEffects((effect, moment) => report({ kind: "fault", effect, moment }));
/** With TEST_BY_HAND nothing runs by itself: the test says when a piece of work does. */
let byHand: HandScheduler | null = null;
const scheduling =
  process.env.TEST_BY_HAND === undefined ? {} : { scheduler: (parts: SchedulerParts) => (byHand = new HandScheduler(parts)) };
const armedAtStart = process.env.TEST_FAULT;
if (armedAtStart !== undefined) effects.arm(JSON.parse(armedAtStart));

process.on("message", (steer: Steer) => {
  switch (steer.kind) {
    case "arm":
      effects.arm(steer.fault);
      break;
    case "disarm":
      effects.arm(null);
      break;
    case "resume":
      effects.resume();
      break;
    case "advance":
      clock.advance(steer.ms);
      break;
    case "offset":
      clock.setOffset(steer.ms);
      break;
    case "passed":
      return report({ kind: "done", number: steer.number, passed: effects.passed });
    case "work":
      if (byHand === null) throw new Error("the scheduler of this server is not driven by hand");
      void byHand.work(steer.limit).then((worked) => report({ kind: "done", number: steer.number, worked }));
      return;
  }
  report({ kind: "done", number: steer.number });
});

const parsed = parseConfig(process.argv.slice(2));
if (parsed.kind !== "config") throw new Error(`the test server's flags are wrong: ${JSON.stringify(parsed)}`);
const { config } = parsed;
const log = createLogger(config.logLevel);
async function main(): Promise<void> {
  try {
    const app = await createApp({ config, log, clock, effects, ...scheduling });
    const { core, feed } = app;
    const ready = app.start();
    const edge = await serve({
      config,
      log,
      schema,
      context: ({ requestId, log }) => ({ core, feed, requestId, log }),
      plugins: [operationLimits()],
      ready,
    });
    await ready;
    const stop = async (): Promise<void> => {
      await edge.close();
      await app.stop(config.drainLimitMs);
      process.exit(0);
    };
    process.once("SIGTERM", () => void stop());
    // A test that died leaves no server behind.
    process.once("disconnect", () => process.exit(1));
    report({ kind: "ready", url: edge.openUrl });
  } catch (error) {
    report({ kind: "refused", message: error instanceof Error ? error.message : String(error) });
    console.error(error);
    process.exitCode = 1;
    process.disconnect?.();
  }
}

void main();
