import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import type { Logger } from "pino";
import { type App, createApp } from "./app.js";
import { systemClock } from "./clock.js";
import type { Config } from "./config.js";
import { DatabaseRefusedError } from "./db/database.js";
import { MigrationRefusedError } from "./db/migrate.js";
import { Children, SpawnError } from "./disk/child.js";
import { LockedError } from "./disk/lock.js";
import { RootRefusedError } from "./disk/root.js";
import { Git, GitError } from "./git/git.js";
import { operationLimits } from "./graphql/limits.js";
import { schema } from "./graphql/schema.js";
import { createLogger } from "./log.js";
import { type Edge, ListenError, serve } from "./server/server.js";
import { TokenRefusedError } from "./server/token.js";

/** The process ends with 0 when it was asked to and could, else with this. */
const EXIT_FAILED = 1;
/** Of the drain's limit: how much the clients may take of it, and what is left for ending children and closing files. */
const CLIENTS_SHARE = 1 / 3;
const CLOSING_MS = 3_000;
const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/** The git that is there can't be used. */
class GitRefusedError extends Error {
  override readonly name = "GitRefusedError";
}

/** What a person can act on. Everything else is a bug, and shown whole. */
const EXPECTED = [
  DatabaseRefusedError,
  GitRefusedError,
  ListenError,
  LockedError,
  MigrationRefusedError,
  RootRefusedError,
  TokenRefusedError,
];

/** The life of the server's process: start, one line with the address, serve, drain on a signal, end. Does not return. */
export async function run(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error that nobody caught ends the process; the next start goes on with what it was at");
    process.exit(EXIT_FAILED);
  });
  // No timer of ours keeps the process alive, so that what is forgotten can't; this does, until everything is closed.
  const alive = new MessageChannel();
  alive.port1.ref();
  // Whoever started it need not listen for ever.
  process.stdout.on("error", () => {});
  const asked = askedToEnd(config, log);
  let app: App | null = null;
  let edge: Edge | null = null;
  try {
    await requireGit(config, log);
    app = await createApp({ config, log });
    edge = await open(config, log, app);
    process.stdout.write(`Treekeeper listens on ${edge.openUrl}\n`);
    const signal = await asked;
    log.info({ signal, streams: edge.streams }, "stopping");
  } catch (error) {
    process.exitCode = EXIT_FAILED;
    sayWhyNot(error, config, log);
  }
  try {
    await edge?.close(config.drainLimitMs * CLIENTS_SHARE);
    await app?.stop(Math.max(0, config.drainLimitMs * (1 - CLIENTS_SHARE) - CLOSING_MS));
  } catch (error) {
    process.exitCode = EXIT_FAILED;
    log.fatal({ err: error }, "it could not be stopped in order; the next start goes on with what it was at");
  }
  alive.port1.close();
  process.exit();
}

/** Serves when everything is in order; before, only the address is taken. */
async function open(config: Config, log: Logger, app: App): Promise<Edge> {
  const { core, feed } = app;
  const started = app.start();
  started.catch(() => {});
  const edge = await serve({
    config,
    log,
    schema,
    context: ({ requestId, log }) => ({ core, feed, requestId, log }),
    plugins: [operationLimits()],
    ready: started,
  });
  if (!LOOPBACK.includes(config.host))
    log.warn({ host: config.host }, "other machines can reach this server; what is said on the way is not encrypted");
  try {
    await started;
  } catch (error) {
    await edge.close(0);
    throw error;
  }
  return edge;
}

/** Resolves with the first signal; a second one, or the limit, ends the process where it stands. That loses nothing: it is a crash, and those are survived. */
function askedToEnd(config: Config, log: Logger): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (asked) {
        log.warn({ signal }, "asked again: ending at once");
        process.exit(EXIT_FAILED);
      }
      asked = true;
      systemClock.after(config.drainLimitMs, () => {
        log.warn({ limitMs: config.drainLimitMs }, "stopping took too long: ending at once");
        process.exit(EXIT_FAILED);
      });
      resolve(signal);
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}

/** Before anything is made. @throws GitRefusedError */
async function requireGit(config: Config, log: Logger): Promise<void> {
  const children = new Children({ notesDir: join(config.dataDir, "children"), clock: systemClock, log });
  try {
    const { major, minor } = await new Git({ children, binary: config.gitBinary, safeCwd: "/" }).version();
    if (major < 2 || (major === 2 && minor < 36))
      throw new GitRefusedError(`git ${major}.${minor} is too old: 2.36 or newer is needed. Name another with --git.`);
  } catch (error) {
    if (error instanceof SpawnError) throw new GitRefusedError(`git can't be run: ${error.message}. Install it, or name it with --git.`);
    if (error instanceof GitError)
      throw new GitRefusedError(`${config.gitBinary} can't be used: ${error.message}. Name another with --git.`);
    throw error;
  } finally {
    await children.close(CLOSING_MS);
  }
}

function sayWhyNot(error: unknown, config: Config, log: Logger): void {
  if (EXPECTED.some((known) => error instanceof known)) return console.error(`treekeeper: ${(error as Error).message}`);
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) {
    return console.error(`treekeeper: the data directory ${config.dataDir} or the root ${config.rootPath} can't be used: ${message}`);
  }
  log.fatal({ err: error }, "it could not start");
}
