import { afterAll, beforeAll, expect, it } from "vitest";
import { type Made, World } from "../support/world.js";

let world: World;
beforeAll(async () => {
  world = await World.start({ flags: ["--concurrency", "1"] });
});
afterAll(async () => {
  await world.close();
});

const TASKS = 4;

/** Tasks below one, each with an environment in the same repository. */
async function family(name: string): Promise<{ root: string; children: Made[] }> {
  const repo = world.sandbox.repository(name);
  const root = await world.task(name);
  const children: Made[] = [];
  for (let i = 0; i < TASKS; i++) {
    const taskId = await world.api.createTask({ workspaceId: world.workspaceId, title: `${name} ${i}`, parentId: root });
    children.push(await world.make(repo, { taskId }));
  }
  return { root, children };
}

/** Ends all of it, and stops before the first judgement is stored, with one hand for the jobs. */
async function endedUntilJudged(root: string): Promise<string[]> {
  await world.server.arm("judge.store", "before", { action: "pause" });
  const paused = world.server.hanging();
  const ended = await world.api.mutate<{ jobs: { id: string }[] }>("archiveTask", { taskId: root, cascade: true }, "jobs { id }");
  await paused;
  return ended.jobs.map((job) => job.id);
}

const steps = (jobId: string): string[] =>
  world
    .rows<{ step: string }>("select distinct step from Event where jobId = ? and step is not null order by step", jobId)
    .map((r) => r.step);
const jobsOf = (ids: readonly string[]): { state: string; attempts: number; running: number }[] =>
  ids.flatMap((id) =>
    world.rows<{ state: string; attempts: number; running: number }>("select state, attempts, running from CleanupJob where id = ?", id),
  );

it("all paths are free before the first tree is judged, also with one job at a time", async () => {
  const { root, children } = await family("first");
  const jobs = await endedUntilJudged(root);
  expect(jobs).toHaveLength(TASKS);
  expect(world.names("live")).toEqual([]);
  expect(world.names("trash")).toHaveLength(children.length);
  await world.server.resume();
  await world.rest();
  expect(jobsOf(jobs)).toEqual(jobs.map(() => ({ state: "SUCCEEDED", attempts: 0, running: 0 })));
  expect(world.names("trash")).toEqual([]);
});

it("runs that wait hear first that an unarchive has taken their jobs: nothing of them is judged, and all comes back", async () => {
  const { root, children } = await family("back");
  const jobs = await endedUntilJudged(root);
  await world.api.unarchiveTask({ taskId: root });
  await world.server.resume();
  await world.rest();
  expect(jobsOf(jobs).map(({ state, running }) => ({ state, running }))).toEqual(jobs.map(() => ({ state: "SUPERSEDED", running: 0 })));
  expect(jobs.filter((id) => steps(id).includes("JUDGE"))).toEqual([]);
  for (const { environmentId, tree } of children) {
    await world.waitForEnvironment(environmentId, "READY");
    expect(world.rows("select path, restoredFrom from Worktree where environmentId = ?", environmentId)).toEqual([
      { path: tree, restoredFrom: "TRASH" },
    ]);
    expect(world.sandbox.git(tree, "status", "--porcelain")).toBe("");
  }
});

it("a run that waits and has lost its job needs no hand to hear of it: what was unarchived is back while another purges", async () => {
  const { root, children } = await family("apart");
  await world.server.arm("purge.tree", "before", { action: "pause" });
  const paused = world.server.hanging();
  await world.api.mutate("archiveTask", { taskId: root, cascade: true }, "cascadeId");
  await paused;
  const unjudged = world.rows<{ worktreeId: string }>("select worktreeId from CleanupResource where kind = 'WORKTREE' and phase = 'MOVED'");
  const waiting = children.find(({ environment }) => unjudged.some((one) => one.worktreeId === environment.worktrees[0]?.id)) as Made;
  await world.api.unarchiveTask({ taskId: waiting.taskId });
  await world.waitForEnvironment(waiting.environmentId, "READY");
  await world.server.resume();
  await world.rest();
  expect(world.sandbox.git(waiting.tree, "status", "--porcelain")).toBe("");
});

it("a server that is killed again and again while many wait has not failed any of them", async () => {
  const { root } = await family("killed");
  const jobs = await endedUntilJudged(root);
  const lives = 2;
  for (let life = 0; life < lives; life++) {
    await world.crash();
    await world.boot({ fault: { effect: "judge.store", moment: "before", nth: 1, action: "kill" } });
    await world.server.ended;
  }
  await world.boot();
  await world.rest();
  // Each life had one at work, whose own end it may have been; those that waited are not to blame.
  const seen = jobsOf(jobs);
  expect(seen.map(({ state }) => state)).toEqual(jobs.map(() => "SUCCEEDED"));
  expect(seen.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(lives);
});
