import fc from "fast-check";
import { EFFECTS, type Effect } from "../../src/effects.js";
import type { Moment } from "../support/steering.js";

/** Which of what there is: counted from the first, again from the beginning where there are fewer. */
export type Nth = number;

export type Policy = "DELETE" | "KEEP" | null;

export const AGENT_ACTS = [
  "write",
  "change",
  "ignored",
  "rebuildable",
  "beside",
  "stage",
  "commit",
  "amend",
  "reset",
  "branch",
  "back",
  "detach",
  "rename",
  "conflict",
  "drop",
  "wipe",
  "forget",
  "lock",
  "unlock",
  "enter",
  "leave",
] as const;
export type AgentAct = (typeof AGENT_ACTS)[number];

export const USER_ACTS = ["gc", "prune", "branch", "delete-branch", "commit"] as const;
export type UserAct = (typeof USER_ACTS)[number];

export const GIT_COMMANDS = [
  "update-ref",
  "worktree",
  "status",
  "rev-list",
  "for-each-ref",
  "symbolic-ref",
  "cat-file",
  "branch",
  "diff-index",
  "config",
  "hash-object",
] as const;

/** What a failing git does: nothing, nothing for ever, or what it was told to and then it says that it failed. */
export type GitMode = "fail" | "hang" | "late";

/** What is asked for while a piece of work stands still: nothing of it waits for the repository's turn. */
export type Meanwhile = Extract<
  Step,
  { do: "archive" | "unarchive" | "delete" | "session" | "session-state" | "session-delete" | "cancel-job" | "retry-job" | "restore-entry" }
>;

/** One thing that happens. Plain data, so that a sequence can be kept. */
export type Step =
  | { do: "task"; parent: Nth | null }
  | { do: "environment"; task: Nth; slots: readonly ("app" | "lib")[]; existing: Nth | null }
  | { do: "ready"; slots: readonly ("app" | "lib")[] }
  | { do: "session"; task: Nth; environment: Nth | null }
  | { do: "session-state"; session: Nth; state: "RUNNING" | "IDLE" | "STOPPING" | "COMPLETED" | "FAILED" }
  | { do: "session-delete"; session: Nth }
  | { do: "archive"; task: Nth; policy: Policy }
  | { do: "unarchive"; task: Nth }
  | { do: "delete"; task: Nth; policy: Policy }
  | { do: "cancel-job"; job: Nth }
  | { do: "retry-job"; job: Nth }
  | { do: "restore-entry"; entry: Nth; task: Nth }
  | { do: "restore-rescue"; rescue: Nth }
  | { do: "retry-environment"; environment: Nth }
  | { do: "agent"; tree: Nth; act: AgentAct }
  | { do: "residue"; tree: Nth }
  | { do: "user"; repository: "app" | "lib"; act: UserAct; nth: Nth }
  | { do: "work"; pieces: number }
  | { do: "idle" }
  | { do: "clock"; ms: number }
  | { do: "crash" }
  /** The server dies at this point, sooner or later: in the piece of work that follows, where `first` gives it something to do. */
  | { do: "arm"; first: Meanwhile | null; effect: Effect | "any"; moment: Moment; nth: number }
  /** A piece of work stands still at this point while something else is asked for, and then goes on. */
  | { do: "pause"; first: Meanwhile | null; effect: Effect | "any"; moment: Moment; nth: number; meanwhile: Meanwhile }
  | { do: "git"; command: string; mode: GitMode }
  | { do: "git-well" };

export type StepKind = Step["do"];

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const nth = fc.nat({ max: 7 });
const policy = fc.constantFrom<Policy[]>(null, "DELETE", "KEEP");
const slots = fc.constantFrom<(readonly ("app" | "lib")[])[]>(["app"], ["lib"], ["app", "lib"], ["app", "app"]);
const one = <K extends StepKind>(kind: K) => fc.constant(kind);

/** A cleanup passes so many points, and some more. */
const MANY_POINTS = 70;

const NAMED_POINT = {
  effect: fc.oneof(
    // Where something is on its way is where it matters most.
    {
      weight: 4,
      arbitrary: fc.constantFrom(...EFFECTS.filter((effect) => /^(move|judge|settle|quarantine|purge|release|restore)\./.test(effect))),
    },
    { weight: 1, arbitrary: fc.constantFrom(...EFFECTS) },
  ),
  moment: fc.constantFrom("before" as const, "during" as const, "after" as const),
  nth: fc.constantFrom(1, 1, 2),
};
const COUNTED_POINT = {
  effect: fc.constant("any" as const),
  moment: fc.constant("before" as const),
  nth: fc.integer({ min: 1, max: MANY_POINTS }),
};

const ENDINGS: readonly { weight: number; arbitrary: fc.Arbitrary<Meanwhile> }[] = [
  { weight: 4, arbitrary: fc.record({ do: one("archive"), task: nth, policy }) },
  { weight: 4, arbitrary: fc.record({ do: one("unarchive"), task: nth }) },
  { weight: 4, arbitrary: fc.record({ do: one("delete"), task: nth, policy }) },
  { weight: 2, arbitrary: fc.record({ do: one("session"), task: nth, environment: fc.option(nth, { nil: null, freq: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: one("cancel-job"), job: nth }) },
  { weight: 1, arbitrary: fc.record({ do: one("retry-job"), job: nth }) },
  { weight: 2, arbitrary: fc.record({ do: one("restore-entry"), entry: nth, task: nth }) },
];

const first = fc.option(fc.oneof(...ENDINGS), { nil: null, freq: 4 });

const SHARES: readonly { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  { weight: 2, arbitrary: fc.record({ do: one("task"), parent: fc.option(nth, { nil: null }) }) },
  { weight: 2, arbitrary: fc.record({ do: one("environment"), task: nth, slots, existing: fc.option(nth, { nil: null, freq: 3 }) }) },
  { weight: 6, arbitrary: fc.record({ do: one("ready"), slots }) },
  { weight: 6, arbitrary: fc.record({ do: one("session"), task: nth, environment: fc.option(nth, { nil: null, freq: 5 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: one("session-state"),
      session: nth,
      state: fc.constantFrom("RUNNING" as const, "IDLE" as const, "STOPPING" as const, "COMPLETED" as const, "FAILED" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one("session-delete"), session: nth }) },
  { weight: 8, arbitrary: fc.record({ do: one("archive"), task: nth, policy }) },
  { weight: 6, arbitrary: fc.record({ do: one("unarchive"), task: nth }) },
  { weight: 5, arbitrary: fc.record({ do: one("delete"), task: nth, policy }) },
  { weight: 1, arbitrary: fc.record({ do: one("cancel-job"), job: nth }) },
  { weight: 1, arbitrary: fc.record({ do: one("retry-job"), job: nth }) },
  { weight: 3, arbitrary: fc.record({ do: one("restore-entry"), entry: nth, task: nth }) },
  { weight: 2, arbitrary: fc.record({ do: one("restore-rescue"), rescue: nth }) },
  { weight: 1, arbitrary: fc.record({ do: one("retry-environment"), environment: nth }) },
  { weight: 18, arbitrary: fc.record({ do: one("agent"), tree: nth, act: fc.constantFrom(...AGENT_ACTS) }) },
  { weight: 1, arbitrary: fc.record({ do: one("residue"), tree: nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: one("user"),
      repository: fc.constantFrom("app" as const, "lib" as const),
      act: fc.constantFrom(...USER_ACTS),
      nth,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: one("work"), pieces: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 8, arbitrary: fc.record({ do: one("idle") }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: one("clock"),
      ms: fc.constantFrom(31 * SECOND_MS, 5 * MINUTE_MS, HOUR_MS, 12 * HOUR_MS + SECOND_MS, 22 * DAY_MS, -HOUR_MS, -20 * DAY_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: one("crash") }) },
  {
    weight: 10,
    arbitrary: fc.oneof(
      fc.record({ do: one("arm"), first, ...NAMED_POINT }),
      fc.record({ do: one("arm"), first, ...COUNTED_POINT }),
      fc.record({ do: one("arm"), first, ...COUNTED_POINT }),
    ),
  },
  {
    weight: 10,
    arbitrary: fc.oneof(
      fc.record({ do: one("pause"), first, ...NAMED_POINT, meanwhile: fc.oneof(...ENDINGS) }),
      fc.record({ do: one("pause"), first, ...COUNTED_POINT, meanwhile: fc.oneof(...ENDINGS) }),
      fc.record({ do: one("pause"), first, ...COUNTED_POINT, meanwhile: fc.oneof(...ENDINGS) }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one("git"),
      command: fc.constantFrom(...GIT_COMMANDS),
      mode: fc.constantFrom<GitMode[]>("fail", "late", "hang"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one("git-well") }) },
];

export const anyStep: fc.Arbitrary<Step> = fc.oneof(...SHARES);
