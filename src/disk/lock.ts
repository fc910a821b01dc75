import { readFile, rename, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";

const shape = z.object({ pid: z.number(), host: z.string(), since: z.string(), dataDir: z.string() });
/** Who holds a lock: for people; the lock itself decides. */
export type LockHolder = z.infer<typeof shape>;

/** Another process holds the directory's lock. */
export class LockHeldError extends Error {
  override readonly name = "LockHeldError";
  constructor(
    readonly directory: string,
    /** Null: it could not be read who. */
    readonly holder: LockHolder | null,
  ) {
    const who = holder === null ? "another server" : `the server with the process number ${holder.pid} on ${holder.host} (since ${holder.since}, data directory ${holder.dataDir})`;
    super(`${directory} is in use by ${who}.`);
  }
}

export interface DirectoryLock {
  /** May be called twice. */
  release(): Promise<void>;
}

/**
 * Takes the lock of a directory until `release`, or until the process ends however it ends: an operating system's lock, by an open
 * exclusive transaction on `<directory>/lock`. Nothing else in this process may open that file: closing it would drop the lock.
 * @throws LockHeldError; what SQLite says of a file it can't open.
 */
export async function lockDirectory(directory: string, o: { dataDir: string; now: number }): Promise<DirectoryLock> {
  const about = path.join(directory, "lock.json");
  const database = new Database(path.join(directory, "lock"), { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) throw new LockHeldError(directory, await readHolder(about));
    throw error;
  }
  let held = true;
  const lock: DirectoryLock = {
    async release() {
      if (!held) return;
      held = false;
      await unlink(about).catch(() => {});
      database.close();
    },
  };
  try {
    const holder: LockHolder = { pid: process.pid, host: hostname(), since: new Date(o.now).toISOString(), dataDir: o.dataDir };
    await writeFile(`${about}.tmp`, `${JSON.stringify(holder)}\n`);
    await rename(`${about}.tmp`, about);
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function readHolder(file: string): Promise<LockHolder | null> {
  try {
    return shape.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}
