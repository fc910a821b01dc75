import { readlink } from "node:fs/promises";
import path from "node:path";
import type { ChildNote } from "../disk/child.js";
import { codeOf, readSmallFile, textOf } from "./files.js";
import type { Git } from "./git.js";
import { isOid } from "./oid.js";
import { syncPath } from "./sync.js";

export type HeadFact =
  | { kind: "branch"; ref: string }
  | { kind: "detached"; commit: string }
  /** Not understood: damaged, unreadable, or kept in another format (reftable writes no HEAD that says anything). */
  | { kind: "unknown"; reason: string };

/** HEAD of a common or an administrative directory, by reading the file. Null when there is none. */
export async function readHead(gitDir: string): Promise<HeadFact | null> {
  const file = await readSmallFile(path.join(gitDir, "HEAD"));
  if (file.state === "absent") return null;
  if (file.state === "unknown") return await readHeadLink(gitDir, file.reason);
  const text = textOf(file.bytes)?.trim();
  if (text === undefined) return { kind: "unknown", reason: `${gitDir}/HEAD is not text` };
  if (isOid(text)) return { kind: "detached", commit: text };
  const ref = /^ref:\s*(\S+)$/.exec(text)?.[1];
  return fromRef(gitDir, ref);
}

/** Old repositories may keep HEAD as a symbolic link. */
async function readHeadLink(gitDir: string, reason: string): Promise<HeadFact> {
  try {
    return fromRef(gitDir, await readlink(path.join(gitDir, "HEAD")));
  } catch (error) {
    return codeOf(error) === "EINVAL" ? { kind: "unknown", reason } : { kind: "unknown", reason: `${reason}; ${codeOf(error)}` };
  }
}

function fromRef(gitDir: string, ref: string | undefined): HeadFact {
  // "refs/heads/.invalid" is what a reftable repository writes for older programs.
  if (ref?.startsWith("refs/") && !ref.includes("/.")) return { kind: "branch", ref };
  return { kind: "unknown", reason: `${gitDir}/HEAD does not say a branch or a commit` };
}

/**
 * Detaches a worktree's HEAD at a commit; its index and files stay as they are. Done again it changes nothing.
 * @throws GitError
 */
export async function detachHead(git: Git, o: { adminDir: string }, commit: string, note?: ChildNote, signal?: AbortSignal): Promise<void> {
  await git.run(["update-ref", "--no-deref", "-m", "treekeeper: detached, to free the branch", "HEAD", commit], {
    gitDir: o.adminDir,
    ...writing(note, "detach HEAD", o.adminDir),
    ...(signal === undefined ? {} : { signal }),
  });
}

/**
 * Points a worktree's HEAD at a branch (its short name); its index and files stay as they are. Whether the branch exists at the
 * commit that the tree stands on, and whether another worktree holds it, is the caller's to ask first.
 * @throws GitError
 */
export async function attachHead(git: Git, o: { adminDir: string }, branch: string, note?: ChildNote, signal?: AbortSignal): Promise<void> {
  await git.run(["symbolic-ref", "-m", "treekeeper: attached again", "HEAD", `refs/heads/${branch}`], {
    gitDir: o.adminDir,
    ...writing(note, "attach HEAD", o.adminDir),
    ...(signal === undefined ? {} : { signal }),
  });
  // git syncs refs, but not a HEAD that names one.
  await syncPath(path.join(o.adminDir, "HEAD"));
  await syncPath(o.adminDir);
}

function writing(note: ChildNote | undefined, purpose: string, row: string): { note: ChildNote } {
  return { note: note ?? { purpose, row } };
}
