import { existsSync, readdirSync, readFileSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Effect } from "../../src/effects.js";
import { retryEnvironment } from "../../src/environments/retry.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { deleteTask } from "../../src/lifecycle/delete.js";
import { git, type TestRepository } from "../support/repository.js";
import { waitFor } from "../support/waitFor.js";
import { house } from "./harness.js";

const own = house({ running: true });
const LIMIT_MS = 60_000;

/** Stands still for ever at the point, once. */
function stopAt(effect: Effect, moment: "before" | "after"): Promise<void> {
  return new Promise((reached) => {
    own.interference[effect] = {
      [moment]: () => {
        reached();
        return new Promise<never>(() => {});
      },
    };
  });
}

async function attemptOf(environmentId: string) {
  return own.core.db.read.environmentAttempt.findFirstOrThrow({ where: { environmentId }, orderBy: { createdAt: "desc" } });
}

async function registrations(repo: TestRepository): Promise<number> {
  return ((await repo.git("worktree", "list", "--porcelain")).match(/^worktree /gm)?.length ?? 0) - 1;
}

describe("a server that died while it made an environment", () => {
  it.each([
    ["make.directory", "after"],
    ["make.begin", "after"],
    ["make.branch", "after"],
    ["make.add", "after"],
    ["make.copy", "before"],
    ["make.confirm", "before"],
    ["make.finish", "before"],
  ] as const)(
    "at %s (%s) goes on: one worktree, one branch",
    async (effect, moment) => {
      const { repo, repositoryId } = await own.repository();
      await repo.write({ ".env": "S=1" });
      const reached = stopAt(effect, moment);
      const environmentId = await own.create(await own.task("Resumed"), [{ repositoryId, copyFiles: [".env"] }]);
      await reached;
      delete own.interference[effect];
      await own.kill();

      const environment = await own.settled(environmentId);

      expect(environment).toMatchObject({ status: "READY", error: null });
      const [worktree] = environment.worktrees;
      expect(worktree).toMatchObject({ status: "READY", branch: "resumed", branchCreated: true });
      expect(readFileSync(join(worktree?.path ?? "", ".env"), "utf8")).toBe("S=1");
      expect(await registrations(repo)).toBe(1);
      expect(await repo.git("branch", "--format=%(refname:short)")).toBe("main\nresumed");
      expect(readdirSync(join(repo.commonDir, "treekeeper"))).toEqual(["repositories"]);
      expect(await attemptOf(environmentId)).toMatchObject({ state: "SUCCEEDED", attempts: 1, claim: 2 });
    },
    120_000,
  );

  it("unmakes a checkout that was cut off, and makes it again", async () => {
    const { repo, repositoryId } = await own.repository({ fileCount: 30 });
    const reached = stopAt("make.add", "after");
    const environmentId = await own.create(await own.task(), [{ repositoryId, slot: "app" }]);
    await reached;
    const [worktree] = (await own.environment(environmentId)).worktrees;
    const admin = join(repo.commonDir, "worktrees", worktree?.directory ?? "");
    // As a git that was killed leaves it: no index yet, its lock, some files missing.
    unlinkSync(join(admin, "index"));
    writeFileSync(join(admin, "index.lock"), "");
    unlinkSync(join(worktree?.path ?? "", "dir0", "file7.txt"));
    delete own.interference["make.add"];
    await own.kill();
    expect((await own.settled(environmentId)).status).toBe("READY");
    expect(await git(worktree?.path ?? "", "status", "--porcelain")).toBe("");
    expect(await registrations(repo)).toBe(1);
    expect(readdirSync(join(repo.commonDir, "treekeeper"))).toEqual(["repositories"]);
  }, 120_000);

  it.each(["unmake.registration", "unmake.tree", "unmake.set-aside"] as const)(
    "at %s, while it unmade what can be made by now, leaves nothing of it",
    async (effect) => {
      const { repo, repositoryId } = await own.repository();
      await repo.write({ ".env": "" });
      truncateSync(join(repo.path, ".env"), 65 * 1024 * 1024);
      const reached = stopAt(effect, "after");
      const environmentId = await own.create(await own.task("Unmade"), [{ repositoryId, copyFiles: [".env"] }]);
      await reached;
      truncateSync(join(repo.path, ".env"), 3);
      delete own.interference[effect];
      await own.kill();
      expect((await own.settled(environmentId)).status).toBe("READY");
      expect(await registrations(repo)).toBe(1);
      expect(readdirSync(join(repo.commonDir, "treekeeper"))).toEqual(["repositories"]);
      expect(await repo.git("branch", "--format=%(refname:short)")).toBe("main\nunmade");
    },
    120_000,
  );

  it("gives up on an attempt that was interrupted again and again, which a retry takes up", async () => {
    const { repositoryId } = await own.repository();
    const reached = stopAt("make.directory", "before");
    const environmentId = await own.create(await own.task(), [{ repositoryId }]);
    await reached;
    delete own.interference["make.directory"];
    await own.core.db.write((tx) => tx.environmentAttempt.updateMany({ where: { environmentId }, data: { attempts: 7 } }));
    await own.kill();
    const environment = await own.settled(environmentId);
    expect(environment.status).toBe("FAILED");
    expect(environment.worktrees[0]).toMatchObject({ status: "FAILED", error: expect.stringContaining("interrupted") });
    await retryEnvironment(own.core, { environmentId });
    expect((await own.settled(environmentId)).status).toBe("READY");
  }, 120_000);
});

describe("a server that is asked to stop", () => {
  it("comes to a checkpoint, and does not count it as a failure", async () => {
    const { repositoryId } = await own.repository();
    let stopping: Promise<boolean> | undefined;
    own.interference["make.marker"] = {
      after: () => {
        stopping = own.app.scheduler.stop(LIMIT_MS);
      },
    };
    const environmentId = await own.create(await own.task(), [{ repositoryId }]);
    await waitFor(async () => expect(await attemptOf(environmentId)).toMatchObject({ state: "PENDING", claim: 1, attempts: 0 }), LIMIT_MS);
    expect(await stopping).toBe(true);
    delete own.interference["make.marker"];
    await own.restart();
    expect((await own.settled(environmentId)).status).toBe("READY");
  }, 120_000);
});

describe("a task that ends while its environment is made", () => {
  it.each([
    ["deleteTask", "make.branch"],
    ["deleteTask", "make.add"],
    ["archiveTask", "make.add"],
    ["archiveTask", "make.begin"],
  ] as const)(
    "by %s at %s: what was made is left to the job, which leaves nothing",
    async (how, effect) => {
      const { repo, repositoryId } = await own.repository();
      const taskId = await own.task("Ended");
      let jobIds: string[] = [];
      own.interference[effect] = {
        after: async () => {
          if (jobIds.length > 0) return;
          const input = { taskId, branchPolicy: "DELETE" as const };
          ({ jobIds } = how === "deleteTask" ? await deleteTask(own.core, input) : await archiveTask(own.core, input));
        },
      };
      const environmentId = await own.create(taskId, [{ repositoryId }]);
      const { directory } = await own.environment(environmentId);
      await waitFor(async () => {
        const jobs = await own.core.db.read.cleanupJob.findMany({ where: { environmentId } });
        expect(jobs.map(({ id, state }) => [id, state])).toEqual(jobIds.map((id) => [id, "SUCCEEDED"]));
        expect(jobs).toHaveLength(1);
      }, LIMIT_MS);
      expect(await attemptOf(environmentId)).toMatchObject({ state: "CANCELLED" });
      expect(existsSync(join(own.core.root.live, directory))).toBe(false);
      expect(readdirSync(own.core.root.quarantine)).toEqual([]);
      expect(await registrations(repo)).toBe(0);
      expect(await repo.git("branch", "--format=%(refname:short)")).toBe("main");
    },
    120_000,
  );
});

describe("unmaking", () => {
  it("keeps a tree in which somebody was quicker than the confirmation, whole, and goes on from it in a retry", async () => {
    const { repo, repositoryId } = await own.repository();
    await repo.write({ large: "" });
    truncateSync(join(repo.path, "large"), 65 * 1024 * 1024);
    let path = "";
    own.interference["make.add"] = {
      after: async () => {
        path = (await own.core.db.read.worktree.findFirstOrThrow({ where: { repositoryId } })).path;
        writeFileSync(join(path, "notes.txt"), "the only copy");
      },
    };
    const environmentId = await own.create(await own.task("Kept"), [{ repositoryId, copyFiles: ["large"] }]);
    const failed = await own.settled(environmentId);
    expect(failed.worktrees[0]?.error).toMatch(/large is larger than.*notes\.txt/);
    expect(readFileSync(join(path, "notes.txt"), "utf8")).toBe("the only copy");
    expect(await git(path, "branch", "--show-current")).toBe("kept");
    delete own.interference["make.add"];
    writeFileSync(join(repo.path, "large"), "small");
    await retryEnvironment(own.core, { environmentId });
    expect((await own.settled(environmentId)).status).toBe("READY");
    expect(readFileSync(join(path, "notes.txt"), "utf8")).toBe("the only copy");
    expect(readFileSync(join(path, "large"), "utf8")).toBe("small");
  }, 120_000);

  it("keeps a commit that was made on its branch meanwhile", async () => {
    const { repo, repositoryId } = await own.repository();
    await repo.write({ large: "" });
    truncateSync(join(repo.path, "large"), 65 * 1024 * 1024);
    own.interference["make.add"] = {
      after: async () => {
        const { path } = await own.core.db.read.worktree.findFirstOrThrow({ where: { repositoryId } });
        await git(path, "commit", "-q", "--allow-empty", "-m", "quick work");
      },
    };
    const failed = await own.settled(await own.create(await own.task("Quick"), [{ repositoryId, copyFiles: ["large"] }]));
    expect(failed.worktrees[0]).toMatchObject({ status: "FAILED", branchCreated: true });
    expect(await repo.git("log", "-1", "--format=%s", "quick")).toBe("quick work");
    expect(await git(failed.worktrees[0]?.path ?? "", "status", "--porcelain")).toBe("");
  }, 120_000);
});
