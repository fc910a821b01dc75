import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { type BytePath, bytePathOf, placeOf } from "./bytePath.js";

/** A file that we copied into a worktree when it was made. */
export interface CopiedFile {
  /** Relative to the worktree. */
  path: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Knows which files of a tree are our own copies, unchanged: a regular file, size and SHA-256 as copied. */
export class Copies {
  readonly #files: Map<BytePath, CopiedFile>;

  constructor(
    private readonly tree: string,
    copied: readonly CopiedFile[],
  ) {
    this.#files = new Map(copied.map((file) => [bytePathOf(file.path), file]));
  }

  /** False for what we did not copy, and for what can't be read. */
  async isUnchanged(path: BytePath): Promise<boolean> {
    const copied = this.#files.get(path);
    if (copied === undefined) return false;
    try {
      const handle = await open(placeOf(this.tree, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const facts = await handle.stat();
        if (!facts.isFile() || facts.size !== copied.size) return false;
        const hash = createHash("sha256");
        for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
        return hash.digest("hex") === copied.sha256;
      } finally {
        await handle.close();
      }
    } catch {
      return false;
    }
  }
}
