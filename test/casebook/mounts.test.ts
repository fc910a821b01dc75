import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canMount, inNamespace } from "../support/mounts.js";
import { NotStarted } from "../support/server.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, World, worktreeOf } from "../support/world.js";
import { registrationOf } from "./home.js";

if (!canMount) console.warn("SKIPPED: this machine can't mount (root and unshare are needed): C11, C17, C32, C36 with mounts");

describe.skipIf(!canMount)("with mounts in a namespace of the server's own", () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ mounts: "true" });
  });

  afterAll(async () => {
    await world?.close();
  });

  function mounted(...args: string[]): void {
    inNamespace(world.server.pid, args);
  }

  describe("C17 a mount inside the tree", () => {
    for (const where of ["in an ignored directory", "beside the worktrees"] as const) {
      it(`${where}: the job waits and names it, and what is mounted is untouched`, async () => {
        const repo = world.sandbox.repository(`c17-${where.length}`, { f: "a\n", ".gitignore": "data\n" });
        const made = await world.make(repo);
        const host = world.sandbox.path(`c17-host-${where.length}`);
        world.sandbox.write(host, { p: "precious\n" });
        const point = join(where === "beside the worktrees" ? made.path : made.tree, "data");
        mkdirSync(point);
        mounted("mount", "--bind", host, point);
        const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
        await waitFor(async () => {
          const job = await world.api.job(jobId ?? "");
          expect(job?.state).not.toMatch(/RUNNING|SUCCEEDED|FAILED/);
          expect(`${job?.lastError} ${job?.waitingFor}`).toContain(point);
        }, LIMIT_MS);
        expect(existsSync(join(made.tree, "f"))).toBe(true);
        expect(readFileSync(join(host, "p"), "utf8")).toBe("precious\n");

        mounted("umount", point);
        await world.lookAgain();
        expect(worktreeOf(await world.waitForJob(jobId ?? "", ["SUCCEEDED"])).outcome).toBe("REMOVED");
        expect(readFileSync(join(host, "p"), "utf8")).toBe("precious\n");
      });
    }
  });

  describe("C11 a prune where the trees can't be seen", () => {
    it("leaves ours alone", async () => {
      const repo = world.sandbox.repository("c11");
      const made = await world.make(repo);
      world.sandbox.write(made.tree, { wip: "wip\n" });
      const empty = world.sandbox.path("c11-empty");
      mkdirSync(empty);
      mounted("mount", "--bind", empty, made.tree);
      mounted("git", "-C", repo.path, "worktree", "prune", "-v", "--expire=now");
      mounted("umount", made.tree);
      expect(registrationOf(repo, made.tree)?.locked).toMatch(/^treekeeper /);
      expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("?? wip");
    });
  });

  describe("C36 an empty mount point in the root's place", () => {
    it("is unknown: the job waits, nothing is unregistered, and it goes on when the disk is there again", async () => {
      const repo = world.sandbox.repository("c36");
      const made = await world.make(repo);
      const empty = world.sandbox.path("c36-empty");
      mkdirSync(empty);
      mounted("mount", "--bind", empty, world.root);
      const [jobId] = await world.api.archiveTask({ taskId: made.taskId });
      await waitFor(async () => {
        const job = await world.api.job(jobId ?? "");
        expect(job?.state).not.toMatch(/RUNNING|SUCCEEDED|FAILED/);
        expect(job?.waitingFor).toBeTruthy();
      }, LIMIT_MS);
      expect(registrationOf(repo, made.tree)).toBeDefined();
      mounted("umount", world.root);
      await world.lookAgain();
      expect(worktreeOf(await world.waitForJob(jobId ?? "", ["SUCCEEDED"])).outcome).toBe("REMOVED");
    });
  });
});

describe.skipIf(!canMount)("C32 a root on two file systems", () => {
  it("is refused at start, saying which", async () => {
    const mounts = 'mkdir -p "$ROOT/trash"; mount -t tmpfs none "$ROOT/trash"';
    const starting = World.start({ mounts: `ROOT="$HOME/../data/root"; ${mounts}` });
    const error = await starting.then(
      async (world) => {
        await world.close();
        return null;
      },
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(NotStarted);
    expect(String(error)).toMatch(/file system|device/i);
  });

  it("and one on tmpfs is refused unless it is allowed", async () => {
    const mounts = 'mkdir -p "$HOME/../data"; mount -t tmpfs none "$HOME/../data"';
    const said = await World.start({ mounts }).then(
      async (world) => {
        const log = world.server.log();
        await world.close();
        return log;
      },
      (reason: unknown) => String(reason),
    );
    expect(said).toMatch(/tmpfs/);
    const allowed = await World.start({ mounts, flags: ["--allow-tmpfs"] });
    await allowed.close();
  });
});
