import type { Effect } from "../../src/effects.js";

/** Where the test server stops: before an effect, after it, or while a noted child process of it runs. */
export type Moment = "before" | "during" | "after";

/**
 * What happens there: the process kills itself with SIGKILL; or says so and stands still for ever; or says so, and only what came to this
 * point waits there until it is told to resume.
 */
export type FaultAction = "kill" | "hang" | "pause";

export interface Fault {
  effect: Effect;
  moment: Moment;
  /** Which passing of the point, from 1. */
  nth: number;
  action: FaultAction;
}

/** How often each point was passed since the server began, "effect:moment". */
export type Passed = Record<string, number>;

/** From the test to its server. Each is answered by a Done with its number. */
export type Steer = { number: number } & (
  | { kind: "arm"; fault: Fault }
  | { kind: "disarm" }
  | { kind: "resume" }
  | { kind: "advance"; ms: number }
  | { kind: "offset"; ms: number }
  | { kind: "passed" }
);

/** From the server to its test. */
export type Report =
  | { kind: "ready"; url: string }
  | { kind: "refused"; message: string }
  | { kind: "done"; number: number; passed?: Passed }
  | { kind: "fault"; effect: Effect; moment: Moment };
