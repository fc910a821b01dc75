import { closeSync, constants, fsync, openSync } from "node:fs";
import { chmod, type FileHandle, lstat, mkdir, open, rename, unlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { presenceOf } from "./presence.js";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
const OWNER_WRITE = 0o200;
const fsyncOf = promisify(fsync);

/**
 * Renames, and returns when a power cut can't undo it. Never replaces: what is at `to` stays (looked at just before; we are the
 * only one who makes names there). A directory first gets u+w, which moving it to another parent needs.
 * A crash can fall between the rename and its sync: who finds the move done calls `syncDirectory` for both parents before it goes on.
 * @throws EEXIST, or what rename says: ENOENT, EXDEV and EBUSY (a mount), EACCES.
 */
export async function renameSynced(from: string, to: string): Promise<void> {
  const there = await presenceOf(to);
  if (there !== "absent") {
    const why = there === "present" ? "exists" : "can't be looked at";
    throw Object.assign(new Error(`${to} ${why}: nothing was moved there`), { code: there === "present" ? "EEXIST" : "EACCES", path: to });
  }
  await giveOwnerWrite(from);
  await rename(from, to);
  // The new name first: at no moment is the tree without one on the disk.
  await syncDirectory(path.dirname(to));
  if (path.dirname(from) !== path.dirname(to)) await syncDirectory(path.dirname(from));
}

/** Where `writeFileSynced` writes before it renames; one that a crash left behind is taken by the next write. */
export function temporaryOf(file: string): string {
  return `${file}.tmp`;
}

/** Replaces the file at once or not at all, also in a power cut. One writer per file. `mode` is exact; default 0o666 less the umask. */
export async function writeFileSynced(file: string, data: string | Buffer, mode?: number): Promise<void> {
  const temporary = temporaryOf(file);
  await unlink(temporary).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode ?? 0o666);
  try {
    await handle.writeFile(data);
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncDirectory(path.dirname(file));
}

/** Makes one directory in an existing one, durably. One that is there already is fine; anything else there is EEXIST. */
export async function makeDirectorySynced(directory: string): Promise<void> {
  try {
    await mkdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !(await lstat(directory)).isDirectory()) throw error;
  }
  await syncDirectory(path.dirname(directory));
}

/** Makes durable which names the directory holds. */
export async function syncDirectory(directory: string): Promise<void> {
  const descriptor = openSync(directory, O_RDONLY | O_DIRECTORY);
  try {
    await fsyncOf(descriptor);
  } catch (error) {
    // Some file systems have no such thing, and keep their names in order by themselves.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "EINVAL" && code !== "ENOTSUP") throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Never through a symbolic link. Where we may not, the rename says so. */
async function giveOwnerWrite(directory: string): Promise<void> {
  const seen = await lstat(directory);
  if (!seen.isDirectory() || (seen.mode & OWNER_WRITE) !== 0) return;
  const mode = (seen.mode & 0o7777) | OWNER_WRITE;
  let handle: FileHandle | undefined;
  try {
    handle = await open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    await handle.chmod(mode);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // Not readable, so it can't be opened: by its name then.
    if (handle === undefined && code === "EACCES") await chmod(directory, mode).catch(() => {});
    else if (code !== "EPERM" && code !== "EACCES") throw error;
  } finally {
    await handle?.close();
  }
}
