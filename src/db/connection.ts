import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlResultSet,
  Transaction,
} from "@prisma/driver-adapter-utils";
import type Sqlite from "better-sqlite3";
import { keepStatements } from "./statements.js";

/** How long a statement waits for another process that holds the file. The data directory's lock makes this rare; it blocks the process. */
export const BUSY_TIMEOUT_MS = 5_000;

export interface ConnectionOptions {
  file: string;
  /** Run on the connection before anything else. */
  pragmas: readonly string[];
  /** Default BUSY_TIMEOUT_MS. */
  busyTimeoutMs?: number;
  /** What happens when a transaction is begun on it. */
  transactions: TransactionRules;
}

export type TransactionRules =
  /** A COMMIT, a ROLLBACK or a BEGIN that failed is told: the connection may still be inside that transaction, and must not be used again. */
  | { onBroken: (error: unknown) => void }
  /** It throws. A statement beside an open transaction joins it, also when both only read: it would see what was true when that one began. */
  | "refused";

/**
 * Prisma's better-sqlite3 adapter, with our pragmas, telling when a transaction did not end as it was told to.
 *
 * The adapter neither notices nor recovers: after a COMMIT that answered SQLITE_BUSY its connection stays inside the transaction, so that
 * later writes are acknowledged and never committed.
 */
export class SqliteConnectionFactory implements SqlDriverAdapterFactory {
  readonly provider = "sqlite";
  readonly adapterName = "@prisma/adapter-better-sqlite3";

  constructor(private readonly options: ConnectionOptions) {}

  async connect(): Promise<SqlDriverAdapter> {
    const { file, pragmas, busyTimeoutMs = BUSY_TIMEOUT_MS, transactions } = this.options;
    const adapter = await new PrismaBetterSqlite3({ url: `file:${file}`, timeout: busyTimeoutMs }).connect();
    try {
      for (const pragma of pragmas) await adapter.executeScript(`PRAGMA ${pragma}`);
      keepStatements((adapter as unknown as { client: Sqlite.Database }).client);
    } catch (error) {
      await adapter.dispose();
      throw error;
    }
    return new Connection(adapter, transactions);
  }
}

class Connection implements SqlDriverAdapter {
  readonly provider = "sqlite";
  readonly adapterName: string;

  constructor(
    private readonly inner: SqlDriverAdapter,
    private readonly transactions: TransactionRules,
  ) {
    this.adapterName = inner.adapterName;
  }

  queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return this.inner.queryRaw(query);
  }

  executeRaw(query: SqlQuery): Promise<number> {
    return this.inner.executeRaw(query);
  }

  executeScript(script: string): Promise<void> {
    return this.inner.executeScript(script);
  }

  async startTransaction(isolationLevel?: IsolationLevel): Promise<Transaction> {
    if (this.transactions === "refused")
      throw new Error("the reading connection has no transactions: read in write(), or one statement at a time");
    const { onBroken } = this.transactions;
    try {
      return new WatchedTransaction(await this.inner.startTransaction(isolationLevel), onBroken);
    } catch (error) {
      // A BEGIN that fails keeps the adapter's mutex: no later transaction would ever start.
      onBroken(error);
      throw error;
    }
  }

  dispose(): Promise<void> {
    return this.inner.dispose();
  }
}

class WatchedTransaction implements Transaction {
  readonly provider = "sqlite";
  readonly adapterName: string;
  readonly options: Transaction["options"];

  constructor(
    private readonly inner: Transaction,
    private readonly onBroken: (error: unknown) => void,
  ) {
    this.adapterName = inner.adapterName;
    this.options = inner.options;
  }

  queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return this.inner.queryRaw(query);
  }

  /** Prisma ends a transaction by the statements COMMIT and ROLLBACK; `commit()` and `rollback()` only follow them. */
  async executeRaw(query: SqlQuery): Promise<number> {
    try {
      return await this.inner.executeRaw(query);
    } catch (error) {
      if (query.sql === "COMMIT" || query.sql === "ROLLBACK") this.onBroken(error);
      throw error;
    }
  }

  commit(): Promise<void> {
    return this.inner.commit();
  }

  rollback(): Promise<void> {
    return this.inner.rollback();
  }
}
