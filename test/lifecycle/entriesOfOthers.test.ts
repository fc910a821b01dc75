import { readFileSync, rmSync } from "node:fs";
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

interface Entry {
  id: string;
  workspaceId: string;
  state: string;
  directory: string;
}
const entriesOf = (environmentId: string): Entry[] =>
  world.rows<Entry>("select id, workspaceId, state, directory from QuarantineEntry where environmentId = ?", environmentId);

it("an unarchive leaves what a reset before it had quarantined: it stays held, and comes back by its own restore", async () => {
  const made = await world.make(world.sandbox.repository("reset"));
  world.sandbox.write(made.tree, { "wip.txt": "precious\n" });
  const jobId = await world.api.resetEnvironment({ environmentId: made.environmentId, materialise: true });
  await world.waitForJob(jobId as string, ["SUCCEEDED"]);
  await world.waitForEnvironment(made.environmentId, "READY");
  await world.end("archiveTask", made.taskId);
  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  await world.rest();
  const [entry] = entriesOf(made.environmentId);
  expect(entry?.state).toBe("HELD");
  const beside = await world.api.restoreEntry({ entryId: entry?.id ?? "" });
  const [worktree] = (await world.waitForEnvironment(beside, "READY")).worktrees;
  expect(readFileSync(join(worktree?.path ?? "", "wip.txt"), "utf8")).toBe("precious\n");
  await world.rest();
  expect(world.names("quarantine")).toEqual([]);
});

it("an entry of a deleted workspace that was restored in another one belongs to that one when it is quarantined again", async () => {
  const first = await world.api.createWorkspace("first");
  world.workspaceId = first;
  const repo = world.sandbox.repository("heir");
  const made = await world.make(repo);
  world.sandbox.write(made.tree, { "wip.txt": "wip\n" });
  await world.api.mutate("deleteWorkspace", { workspaceId: first, confirmName: "first" }, "jobsTotal");
  await world.rest();
  const [entry] = entriesOf(made.environmentId);
  const entryId = entry?.id ?? "";
  const heir = await world.api.createWorkspace("heir");
  const repositoryId = await world.api.registerRepository({ workspaceId: heir, path: repo.path });
  const taskId = await world.api.createTask({ workspaceId: heir, title: "heir" });
  await world.api.restoreEntry({ entryId, taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  await world.rest();
  await world.end("archiveTask", taskId);
  expect(entriesOf(made.environmentId)).toMatchObject([{ id: entryId, workspaceId: heir, state: "HELD" }]);

  const stranger = await world.api.createWorkspace("stranger");
  await world.api.registerRepository({ workspaceId: stranger, path: repo.path });
  const strangerTask = await world.api.createTask({ workspaceId: stranger, title: "stranger" });
  await expect(world.api.restoreEntry({ entryId, taskId: strangerTask })).rejects.toThrow(/another workspace/);
  await world.end("deleteTask", taskId);
  await expect(world.api.mutate("unregisterRepository", { repositoryId }, "repositoryId")).rejects.toThrow(/quarantine entry/);
  const again = await world.api.createTask({ workspaceId: heir, title: "again" });
  await world.api.restoreEntry({ entryId, taskId: again });
  const [worktree] = (await world.waitForEnvironment(made.environmentId, "READY")).worktrees;
  expect(readFileSync(join(worktree?.path ?? "", "wip.txt"), "utf8")).toBe("wip\n");
});

it("what is left of a restored environment is found by the task that it was restored to", async () => {
  world.workspaceId = await world.api.createWorkspace("left");
  const repo = world.sandbox.repository("left");
  const made = await world.make(repo);
  const commit = repo.commit({ only: "here\n" }, "only here", made.tree);
  world.sandbox.write(made.tree, { "note.txt": "note\n" });
  await world.end("deleteTask", made.taskId);
  const [entry] = entriesOf(made.environmentId);
  const taskId = await world.task("heir");
  await world.api.restoreEntry({ entryId: entry?.id ?? "", taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  rmSync(join(made.tree, "note.txt"));
  await world.rest();
  await world.end("deleteTask", taskId);
  expect(world.rows(`select taskId, "commit" from Rescue where environmentId = ? and droppedAt is null`, made.environmentId)).toEqual([
    { taskId, commit },
  ]);
});
