import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Repo } from "../support/repo.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made, World } from "../support/world.js";

let world: World;
let repo: Repo;

beforeAll(async () => {
  world = await World.start();
  repo = world.sandbox.repository("app");
});

afterAll(async () => {
  await world.close();
});

function ownerOf(environmentId: string): unknown {
  return world.rows<{ taskId: string }>("select taskId from Environment where id = ?", environmentId)[0]?.taskId;
}

/** Whole rows, every column as it is stored. */
function worktreesOf(environmentId: string): string {
  return JSON.stringify(world.rows("select * from Worktree where environmentId = ? order by id", environmentId));
}

const WATCHED = ["Environment", "Worktree"] as const;

/** What the server writes to environments and worktrees meanwhile, row by row, as the database itself sees it. */
async function written(work: () => Promise<unknown>): Promise<string[]> {
  const database = new Sqlite(join(world.dataDir, "treekeeper.db"), { timeout: 10_000 });
  try {
    database.exec("create table written (what text not null)");
    for (const table of WATCHED)
      for (const how of ["insert", "update", "delete"])
        database.exec(
          `create trigger written_${table}_${how} after ${how} on ${table} begin insert into written values ('${how} ${table}'); end`,
        );
    await work();
    return database
      .prepare("select what from written")
      .all()
      .map((row) => (row as { what: string }).what);
  } finally {
    for (const table of WATCHED)
      for (const how of ["insert", "update", "delete"]) database.exec(`drop trigger if exists written_${table}_${how}`);
    database.exec("drop table if exists written");
    database.close();
  }
}

async function borrowersOf(environmentId: string): Promise<string[]> {
  const { node } = await world.api.request<{ node: { borrowers: { id: string }[] } }>(
    "query($id: ID!) { node(id: $id) { ... on Environment { borrowers { id } } } }",
    { id: environmentId },
  );
  return node.borrowers.map(({ id }) => id);
}

/** An archived task whose cleanup is held up by somebody's lock, before anything has begun. */
async function waiting(): Promise<Made & { jobId: string; unlock(): void }> {
  const made = await world.make(repo);
  const locked = repo.registrations().find((one) => one.path === made.tree)?.locked ?? "";
  repo.git("worktree", "unlock", made.tree);
  repo.git("worktree", "lock", "--reason", "not yet", made.tree);
  const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId });
  await waitFor(async () => expect((await world.api.job(jobId))?.waitingFor).toContain("Unlock"), LIMIT_MS);
  const unlock = (): void => {
    repo.git("worktree", "unlock", made.tree);
    repo.git("worktree", "lock", "--reason", locked, made.tree);
  };
  return { ...made, jobId, unlock };
}

describe("transferEnvironment", () => {
  it("is one UPDATE of the owner: worktree rows stay byte for byte, and nothing on disk is touched", async () => {
    const made = await world.make([repo, world.sandbox.repository("lib")]);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    const to = await world.task("takes it");
    const [rows, registrations] = [worktreesOf(made.environmentId), repo.registrations()];
    const writes = await written(() => world.api.transferEnvironment({ environmentId: made.environmentId, toTaskId: to }));
    expect(writes).toEqual(["update Environment"]);
    expect(worktreesOf(made.environmentId)).toBe(rows);
    expect(repo.registrations()).toEqual(registrations);
    expect(ownerOf(made.environmentId)).toBe(to);
    expect(world.rows("select type, message from Event where environmentId = ? order by number desc limit 1", made.environmentId)).toEqual([
      { type: "TRANSFERRED", message: `Handed over from ${made.taskId} to ${to}.` },
    ]);
    // The old owner's end is not its end; the new one's is.
    expect(await world.api.deleteTask({ taskId: made.taskId })).toEqual([]);
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
    await world.end("archiveTask", to);
    expect(existsSync(made.path)).toBe(false);
  });

  it("makes borrowers of the old owner's sessions, and none of the new one's", async () => {
    const made = await world.make(repo);
    const to = await world.task("takes it");
    const own = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    const theirs = await world.api.startSession({ taskId: to, environmentId: made.environmentId });
    expect(await borrowersOf(made.environmentId)).toEqual([theirs]);
    await world.api.transferEnvironment({ environmentId: made.environmentId, toTaskId: to });
    expect(await borrowersOf(made.environmentId)).toEqual([own]);
    const [jobId = ""] = await world.api.archiveTask({ taskId: to });
    await world.api.updateSession({ sessionId: theirs, state: "COMPLETED" });
    expect((await world.waitForJob(jobId, ["BLOCKED"])).blockedBy).toEqual([{ id: own }]);
    await world.api.deleteSession(own);
    await world.waitForJob(jobId, ["SUCCEEDED"]);
  });

  it("saves what an archive has not begun to reclaim, and the stale snapshot does nothing any more", async () => {
    const one = await waiting();
    const to = await world.task("saves it");
    const rows = worktreesOf(one.environmentId);
    expect(await world.api.transferEnvironment({ environmentId: one.environmentId, toTaskId: to })).toBe(one.jobId);
    one.unlock();
    expect((await world.api.job(one.jobId))?.state).toBe("SUPERSEDED");
    const types = world.rows<{ type: string }>("select type from Event where jobId = ? order by number", one.jobId).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(["SUPERSEDED", "TRANSFERRED"]);
    await world.lookAgain();
    expect(existsSync(one.tree)).toBe(true);
    expect(worktreesOf(one.environmentId)).toBe(rows);
    await world.api.startSession({ taskId: to, environmentId: one.environmentId });
    // Taken back, the old owner has it no more.
    await world.api.unarchiveTask({ taskId: one.taskId });
    expect(ownerOf(one.environmentId)).toBe(to);
  });

  it("saves what waits for a borrower", async () => {
    const made = await world.make(repo);
    const borrower = await world.task("borrows, then keeps");
    await world.api.startSession({ taskId: borrower, environmentId: made.environmentId });
    const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId });
    await world.waitForJob(jobId, ["BLOCKED"]);
    expect(await world.api.transferEnvironment({ environmentId: made.environmentId, toTaskId: borrower })).toBe(jobId);
    await world.rest();
    expect(existsSync(made.tree)).toBe(true);
  });

  it("is done once for one operation id", async () => {
    const made = await world.make(repo);
    const to = await world.task("takes it");
    const input = { environmentId: made.environmentId, toTaskId: to, operationId: `transfer ${made.environmentId}` };
    await Promise.all([world.api.transferEnvironment(input), world.api.transferEnvironment(input)]);
    await world.api.transferEnvironment(input);
    expect(world.rows("select number from Event where environmentId = ? and type = 'TRANSFERRED'", made.environmentId)).toHaveLength(1);
    await expect(world.api.transferEnvironment({ ...input, toTaskId: made.taskId })).rejects.toMatchObject({ code: "OPERATION_CONFLICT" });
  });

  it("is refused for a target that is archived, gone, foreign or the owner", async () => {
    const { environmentId, taskId } = await world.make(repo);
    const [archived, gone] = [await world.task("archived"), await world.task("gone")];
    await world.api.archiveTask({ taskId: archived });
    await world.api.deleteTask({ taskId: gone });
    const foreign = await world.api.createTask({ workspaceId: await world.api.createWorkspace("elsewhere"), title: "foreign" });
    for (const [toTaskId, code] of [
      [archived, "TASK_ARCHIVED"],
      [gone, "NOT_FOUND"],
      [foreign, "NOT_FOUND"],
      [taskId, "INVALID_INPUT"],
      [environmentId, "NOT_FOUND"],
    ] as const)
      await expect(world.api.transferEnvironment({ environmentId, toTaskId })).rejects.toMatchObject({ code });
    expect(ownerOf(environmentId)).toBe(taskId);
  });

  it("is refused from the cleanup's first step until a restore has ended, naming the job", async () => {
    const made = await world.make(repo);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    const toTaskId = await world.task("comes late");
    const transfer = () => world.api.transferEnvironment({ environmentId: made.environmentId, toTaskId });
    await world.server.arm("move.rename", "before", { action: "hang" });
    const hanging = world.server.hanging();
    const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId });
    await hanging;
    const refusal = { type: "CleanupInProgressError", fields: { jobId } };
    await expect(transfer()).rejects.toMatchObject(refusal);
    await world.api.cancelCleanupJob(jobId);
    await expect(transfer()).rejects.toMatchObject(refusal);
    await world.crash();
    await world.boot({ fault: { effect: "restore.finish", moment: "before", nth: 1, action: "hang" } });
    await expect(transfer()).rejects.toMatchObject(refusal);
    await world.api.unarchiveTask({ taskId: made.taskId });
    await expect(transfer()).rejects.toMatchObject(refusal);
    await world.crash();
    await world.boot();
    await world.waitForEnvironment(made.environmentId, "READY");
    await world.rest();
    await transfer();
    expect(ownerOf(made.environmentId)).toBe(toTaskId);
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
  });

  it("is refused where nothing lies at its place", async () => {
    const made = await world.make(repo);
    await world.end("archiveTask", made.taskId);
    await expect(world.api.transferEnvironment({ environmentId: made.environmentId, toTaskId: await world.task() })).rejects.toMatchObject({
      type: "EnvironmentBusyError",
      fields: { status: "EMPTY" },
    });
  });
});
