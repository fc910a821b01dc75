/** Where an environment comes home to whose trees went for good: its directory, its repository, its branch. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { World } from "../support/world.js";

let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

it("a directory that comes home with files beside its slots stays the environment's", async () => {
  const repo = world.sandbox.repository("beside");
  const made = await world.make(repo);
  const [directory = ""] = world.names("live");
  writeFileSync(join(made.path, "notes.md"), "notes\n");
  await world.end("archiveTask", made.taskId);
  expect(world.names("quarantine")).toEqual([directory, `${directory}.json`]);

  await world.api.unarchiveTask({ taskId: made.taskId });
  const back = await world.waitForEnvironment(made.environmentId, "READY");
  expect(world.names("live")).toEqual([directory]);
  expect(readFileSync(join(made.path, "notes.md"), "utf8")).toBe("notes\n");
  const [tree] = back.worktrees;
  expect(tree?.path.startsWith(`${made.path}/`)).toBe(true);
  expect(world.sandbox.git(tree?.path as string, "branch", "--show-current")).toBe(made.branch);

  await world.end("archiveTask", made.taskId);
  expect(world.names("live")).toEqual([]);
  expect(world.names("quarantine")).toEqual([directory, `${directory}.json`]);
  await world.end("deleteTask", made.taskId);
  expect(world.rows("select state, directory from QuarantineEntry")).toEqual([{ state: "HELD", directory }]);
  expect([...world.names("live"), ...world.names("trash"), ...repo.registrations()]).toEqual([]);
});
