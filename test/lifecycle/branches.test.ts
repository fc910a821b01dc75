import { afterAll, beforeAll, expect, it } from "vitest";
import type { Repo } from "../support/repo.js";
import { type Made, World } from "../support/world.js";

/** Whose a branch is that bears our name: only the one that was made for this environment may go with it. */
let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

async function makeOn(repo: Repo, branch: string): Promise<Made> {
  return await world.make(repo, { slot: { branch } });
}

it("made later for another task under the same name, it is that one's", async () => {
  const repo = world.sandbox.repository("another");
  const first = await makeOn(repo, "shared");
  await world.end("archiveTask", first.taskId);
  repo.git("branch", "-q", "-D", "shared");
  const second = await makeOn(repo, "shared");
  const commit = repo.commit({ x: "1\n" }, "the second's", second.tree);
  // Kept by the second's archive, and checked out nowhere: only its log says whose it is.
  await world.end("archiveTask", second.taskId);

  const { tree } = await world.endOne("deleteTask", first.taskId);
  expect(tree.branchOutcome).toBe("KEPT");
  expect(repo.refs("refs/heads/shared")).toEqual({ "refs/heads/shared": commit });
  expect((await world.endOne("deleteTask", second.taskId)).tree.branchOutcome).toBe("DELETED");
  expect(repo.branches()).toEqual(["main"]);
});

it("made anew by its user under our old name, it is theirs", async () => {
  const repo = world.sandbox.repository("user");
  const made = await makeOn(repo, "ours");
  await world.end("archiveTask", made.taskId);
  repo.git("branch", "-q", "-D", "ours");
  repo.git("branch", "ours", "main");
  expect((await world.endOne("deleteTask", made.taskId)).tree.branchOutcome).toBe("KEPT");
  expect(repo.branches()).toEqual(["main", "ours"]);
});

it("made from a rescue by a person, it is theirs", async () => {
  const repo = world.sandbox.repository("rescue");
  const made = await makeOn(repo, "ours");
  const commit = repo.commit({ x: "1\n" }, "only copy", made.tree);
  await world.end("archiveTask", made.taskId, { branchPolicy: "DELETE" });
  const [rescue] = world.rows<{ id: string }>("select id from Rescue where environmentId = ? and kind = 'TIP'", made.environmentId);
  await world.api.mutate("restoreRescue", { rescueId: rescue?.id, branch: "ours" }, "__typename");
  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  expect((await world.endOne("deleteTask", made.taskId)).tree).toMatchObject({ outcome: "REMOVED", branchOutcome: "KEPT" });
  expect(repo.refs("refs/heads/ours")).toEqual({ "refs/heads/ours": commit });
});

it.each([
  ["kept, made anew from it", "KEEP", {}],
  ["made again", "DELETE", { "new.txt": "new\n" }],
] as const)("brought back, it is still ours: %s", async (_, branchPolicy, files) => {
  const repo = world.sandbox.repository(`back-${branchPolicy}`);
  const made = await makeOn(repo, "ours");
  world.sandbox.write(made.tree, files);
  await world.end("archiveTask", made.taskId, { branchPolicy });
  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  expect(repo.branches()).toEqual(["main", "ours"]);
  expect((await world.endOne("deleteTask", made.taskId)).tree.branchOutcome).toBe("DELETED");
  expect(repo.branches()).toEqual(["main"]);
});
