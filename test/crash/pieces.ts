import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import type { EnvironmentView } from "../support/api.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made } from "../support/world.js";
import type { Life } from "./life.js";

/** A piece of a scenario, begun: what leads to its effects, and what must be true when all is at rest. */
export interface Begun {
  /** Said again after every restart: the operation ids make it one. */
  trigger(): Promise<void>;
  check(): Promise<void>;
}

export type Piece = (life: Life) => Promise<Begun>;

const create: Piece = async (life) => {
  const { world } = life;
  const operationId = randomUUID();
  const title = life.unique("create");
  const taskId = await world.task(title);
  const repositoryId = await world.repositoryId(life.app);
  const input = { taskId, operationId, slots: [{ repositoryId, baseRef: "origin/main", fetch: true, copyFiles: [".env"] }] };
  let environmentId = "";
  return {
    trigger: async () => {
      environmentId = (await world.api.createEnvironment(input)).id;
    },
    check: async () => {
      const environment = await world.waitForEnvironment(environmentId, "READY");
      const [tree] = environment.worktrees;
      if (tree === undefined) throw new Error("no worktree");
      expect(world.sandbox.git(tree.path, "status", "--porcelain"), "the status of what was made").toBe("");
      expect(readFileSync(join(tree.path, ".env"), "utf8")).toBe("SECRET=1\n");
      expect(world.sandbox.git(tree.path, "branch", "--show-current")).toBe(tree.branch);
      expect(
        life.app.branches().filter((branch) => branch.includes(title)),
        "branches of one creation",
      ).toEqual([tree.branch]);
      const environments = world.rows("select id from Environment where taskId = ?", taskId);
      expect(environments, "environments of one creation").toHaveLength(1);
    },
  };
};

const createSpoiled: Piece = async (life) => {
  const { world } = life;
  const spoil = join(life.hooked.path, ".git/spoil");
  writeFileSync(spoil, "");
  const operationId = randomUUID();
  const title = life.unique("spoiled");
  const taskId = await world.task(title);
  const repositoryId = await world.repositoryId(life.hooked, { runHooks: true });
  let environmentId = "";
  return {
    trigger: async () => {
      environmentId = (await world.api.createEnvironment({ taskId, operationId, slots: [{ repositoryId }] })).id;
    },
    check: async () => {
      const failed = await world.waitForEnvironment(environmentId, "FAILED");
      expect(failed.worktrees[0]?.error, "the reason").toBeTruthy();
      expect(
        life.hooked.branches().filter((branch) => branch.includes(title)),
        "a branch of the failed creation",
      ).toEqual([]);
      expect(
        life.hooked.registrations().filter((one) => one.path.includes(title)),
        "a registration of the failed creation",
      ).toEqual([]);
      expect(existsSync(failed.worktrees[0]?.path ?? ""), "the tree of the failed creation").toBe(false);
      rmSync(spoil);
      await world.api.retryEnvironment(environmentId);
      await world.waitForEnvironment(environmentId, "READY");
    },
  };
};

/** Ends a task; afterwards nothing of its environment is live. */
function ending(life: Life, made: Made, how: "archiveTask" | "deleteTask", branchPolicy: "DELETE" | "KEEP"): Begun {
  const { world } = life;
  const operationId = randomUUID();
  return {
    trigger: async () => {
      await world.api[how]({ taskId: made.taskId, operationId, branchPolicy });
    },
    check: async () => {
      const jobs = world.rows<{ state: string }>("select state from CleanupJob where operationId = ?", operationId);
      expect(jobs, "the jobs of one ending").toEqual([{ state: "SUCCEEDED" }]);
      expect(existsSync(made.path), "the environment's directory").toBe(false);
      const task = world.rows<{ archivedAt: unknown }>("select archivedAt from Task where id = ?", made.taskId);
      if (how === "deleteTask") {
        expect(task, "the task's row").toEqual([]);
        expect(world.rows("select id from Environment where id = ?", made.environmentId), "the environment's row").toEqual([]);
      } else {
        expect(task[0]?.archivedAt, "archivedAt").not.toBeNull();
      }
    },
  };
}

function outcomes(life: Life, made: Made): (string | null)[] {
  return life.world
    .rows<{ outcome: string | null }>(
      "select r.outcome from CleanupResource r join CleanupJob j on j.id = r.jobId where j.environmentId = ? and r.kind = 'WORKTREE' order by r.position",
      made.environmentId,
    )
    .map((row) => row.outcome);
}

const deleteClean: Piece = async (life) => {
  const made = await life.make([life.app], "clean");
  life.commits(life.app, made.tree);
  life.app.git("config", `branch.${made.branch}.description`, "to go with its branch");
  const { trigger, check } = ending(life, made, "deleteTask", "DELETE");
  return {
    trigger,
    check: async () => {
      await check();
      expect(outcomes(life, made)).toEqual(["REMOVED"]);
      expect(life.app.branches(), "its branch").not.toContain(made.branch);
    },
  };
};

const archiveHeap: Piece = async (life) => {
  const made = await life.make([life.app], "heap");
  const heap = join(made.tree, "node_modules");
  mkdirSync(heap);
  writeFileSync(join(heap, ".package-lock.json"), "{}\n");
  life.world.sandbox.sh(heap, "for d in $(seq 40); do mkdir $d; (cd $d; seq 100 | xargs touch); done");
  const { trigger, check } = ending(life, made, "archiveTask", "KEEP");
  return {
    trigger,
    check: async () => {
      await check();
      expect(outcomes(life, made)).toEqual(["REMOVED"]);
      expect(life.app.branches(), "its branch").toContain(made.branch);
    },
  };
};

const archiveUnsaved: Piece = async (life) => {
  const made = await life.make([life.app], "unsaved");
  life.commits(life.app, made.tree);
  life.work(made);
  const { trigger, check } = ending(life, made, "archiveTask", "KEEP");
  return {
    trigger,
    check: async () => {
      await check();
      expect(outcomes(life, made)).toEqual(["QUARANTINED"]);
    },
  };
};

/** One clean, one with work, and notes beside them: every step of both ways, in one directory. */
const deleteTwo: Piece = async (life) => {
  const made = await life.make([life.app, life.lib], "two");
  const [app, lib] = made.environment.worktrees;
  if (app === undefined || lib === undefined) throw new Error("two worktrees were asked for");
  life.commits(life.app, app.path);
  life.app.git("config", `branch.${app.branch}.description`, "to go with its branch");
  life.commits(life.lib, lib.path);
  life.work(made, lib.path);
  life.world.sandbox.write(made.path, { "NOTES.md": `${life.unique("plan")}\n` });
  life.precious.file(made.path, "NOTES.md");
  const { trigger, check } = ending(life, made, "deleteTask", "DELETE");
  return {
    trigger,
    check: async () => {
      await check();
      expect(outcomes(life, made)).toEqual(["REMOVED", "QUARANTINED"]);
      expect(life.app.branches()).not.toContain(app.branch);
      expect(life.lib.branches(), "the branch of the kept tree is free and met the policy").not.toContain(lib.branch);
    },
  };
};

const deleteAbsent: Piece = async (life) => {
  const made = await life.make([life.app], "absent");
  life.commits(life.app, made.tree);
  life.unlink(made.tree);
  const { trigger, check } = ending(life, made, "deleteTask", "DELETE");
  return {
    trigger,
    check: async () => {
      await check();
      expect(outcomes(life, made)).toEqual(["ALREADY_ABSENT"]);
      expect(life.app.registrations().filter((one) => one.path === made.tree)).toEqual([]);
    },
  };
};

/** Its index holds what nothing else does: the registration stays, locked, as an entry. */
const archiveAbsentStaged: Piece = async (life) => {
  const made = await life.make([life.lib], "absent-staged");
  life.work(made);
  life.precious.files.length -= 2;
  life.unlink(made.tree);
  const { trigger, check } = ending(life, made, "archiveTask", "KEEP");
  return {
    trigger,
    check: async () => {
      await check();
      const entries = life.world.rows<{ kind: string }>("select kind from QuarantineEntry where environmentId = ?", made.environmentId);
      expect(entries).toEqual([{ kind: "REGISTRATION" }]);
      expect(
        life.lib.registrations().filter((one) => one.path.endsWith(`/${basename(made.tree)}`)),
        "the kept registration",
      ).toHaveLength(1);
    },
  };
};

/** Somebody's worktree inside: everything moves back, and the job waits until it is gone. */
const archiveNested: Piece = async (life) => {
  const { world } = life;
  const made = await life.make([life.app], "nested");
  const theirs = join(made.tree, "src/theirs");
  const branch = life.unique("theirs");
  life.lib.git("worktree", "add", "-q", theirs, "-b", branch);
  const { trigger, check } = ending(life, made, "archiveTask", "KEEP");
  return {
    trigger,
    check: async () => {
      if (existsSync(theirs)) {
        const [job] = world.rows<{ state: string; waitingFor: string | null }>(
          "select state, waitingFor from CleanupJob where environmentId = ?",
          made.environmentId,
        );
        expect(job?.waitingFor, "what the job waits for").toContain("theirs");
        expect(life.lib.registrations().map((one) => one.path)).toContain(theirs);
        life.lib.git("worktree", "remove", theirs);
        life.lib.git("branch", "-D", branch);
        await world.lookAgain();
      }
      await check();
    },
  };
};

/** How a tree with work comes back: bytes, HEAD, branch, index. */
async function assertBack(life: Life, made: Made, status: string): Promise<void> {
  const { world } = life;
  const environment: EnvironmentView = await world.waitForEnvironment(made.environmentId, "READY");
  expect(environment.path, "its old path").toBe(made.path);
  expect(world.sandbox.git(made.tree, "status", "--porcelain"), "the status as it was").toBe(status);
  expect(world.sandbox.git(made.tree, "branch", "--show-current"), "its branch").toBe(made.branch);
}

const unarchive: Piece = async (life) => {
  const { world } = life;
  const made = await life.make([life.app], "unarchive");
  life.commits(life.app, made.tree);
  life.work(made);
  const status = world.sandbox.git(made.tree, "status", "--porcelain");
  await world.end("archiveTask", made.taskId, { branchPolicy: "DELETE" });
  expect(life.app.branches()).not.toContain(made.branch);
  // What somebody made anew at the path meanwhile.
  world.sandbox.write(made.path, { "residue.txt": life.unique("residue") });
  const operationId = randomUUID();
  return {
    trigger: async () => {
      await world.api.unarchiveTask({ taskId: made.taskId, operationId });
    },
    check: async () => await assertBack(life, made, status),
  };
};

const unarchivePurged: Piece = async (life) => {
  const { world } = life;
  const made = await life.make([life.app], "purged");
  life.commits(life.app, made.tree);
  const head = world.sandbox.git(made.tree, "rev-parse", "HEAD");
  await world.end("archiveTask", made.taskId, { branchPolicy: "DELETE" });
  const operationId = randomUUID();
  return {
    trigger: async () => {
      await world.api.unarchiveTask({ taskId: made.taskId, operationId });
    },
    check: async () => {
      const environment = await world.waitForEnvironment(made.environmentId, "READY");
      const tree = environment.worktrees[0]?.path ?? "";
      expect(world.sandbox.git(tree, "rev-parse", "HEAD"), "the commit that it was at").toBe(head);
      expect(world.sandbox.git(tree, "status", "--porcelain")).toBe("");
    },
  };
};

/** Archived, and taken back while its cleanup is on its way: wherever that was, the tree is there again. */
const unarchiveMidway: Piece = async (life) => {
  const { world } = life;
  const made = await life.make([life.app], "midway");
  life.commits(life.app, made.tree);
  life.work(made);
  const status = world.sandbox.git(made.tree, "status", "--porcelain");
  const [archive, back] = [randomUUID(), randomUUID()];
  return {
    trigger: async () => {
      await world.api.archiveTask({ taskId: made.taskId, operationId: archive, branchPolicy: "DELETE" });
      await waitFor(() => {
        const begun = world.rows("select id from CleanupJob where operationId = ? and begunAt is not null", archive);
        if (begun.length === 0 && world.server.running) throw new Error("the cleanup has not begun");
      }, LIMIT_MS);
      await world.api.unarchiveTask({ taskId: made.taskId, operationId: back });
    },
    check: async () => await assertBack(life, made, status),
  };
};

/** Pushed, torn down with work in it, made afresh on the same branch: the work in quarantine, the commits on the remote. */
const reset: Piece = async (life) => {
  const { world } = life;
  const made = await life.make([life.app], "reset");
  life.commits(life.app, made.tree);
  life.work(made);
  const head = world.sandbox.git(made.tree, "rev-parse", "HEAD");
  const operationId = randomUUID();
  return {
    trigger: async () => {
      await world.api.resetEnvironment({ environmentId: made.environmentId, pushFirst: true, materialise: true, operationId });
    },
    check: async () => {
      const jobs = world.rows<{ state: string }>("select state from CleanupJob where operationId = ?", operationId);
      expect(jobs, "the jobs of one reset").toEqual([{ state: "SUCCEEDED" }]);
      expect(life.app.git("ls-remote", "origin", `refs/heads/${made.branch}`), "what was pushed").toContain(head);
      const environment = await world.waitForEnvironment(made.environmentId, "READY");
      expect(environment.path, "its new path").not.toBe(made.path);
      expect(environment.worktrees, "its worktrees").toHaveLength(1);
      const tree = environment.worktrees[0]?.path ?? "";
      expect(world.sandbox.git(tree, "branch", "--show-current"), "its branch").toBe(made.branch);
      expect(world.sandbox.git(tree, "rev-parse", "HEAD"), "its commit").toBe(head);
      expect(world.sandbox.git(tree, "status", "--porcelain")).toBe("");
      expect(outcomes(life, made)).toEqual(["QUARANTINED"]);
    },
  };
};

const restoreEntry: Piece = async (life) => {
  const { world } = life;
  const made = await life.make([life.app], "restore");
  life.commits(life.app, made.tree);
  life.work(made);
  const status = world.sandbox.git(made.tree, "status", "--porcelain");
  await world.end("deleteTask", made.taskId, { branchPolicy: "DELETE" });
  const [entry] = world.rows<{ id: string }>("select id from QuarantineEntry where environmentId = ?", made.environmentId);
  if (entry === undefined) throw new Error("no entry");
  const taskId = await world.task(life.unique("takes it"));
  const operationId = randomUUID();
  return {
    trigger: async () => {
      await world.api.restoreEntry({ entryId: entry.id, taskId, operationId });
    },
    check: async () => {
      const [row] = world.rows<{ id: string }>("select id from Environment where taskId = ?", taskId);
      await assertBack(life, { ...made, environmentId: row?.id ?? "none" }, status);
    },
  };
};

export const PIECES = {
  create,
  createSpoiled,
  deleteClean,
  archiveHeap,
  archiveUnsaved,
  deleteTwo,
  deleteAbsent,
  archiveAbsentStaged,
  archiveNested,
  unarchive,
  unarchivePurged,
  unarchiveMidway,
  restoreEntry,
  reset,
} as const satisfies Record<string, Piece>;

export type PieceName = keyof typeof PIECES;
