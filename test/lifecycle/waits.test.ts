import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entriesOf } from "../casebook/home.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, World, worktreeOf } from "../support/world.js";

let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

it("a restore leaves what is .purging to a process that is inside, and says which", async () => {
  const made = await world.make(world.sandbox.repository("busy"));
  await world.server.arm("purge.tree", "before");
  const [jobId] = await world.api.archiveTask({ taskId: made.taskId });
  await world.server.ended;
  const purging = join(world.root, "trash", `${made.environment.worktrees[0]?.id}.purging`);
  const inside = spawn("sleep", ["600"], { cwd: purging, stdio: "ignore" });
  try {
    await world.boot();
    expect((await world.waitForJob(jobId as string, ["RETRY_WAIT"])).waitingFor).toContain(`sleep (${inside.pid})`);
    await world.api.unarchiveTask({ taskId: made.taskId });
    await waitFor(() => {
      const [restoring] = world.rows<{ state: string; error: string | null }>(
        "select state, error from EnvironmentAttempt where environmentId = ? and kind = 'RESTORE'",
        made.environmentId,
      );
      if (restoring?.error == null && restoring?.state !== "SUCCEEDED") throw new Error("the restore has not come so far");
      expect(restoring).toMatchObject({ state: "PENDING", error: expect.stringContaining(`sleep (${inside.pid})`) });
    }, LIMIT_MS);
    expect(existsSync(purging)).toBe(true);
  } finally {
    inside.kill();
  }
  await world.rest();
  expect(existsSync(purging)).toBe(false);
  expect(await world.api.environment(made.environmentId)).toMatchObject({ status: "READY", error: null });
});

it("a directory without its marker waits for a repository that is only out of sight", async () => {
  const repo = world.sandbox.repository("unplugged");
  const { common } = repo;
  const made = await world.make(repo);
  rmSync(join(made.path, ".treekeeper.json"));
  world.sandbox.run("mv", [repo.path, `${repo.path}.away`]);
  const [jobId] = await world.api.archiveTask({ taskId: made.taskId });
  const waiting = await world.waitForJob(jobId as string, ["RETRY_WAIT", "SUCCEEDED"]);
  expect(waiting).toMatchObject({ state: "RETRY_WAIT", attempts: 0 });
  expect(waiting.waitingFor).toContain(common);
  expect(existsSync(made.tree)).toBe(true);

  world.sandbox.run("mv", [`${repo.path}.away`, repo.path]);
  await world.lookAgain();
  expect(worktreeOf(await world.waitForJob(jobId as string))).toMatchObject({ outcome: "REMOVED" });
  expect(existsSync(made.path)).toBe(false);
});

it("a restore for another task enters with both, so that nothing slips between them", async () => {
  const made = await world.make(world.sandbox.repository("barrier"));
  world.sandbox.write(made.tree, { "new.txt": "new\n" });
  await world.end("archiveTask", made.taskId);
  const revision = (id: string) => world.rows<{ revision: number }>("select revision from Task where id = ?", id)[0]?.revision as number;
  const taskId = await world.task("takes it");
  const [old, next] = [revision(made.taskId), revision(taskId)];
  const [entry] = entriesOf(world, made);
  await world.api.restoreEntry({ entryId: entry?.id as string, taskId });
  expect(revision(made.taskId)).toBe(old + 1);
  expect(revision(taskId)).toBe(next + 1);
  await world.waitForEnvironment(made.environmentId, "READY");
  await expect(world.api.restoreEntry({ entryId: entry?.id as string, taskId })).rejects.toMatchObject({ code: "ENTRY_STATE" });
});
