import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Worktree } from "../db/generated/client.js";
import type { CopiedFile } from "../git/copies.js";
import { isAbsence } from "../git/files.js";
import type { Git } from "../git/git.js";

const MAX_SHOWN = 5;

/** `join` would read the bytes as text. */
const SLASH = Buffer.from("/");

/**
 * Files of a worktree that was never confirmed that neither its commit nor our copying brought; and, where its index says what was checked out,
 * files that were changed since. A file that is missing is no stranger: a checkout that was interrupted misses many.
 * Names of at most a few, for people.
 *
 * @param indexed whether the index was written, which git does when the checkout is complete
 */
export async function strangersIn(
  git: Git,
  worktree: Pick<Worktree, "path" | "baseCommit" | "copiedFiles"> & { repository: { commonDir: string } },
  indexed: boolean,
): Promise<string[]> {
  const known = new Set((JSON.parse(worktree.copiedFiles) as CopiedFile[]).map((file) => Buffer.from(file.path).toString("latin1")));
  if (worktree.baseCommit !== null) {
    const args = ["ls-tree", "-r", "-z", "--name-only", "--full-tree", worktree.baseCommit];
    const { stdout } = await git.run(args, { gitDir: worktree.repository.commonDir });
    for (const name of stdout.toString("latin1").split("\0")) known.add(name);
  }
  const found: string[] = [];
  await collect(Buffer.from(worktree.path), "", known, found);
  if (indexed && found.length === 0) found.push(...(await changedIn(git, worktree.path)));
  return found.slice(0, MAX_SHOWN);
}

async function collect(directory: Buffer, below: string, known: ReadonlySet<string>, found: string[]): Promise<void> {
  if (found.length >= MAX_SHOWN) return;
  for (const entry of await entriesOf(directory)) {
    const name = entry.name.toString("latin1");
    if (below === "" && name === ".git") continue;
    const path = below + name;
    if (entry.isDirectory()) await collect(Buffer.concat([directory, SLASH, entry.name]), `${path}/`, known, found);
    else if (!known.has(path)) found.push(Buffer.from(path, "latin1").toString("utf8"));
  }
}

async function entriesOf(directory: Buffer): Promise<Dirent<Buffer>[]> {
  try {
    return await readdir(directory, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

async function changedIn(git: Git, tree: string): Promise<string[]> {
  const args = ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=all", "--no-renames"];
  const { stdout } = await git.run(args, { dir: tree });
  return stdout
    .toString("utf8")
    .split("\0")
    .filter((record) => record !== "" && !record.startsWith(" D"))
    .map((record) => record.slice(3));
}
