import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canMount, inNamespace } from "../support/mounts.js";
import { isRoot, ORDINARY } from "../support/sandbox.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, World, worktreeOf } from "../support/world.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits after the failures 1 to 7; the eighth is the last. */
const SCHEDULE_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];

let world: World;

beforeAll(async () => {
  world = await World.start(isRoot ? { user: ORDINARY } : {});
});

afterAll(async () => {
  await world.close();
});

async function attempts(jobId: string, n: number): Promise<void> {
  await waitFor(async () => {
    const job = await world.api.job(jobId);
    expect({ state: job?.state, attempts: job?.attempts }).toEqual({ state: n === 8 ? "FAILED" : "RETRY_WAIT", attempts: n });
  }, LIMIT_MS);
}

describe("a lock file that is held", () => {
  it("is retried on the exact schedule; the eighth failure is FAILED with its reason; a retry ends well when the cause is gone", async () => {
    const repo = world.sandbox.repository("schedule");
    const made = await world.make(repo);
    const lock = `refs/heads/${made.branch}.lock`;
    world.sandbox.write(repo.common, { [lock]: "" });
    const [jobId = ""] = await world.api.deleteTask({ taskId: made.taskId });
    for (const [index, delayMs] of SCHEDULE_MS.entries()) {
      await attempts(jobId, index + 1);
      const [event] = world.rows<{ at: string | number; nextAttemptAt: string | number; error: string | null }>(
        "select at, nextAttemptAt, error from Event where jobId = ? and type = 'RETRY_SCHEDULED' order by number desc limit 1",
        jobId,
      );
      expect(
        new Date(event?.nextAttemptAt ?? 0).getTime() - new Date(event?.at ?? 0).getTime(),
        `the wait after failure ${index + 1}`,
      ).toBe(delayMs);
      expect(event?.error).toBeTruthy();
      // Half of it is not enough.
      await world.advance(delayMs / 2);
      await attempts(jobId, index + 1);
      await world.advance(delayMs / 2);
    }
    await attempts(jobId, 8);
    const failed = await world.api.job(jobId);
    expect(failed).toMatchObject({ maxAttempts: 8, lastError: expect.stringMatching(/lock/i), nextAttemptAt: null });
    expect(world.rows("select type from Event where jobId = ? and type = 'FAILED'", jobId)).toHaveLength(1);
    const health = await world.api.request<object>("{ health { issues { id message whatToDo } } }");
    expect(JSON.stringify(health)).toContain(jobId);
    await world.advance(24 * HOUR_MS);
    await attempts(jobId, 8);

    rmSync(join(repo.common, lock));
    await world.api.retryCleanupJob(jobId);
    expect(worktreeOf(await world.waitForJob(jobId, ["SUCCEEDED"]))).toMatchObject({ outcome: "REMOVED", branchOutcome: "DELETED" });
  });

  it("an index.lock that is young is retried; an old one is a killed git, and keeps the tree", async () => {
    const repo = world.sandbox.repository("index-lock");
    const [young, old] = [await world.make(repo), await world.make(repo)];
    const lockOf = (tree: string): string => join(repo.common, "worktrees", basename(tree), "index.lock");
    world.sandbox.write("/", { [lockOf(young.tree)]: "", [lockOf(old.tree)]: "" });
    // By the server's clock, which these tests have moved.
    const touched = (tree: string, ms: number): string => world.sandbox.run("touch", ["-d", `@${ms / 1_000}`, lockOf(tree)]);
    touched(young.tree, world.now());
    touched(old.tree, world.now() - HOUR_MS);
    const [youngJob = ""] = await world.api.deleteTask({ taskId: young.taskId });
    await attempts(youngJob, 1);
    expect(existsSync(young.tree)).toBe(true);
    rmSync(lockOf(young.tree));
    await world.advance(SCHEDULE_MS[0] as number);
    expect(worktreeOf(await world.waitForJob(youngJob, ["SUCCEEDED"])).outcome).toBe("REMOVED");
    expect((await world.endOne("deleteTask", old.taskId)).tree.outcome).toBe("QUARANTINED");
  });
});

describe("a parent without write permission", () => {
  it("holds up the move: waited for with the reason, far longer than eight looks, and ends well when it may", async () => {
    const made = await world.make(world.sandbox.repository("read-only"));
    const live = join(world.root, "live");
    chmodSync(live, 0o555);
    let jobId = "";
    try {
      [jobId = ""] = await world.api.deleteTask({ taskId: made.taskId });
      for (let look = 0; look < 10; look++) {
        await waitFor(async () => {
          const job = await world.api.job(jobId);
          expect(job?.state).not.toMatch(/RUNNING|SUCCEEDED|FAILED/);
          expect(job?.waitingFor).toBeTruthy();
          expect(job?.attempts).toBeLessThan(8);
        }, LIMIT_MS);
        await world.advance(13 * HOUR_MS);
      }
      expect(existsSync(join(made.tree, "f"))).toBe(true);
    } finally {
      chmodSync(live, 0o755);
    }
    await world.advance(13 * HOUR_MS);
    expect(worktreeOf(await world.waitForJob(jobId, ["SUCCEEDED"])).outcome).toBe("REMOVED");
  });

  it("fails a creation with the reason and leaves nothing; the same again works", async () => {
    const repo = world.sandbox.repository("read-only-make");
    const repositoryId = await world.repositoryId(repo);
    const taskId = await world.task("read only");
    const live = join(world.root, "live");
    chmodSync(live, 0o555);
    let id = "";
    try {
      id = (await world.api.createEnvironment({ taskId, slots: [{ repositoryId }] })).id;
      const failed = await world.waitForEnvironment(id, "FAILED");
      expect(`${failed.error} ${failed.worktrees[0]?.error}`).toMatch(/permission|EACCES/i);
      expect(repo.branches()).toEqual(["main"]);
      expect(repo.registrations()).toEqual([]);
    } finally {
      chmodSync(live, 0o755);
    }
    await world.api.retryEnvironment(id);
    await world.waitForEnvironment(id, "READY");
  });
});

describe("a repository that is not there", () => {
  it("is missing, never absent: its tree is quarantined as UNKNOWN, and its creation refused", async () => {
    const repo = world.sandbox.repository("unplugged");
    const made = await world.make(repo);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    const repositoryId = await world.repositoryId(repo);
    renameSync(repo.path, `${repo.path}.away`);
    const another = await world.task();
    try {
      await expect(world.api.createEnvironment({ taskId: another, slots: [{ repositoryId }] })).rejects.toMatchObject({
        code: "REPOSITORY_MISSING",
      });
      const { tree } = await world.endOne("deleteTask", made.taskId);
      expect(tree.outcome).toBe("QUARANTINED");
      const [entry] = world.rows<{ directory: string }>(
        "select directory from QuarantineEntry where environmentId = ?",
        made.environmentId,
      );
      expect(readFileSync(join(world.root, "quarantine", entry?.directory ?? "", basename(made.tree), "wip"), "utf8")).toBe("wip\n");
    } finally {
      renameSync(`${repo.path}.away`, repo.path);
    }
    expect(repo.registrations().some((one) => basename(one.path) === basename(made.tree))).toBe(true);
  });
});

if (!canMount) console.warn("SKIPPED: this machine can't mount: the full disk");

describe.skipIf(!canMount)("a disk that is full", () => {
  it("fails a creation with the reason and nothing left; moving, purging and the next creation work", { timeout: 180_000 }, async () => {
    const full = await World.start({
      mounts: 'mkdir -p "$HOME/../data/root"; mount -t tmpfs -o size=12m none "$HOME/../data/root"',
      flags: ["--allow-tmpfs"],
    });
    try {
      const inside = (script: string): string => inNamespace(full.server.pid, ["sh", "-c", script]);
      const repo = full.sandbox.repository("full", { big: Buffer.alloc(3 * 1024 * 1024, 7), f: "a\n" });
      const first = await full.make(repo);
      inside(`head -c 100M /dev/zero >'${full.root}/live/filler' 2>/dev/null || true`);
      const repositoryId = await full.repositoryId(repo);
      const taskId = await full.task("full");
      const { id } = await full.api.createEnvironment({ taskId, slots: [{ repositoryId }] });
      const failed = await full.waitForEnvironment(id, "FAILED");
      expect(`${failed.error} ${failed.worktrees[0]?.error}`).toMatch(/space|ENOSPC/i);
      expect(repo.branches().sort()).toEqual([first.branch, "main"].sort());
      expect(repo.registrations()).toHaveLength(1);

      expect((await full.endOne("deleteTask", first.taskId)).tree.outcome).toBe("REMOVED");
      await full.api.retryEnvironment(id);
      await full.waitForEnvironment(id, "READY");
      inside(`rm '${full.root}/live/filler'`);
    } finally {
      await full.close();
    }
  });
});
