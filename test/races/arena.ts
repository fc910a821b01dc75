import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect } from "vitest";
import type { CleanupJob, CleanupResource, Environment, Worktree } from "../../src/db/generated/client.js";
import type { Effect } from "../../src/effects.js";
import { createEnvironment } from "../../src/environments/create.js";
import { registerRepository } from "../../src/environments/repositories.js";
import { startSession, updateSession } from "../../src/environments/sessions.js";
import { createTask } from "../../src/environments/tasks.js";
import { type House, house } from "../environments/harness.js";
import { assertNothingLeaks, assertNothingLost, type Place, Precious } from "../support/invariants.js";
import type { Repo } from "../support/repo.js";
import { Sandbox } from "../support/sandbox.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS } from "../support/world.js";

/** A READY environment. */
export interface Stood {
  taskId: string;
  environmentId: string;
  /** Its directory. */
  path: string;
  worktrees: Worktree[];
  /** Its first worktree. */
  tree: string;
  branch: string;
}

/** A house with a place to look at and two repositories; at the end of everything nothing has leaked and nothing is lost. */
export interface Arena {
  readonly own: House;
  readonly sandbox: Sandbox;
  readonly place: Place;
  readonly app: Repo;
  readonly lib: Repo;
  readonly precious: Precious;
  /** Branches that the test made as a user, beside main. */
  readonly theirs: string[];
  repositoryId(repo: Repo): string;
  task(parentId?: string): Promise<string>;
  make(repos?: readonly Repo[], taskId?: string): Promise<Stood>;
  /** A running session of a task of its own. */
  borrow(environmentId: string): Promise<{ taskId: string; sessionId: string }>;
  /** Does something once, when the gate is passed; the answer tells what came of it. */
  at<T>(effect: Effect, moment: "before" | "after", work: () => Promise<T>): { reached(): boolean; answer(): Promise<T> };
  job(id: string): Promise<CleanupJob & { resources: CleanupResource[] }>;
  /** Until nothing runs or is about to. BLOCKED and what waits for somebody is at rest. */
  rest(): Promise<void>;
  /** At rest, and nothing leaked or lost. */
  sound(o?: { gc?: boolean }): Promise<void>;
}

export function arena(): Arena {
  const own = house({ running: true });
  const sandbox = Sandbox.create();
  const precious = new Precious();
  const theirs: string[] = [];
  const ids = new Map<string, string>();
  let database: Sqlite.Database | null = null;
  let app: Repo;
  let lib: Repo;
  let count = 0;

  const place: Place = {
    get root() {
      return own.core.root.path;
    },
    rows<T>(sql: string, ...values: unknown[]): T[] {
      database ??= new Sqlite(join(own.core.config.dataDir, "treekeeper.db"), { readonly: true, fileMustExist: true });
      return database.prepare(sql).all(...values) as T[];
    },
    names: (area) => readdirSync(join(place.root, area)).sort(),
    find(directory, relative) {
      for (const area of ["live", "quarantine", "trash"]) {
        const path = join(place.root, area, directory, relative);
        if (existsSync(path)) return path;
      }
      return null;
    },
  };

  beforeAll(async () => {
    app = sandbox.repository("app");
    lib = sandbox.repository("lib");
    for (const repo of [app, lib]) {
      const { repositoryId } = await registerRepository(own.core, { workspaceId: own.workspaceId, path: repo.path });
      ids.set(repo.path, repositoryId);
    }
  });
  afterAll(async () => {
    await self.sound({ gc: true });
    database?.close();
    sandbox.remove();
  });

  const self: Arena = {
    own,
    sandbox,
    place,
    precious,
    theirs,
    get app() {
      return app;
    },
    get lib() {
      return lib;
    },
    repositoryId: (repo) => ids.get(repo.path) as string,
    async task(parentId) {
      const input = { workspaceId: own.workspaceId, title: `t${++count}`, ...(parentId === undefined ? {} : { parentId }) };
      return (await createTask(own.core, input)).taskId;
    },
    async make(repos = [app], given) {
      const taskId = given ?? (await self.task());
      const slots = repos.map((repo, index) => ({ repositoryId: self.repositoryId(repo), slot: `slot${index}` }));
      const { environmentId } = await createEnvironment(own.core, { taskId, slots });
      return stood(taskId, await own.settled(environmentId), place.root);
    },
    async borrow(environmentId) {
      const taskId = await self.task();
      const { sessionId } = await startSession(own.core, { taskId, environmentId });
      await updateSession(own.core, { sessionId, state: "RUNNING" });
      return { taskId, sessionId };
    },
    at(effect, moment, work) {
      let begun: ReturnType<typeof work> | null = null;
      own.interference[effect] = {
        [moment]: async () => {
          if (begun !== null) return;
          begun = work();
          // What is refused is said to the test, not to whoever passes here.
          await begun.catch(() => {});
        },
      };
      return {
        reached: () => begun !== null,
        answer: () => {
          if (begun === null) throw new Error(`${moment} ${effect} was not reached`);
          return begun;
        },
      };
    },
    job: (id) => own.core.db.read.cleanupJob.findUniqueOrThrow({ where: { id }, include: { resources: { orderBy: { position: "asc" } } } }),
    async rest() {
      await waitFor(() => {
        const jobs = place.rows(
          "select id, state, lastError from CleanupJob where state in ('PENDING', 'RUNNING') or state = 'RETRY_WAIT' and waitingFor is null or running",
        );
        const attempts = place.rows("select id, kind, state, error from EnvironmentAttempt where state in ('PENDING', 'RUNNING')");
        expect([...jobs, ...attempts], "what is not at rest").toEqual([]);
        expect(own.app.scheduler.active, "pieces of work").toBe(0);
      }, LIMIT_MS);
    },
    async sound({ gc = false } = {}) {
      await self.rest();
      assertNothingLeaks(place, {
        repos: [app, lib],
        branches: Object.fromEntries([app, lib].map((repo) => [repo.path, ["main", ...theirs]])),
      });
      assertNothingLost(place, precious, { gc });
    },
  };
  return self;
}

function stood(taskId: string, environment: Environment & { worktrees: Worktree[] }, root: string): Stood {
  expect(environment.error).toBeNull();
  expect(environment.status).toBe("READY");
  const [first] = environment.worktrees;
  if (first === undefined) throw new Error("an environment without a worktree");
  const path = join(root, "live", environment.directory);
  return { taskId, environmentId: environment.id, path, worktrees: environment.worktrees, tree: first.path, branch: first.branch ?? "" };
}

/** A file that exists here only. */
export function work(at: Arena, stood: Stood, tree: string, name: string): void {
  at.sandbox.write(tree, { [name]: `${name} of ${basename(tree)}\n` });
  at.precious.file(stood.path, join(basename(tree), name));
}
