import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** git's own small files: HEAD, gitdir, locked, head-name. Anything longer is not one. */
const MAX_SMALL_FILE_BYTES = 64 * 1024;

export type SmallFile = { state: "present"; bytes: Buffer; mtimeMs: number } | { state: "absent" } | { state: "unknown"; reason: string };

/**
 * Reads a small regular file as it is now. A link, a FIFO, a directory or a file that is too long is unknown, never absent.
 * Synchronously inside: by the thread pool one such read takes forty times as long, and a cleanup needs hundreds. Whether the disk
 * answers at all was seen before: a look at a worktree begins with an awaited one at its root and its repository.
 */
export async function readSmallFile(file: string, maxBytes = MAX_SMALL_FILE_BYTES): Promise<SmallFile> {
  try {
    // Without blocking: opening a FIFO would wait for a writer.
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const facts = fstatSync(descriptor);
      if (!facts.isFile()) return { state: "unknown", reason: `${file} is not a file` };
      if (facts.size > maxBytes) return { state: "unknown", reason: `${file} is ${facts.size} bytes long` };
      return { state: "present", bytes: readFileSync(descriptor), mtimeMs: facts.mtimeMs };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (isAbsence(error)) return { state: "absent" };
    return { state: "unknown", reason: `${file} can't be read: ${codeOf(error)}` };
  }
}

/** ENOENT and ENOTDIR: nothing of that name is there. */
export function isAbsence(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

export function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === "string" ? code : error instanceof Error ? error.message : String(error);
}

/** The text of bytes that are UTF-8; null when they are not. */
export function textOf(bytes: Buffer): string | null {
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : null;
}
