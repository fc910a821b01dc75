import path from "node:path";
import type { ChildNote, ChildResult } from "../disk/child.js";
import { presenceOf } from "../disk/presence.js";
import { assertNever, BranchRefusedError } from "../errors.js";
import { type Git, GitError } from "./git.js";
import { readDotGit } from "./link.js";
import { isRef } from "./refs.js";
import { syncPath } from "./sync.js";

/** A new branch is made first, by a step of its own: here it exists. */
export type WorktreeStart = { kind: "existing-branch"; branch: string } | { kind: "detached"; commit: string };

export interface AddWorktree {
  commonDir: string;
  /** Absolute and canonical. git names its administrative directory after the last component. */
  path: string;
  start: WorktreeStart;
  /** Given to git's first step, so that nobody's prune takes the registration while it is made. */
  lockReason: string;
  /** Whether the repository's own hooks run. */
  hooks: boolean;
  note: ChildNote;
  signal?: AbortSignal;
}

/**
 * `git worktree add`, locked. Its exit code decides nothing: a hook may fail after a complete checkout. Observe the facts after it,
 * whatever it answered. It writes no configuration: the branch tracks nothing. Shared state: call it in the repository's turn.
 * @throws BranchRefusedError when the existing branch is not there; GitError for a time-out; the signal's reason.
 */
export async function addWorktree(git: Git, o: AddWorktree): Promise<ChildResult> {
  // Without the branch, git would take one of that name from a remote, and track it.
  if (o.start.kind === "existing-branch" && !(await isRef(git, o.commonDir, `refs/heads/${o.start.branch}`))) {
    throw new BranchRefusedError("MISSING", o.start.branch, null, `There is no branch ${o.start.branch}.`);
  }
  const result = await git.run(["-c", "worktree.useRelativePaths=false", ...addArgs(o)], {
    gitDir: o.commonDir,
    ok: "any",
    hooks: o.hooks,
    note: o.note,
    ...(o.signal === undefined ? {} : { signal: o.signal }),
  });
  await syncRegistration(o.commonDir, o.path);
  return result;
}

function addArgs(o: AddWorktree): string[] {
  const args = ["worktree", "add", "--quiet", "--lock", "--reason", o.lockReason, "--no-guess-remote"];
  switch (o.start.kind) {
    case "existing-branch":
      return [...args, o.path, o.start.branch];
    case "detached":
      return [...args, "--detach", o.path, o.start.commit];
    default:
      return assertNever(o.start);
  }
}

/** git syncs refs and the index, not the files that make the registration: after a power cut the link and the lock must be whole. */
async function syncRegistration(commonDir: string, tree: string): Promise<void> {
  const link = await readDotGit(tree);
  if (link.kind !== "file") return;
  const names = ["locked", "gitdir", "commondir", "HEAD", "index"];
  await Promise.all([...names.map((name) => syncPath(path.join(link.adminDir, name))), syncPath(path.join(tree, ".git"))]);
  await Promise.all([link.adminDir, path.join(commonDir, "worktrees"), commonDir, tree, path.dirname(tree)].map(syncPath));
}

/**
 * What is missing for a worktree to stand complete at a commit: HEAD there, an index written, nothing staged, no file missing. Files
 * that differ count as there: line-ending rules may show a fresh checkout as modified.
 * @returns a sentence; null when nothing is missing.
 * @throws GitError for a time-out; the signal's reason.
 */
export async function whyIncomplete(git: Git, tree: string, commit: string, signal?: AbortSignal): Promise<string | null> {
  const link = await readDotGit(tree);
  if (link.kind !== "file") return `${tree} has no .git file`;
  const index = await presenceOf(path.join(link.adminDir, "index"));
  if (index !== "present") return "its index was not written";
  const status = ["status", "--porcelain=v2", "-z", "--branch", "--untracked-files=no", "--ignore-submodules=all", "--no-renames"];
  try {
    const { stdout } = await git.run(status, { dir: tree, ...(signal === undefined ? {} : { signal }) });
    return missingIn(stdout.toString("latin1").split("\0"), commit);
  } catch (error) {
    if (error instanceof GitError && !error.timedOut) return error.message;
    throw error;
  }
}

function missingIn(records: readonly string[], commit: string): string | null {
  if (!records.includes(`# branch.oid ${commit}`)) return `its HEAD is not at ${commit}`;
  for (const record of records) {
    if (record.startsWith("u ")) return "its index has conflicts";
    // "1 XY …": X is the index against HEAD, Y the tree against the index.
    if (!record.startsWith("1 ")) continue;
    if (record[2] !== ".") return "its index differs from its HEAD";
    if (record[3] === "D") return "files are missing";
  }
  return null;
}
