import { afterAll, describe, expect, it } from "vitest";
import { EVERYTHING } from "./everything.js";
import { keptSequences, Theatre, trySeed } from "./sequence.js";

/** As many as take some seconds; more by `npm run test:model`. */
const SEEDS = [1];
const LIMIT_MS = 600_000;

const theatre = new Theatre();
afterAll(() => theatre.close());

/** What a sequence may be refused where something else was meant. */
const GRANTED = [
  "addWorktree",
  "archiveTask",
  "cancelCleanupJob",
  "createEnvironment",
  "createTask",
  "createWorkspace",
  "deleteSession",
  "deleteTask",
  "deleteWorkspace",
  "expireQuickChats",
  "pinEnvironment",
  "registerRepository",
  "resetEnvironment",
  "restoreQuarantineEntry",
  "restoreRescue",
  "retryCleanupJob",
  "startSession",
  "transferEnvironment",
  "unarchiveTask",
  "unpinEnvironment",
  "updateSession",
  "updateWorkspacePolicy",
];

it("every mutation, granted, keeps every law", { timeout: LIMIT_MS }, async () => {
  await theatre.replay(EVERYTHING);
  expect(GRANTED.filter((mutation) => theatre.said.done(mutation) === 0)).toEqual([]);
});

describe("random sequences of everything that can happen keep every law", () => {
  it.each(SEEDS)("seed %d", { timeout: LIMIT_MS }, async (seed) => {
    expect(await trySeed(theatre, seed)).toBeNull();
  });
});

describe("sequences that broke a law once", () => {
  for (const [name, kept] of keptSequences()) {
    it(`${kept.why} (${name})`, { timeout: LIMIT_MS }, async () => await theatre.replay(kept.steps));
  }
});
