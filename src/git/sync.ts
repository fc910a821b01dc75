import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { codeOf, isAbsence } from "./files.js";

/**
 * Brings a file's or a directory's content to the disk. Absent is done.
 * git syncs objects, refs and the index when told to, but not HEAD as a symbolic ref, nor what `worktree add` registers.
 */
export async function syncPath(target: string): Promise<void> {
  try {
    const handle = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Some file systems can't sync a directory, and keep their names in order by themselves.
    if (!isAbsence(error) && codeOf(error) !== "EINVAL" && codeOf(error) !== "ENOTSUP") throw error;
  }
}
