import { lstatSync, type Stats, statSync } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { writeFileSynced } from "../disk/move.js";
import { codeOf, isAbsence, readSmallFile, textOf } from "./files.js";

export type DotGit =
  /** A file naming an administrative directory: what a linked worktree has. `adminDir` is absolute. */
  | { kind: "file"; adminDir: string }
  | { kind: "directory" | "link" | "absent" }
  /** A file that names nothing. */
  | { kind: "broken" }
  | { kind: "unknown"; reason: string };

/** What lies at `<tree>/.git`: one half of git's two-way link. */
export async function readDotGit(tree: string): Promise<DotGit> {
  const place = path.join(tree, ".git");
  let facts: Stats;
  try {
    facts = lstatSync(place);
  } catch (error) {
    return isAbsence(error) ? { kind: "absent" } : { kind: "unknown", reason: `${place} can't be seen: ${codeOf(error)}` };
  }
  if (facts.isSymbolicLink()) return { kind: "link" };
  if (facts.isDirectory()) return { kind: "directory" };
  const file = await readSmallFile(place);
  if (file.state === "absent") return { kind: "absent" };
  if (file.state === "unknown") return facts.isFile() ? { kind: "unknown", reason: file.reason } : { kind: "broken" };
  const named = /^gitdir: (.+?)[\r\n]*$/s.exec(textOf(file.bytes) ?? "")?.[1];
  return named === undefined ? { kind: "broken" } : { kind: "file", adminDir: path.resolve(tree, named) };
}

export type Gitdir = { state: "present"; treePath: string } | { state: "absent" } | { state: "unknown"; reason: string };

/** Where a registration says that its tree lies: the other half of the link. Absolute; the file may hold a relative one. */
export async function readGitdir(registrationDir: string): Promise<Gitdir> {
  const file = await readSmallFile(path.join(registrationDir, "gitdir"));
  if (file.state !== "present") return file;
  const named = textOf(file.bytes)?.trimEnd();
  if (named === undefined) return { state: "unknown", reason: `${registrationDir}/gitdir is not text` };
  if (path.basename(named) !== ".git") return { state: "unknown", reason: `${registrationDir}/gitdir does not name a .git` };
  return { state: "present", treePath: path.dirname(path.resolve(registrationDir, named)) };
}

/**
 * Makes a registration name the place where its tree lies now. Temporary file, sync, rename, sync: at every moment the file
 * names a whole path. Done again it changes nothing.
 * @throws when the registration is not a directory of its own, and what the file system says.
 */
export async function rewriteGitdir(registrationDir: string, treePath: string): Promise<void> {
  const facts = await lstat(registrationDir);
  if (!facts.isDirectory()) throw new Error(`${registrationDir} is not a directory`);
  await writeFileSynced(path.join(registrationDir, "gitdir"), `${path.join(treePath, ".git")}\n`);
}

/**
 * Whether two paths name the same place: by device and inode where both exist, else by the real path of the nearest existing
 * ancestor. Null when that can't be told.
 */
export async function samePlace(a: string, b: string): Promise<boolean | null> {
  if (a === b) return true;
  try {
    const [one, other] = [identityOf(a), identityOf(b)];
    if (one !== null && other !== null) return one === other;
    if (one !== null || other !== null) return false;
    return (await canonicalOf(a)) === (await canonicalOf(b));
  } catch {
    return null;
  }
}

function identityOf(place: string): string | null {
  try {
    const facts = statSync(place, { bigint: true });
    return `${facts.dev}:${facts.ino}`;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

/** The real path of the nearest existing ancestor, and the rest as it is written. */
async function canonicalOf(place: string): Promise<string> {
  const rest: string[] = [];
  for (let at = path.resolve(place); ; at = path.dirname(at)) {
    try {
      return path.join(await realpath(at), ...rest);
    } catch (error) {
      if (!isAbsence(error) || path.dirname(at) === at) throw error;
      rest.unshift(path.basename(at));
    }
  }
}
