import type { Effect } from "../../src/effects.js";

/** Where the test server stops: before an effect, after it, or while a noted child process of it runs. */
export type Moment = "before" | "during" | "after";

/**
 * What happens there: the process kills itself with SIGKILL; or says so and stands still for ever; or says so, and only what came to this
 * point waits there until it is told to resume.
 */
export type FaultAction = "kill" | "hang" | "pause";

export interface Fault {
  /** "any": whatever point is passed, at any moment of it. */
  effect: Effect | "any";
  moment: Moment;
  /** Which passing of the point, from 1. */
  nth: number;
  action: FaultAction;
}

/** How often each point was passed since the server began, "effect:moment". */
export type Passed = Record<string, number>;

/** What a server whose scheduler is driven by hand did when it was told to work. */
export interface Worked {
  /** Pieces of work that ran, each to its end. */
  ran: number;
  /** The server's clock (ms since the epoch) when it looked for more and found nothing due. */
  at: number;
  /** When the next piece is due (ms since the epoch); null when none waits for its time. */
  next: number | null;
  /** Something was due, and could not be claimed however often it was asked. */
  stuck: boolean;
}

/** From the test to its server. Each is answered by a Done with its number. */
export type Steer = { number: number } & (
  | { kind: "arm"; fault: Fault }
  | { kind: "disarm" }
  | { kind: "resume" }
  | { kind: "advance"; ms: number }
  | { kind: "offset"; ms: number }
  | { kind: "passed" }
  | { kind: "work"; limit: number }
);

/** From the server to its test. */
export type Report =
  | { kind: "ready"; url: string }
  | { kind: "refused"; message: string }
  | { kind: "done"; number: number; passed?: Passed; worked?: Worked }
  | { kind: "fault"; effect: Effect; moment: Moment };
