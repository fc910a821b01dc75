import type { Dirent } from "node:fs";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { isAbsence, readSmallFile } from "./files.js";
import type { Git } from "./git.js";
import { isNullOid, isOid } from "./oid.js";

/** Per-worktree names that are no branch: `FETCH_HEAD`, `ORIG_HEAD`, `MERGE_HEAD`, `CHERRY_PICK_HEAD`, `BISECT_HEAD`, … */
const PSEUDO_REF = /^(?:[A-Z_]+_HEAD|AUTO_MERGE|MERGE_AUTOSTASH)$/;
const MAX_DEPTH = 32;

/**
 * Every object that a worktree's own records name: its reflogs (HEAD's and those of its per-worktree refs), its refs/worktree,
 * refs/bisect and refs/rewritten, its pseudo-refs; and the branch's reflog. Newest last within each log. Objects may be missing.
 * @throws GitError, and what the file system says: a record that can't be read is not an empty one.
 */
export async function namedByWorktree(
  git: Git,
  o: { commonDir: string; adminDir: string | null; branch: string | null; signal?: AbortSignal },
): Promise<Set<string>> {
  const named = new Set<string>();
  const add = (oid: string): void => {
    if (isOid(oid) && !isNullOid(oid)) named.add(oid);
  };
  if (o.branch !== null) await readLog(path.join(o.commonDir, "logs", "refs", "heads", o.branch), add);
  if (o.adminDir === null) return named;
  const { adminDir } = o;
  const [logs, refs, pseudo] = await Promise.all([
    filesBelow(path.join(adminDir, "logs"), MAX_DEPTH),
    filesBelow(path.join(adminDir, "refs"), MAX_DEPTH),
    pseudoRefs(adminDir),
  ]);
  for (const file of logs) await readLog(file, add);
  for (const file of [...refs, ...pseudo]) for (const word of await firstWords(file)) add(word);
  // Refs in another format: no file tells of them, git does.
  if ((await readdir(adminDir)).includes("reftable")) for (const oid of await askedOfGit(git, { ...o, adminDir })) add(oid);
  return named;
}

/** "<old> <new> <who> <when>\t<what>": both ends of each entry. Read in pieces; a log may be long. */
async function readLog(file: string, add: (oid: string) => void): Promise<void> {
  const addLine = (line: string): void => {
    const [before = "", after = ""] = line.split(" ", 2);
    add(before);
    add(after);
  };
  const small = await readSmallFile(file);
  if (small.state === "absent") return;
  if (small.state === "present") return small.bytes.toString("latin1").split("\n").forEach(addLine);
  try {
    const handle = await open(file);
    try {
      for await (const line of handle.readLines({ encoding: "latin1" })) addLine(line);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

async function firstWords(file: string): Promise<string[]> {
  const read = await readSmallFile(file, 16 * 1024 * 1024);
  if (read.state === "absent") return [];
  if (read.state === "unknown") throw new Error(read.reason);
  return read.bytes
    .toString("latin1")
    .split("\n")
    .map((line) => /^[0-9a-f]*/.exec(line)?.[0] ?? "");
}

async function pseudoRefs(adminDir: string): Promise<string[]> {
  const entries = await readdir(adminDir, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && PSEUDO_REF.test(entry.name)).map((entry) => path.join(adminDir, entry.name));
}

async function filesBelow(directory: string, depth: number): Promise<string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
  if (depth === 0 && entries.length > 0) throw new Error(`${directory} is too deep`);
  const found: string[] = [];
  for (const entry of entries) {
    const place = path.join(directory, entry.name);
    if (entry.isDirectory()) found.push(...(await filesBelow(place, depth - 1)));
    else if (entry.isFile()) found.push(place);
  }
  return found;
}

async function askedOfGit(git: Git, o: { adminDir: string; branch: string | null; signal?: AbortSignal }): Promise<string[]> {
  const options = { gitDir: o.adminDir, ...(o.signal === undefined ? {} : { signal: o.signal }) };
  const refs = ["HEAD", ...(o.branch === null ? [] : [`refs/heads/${o.branch}`])];
  const own = ["refs/worktree", "refs/bisect", "refs/rewritten"];
  const said = await Promise.all([
    git.text(["log", "--walk-reflogs", "--format=%H", ...refs, "--"], options),
    git.text(["for-each-ref", "--format=%(objectname)", ...own], options),
  ]);
  return said.join("\n").split("\n");
}
