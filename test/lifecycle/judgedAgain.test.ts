import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { quarantinedAt, registrationOf, rescuesOf, restore } from "../casebook/home.js";
import { type Made, World, worktreeOf } from "../support/world.js";

/** docs/decisions/0012: a tree that was clean hours ago may not be any more. */
let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

function inTrash(made: Made): string {
  return join(world.root, "trash", basename(made.path), basename(made.tree));
}

/** Ends the task with a server that is killed at the point. */
async function killedAt(made: Made, effect: "settle.refs" | "settle.set-aside"): Promise<string> {
  await world.server.arm(effect, "after");
  const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
  await world.server.ended;
  return jobId as string;
}

it("what somebody wrote while settling was tried again keeps the tree", async () => {
  const repo = world.sandbox.repository("lock");
  const made = await world.make(repo);
  const lock = join(repo.common, "refs/treekeeper/rescue", made.environment.worktrees[0]?.id ?? "", "tip.lock");
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, "");
  const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
  const waiting = await world.waitForJob(jobId as string, ["RETRY_WAIT"]);
  expect(worktreeOf(waiting)).toMatchObject({ phase: "SETTLING", verdict: { kind: "CLEAN" } });

  writeFileSync(join(inTrash(made), "late.txt"), "an afternoon\n");
  rmSync(lock);
  await world.rest();
  const tree = worktreeOf(await world.waitForJob(jobId as string, ["SUCCEEDED"]));
  expect(tree).toMatchObject({ outcome: "QUARANTINED", verdict: { kind: "UNSAVED" }, branchOutcome: "DELETED" });
  expect(tree.verdict?.unsaved.map((one) => one.path)).toEqual(["late.txt"]);
  expect(readFileSync(join(quarantinedAt(world, made), basename(made.tree), "late.txt"), "utf8")).toBe("an afternoon\n");
});

it("a branch that we have deleted meanwhile is no work of anybody's", async () => {
  const repo = world.sandbox.repository("refs");
  const made = await world.make(repo);
  const commit = repo.commit({ x: "1\n" }, "only copy", made.tree);
  const jobId = await killedAt(made, "settle.refs");
  expect(repo.branches()).toEqual(["main"]);
  await world.boot();
  await world.rest();
  expect(worktreeOf(await world.waitForJob(jobId))).toMatchObject({ outcome: "REMOVED", branchOutcome: "DELETED" });
  expect(rescuesOf(repo, made)).toEqual({ [`refs/treekeeper/rescue/${made.environment.worktrees[0]?.id}/tip`]: commit });
  expect(registrationOf(repo, made.tree)).toBeUndefined();
});

it("work that came after that comes back on its branch, and nothing else with it", async () => {
  const repo = world.sandbox.repository("refs-late");
  const made = await world.make(repo);
  const commit = repo.commit({ x: "1\n" }, "only copy", made.tree);
  const jobId = await killedAt(made, "settle.refs");
  writeFileSync(join(inTrash(made), "late.txt"), "an afternoon\n");
  await world.boot();
  await world.rest();
  const tree = worktreeOf(await world.waitForJob(jobId));
  expect(tree.outcome).toBe("QUARANTINED");
  expect(tree.verdict?.unsaved.map((one) => one.path)).toEqual(["late.txt"]);
  await restore(world, made);
  expect(world.sandbox.git(made.tree, "branch", "--show-current")).toBe(made.branch);
  expect(world.sandbox.git(made.tree, "rev-parse", "HEAD")).toBe(commit);
  expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("?? late.txt");
});

it("a repository that can't be seen is waited for, as before", async () => {
  const repo = world.sandbox.repository("unplugged");
  const { common } = repo;
  const made = await world.make(repo);
  const jobId = await killedAt(made, "settle.refs");
  world.sandbox.run("mv", [repo.path, `${repo.path}.away`]);
  await world.boot();
  const waiting = await world.waitForJob(jobId, ["RETRY_WAIT"]);
  expect(waiting.waitingFor).toContain(common);
  expect(worktreeOf(waiting).verdict?.kind).toBe("CLEAN");
  world.sandbox.run("mv", [`${repo.path}.away`, repo.path]);
  await world.lookAgain();
  expect(worktreeOf(await world.waitForJob(jobId)).outcome).toBe("REMOVED");
});

it("what is .purging is not judged again", async () => {
  const made = await world.make(world.sandbox.repository("purging"));
  const jobId = await killedAt(made, "settle.set-aside");
  const purging = join(world.root, "trash", `${made.environment.worktrees[0]?.id}.purging`);
  writeFileSync(join(purging, "late.txt"), "too late\n");
  await world.boot();
  await world.rest();
  expect(worktreeOf(await world.waitForJob(jobId)).outcome).toBe("REMOVED");
  expect(existsSync(purging)).toBe(false);
});
