import fc from "fast-check";
import { EFFECTS } from "../../src/effects.js";
import { AGENT_ACTS, GIT_COMMANDS, type GitMode, type Meanwhile, type Policy, type Step, USER_ACTS } from "./steps.js";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const nth = fc.nat({ max: 7 });
const policy = fc.constantFrom<Policy[]>(null, "DELETE", "KEEP");
const slots = fc.constantFrom<(readonly ("app" | "lib")[])[]>(["app"], ["lib"], ["app", "lib"], ["app", "app"]);
const one = <K extends Step["do"]>(kind: K) => fc.constant(kind);

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

const ABOUT_ENVIRONMENTS: readonly { weight: number; arbitrary: fc.Arbitrary<Meanwhile> }[] = [
  { weight: 2, arbitrary: fc.record({ do: one("transfer"), environment: nth, task: nth }) },
  { weight: 1, arbitrary: fc.record({ do: one("pin"), environment: nth }) },
  { weight: 1, arbitrary: fc.record({ do: one("unpin"), environment: nth }) },
];

/** Not often. */
const seldom = fc.nat({ max: 3 }).map((drawn) => drawn === 0);

const RESET = fc.record({ do: one("reset"), environment: nth, stop: fc.boolean(), afresh: fc.boolean(), policy, push: seldom });

/** A workspace's delete leaves little to go on with: it is seldom. */
const ENDINGS: readonly { weight: number; arbitrary: fc.Arbitrary<Meanwhile> }[] = [
  { weight: 12, arbitrary: fc.record({ do: one("archive"), task: nth, policy, cascade: seldom }) },
  { weight: 12, arbitrary: fc.record({ do: one("unarchive"), task: nth, recover: seldom.map((not) => !not) }) },
  { weight: 12, arbitrary: fc.record({ do: one("delete"), task: nth, policy, cascade: seldom }) },
  { weight: 1, arbitrary: fc.record({ do: one("workspace-delete"), policy }) },
  { weight: 3, arbitrary: fc.record({ do: one("chats") }) },
  { weight: 6, arbitrary: fc.record({ do: one("session"), task: nth, environment: fc.option(nth, { nil: null, freq: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ do: one("cancel-job"), job: nth }) },
  { weight: 3, arbitrary: fc.record({ do: one("retry-job"), job: nth }) },
  { weight: 6, arbitrary: fc.record({ do: one("restore-entry"), entry: nth, task: nth }) },
  ...ABOUT_ENVIRONMENTS.map(({ weight, arbitrary }) => ({ weight: 3 * weight, arbitrary })),
];

const first = fc.option(fc.oneof(...ENDINGS, { weight: 9, arbitrary: RESET }), { nil: null, freq: 4 });

const SHARES: readonly { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  { weight: 2, arbitrary: fc.record({ do: one("task"), parent: fc.option(nth, { nil: null }), chat: seldom }) },
  { weight: 2, arbitrary: fc.record({ do: one("environment"), task: nth, slots, existing: fc.option(nth, { nil: null, freq: 3 }) }) },
  { weight: 6, arbitrary: fc.record({ do: one("ready"), slots, below: fc.option(nth, { nil: null, freq: 1 }), chat: seldom }) },
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
  { weight: 8, arbitrary: fc.record({ do: one("archive"), task: nth, policy, cascade: seldom }) },
  { weight: 6, arbitrary: fc.record({ do: one("unarchive"), task: nth, recover: seldom.map((not) => !not) }) },
  { weight: 5, arbitrary: fc.record({ do: one("delete"), task: nth, policy, cascade: seldom }) },
  { weight: 1, arbitrary: fc.record({ do: one("workspace-delete"), policy }) },
  { weight: 2, arbitrary: fc.record({ do: one("chats") }) },
  { weight: 2, arbitrary: fc.record({ do: one("session-timeout"), ms: fc.constantFrom(null, 2 * HOUR_MS) }) },
  { weight: 1, arbitrary: fc.record({ do: one("cancel-job"), job: nth }) },
  { weight: 1, arbitrary: fc.record({ do: one("retry-job"), job: nth }) },
  { weight: 3, arbitrary: fc.record({ do: one("restore-entry"), entry: nth, task: nth }) },
  { weight: 2, arbitrary: fc.record({ do: one("restore-rescue"), rescue: nth }) },
  { weight: 1, arbitrary: fc.record({ do: one("retry-environment"), environment: nth }) },
  ...ABOUT_ENVIRONMENTS,
  { weight: 4, arbitrary: RESET },
  { weight: 1, arbitrary: fc.record({ do: one("add-worktree"), environment: nth, slot: fc.constantFrom("app" as const, "lib" as const) }) },
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
      ms: fc.constantFrom(
        31 * SECOND_MS,
        5 * MINUTE_MS,
        HOUR_MS,
        3 * HOUR_MS,
        12 * HOUR_MS + SECOND_MS,
        22 * DAY_MS,
        -HOUR_MS,
        -20 * DAY_MS,
      ),
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
