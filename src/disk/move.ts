import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, open, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { presenceOf } from "./presence.js";

/** Syncs a directory, so that the names in it survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Renames, and syncs both parents. Never replaces: something at `to` is an error (EEXIST). A directory of ours is given u+w first,
 * since moving it to another parent writes its "..". What the file system says (EXDEV, EBUSY, EACCES) is passed on as it is.
 */
export async function renameSynced(from: string, to: string): Promise<void> {
  if ((await presenceOf(to)) !== "absent") {
    throw Object.assign(new Error(`${to} is there already, or can't be seen; ${from} was not moved`), { code: "EEXIST" });
  }
  const facts = await lstat(from);
  if (facts.isDirectory() && (facts.mode & 0o200) === 0 && facts.uid === process.getuid?.()) await chmod(from, facts.mode | 0o700);
  await rename(from, to);
  await syncDirectory(dirname(to));
  if (dirname(from) !== dirname(to)) await syncDirectory(dirname(from));
}

/** Writes a file whole or not at all: a temporary one in the same directory, synced, renamed over it, and the directory synced. */
export async function writeFileSynced(path: string, data: string | Buffer, mode = 0o600): Promise<void> {
  const temporary = join(dirname(path), `.${randomBytes(8).toString("hex")}.tmp`);
  const handle = await open(temporary, "wx", mode);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await handle.close();
  await rename(temporary, path);
  await syncDirectory(dirname(path));
}

/** Makes a directory and syncs its parent; one that is there already is fine. The parent must exist. */
export async function makeDirectorySynced(path: string, mode = 0o700): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!(await lstat(path)).isDirectory()) throw error;
  }
  await syncDirectory(dirname(path));
}
