/** Where an environment comes home to whose trees went for good: its directory, its repository, its branch. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "../support/waitFor.js";
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

it("a restore waits for a repository that is away, and finds it where it is registered by then", async () => {
  const repo = world.sandbox.repository("moves");
  const repositoryId = await world.repositoryId(repo);
  const made = await world.make(repo);
  await world.end("archiveTask", made.taskId);
  const moved = world.sandbox.path("moved");
  renameSync(repo.path, moved);

  await world.api.unarchiveTask({ taskId: made.taskId });
  await waitFor(async () => expect((await world.api.environment(made.environmentId))?.error).toContain("has to be there again"));
  expect(
    world.rows("select state, attempts from EnvironmentAttempt where environmentId = ? and kind = 'RESTORE'", made.environmentId),
  ).toEqual([{ state: "PENDING", attempts: 0 }]);

  expect(await world.api.registerRepository({ workspaceId: world.workspaceId, path: moved })).toBe(repositoryId);
  await world.rest();
  const back = await world.waitForEnvironment(made.environmentId, "READY");
  expect(back.error).toBeNull();
  expect(world.sandbox.git(back.worktrees[0]?.path as string, "branch", "--show-current")).toBe(made.branch);
});

it("what is made anew is on its branch as somebody has renamed it, and a delete takes that one", async () => {
  const repo = world.sandbox.repository("renamed");
  const made = await world.make(repo);
  const head = repo.commit({ x: "mine\n" }, "mine", made.tree);
  world.sandbox.git(made.tree, "branch", "-m", "feat/renamed");
  await world.end("archiveTask", made.taskId);
  expect(repo.branches()).toEqual(["feat/renamed", "main"]);

  await world.api.unarchiveTask({ taskId: made.taskId });
  const back = await world.waitForEnvironment(made.environmentId, "READY");
  const [tree] = back.worktrees;
  expect(tree?.branch).toBe("feat/renamed");
  expect(world.sandbox.git(tree?.path as string, "rev-parse", "feat/renamed", "HEAD")).toBe(`${head}\n${head}`);
  expect(repo.branches()).toEqual(["feat/renamed", "main"]);

  await world.end("deleteTask", made.taskId, { branchPolicy: "DELETE" });
  expect(repo.branches()).toEqual(["main"]);
});
