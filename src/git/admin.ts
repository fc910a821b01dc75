import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { Unproven } from "./ask.js";
import { type BytePath, bytePathOf, placeOf, showPath } from "./bytePath.js";
import { codeOf, isAbsence } from "./files.js";
import { operationInProgress } from "./operations.js";
import type { Findings } from "./verdict.js";

/** What git itself keeps in a worktree's administrative directory, and needs no judgement: it goes with the worktree, or is rescued. */
const KNOWN: readonly RegExp[] = [
  /^(HEAD|ORIG_HEAD|FETCH_HEAD|index|gitdir|commondir|locked|COMMIT_EDITMSG|AUTO_MERGE|config\.worktree|description|gc\.log|gc\.pid)$/,
  /^sharedindex\.[0-9a-f]+$/,
  /^fsmonitor--daemon/,
  // Ours, of a server that ended while it wrote.
  /^(gitdir|locked)\.tmp$/,
  // Read by those who look for commits; by those who look at submodules.
  /^(logs|refs|modules)$/,
  /^info\/(sparse-checkout|exclude|attributes|grafts)$/,
];

/** A lock file means a git command at work, or one that was killed: its file may hold what the index does not. */
const LOCK = /(^|\/)[^/]+\.lock$/;

/**
 * What a git directory shows of work under way: operations and lock files.
 * @param shownAs stands before the names in the findings.
 * @throws Unproven
 */
export async function countOperations(gitDir: string, findings: Findings, shownAs: BytePath): Promise<Set<BytePath>> {
  const operations = await seen(gitDir, operationInProgress(gitDir));
  for (const name of operations) findings.unsaved("operation", shownAs + name, "an operation in progress");
  for (const name of await seen(gitDir, readdir(gitDir))) {
    if (LOCK.test(name)) findings.unsaved("index-lock", shownAs + bytePathOf(name), "a lock file of git");
  }
  return new Set(operations);
}

/**
 * Also what a worktree's administrative directory holds beside git's own records: files of somebody (a draft of a message, a patch
 * that a tool set aside), which would be deleted with it.
 * @throws Unproven
 */
export async function countAdministrative(adminDir: string, findings: Findings, shownAs: BytePath): Promise<void> {
  const operations = await countOperations(adminDir, findings, shownAs);
  const todo: BytePath[] = [""];
  for (let directory = todo.pop(); directory !== undefined; directory = todo.pop()) {
    const entries: Dirent<Buffer>[] = await seen(
      adminDir,
      readdir(placeOf(adminDir, directory), { withFileTypes: true, encoding: "buffer" }),
    );
    for (const entry of entries) {
      const name = (directory === "" ? "" : `${directory}/`) + entry.name.toString("latin1");
      if (operations.has(name) || LOCK.test(name) || KNOWN.some((known) => known.test(name))) continue;
      if (entry.isDirectory()) todo.push(name);
      else if (!(await isEmpty(adminDir, name))) findings.unsaved("operation", shownAs + name, "a file that git does not leave there");
    }
  }
}

async function isEmpty(adminDir: string, name: BytePath): Promise<boolean> {
  try {
    const facts = await lstat(placeOf(adminDir, name));
    return !facts.isSymbolicLink() && facts.size === 0;
  } catch (error) {
    if (isAbsence(error)) return true;
    throw new Unproven(`${path.join(adminDir, showPath(name))} can't be seen: ${codeOf(error)}.`);
  }
}

async function seen<T>(place: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Unproven(`${place} can't be read: ${codeOf(error)}.`);
  }
}
