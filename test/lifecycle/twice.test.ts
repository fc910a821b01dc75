import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Effect } from "../../src/effects.js";
import { entriesOf, quarantinedAt } from "../casebook/home.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made, World, worktreeOf } from "../support/world.js";

/** Runs that were cut short and go on, and what turns up meanwhile where they work. */
let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

function trashOf(made: Made): string {
  return join(world.root, "trash", basename(made.path));
}

async function withWork(name: string): Promise<Made> {
  const made = await world.make(world.sandbox.repository(name));
  world.sandbox.write(made.tree, { "new.txt": "new\n" });
  return made;
}

for (const effect of ["restore.rename", "restore.finish", "restore.manifest"] as const satisfies Effect[]) {
  it(`a restore that is killed after ${effect} never moves the tree a second time`, async () => {
    const made = await withWork(effect);
    await world.end("archiveTask", made.taskId);
    await world.server.arm(effect, "after");
    await world.api.unarchiveTask({ taskId: made.taskId }).catch(() => {});
    await world.server.ended;
    // What lies where it came from is not it.
    const impostor = join(world.root, "quarantine", basename(made.path));
    if (effect !== "restore.rename") world.sandbox.write(impostor, { "theirs.txt": "theirs\n" });
    await world.boot();
    await world.rest();
    await world.waitForEnvironment(made.environmentId, "READY");
    expect(readFileSync(join(made.tree, "new.txt"), "utf8")).toBe("new\n");
    expect(world.sandbox.git(made.tree, "branch", "--show-current")).toBe(made.branch);
    expect(entriesOf(world, made)).toMatchObject([{ state: "RESTORED" }]);
    expect(existsSync(join(made.path, "theirs.txt"))).toBe(false);
    rmSync(impostor, { recursive: true, force: true });
  });
}

it("a tree that turns up after its absence was seen is kept whole", async () => {
  const made = await withWork("turns-up");
  const hidden = world.sandbox.path("hidden");
  renameSync(made.tree, hidden);
  await world.server.arm("settle.begin", "after");
  const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
  await world.server.ended;
  renameSync(hidden, join(trashOf(made), basename(made.tree)));
  await world.boot();
  await world.rest();
  expect(worktreeOf(await world.waitForJob(jobId as string))).toMatchObject({ outcome: "QUARANTINED", verdict: { kind: "UNKNOWN" } });
  expect(readFileSync(join(quarantinedAt(world, made), basename(made.tree), "new.txt"), "utf8")).toBe("new\n");
});

it("what somebody makes at the old path during the purge is moved aside", async () => {
  const made = await world.make(world.sandbox.repository("residue"));
  // The first is the emptied directory.
  await world.server.arm("purge.tree", "before", { nth: 2, action: "pause" });
  const paused = world.server.hanging();
  const [jobId] = await world.api.archiveTask({ taskId: made.taskId });
  await paused;
  mkdirSync(made.tree, { recursive: true });
  writeFileSync(join(made.tree, "anew.txt"), "anew\n");
  await world.server.resume();
  expect(worktreeOf(await world.waitForJob(jobId as string)).outcome).toBe("REMOVED");
  expect(existsSync(made.path)).toBe(false);
  const entries = entriesOf(world, made);
  expect(entries).toMatchObject([{ kind: "RESIDUE", state: "HELD" }]);
  const kept = join(world.root, "quarantine", entries[0]?.directory ?? "", basename(made.tree), "anew.txt");
  expect(readFileSync(kept, "utf8")).toBe("anew\n");
});

it("an archive during a restore waits for it, and then takes the whole away again", async () => {
  const made = await withWork("during");
  await world.end("archiveTask", made.taskId, { branchPolicy: "DELETE" });
  await world.server.arm("restore.rename", "after", { action: "pause" });
  const paused = world.server.hanging();
  await world.api.unarchiveTask({ taskId: made.taskId });
  await paused;
  const [jobId] = await world.api.archiveTask({ taskId: made.taskId, branchPolicy: "DELETE" });
  expect(await world.api.job(jobId as string)).toMatchObject({ state: "PENDING", waitingFor: expect.stringContaining("restoring") });
  await world.server.resume();
  expect(worktreeOf(await world.waitForJob(jobId as string)).outcome).toBe("QUARANTINED");
  expect(existsSync(made.path)).toBe(false);
  expect(entriesOf(world, made)).toMatchObject([{ state: "HELD" }]);

  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
  await waitFor(() => expect(world.names("trash")).toEqual([]), LIMIT_MS);
  expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("?? new.txt");
  expect(world.sandbox.git(made.tree, "branch", "--show-current")).toBe(made.branch);
});
