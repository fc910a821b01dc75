import Sqlite from "better-sqlite3";
import type { Logger } from "pino";
import { BUSY_TIMEOUT_MS, SqliteConnectionFactory } from "./connection.js";
import { PrismaClient } from "./generated/client.js";
import { migrate } from "./migrate.js";
import { type Tx, Writer } from "./writer.js";

export type { Tx } from "./writer.js";

export interface WriteOptions<T> {
  /** Whether work may have become due by it. Where its writer knows better, whoever looks for due work need not ask. Default: always. */
  readonly makesWork?: (result: T) => boolean;
}

export interface Commit {
  readonly makesWork: boolean;
}

export interface Database {
  /** A second connection to the same file. Each statement sees what is committed by then; it cannot write, and has no transactions. */
  readonly read: PrismaClient;
  /**
   * One transaction: all of it or, when `work` throws, nothing. Transactions run one at a time, in the order of their calls. No file, git or
   * network work inside; no `write` inside `work` (it throws).
   *
   * @throws ServerBusyError too many writes wait; nothing was done
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions<T>): Promise<T>;
  /** Rings after every commit, so that whoever waits asks the database again. What a listener throws is logged. Gives the way to unsubscribe. */
  onCommit(listener: (commit: Commit) => void): () => void;
  /** Waits for the writes that were accepted. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Made when it is not there. */
  file: string;
  log: Logger;
  /** How long a statement waits for another process that holds the file. Default BUSY_TIMEOUT_MS. */
  busyTimeoutMs?: number;
}

/** The file can't keep what it is told: it does not answer WAL (a network mount), or it is not ours to use. */
export class DatabaseRefusedError extends Error {
  override readonly name = "DatabaseRefusedError";
}

/**
 * Opens the database, bringing it to the present models first.
 *
 * @throws DatabaseRefusedError the file can't be used safely
 * @throws MigrationRefusedError it was made by another version of the models
 */
export async function openDatabase({ file, log, busyTimeoutMs = BUSY_TIMEOUT_MS }: DatabaseOptions): Promise<Database> {
  await migrate(file, log);
  requireWal(file, busyTimeoutMs);
  const read = new PrismaClient({
    adapter: new SqliteConnectionFactory({ file, pragmas: ["query_only = 1"], busyTimeoutMs, transactions: "refused" }),
  });
  await read.$connect();
  return new SqliteDatabase(read, new Writer({ file, log, busyTimeoutMs }), log);
}

class SqliteDatabase implements Database {
  private readonly listeners = new Set<(commit: Commit) => void>();

  constructor(
    readonly read: PrismaClient,
    private readonly writer: Writer,
    private readonly log: Logger,
  ) {}

  async write<T>(work: (tx: Tx) => Promise<T>, { makesWork = () => true }: WriteOptions<T> = {}): Promise<T> {
    const result = await this.writer.run(work);
    const commit = { makesWork: makesWork(result) };
    for (const listener of [...this.listeners]) {
      try {
        listener(commit);
      } catch (error) {
        this.log.error({ err: error }, "a listener of commits threw");
      }
    }
    return result;
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    // Wrapped, so that the same function may listen twice and each leaves by itself.
    const entry = (commit: Commit): void => listener(commit);
    this.listeners.add(entry);
    return () => this.listeners.delete(entry);
  }

  async close(): Promise<void> {
    await this.writer.close();
    await this.read.$disconnect();
  }
}

/**
 * In WAL no reader can make a COMMIT fail, and a reader's snapshot is its own. The mode is kept in the file.
 *
 * @throws DatabaseRefusedError the file stays in another mode
 */
export function requireWal(file: string, busyTimeoutMs: number): void {
  const sqlite = new Sqlite(file, { timeout: busyTimeoutMs });
  try {
    const mode = sqlite.pragma("journal_mode = WAL", { simple: true });
    if (mode !== "wal") {
      throw new DatabaseRefusedError(
        `The database ${file} can't run in write-ahead mode: it answers "${String(mode)}". Put the data directory on a local disk.`,
      );
    }
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || error.code !== "SQLITE_BUSY") throw error;
    throw new DatabaseRefusedError(`The database ${file} is used by another process. Stop that process.`, { cause: error });
  } finally {
    sqlite.close();
  }
}
