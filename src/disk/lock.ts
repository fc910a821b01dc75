import { readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";

const holderSchema = z.object({ pid: z.number(), since: z.string(), dataDir: z.string() });
/** Who holds a lock: for people; the lock itself decides. */
export type LockHolder = z.infer<typeof holderSchema>;

/** Another process, or another part of this one, holds the directory's lock. */
export class LockedError extends Error {
  override readonly name = "LockedError";
  constructor(
    readonly directory: string,
    /** Null: it could not be read who. */
    readonly holder: LockHolder | null,
  ) {
    const who =
      holder === null
        ? "another server"
        : `the server with process number ${holder.pid} (since ${holder.since}, data directory ${holder.dataDir})`;
    super(`${directory} is in use by ${who}. Stop that one first, or choose another directory.`);
  }
}

export interface DirectoryLock {
  /** May be called twice. */
  release(): void;
}

/**
 * Takes the lock of a directory until `release`, or until the process ends however it ends: an operating system's lock, by an open
 * exclusive transaction on `<directory>/lock`. Nothing else in this process may open that file: closing it would drop the lock.
 * Who holds it is said in `lock.json` beside it.
 * @throws LockedError; what SQLite or the file system says of files that can't be made.
 */
export function lockDirectory(directory: string, holder: LockHolder): DirectoryLock {
  const about = join(directory, "lock.json");
  const database = new Database(join(directory, "lock"), { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) throw new LockedError(directory, readHolder(about));
    throw error;
  }
  let held = true;
  const lock: DirectoryLock = {
    release() {
      if (!held) return;
      held = false;
      try {
        unlinkSync(about);
      } catch {
        // It only says who; the next holder replaces it.
      }
      database.close();
    },
  };
  try {
    writeFileSync(`${about}.tmp`, `${JSON.stringify(holder)}\n`);
    renameSync(`${about}.tmp`, about);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

function readHolder(file: string): LockHolder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
