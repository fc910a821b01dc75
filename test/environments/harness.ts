import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type App, createApp } from "../../src/app.js";
import { configFrom } from "../../src/config.js";
import type { Core } from "../../src/core.js";
import type { Environment, Event, Repository, Session, Task, Worktree } from "../../src/db/generated/client.js";
import { type Effect, type Effects, plainEffects } from "../../src/effects.js";
import { createEnvironment } from "../../src/environments/create.js";
import { registerRepository } from "../../src/environments/repositories.js";
import type { SlotInput } from "../../src/environments/slots.js";
import { createTask } from "../../src/environments/tasks.js";
import { createWorkspace } from "../../src/environments/workspaces.js";
import { quietLog } from "../support/database.js";
import { temporaryDirectory } from "../support/directory.js";
import { makeRepository, type TestRepository } from "../support/repository.js";
import { SteeredClock } from "../support/steered-clock.js";
import { waitFor } from "../support/waitFor.js";

/** The longest that anything here may take on a busy machine. */
const LIMIT_MS = 60_000;

/** What a test does at an effect: before it, or after it. Throwing there stands for a server that dies there. */
export type Interference = Partial<Record<Effect, { before?: () => Promise<void> | void; after?: () => Promise<void> | void }>>;

export interface House {
  readonly app: App;
  readonly core: Core;
  readonly clock: SteeredClock;
  readonly workspaceId: string;
  /** Empty again after every test. */
  readonly interference: Interference;
  /** Where a repository of that name was registered. */
  repository(options?: Parameters<typeof makeRepository>[0]): Promise<{ repositoryId: string; repo: TestRepository }>;
  register(repo: TestRepository, more?: { runHooks?: boolean; name?: string }): Promise<string>;
  task(title?: string): Promise<string>;
  create(taskId: string, slots: readonly SlotInput[]): Promise<string>;
  /** The environment with its worktrees in the order of slots, once it is no longer PROVISIONING. */
  settled(environmentId: string): Promise<Environment & { worktrees: Worktree[] }>;
  environment(environmentId: string): Promise<Environment & { worktrees: Worktree[] }>;
  events(where: Partial<Event>): Promise<Event[]>;
  one: {
    task(id: string): Promise<Task>;
    session(id: string): Promise<Session | null>;
    repository(id: string): Promise<Repository | null>;
  };
  /** The server stops in order, and another one takes up what it left. */
  restart(): Promise<void>;
  /** The server goes without reaching a checkpoint, and another one takes up what it left. */
  kill(): Promise<void>;
}

/** A real app for the tests of one file: database, root, git. Its scheduler runs when `running`. */
export function house({ running }: { running: boolean }): House {
  let app: App;
  let workspaceId: string;
  const clock = new SteeredClock();
  const interference: Interference = {};
  const effects: Effects = {
    async run(effect, work) {
      await interference[effect]?.before?.();
      const result = await work();
      await interference[effect]?.after?.();
      return result;
    },
    spawned: plainEffects.spawned,
  };
  const dataDir = join(temporaryDirectory("house"), "data");
  const boot = async (): Promise<void> => {
    app = await createApp({ config: configFrom({ dataDir, allowTmpfs: true }), log: quietLog, clock, effects });
    if (running) await app.start();
  };
  beforeAll(async () => {
    await boot();
    workspaceId = (await createWorkspace(app.core, { name: "tests" })).workspaceId;
  });
  afterEach(async () => {
    for (const effect of Object.keys(interference) as Effect[]) delete interference[effect];
    // Nothing of a test goes on into the next one.
    await waitFor(() => {
      expect(app.scheduler.active, "pieces of work").toBe(0);
      expect(app.core.children.live, "children").toBe(0);
      expect(app.core.turns.open, "turns").toBe(0);
    }, LIMIT_MS);
  }, LIMIT_MS);
  afterAll(async () => {
    await app?.stop(5_000);
  });
  const found = (id: string) =>
    app.core.db.read.environment.findUniqueOrThrow({ where: { id }, include: { worktrees: { orderBy: { slot: "asc" } } } });
  const self: House = {
    get app() {
      return app;
    },
    get core() {
      return app.core;
    },
    get workspaceId() {
      return workspaceId;
    },
    clock,
    interference,
    async repository(options) {
      const repo = await makeRepository(options);
      return { repositoryId: await self.register(repo), repo };
    },
    async register(repo, more = {}) {
      return (await registerRepository(app.core, { workspaceId, path: repo.path, ...more })).repositoryId;
    },
    async task(title = "A task") {
      return (await createTask(app.core, { workspaceId, title })).taskId;
    },
    async create(taskId, slots) {
      return (await createEnvironment(app.core, { taskId, slots })).environmentId;
    },
    environment: found,
    settled: (id) =>
      waitFor(async () => {
        const environment = await found(id);
        expect(environment.status).not.toBe("PROVISIONING");
        return environment;
      }, LIMIT_MS),
    events: (where) => app.core.db.read.event.findMany({ where: { workspaceId, ...where }, orderBy: { number: "asc" } }),
    one: {
      task: (id) => app.core.db.read.task.findUniqueOrThrow({ where: { id } }),
      session: (id) => app.core.db.read.session.findUnique({ where: { id } }),
      repository: (id) => app.core.db.read.repository.findUnique({ where: { id } }),
    },
    async restart() {
      await app.stop(LIMIT_MS);
      await boot();
    },
    async kill() {
      await app.stop(0);
      await boot();
    },
  };
  return self;
}
