import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { jobSource } from "./cleanup/source.js";
import { recoverJobs } from "./cleanup/startup.js";
import { type Clock, systemClock } from "./clock.js";
import type { Config } from "./config.js";
import type { Core } from "./core.js";
import { type Database, openDatabase } from "./db/database.js";
import { EventFeed } from "./db/feed.js";
import { newId } from "./db/ids.js";
import { Children } from "./disk/child.js";
import { lockDirectory } from "./disk/lock.js";
import { type FoundRoot, type ManagedRoot, openRoot, RootRefusedError, requireLastingRoot } from "./disk/root.js";
import { type Effects, plainEffects } from "./effects.js";
import { attemptSource, recoverAttempts } from "./environments/attempts.js";
import { makeRunner } from "./environments/make.js";
import { Git } from "./git/git.js";
import { RepositoryTurns } from "./git/turns.js";
import { quickChatExpiry } from "./lifecycle/quickChat.js";
import { giveUpRestore, runRestore } from "./lifecycle/restore.js";
import { sessionTimeoutSource } from "./lifecycle/sessionTimeout.js";
import { recurringSource } from "./scheduler/recurring.js";
import { Scheduler, type SchedulerParts } from "./scheduler/scheduler.js";

/** How long a starting server waits for the children of a dead one, and then for their end. */
const AWAIT_CHILDREN_MS = 30_000;
const END_CHILDREN_MS = 5_000;
/** What is left of a stop's limit for children, after the pieces of work had theirs. */
const CLOSE_CHILDREN_MS = 2_000;

/** What an app asks of its scheduler. A test may give one of its own, which runs what is due when it is told to. */
export type Scheduling = Pick<Scheduler, "active" | "start" | "stop" | "ring">;

export interface App {
  readonly core: Core;
  readonly feed: EventFeed;
  readonly scheduler: Scheduling;
  /** Takes up what was interrupted, then whatever is due. May be called twice. */
  start(): Promise<void>;
  /** Running steps reach a checkpoint, within the limit (ms); then everything is closed. May be called twice. */
  stop(limitMs: number): Promise<void>;
}

/**
 * Puts the parts together: the one place where they meet. Nothing runs before `start`.
 * @throws LockedError, RootRefusedError, DatabaseRefusedError, MigrationRefusedError
 */
export async function createApp(o: {
  config: Config;
  log: Logger;
  clock?: Clock;
  effects?: Effects;
  scheduler?: (parts: SchedulerParts) => Scheduling;
}): Promise<App> {
  const { config, log, clock = systemClock, effects = plainEffects, scheduler: schedule = (parts) => new Scheduler(parts) } = o;
  await requireLastingRoot({ path: config.rootPath, allowTmpfs: config.allowTmpfs });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  // Children get an explicit working directory; the server's own must outlive every worktree.
  process.chdir(config.dataDir);
  const holder = { pid: process.pid, since: new Date(clock.now()).toISOString(), dataDir: config.dataDir };
  const lock = lockDirectory(config.dataDir, holder);
  const closers: (() => Promise<void> | void)[] = [() => lock.release()];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const db = await openDatabase({ file: join(config.dataDir, "treekeeper.db"), log });
    closers.push(() => db.close());
    const found = await openRoot({
      path: config.rootPath,
      dataDir: config.dataDir,
      pid: process.pid,
      nowMs: clock.now(),
      allowTmpfs: config.allowTmpfs,
    });
    closers.push(() => found.close());
    for (const warning of found.warnings) log.warn(warning);
    const { root, hostId } = await beginRoot(db, found, config, clock, log);
    const children = new Children({
      notesDir: join(config.dataDir, "children"),
      clock,
      log,
      spawned: (purpose) => effects.spawned(purpose),
    });
    closers.push(() => children.close(CLOSE_CHILDREN_MS));
    const git = new Git({ children, binary: config.gitBinary, safeCwd: config.dataDir });
    const core: Core = { config, clock, log, db, effects, children, git, turns: new RepositoryTurns(), root, hostId };
    const feed = new EventFeed(db, log);
    const scheduler = schedule({
      clock,
      db,
      log,
      sources: [
        // First: what a person waits for is that paths become free.
        jobSource(core),
        attemptSource(core, {
          MAKE: makeRunner(core),
          RESTORE: {
            run: (attempt, signal) => runRestore(core, attempt, signal),
            giveUp: (tx, attempt, error) => giveUpRestore(core, tx, attempt, error),
          },
        }),
        sessionTimeoutSource(core),
        recurringSource(core, [quickChatExpiry(core)]),
      ],
    });
    return {
      core,
      feed,
      scheduler,
      async start() {
        const previous = await children.awaitPrevious({ waitMs: AWAIT_CHILDREN_MS, killWaitMs: END_CHILDREN_MS });
        const [jobs, attempts] = [await recoverJobs(core), await recoverAttempts(core)];
        if (jobs + attempts + previous.waited > 0) log.info({ jobs, attempts, children: previous }, "going on with what was interrupted");
        scheduler.start();
      },
      async stop(limitMs) {
        if (!(await scheduler.stop(limitMs))) log.warn("some work did not reach a checkpoint in time; the next start goes on with it");
        feed.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The root's new generation, in the database first, in the root then: so the database is level with its root or one ahead. A database
 * that is behind is an old copy, and what it does not know of must not be taken for abandoned.
 */
async function beginRoot(
  db: Database,
  found: FoundRoot,
  config: Config,
  clock: Clock,
  log: Logger,
): Promise<{ root: ManagedRoot; hostId: string }> {
  const host = await db.read.host.findFirst();
  const { instance, path } = found;
  if (host === null) {
    if (instance !== null && instance.generation > 0 && !config.adoptRoot) {
      throw new RootRefusedError(
        `The root ${path} belongs to another database (${config.dataDir} has none of its records). Use that one's data directory, another --root, or --adopt-root to take it over.`,
      );
    }
    const instanceId = instance?.id ?? randomUUID();
    // The root first says whose it is to be: a first start that is cut short here, or after the next line, can begin again.
    if (instance === null) await found.claim(instanceId);
    const generation = (instance?.generation ?? 0) + 1;
    const hostId = newId("host");
    await db.write((tx) =>
      tx.host.create({ data: { id: hostId, name: hostname(), rootPath: path, instanceId, generation, createdAt: new Date(clock.now()) } }),
    );
    return { root: await found.begin({ instanceId, generation, confirmed: true }), hostId };
  }
  if (host.rootPath !== path) {
    throw new RootRefusedError(
      `The database in ${config.dataDir} belongs to the root ${host.rootPath}, not to ${path}. Start it with --root ${host.rootPath}.`,
    );
  }
  if (instance === null && !config.adoptRoot) {
    throw new RootRefusedError(
      `The root ${path} has no instance.json, though the database knows it. Is its disk mounted? If it is truly empty now, say --adopt-root.`,
    );
  }
  if (instance !== null && instance.id !== host.instanceId) {
    throw new RootRefusedError(`The root ${path} belongs to another server (instance ${instance.id}, expected ${host.instanceId}).`);
  }
  const rootGeneration = instance?.generation ?? host.generation;
  const agrees = host.generation === rootGeneration || host.generation === rootGeneration + 1;
  if (!agrees && !config.adoptRoot) {
    log.error(
      { database: host.generation, root: rootGeneration },
      "the database and its root disagree about their generation: nothing is reclaimed until --adopt-root confirms",
    );
    return { root: await found.begin({ instanceId: host.instanceId, generation: rootGeneration, confirmed: false }), hostId: host.id };
  }
  const generation = Math.max(rootGeneration, agrees ? 0 : host.generation) + 1;
  await db.write((tx) => tx.host.update({ where: { id: host.id }, data: { generation } }));
  return { root: await found.begin({ instanceId: host.instanceId, generation, confirmed: true }), hostId: host.id };
}
