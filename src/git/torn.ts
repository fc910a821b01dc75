import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { ChildNote } from "../disk/child.js";
import type { Git } from "./git.js";

/** Looked at in one piece. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Writes files of a fresh checkout again whose bytes a power cut took: git syncs its index, not the tree, so that the file is there, empty or full of
 * zeros. Such a file holds nobody's work; one that differs in any other way is left as it is.
 *
 * @returns how many were written again
 * @throws GitError
 */
export async function mendTorn(git: Git, tree: string, note: ChildNote): Promise<number> {
  const { stdout } = await git.run(["diff-files", "--name-only", "--diff-filter=M", "--ignore-submodules=all", "-z"], { dir: tree });
  const torn: string[] = [];
  for (const name of stdout.toString("latin1").split("\0")) if (name !== "" && (await isTorn(tree, name))) torn.push(name);
  if (torn.length === 0) return 0;
  const stdin = Buffer.from(torn.map((name) => `${name}\0`).join(""), "latin1");
  await git.run(["checkout-index", "--force", "--index", "-z", "--stdin"], { dir: tree, stdin, note });
  return torn.length;
}

/** Nothing, or nothing but zeros. `name` in latin1: its bytes. */
async function isTorn(tree: string, name: string): Promise<boolean> {
  const file = Buffer.concat([Buffer.from(`${tree}${path.sep}`), Buffer.from(name, "latin1")]);
  let handle: FileHandle;
  try {
    handle = await open(file, "r");
  } catch {
    return false;
  }
  try {
    if (!(await handle.stat()).isFile()) return false;
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES);
      if (bytesRead === 0) return true;
      if (chunk.subarray(0, bytesRead).some((byte) => byte !== 0)) return false;
    }
  } finally {
    await handle.close();
  }
}
