import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "pino";
import { ServerBusyError } from "../errors.js";
import { SqliteConnectionFactory } from "./connection.js";
import { type Prisma, PrismaClient } from "./generated/client.js";

export type Tx = Prisma.TransactionClient;

/** Writes that may wait for their turn; one more is refused. A write takes about 2 ms, so a full queue is some seconds long. */
export const WRITES_WAITING_LIMIT = 2_000;
/** Prisma's own limit for an interactive transaction is 5 s; a cascade over thousands of tasks takes longer. */
const TRANSACTION_LIMIT_MS = 30_000;

export interface WriterOptions {
  file: string;
  log: Logger;
  /** How long a statement waits for another process that holds the file. Default BUSY_TIMEOUT_MS. */
  busyTimeoutMs?: number;
  /** Default WRITES_WAITING_LIMIT. */
  waitingLimit?: number;
}

/**
 * The one connection that writes, one transaction at a time.
 *
 * With this adapter a statement that runs beside an open interactive transaction joins it, and is lost when it rolls back. So there is no
 * way to write here except through `run`, and the next transaction begins when the one before has ended.
 */
export class Writer {
  private client: PrismaClient | null = null;
  private broken = false;
  private closed = false;
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();
  private readonly inside = new AsyncLocalStorage<{ open: boolean }>();

  constructor(private readonly options: WriterOptions) {}

  /**
   * Runs `work` in a transaction when its turn comes; what it throws rolls everything back.
   *
   * @throws ServerBusyError too many writes wait; nothing was done
   */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.inside.getStore()?.open === true) {
      return Promise.reject(
        new Error(
          "write() was called inside the work of another write(): it would wait for itself. Use the transaction that work is given.",
        ),
      );
    }
    if (this.closed) return Promise.reject(new Error("the database is closed"));
    if (this.waiting >= (this.options.waitingLimit ?? WRITES_WAITING_LIMIT)) {
      return Promise.reject(new ServerBusyError("Too many changes wait for their turn. Nothing was done: try again."));
    }
    this.waiting++;
    const turn = this.last.then(() => {
      this.waiting--;
      return this.transact(work);
    });
    this.last = turn.catch(() => {});
    return turn;
  }

  /** Waits for the writes that were accepted, then lets the file go. May be called twice. */
  async close(): Promise<void> {
    this.closed = true;
    await this.last;
    await this.disconnect();
  }

  private async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const scope = { open: true };
    try {
      const client = await this.connected();
      return await client.$transaction((tx) => this.inside.run(scope, () => work(tx)), {
        maxWait: TRANSACTION_LIMIT_MS,
        timeout: TRANSACTION_LIMIT_MS,
      });
    } finally {
      scope.open = false;
      if (this.broken) await this.disconnect();
    }
  }

  private async connected(): Promise<PrismaClient> {
    if (this.client !== null) return this.client;
    const { file, busyTimeoutMs, log } = this.options;
    const adapter = new SqliteConnectionFactory({
      file,
      // better-sqlite3 is compiled so that WAL means NORMAL, which forgets acknowledged transactions in a power cut.
      pragmas: ["synchronous = FULL", "foreign_keys = ON"],
      ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
      transactions: {
        onBroken: (error) => {
          this.broken = true;
          log.error({ err: error }, "a transaction could not be ended; its connection is closed and opened anew");
        },
      },
    });
    const client = new PrismaClient({ adapter });
    await client.$connect();
    this.client = client;
    return client;
  }

  /** Closing a connection rolls back whatever it was still in. */
  private async disconnect(): Promise<void> {
    const client = this.client;
    this.client = null;
    this.broken = false;
    await client?.$disconnect();
  }
}
