import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Effect } from "../../src/effects.js";
import { entriesOf, quarantinedAt, registrationOf } from "../casebook/home.js";
import type { Moment } from "../support/steering.js";
import { World } from "../support/world.js";

/**
 * Archived, then deleted while the archive's job is in the middle of a step: the delete's job takes over what is there, and does not do
 * twice, or forget, what was done.
 */
let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

type Point = readonly [Effect, Moment];

const BOTH: readonly Point[] = [
  ["move.rename", "after"],
  ["judge.store", "after"],
];
const CLEAN: readonly Point[] = [
  ...BOTH,
  ["settle.refs", "after"],
  ["settle.purging", "after"],
  ["purge.set-aside", "after"],
  ["release.commit", "before"],
];
const UNSAVED: readonly Point[] = [
  ...BOTH,
  ["quarantine.entry", "after"],
  ["quarantine.detach", "after"],
  ["quarantine.rename", "after"],
  ["quarantine.done", "after"],
];

async function takenOver([effect, moment]: Point, files: Readonly<Record<string, string>>) {
  const repo = world.sandbox.repository(`${effect}-${moment}-${Object.keys(files).length}`);
  const made = await world.make(repo);
  const commit = repo.commit({ x: "1\n" }, "only copy", made.tree);
  world.sandbox.write(made.tree, files);
  await world.server.arm(effect, moment, { action: "pause" });
  const paused = world.server.hanging();
  const [first] = await world.api.archiveTask({ taskId: made.taskId });
  await paused;
  const [second] = await world.api.deleteTask({ taskId: made.taskId });
  await world.server.resume();
  const job = await world.waitForJob(second as string);
  expect(job.state, job.lastError ?? "").toBe("SUCCEEDED");
  expect(await world.api.job(first as string)).toMatchObject({ state: "SUPERSEDED" });
  expect(existsSync(made.path)).toBe(false);
  expect(world.names("trash")).toEqual([]);
  expect(repo.setAside()).toEqual([]);
  expect(repo.branches(), "the branch meets the delete's policy").toEqual(["main"]);
  repo.gc();
  expect(repo.has(commit)).toBe(true);
  return { made, repo };
}

describe("a clean tree goes, by the delete's policy", () => {
  for (const point of CLEAN) {
    it(`taken over ${point[1]} ${point[0]}`, async () => {
      const { made, repo } = await takenOver(point, {});
      expect(registrationOf(repo, made.tree)).toBeUndefined();
      expect(entriesOf(world, made)).toEqual([]);
    });
  }
});

describe("work is in quarantine, once", () => {
  for (const point of UNSAVED) {
    it(`taken over ${point[1]} ${point[0]}`, async () => {
      const { made, repo } = await takenOver(point, { "new.txt": "new\n" });
      expect(entriesOf(world, made)).toMatchObject([{ kind: "DIRECTORY", state: "HELD" }]);
      expect(readFileSync(join(quarantinedAt(world, made), basename(made.tree), "new.txt"), "utf8")).toBe("new\n");
      expect(registrationOf(repo, made.tree)?.locked).toMatch(/^treekeeper /);
    });
  }
});
