import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Repo } from "../support/repo.js";
import { World } from "../support/world.js";
import { Resets, remoteTip } from "./resetting.js";

let world: World;
let resets: Resets;
let app: Repo;

beforeAll(async () => {
  world = await World.start();
  resets = new Resets(world);
  app = resets.withRemote("app");
});

afterAll(async () => {
  await world.close();
});

describe("resetEnvironment", () => {
  it("tears down and keeps environment and branch, which its task uses again by another reset", async () => {
    const made = await world.make(app);
    const head = resets.commit(app, made.tree);
    const job = await resets.succeeded(await resets.reset(made));
    expect(job).toMatchObject({ trigger: "ENVIRONMENT_RESET" });
    expect(job.resources[0]).toMatchObject({ outcome: "REMOVED", branchOutcome: "KEPT" });
    expect(existsSync(made.path)).toBe(false);
    expect((await world.api.environment(made.environmentId))?.status).toBe("EMPTY");
    expect(app.git("rev-parse", made.branch)).toBe(head);
    expect(world.rows("select archivedAt from Task where id = ?", made.taskId)).toEqual([{ archivedAt: null }]);
    // Nothing is there to be torn down: it is only made.
    expect(await world.api.resetEnvironment({ environmentId: made.environmentId })).toBeNull();
    expect((await world.api.environment(made.environmentId))?.status).toBe("EMPTY");
    expect(await world.api.resetEnvironment({ environmentId: made.environmentId, materialise: true, pushFirst: true })).toBeNull();
    const environment = await resets.afresh(made);
    expect(world.sandbox.git(environment.worktrees[0]?.path ?? "", "rev-parse", "HEAD")).toBe(head);
    expect(remoteTip(app, made.branch)).toBe("");
  });

  it("materialises afresh on the same branches; what was unsaved is in quarantine whole; a later delete takes the branch", async () => {
    const lib = world.sandbox.repository("lib");
    const made = await world.make([app, lib]);
    const heads = [resets.commit(app, made.tree), resets.commit(lib, made.environment.worktrees[1]?.path ?? "")];
    world.sandbox.write(made.tree, { wip: "wip\n" });
    const jobId = await resets.reset(made, { materialise: true });
    const job = await resets.succeeded(jobId);
    expect(job.resources.filter(({ kind }) => kind === "WORKTREE").map(({ outcome }) => outcome)).toEqual(["QUARANTINED", "REMOVED"]);
    const environment = await resets.afresh(made);
    environment.worktrees.forEach((tree, at) => {
      expect(world.sandbox.git(tree.path, "branch", "--show-current")).toBe(made.environment.worktrees[at]?.branch);
      expect(world.sandbox.git(tree.path, "rev-parse", "HEAD")).toBe(heads[at]);
    });
    const kept = join(world.root, "quarantine", basename(made.path), basename(made.tree), "wip");
    expect(readFileSync(kept, "utf8")).toBe("wip\n");
    const [deleted] = await world.end("deleteTask", made.taskId);
    expect(deleted?.resources.filter(({ kind }) => kind === "WORKTREE").map((one) => [one.outcome, one.branchOutcome])).toEqual([
      ["REMOVED", "DELETED"],
      ["REMOVED", "DELETED"],
    ]);
    expect(app.branches()).not.toContain(made.branch);
    expect(app.has(heads[0] ?? "")).toBe(true);
    expect(existsSync(kept)).toBe(true);
  });

  it("leaves an entry that can be restored beside what was made afresh", async () => {
    const lib = world.sandbox.repository("lib-beside");
    const made = await world.make([app, lib]);
    const head = resets.commit(app, made.tree);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    await resets.succeeded(await resets.reset(made, { materialise: true }));
    const fresh = await resets.afresh(made);
    const [entry] = world.rows<{ id: string }>("select id from QuarantineEntry where environmentId = ?", made.environmentId);
    const besideId = await world.api.restoreEntry({ entryId: entry?.id ?? "" });
    expect(besideId).not.toBe(made.environmentId);
    const beside = await world.waitForEnvironment(besideId, "READY");
    expect(beside.path).toBe(made.path);
    expect(beside.worktrees.map(({ path }) => path)).toEqual([made.tree]);
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
    // Its branch is checked out in the fresh one.
    expect(world.sandbox.git(made.tree, "rev-parse", "HEAD")).toBe(head);
    expect(world.sandbox.git(made.tree, "branch", "--show-current")).toBe("");
    expect(world.sandbox.git(fresh.worktrees[0]?.path ?? "", "branch", "--show-current")).toBe(made.branch);
    const jobs = await world.end("deleteTask", made.taskId);
    expect(jobs.map(({ resources }) => resources.find(({ kind }) => kind === "WORKTREE")?.outcome).sort()).toEqual([
      "QUARANTINED",
      "REMOVED",
    ]);
  });

  it("with DELETE makes the branch again from its base", async () => {
    const made = await world.make(app);
    const head = resets.commit(app, made.tree);
    await resets.succeeded(await resets.reset(made, { materialise: true, branchPolicy: "DELETE" }));
    const environment = await resets.afresh(made);
    expect(environment.worktrees[0]?.branch).toBe(made.branch);
    expect(world.sandbox.git(environment.worktrees[0]?.path ?? "", "rev-parse", "HEAD")).toBe(app.git("rev-parse", "main"));
    expect(app.has(head)).toBe(true);
  });

  it("follows a branch that was renamed, and never takes one that was there before", async () => {
    const [renamed, own] = [await world.make(app), await world.make(app, { slot: { branch: "task/own" } })];
    world.sandbox.git(renamed.tree, "branch", "-m", "feat/renamed");
    app.git("branch", "users");
    world.sandbox.git(own.tree, "checkout", "-q", "users");
    await resets.succeeded(await resets.reset(renamed, { materialise: true }));
    await resets.succeeded(await resets.reset(own, { materialise: true }));
    const [a, b] = [await resets.afresh(renamed), await resets.afresh(own)];
    expect(world.sandbox.git(a.worktrees[0]?.path ?? "", "branch", "--show-current")).toBe("feat/renamed");
    expect(world.sandbox.git(b.worktrees[0]?.path ?? "", "branch", "--show-current")).toBe("task/own");
    await world.end("deleteTask", own.taskId);
    expect(app.branches()).toContain("users");
  });

  it("promises the branch to what is made afresh until it is", async () => {
    const made = await world.make(app);
    resets.commit(app, made.tree);
    await world.server.arm("release.rescue", "before", { action: "hang" });
    const hanging = world.server.hanging();
    const jobId = await resets.reset(made, { materialise: true });
    await hanging;
    await world.api.cancelCleanupJob(jobId);
    await world.crash();
    await world.boot();
    const slots = [{ repositoryId: await world.repositoryId(app), existingBranch: made.branch }];
    await expect(world.api.createEnvironment({ taskId: await world.task("wants the branch"), slots })).rejects.toMatchObject({
      code: "BRANCH_REFUSED",
      fields: { reason: "HELD_BY_CLEANUP", jobId },
    });
    await world.api.retryCleanupJob(jobId);
    await resets.succeeded(jobId);
    await resets.afresh(made);
  });

  it("is refused while it is held, naming who holds it; with stopSessions it waits for them", async () => {
    const made = await world.make(app);
    const own = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    const other = await world.api.startSession({ taskId: await world.task("borrows"), environmentId: made.environmentId });
    await expect(resets.reset(made)).rejects.toMatchObject({
      type: "EnvironmentHeldError",
      code: "ENVIRONMENT_HELD",
      fields: { sessionIds: [own, other] },
    });
    expect(world.rows("select state from Session where id in (?, ?)", own, other)).toEqual([{ state: "CREATED" }, { state: "CREATED" }]);
    const jobId = await resets.reset(made, { stopSessions: true });
    expect(world.rows("select state from Session where id in (?, ?)", own, other)).toEqual([{ state: "STOPPING" }, { state: "STOPPING" }]);
    expect((await world.api.job(jobId))?.blockedBy.map(({ id }) => id).sort()).toEqual([own, other].sort());
    const events = world.rows("select sessionId from Event where type = 'STOP_REQUESTED' and environmentId = ?", made.environmentId);
    expect(events).toHaveLength(2);
    await world.api.updateSession({ sessionId: own, state: "COMPLETED" });
    await world.end("archiveTask", (await world.make(app)).taskId);
    expect(existsSync(made.tree)).toBe(true);
    // The other one says nothing: its grace is what it has.
    await world.advance(31_000);
    await resets.succeeded(jobId);
    expect(existsSync(made.path)).toBe(false);
  });

  it("is refused for an archived owner, one that is being made, and one that is gone", async () => {
    const made = await world.make(app);
    await world.end("archiveTask", made.taskId);
    await expect(resets.reset(made)).rejects.toMatchObject({ code: "TASK_ARCHIVED" });
    await world.end("deleteTask", made.taskId);
    await expect(resets.reset(made)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const slow = world.sandbox.repository("slow-hook");
    writeFileSync(join(slow.path, ".git/hooks/post-checkout"), `#!/bin/sh\nwhile [ -e '${slow.path}/.git/wait' ]; do sleep 0.1; done\n`, {
      mode: 0o755,
    });
    writeFileSync(join(slow.path, ".git/wait"), "");
    const slots = [{ repositoryId: await world.repositoryId(slow, { runHooks: true }) }];
    const { id } = await world.api.createEnvironment({ taskId: await world.task(), slots });
    await expect(world.api.resetEnvironment({ environmentId: id })).rejects.toMatchObject({ fields: { status: "PROVISIONING" } });
    rmSync(join(slow.path, ".git/wait"));
    await world.waitForEnvironment(id, "READY");
  });

  it("from its first step on refuses transfer, session, worktree and another reset, naming the job", async () => {
    const made = await world.make(app);
    const toTaskId = await world.task("wants it");
    await world.server.arm("move.rename", "before", { action: "hang" });
    const hanging = world.server.hanging();
    const jobId = await resets.reset(made, { materialise: true });
    await hanging;
    const { environmentId } = made;
    await world.api.cancelCleanupJob(jobId);
    await world.crash();
    await world.boot();
    expect((await world.api.job(jobId))?.state).toBe("CANCELLED");
    const slot = { repositoryId: await world.repositoryId(app), slot: "more" };
    for (const act of [
      () => world.api.transferEnvironment({ environmentId, toTaskId }),
      () => world.api.startSession({ taskId: made.taskId, environmentId }),
      () => world.api.startSession({ taskId: toTaskId, environmentId }),
      () => world.api.mutate("addWorktree", { environmentId, slot }, "worktreeId"),
      () => world.api.resetEnvironment({ environmentId }),
      () => world.api.mutate("pinEnvironment", { environmentId, reason: "late" }, "environmentId"),
    ])
      await expect(act()).rejects.toMatchObject({ type: "CleanupInProgressError", fields: { jobId } });
    await world.api.retryCleanupJob(jobId);
    await resets.succeeded(jobId);
    await resets.afresh(made);
  });

  it("is called off by a cancel as long as nothing has begun: the environment is its task's as it is", async () => {
    const made = await world.make(app);
    const session = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    const jobId = await resets.reset(made, { stopSessions: true });
    await world.api.cancelCleanupJob(jobId);
    expect((await world.api.job(jobId))?.state).toBe("SUPERSEDED");
    await world.api.updateSession({ sessionId: session, state: "COMPLETED" });
    await world.rest();
    expect(existsSync(made.tree)).toBe(true);
    await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
  });

  it("gives way to a later reset, an archive and a delete, which go on from where it was", async () => {
    const made = await world.make(app);
    const session = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    const first = await resets.reset(made, { stopSessions: true, pushFirst: true });
    const second = await resets.reset(made, { stopSessions: true, materialise: true });
    expect((await world.api.job(first))?.state).toBe("SUPERSEDED");
    await world.server.arm("settle.refs", "before", { action: "hang" });
    const hanging = world.server.hanging();
    resets.commit(app, made.tree);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    await world.api.updateSession({ sessionId: session, state: "COMPLETED" });
    await hanging;
    await world.api.cancelCleanupJob(second);
    await world.crash();
    await world.boot();
    const [third = ""] = await world.api.archiveTask({ taskId: made.taskId });
    expect((await world.api.job(second))?.state).toBe("SUPERSEDED");
    await resets.succeeded(third);
    expect(existsSync(made.path)).toBe(false);
    expect((await world.api.environment(made.environmentId))?.status).toBe("QUARANTINED");
    await world.api.unarchiveTask({ taskId: made.taskId });
    const back = await world.waitForEnvironment(made.environmentId, "READY");
    expect(back.path).toBe(made.path);
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
    await world.end("deleteTask", made.taskId);
  });

  it("leaves an unarchive nothing that the archive had not taken along", async () => {
    const made = await world.make(app);
    await resets.succeeded(await resets.reset(made));
    expect(await world.api.archiveTask({ taskId: made.taskId })).toEqual([]);
    await world.api.unarchiveTask({ taskId: made.taskId });
    await world.rest();
    expect((await world.api.environment(made.environmentId))?.status).toBe("EMPTY");
  });
});
