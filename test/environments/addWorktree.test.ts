import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SlotInput } from "../support/api.js";
import type { Repo } from "../support/repo.js";
import { World } from "../support/world.js";

let world: World;
let app: Repo;
let lib: Repo;

beforeAll(async () => {
  world = await World.start();
  app = world.sandbox.repository("app");
  lib = world.sandbox.repository("lib");
});

afterAll(async () => {
  await world.close();
});

async function add(environmentId: string, slot: SlotInput, operationId?: string): Promise<string> {
  const input = { environmentId, slot, ...(operationId === undefined ? {} : { operationId }) };
  return (await world.api.mutate<{ worktreeId: string }>("addWorktree", input, "worktreeId worktree { status path branch }")).worktreeId;
}

describe("addWorktree", () => {
  it("makes one more slot beside what is there, which is not touched, while a session works in it", async () => {
    const made = await world.make(app);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    const before = world.rows("select * from Worktree where environmentId = ?", made.environmentId);
    const worktreeId = await add(made.environmentId, { repositoryId: await world.repositoryId(lib), branch: "feat/lib" });
    const environment = await world.waitForEnvironment(made.environmentId, "READY");
    expect(environment.worktrees.map(({ slot, status }) => [slot, status])).toEqual([
      ["slot0", "READY"],
      ["lib", "READY"],
    ]);
    const added = environment.worktrees.find(({ id }) => id === worktreeId);
    expect(added?.path.startsWith(`${made.path}/`)).toBe(true);
    expect(world.sandbox.git(added?.path ?? "", "branch", "--show-current")).toBe("feat/lib");
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
    expect(world.rows("select * from Worktree where environmentId = ? and id <> ?", made.environmentId, worktreeId)).toEqual(before);
    // Its end takes both.
    const [job] = await world.end("archiveTask", made.taskId);
    expect(job?.resources.filter(({ kind }) => kind === "WORKTREE").map(({ outcome }) => outcome)).toEqual(["QUARANTINED", "REMOVED"]);
  });

  it("names a second slot of the same repository by a number, and its branch by the task", async () => {
    const made = await world.make(app, { title: "twice", slot: { slot: "app" } });
    await add(made.environmentId, { repositoryId: await world.repositoryId(app) });
    const environment = await world.waitForEnvironment(made.environmentId, "READY");
    expect(environment.worktrees.map(({ slot }) => slot)).toEqual(["app", "app-2"]);
    expect(new Set(environment.worktrees.map(({ branch }) => branch)).size).toBe(2);
  });

  it("is one for one operation id, through a kill in the middle", async () => {
    const made = await world.make(app);
    const repositoryId = await world.repositoryId(lib);
    await world.server.arm("make.add", "after");
    const first = add(made.environmentId, { repositoryId, slot: "lib" }, `add ${made.environmentId}`).catch(() => null);
    await world.server.ended;
    await first;
    await world.boot();
    const worktreeId = await add(made.environmentId, { repositoryId, slot: "lib" }, `add ${made.environmentId}`);
    const environment = await world.waitForEnvironment(made.environmentId, "READY");
    expect(environment.worktrees.map(({ id }) => id)).toEqual([made.environment.worktrees[0]?.id, worktreeId]);
  });

  it("is refused like a creation, with what is wrong", async () => {
    const made = await world.make(app, { slot: { slot: "app" } });
    const repositoryId = await world.repositoryId(app);
    const cases: [Partial<SlotInput>, object][] = [
      [{ slot: "APP" }, { code: "INVALID_INPUT", fields: { field: "input.slot.slot" } }],
      [{ slot: "../up" }, { code: "INVALID_INPUT", fields: { field: "input.slot.slot" } }],
      [{ branch: "main" }, { code: "BRANCH_REFUSED", fields: { reason: "EXISTS" } }],
      [{ existingBranch: "main" }, { code: "BRANCH_REFUSED", fields: { reason: "CHECKED_OUT" } }],
      [{ existingBranch: "nowhere" }, { code: "BRANCH_REFUSED", fields: { reason: "MISSING" } }],
      [{ baseRef: "nowhere" }, { code: "REF_NOT_FOUND" }],
    ];
    for (const [slot, refusal] of cases) await expect(add(made.environmentId, { repositoryId, ...slot })).rejects.toMatchObject(refusal);
    expect((await world.api.environment(made.environmentId))?.worktrees).toHaveLength(1);
  });

  it("is refused while the environment is reclaimed, naming the job, and when nothing of it is there", async () => {
    const made = await world.make(app);
    const repositoryId = await world.repositoryId(lib);
    const { environmentId } = made;
    await world.api.startSession({ taskId: await world.task(), environmentId });
    const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId });
    await expect(add(environmentId, { repositoryId })).rejects.toMatchObject({ code: "TASK_ARCHIVED" });
    await world.api.unarchiveTask({ taskId: made.taskId });
    expect((await world.api.job(jobId))?.state).toBe("SUPERSEDED");
    const reset = await world.api.resetEnvironment({ environmentId, stopSessions: true });
    await expect(add(environmentId, { repositoryId })).rejects.toMatchObject({ type: "CleanupInProgressError", fields: { jobId: reset } });
    await world.advance(60_000);
    await world.waitForJob(reset ?? "", ["SUCCEEDED"]);
    await expect(add(environmentId, { repositoryId })).rejects.toMatchObject({ type: "EnvironmentBusyError", fields: { status: "EMPTY" } });
  });

  it("is refused for a repository of another workspace, and for one that is away", async () => {
    const made = await world.make(app);
    const away = world.sandbox.repository("away");
    const here = await world.repositoryId(away);
    const elsewhere = await world.api.registerRepository({ workspaceId: await world.api.createWorkspace("elsewhere"), path: lib.path });
    renameSync(away.path, `${away.path}.aside`);
    await expect(add(made.environmentId, { repositoryId: elsewhere })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(add(made.environmentId, { repositoryId: here })).rejects.toMatchObject({ code: "REPOSITORY_MISSING" });
    expect((await world.api.environment(made.environmentId))?.status).toBe("READY");
  });
});
