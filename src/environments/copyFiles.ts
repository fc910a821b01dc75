/** Files that git does not carry into a new worktree and that its user wants there: an `.env`, a local setting. */
import { createHash } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import { lstat, mkdir, open, readdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CopiedFile } from "../git/copies.js";
import { codeOf, isAbsence } from "../git/files.js";
import { syncPath } from "../git/sync.js";
import { enterDirectory, type Glob, type GlobState, meansFile, startOf } from "./globs.js";

const MAX_FILES = 1_000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
/** Directory entries that patterns may make us look at: beyond that they are too wide. */
const MAX_LOOKED_AT = 200_000;

/** Why files can't be copied: the patterns mean too much, or something is in the way. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}

/**
 * What is to be copied: real files of the checkout that the patterns mean and that the worktree does not have, with size and SHA-256 as they are
 * now. No links, nothing of `.git`, nothing outside. `before` is what an interrupted copying had written down: what of it is there, stays ours.
 *
 * @throws CopyRefused too many, too large, not readable
 */
export async function planCopies(
  checkout: string,
  tree: string,
  globs: readonly Glob[],
  before: readonly CopiedFile[],
): Promise<CopiedFile[]> {
  const known = new Map(before.map((file) => [file.path, file]));
  const planned: CopiedFile[] = [];
  let total = 0;
  for (const path of await find(checkout, globs)) {
    const recorded = known.get(path);
    if (recorded === undefined && (await isTaken(tree, path))) continue;
    const { size, sha256 } = (await read(checkout, path)) ?? {};
    if (size === undefined || sha256 === undefined) continue;
    total += size;
    if (planned.length >= MAX_FILES) throw new CopyRefused(`copyFiles means more than ${MAX_FILES} files`);
    if (total > MAX_TOTAL_BYTES) throw new CopyRefused(`copyFiles means more than ${MAX_TOTAL_BYTES} bytes`);
    planned.push({ path, size, sha256 });
  }
  return planned;
}

/**
 * Copies what was planned, synced, each file new. A file that an interrupted copying left half-written is finished; any other that came to be
 * there stays as it is.
 *
 * @throws CopyRefused a source changed since it was planned; a link on the way
 */
export async function copyPlanned(checkout: string, tree: string, planned: readonly CopiedFile[]): Promise<void> {
  for (const file of planned) {
    const source = await read(checkout, file.path);
    if (source?.sha256 !== file.sha256) throw new CopyRefused(`${file.path} changed while it was copied`);
    await makeWay(tree, dirname(file.path));
    await write(join(tree, file.path), source.content, source.mode);
  }
}

async function find(checkout: string, globs: readonly Glob[]): Promise<string[]> {
  const found: string[] = [];
  let lookedAt = 0;
  const walk = async (below: string, state: GlobState): Promise<void> => {
    const entries = await list(join(checkout, below));
    lookedAt += entries.length;
    if (lookedAt > MAX_LOOKED_AT) throw new CopyRefused("copyFiles is too wide: name directories");
    for (const entry of entries) {
      const name = entry.name;
      // A name that is not text can't be meant by a pattern, and comes back from Node with a replacement character.
      if (name.toLowerCase() === ".git" || name.includes("\uFFFD")) continue;
      const path = below === "" ? name : `${below}/${name}`;
      if (entry.isFile() && meansFile(globs, state, name)) found.push(path);
      if (!entry.isDirectory()) continue;
      const next = enterDirectory(globs, state, name);
      if (next.length > 0) await walk(path, next);
    }
  };
  await walk("", startOf(globs));
  return found.sort();
}

async function list(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    throw new CopyRefused(`${directory} can't be read: ${codeOf(error)}`);
  }
}

interface Source {
  content: Buffer;
  size: number;
  sha256: string;
  mode: number;
}

/** Null when it is not a real file, inside the checkout, any more. */
async function read(checkout: string, path: string): Promise<Source | null> {
  const place = join(checkout, path);
  try {
    // A directory on the way may have been exchanged for a link since it was listed.
    if ((await realpath(dirname(place))) !== join(await realpath(checkout), dirname(path))) return null;
    const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const facts = await handle.stat();
      if (!facts.isFile()) return null;
      if (facts.size > MAX_FILE_BYTES) throw new CopyRefused(`${path} is larger than ${MAX_FILE_BYTES} bytes`);
      const content = await handle.readFile();
      // Never with set-uid bits.
      return { content, size: content.length, sha256: createHash("sha256").update(content).digest("hex"), mode: facts.mode & 0o777 };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isAbsence(error) || codeOf(error) === "ELOOP") return null;
    if (error instanceof CopyRefused) throw error;
    throw new CopyRefused(`${path} can't be read: ${codeOf(error)}`);
  }
}

async function isTaken(tree: string, path: string): Promise<boolean> {
  try {
    await lstat(join(tree, path));
    return true;
  } catch (error) {
    // A file or a link to nowhere where a directory would have to be: there is no place for it.
    if (codeOf(error) === "ENOTDIR") return true;
    if (codeOf(error) === "ENOENT") return !(await isOpenWay(tree, dirname(path)));
    throw error;
  }
}

/** Whether each directory on the way is a real one, or not there yet: never through a link. */
async function isOpenWay(tree: string, way: string): Promise<boolean> {
  let at = tree;
  for (const part of partsOf(way)) {
    at = join(at, part);
    try {
      if (!(await lstat(at)).isDirectory()) return false;
    } catch (error) {
      return codeOf(error) === "ENOENT";
    }
  }
  return true;
}

async function makeWay(tree: string, way: string): Promise<void> {
  let at = tree;
  for (const part of partsOf(way)) {
    const above = at;
    at = join(at, part);
    try {
      await mkdir(at);
      await syncPath(above);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    if (!(await lstat(at)).isDirectory()) throw new CopyRefused(`${at} is not a directory`);
  }
}

function partsOf(way: string): string[] {
  return way === "." ? [] : way.split("/");
}

async function write(place: string, content: Buffer, mode: number): Promise<void> {
  const left = await leftBy(place, content);
  if (left === null) return;
  const flags = constants.O_WRONLY | constants.O_NOFOLLOW | (left === "absent" ? constants.O_CREAT | constants.O_EXCL : 0);
  const handle = await open(place, flags, mode);
  try {
    await handle.write(content, 0, content.length, 0);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncPath(dirname(place));
}

/** What an interrupted copying left: nothing, or a beginning of the very content. Null: there is nothing to do, or it is not ours. */
async function leftBy(place: string, content: Buffer): Promise<"absent" | "beginning" | null> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "absent" : null;
  }
  try {
    const facts = await handle.stat();
    if (!facts.isFile() || facts.size >= content.length) return null;
    return content.subarray(0, facts.size).equals(await handle.readFile()) ? "beginning" : null;
  } finally {
    await handle.close();
  }
}
