import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entriesOf, restore } from "../casebook/home.js";
import type { Repo } from "../support/repo.js";
import { type Made, World } from "../support/world.js";

/** A restored tree stands on the branch that it stood on, and the branch that we deleted is there again. */
let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

/** Its own branch has a commit; HEAD is on another one. */
async function onAnother(repo: Repo): Promise<{ made: Made; commit: string }> {
  const made = await world.make(repo);
  const commit = repo.commit({ x: "1\n" }, "only copy", made.tree);
  world.sandbox.git(made.tree, "checkout", "-q", "-b", "release", "main");
  return { made, commit };
}

function branchAt(made: Made): string {
  return world.sandbox.git(made.tree, "branch", "--show-current");
}

it("from quarantine, our branch is made again beside the one that HEAD is on", async () => {
  const repo = world.sandbox.repository("quarantine");
  const { made, commit } = await onAnother(repo);
  world.sandbox.write(made.tree, { "new.txt": "new\n" });
  await world.end("deleteTask", made.taskId);
  expect(repo.branches()).toEqual(["main", "release"]);
  await restore(world, made);
  expect(branchAt(made)).toBe("release");
  expect(repo.refs(`refs/heads/${made.branch}`)).toEqual({ [`refs/heads/${made.branch}`]: commit });
});

it("from the trash too, where the job was cut short right after the refs", async () => {
  const repo = world.sandbox.repository("trash");
  const { made, commit } = await onAnother(repo);
  await world.server.arm("settle.refs", "after");
  const [jobId] = await world.api.archiveTask({ taskId: made.taskId, branchPolicy: "DELETE" });
  await world.server.ended;
  expect(repo.branches()).toEqual(["main", "release"]);
  // Held up by a repository that is not there, the job has not gone further when it is taken back.
  world.sandbox.run("mv", [repo.path, `${repo.path}.away`]);
  await world.boot();
  await world.waitForJob(jobId as string, ["RETRY_WAIT"]);
  world.sandbox.run("mv", [`${repo.path}.away`, repo.path]);
  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  expect(branchAt(made)).toBe("release");
  expect(repo.refs(`refs/heads/${made.branch}`)).toEqual({ [`refs/heads/${made.branch}`]: commit });
});

it("a branch that its user deleted meanwhile is not made again", async () => {
  const repo = world.sandbox.repository("kept");
  const { made } = await onAnother(repo);
  world.sandbox.write(made.tree, { "new.txt": "new\n" });
  await world.end("archiveTask", made.taskId, { branchPolicy: "KEEP" });
  repo.git("branch", "-q", "-D", made.branch);
  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  expect(repo.branches()).toEqual(["main", "release"]);
});

it("after a restore that was given up, the next one finds the branch", async () => {
  const repo = world.sandbox.repository("given-up");
  const made = await world.make(repo);
  world.sandbox.write(made.tree, { "new.txt": "new\n" });
  await world.end("archiveTask", made.taskId, { branchPolicy: "DELETE" });
  const [registration] = repo.registrations();
  const headLock = join(repo.common, "worktrees", registration?.path.split("/").pop() ?? "", "HEAD.lock");
  writeFileSync(headLock, "");
  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.rest();
  expect((await world.api.environment(made.environmentId))?.status).toBe("FAILED");
  rmSync(headLock);
  expect(branchAt(made)).toBe("");

  expect((await world.endOne("archiveTask", made.taskId)).tree.outcome).toBe("QUARANTINED");
  expect(entriesOf(world, made)).toMatchObject([{ state: "HELD" }]);
  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  expect(branchAt(made)).toBe(made.branch);
  expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("?? new.txt");
});
