/**
 * Whose a branch is. The branch of a new worktree is made by a step of its own, and says in the first line of its own log whose it is: so
 * after a kill between any two steps it can be told from one that somebody else made under the same name.
 */
import type { CleanupResource } from "../db/generated/client.js";
import type { ChildNote } from "../disk/child.js";
import { type Git, GitError } from "../git/git.js";
import { MADE_FOR } from "../git/presentName.js";
import { readRef } from "../git/refs.js";

export type BranchMaker =
  /** Made for this worktree. */
  | "ours"
  /** Made by a Treekeeper, for another worktree or at a person's word. */
  | "treekeeper"
  /** Its log begins with somebody else's words. */
  | "other"
  | "absent"
  /** Its log is not there any more, or can't be read. */
  | "unknown";

interface Mark {
  worktreeId: string;
  nonce: string;
}

function words({ worktreeId, nonce }: Mark): string {
  return `${MADE_FOR} ${worktreeId} ${nonce}`;
}

/**
 * Makes the branch at the commit, if there is none of that name. Writes shared state: call it in the repository's turn.
 *
 * @returns whose it is now
 * @throws GitError for trouble: a lock file, no space, a time-out
 */
export async function makeBranch(
  git: Git,
  commonDir: string,
  branch: string,
  commit: string,
  mark: Mark,
  note: ChildNote,
): Promise<BranchMaker> {
  const ref = `refs/heads/${branch}`;
  const absent = "0".repeat(commit.length);
  try {
    await git.run(["update-ref", "--no-deref", "--create-reflog", "-m", words(mark), ref, commit, absent], { gitDir: commonDir, note });
    return "ours";
  } catch (error) {
    // It came to exist meanwhile, or an earlier run had made it: no trouble of git's.
    const maker = error instanceof GitError && !error.timedOut ? await makerOf(git, commonDir, branch, mark) : "absent";
    if (maker === "absent") throw error;
    return maker;
  }
}

export async function makerOf(git: Git, commonDir: string, branch: string, mark: Mark): Promise<BranchMaker> {
  const ref = `refs/heads/${branch}`;
  if ((await readRef(git, commonDir, ref)) === null) return "absent";
  const { code, stdout } = await git.run(["log", "--walk-reflogs", "--format=%gs", ref, "--"], { gitDir: commonDir, ok: [0, 128] });
  const lines = stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
  const first = lines[lines.length - 1];
  if (code !== 0 || first === undefined) return "unknown";
  if (first === words(mark)) return "ours";
  return first.startsWith("treekeeper") ? "treekeeper" : "other";
}

type Snapshot = Pick<CleanupResource, "id" | "worktreeId" | "nonce" | "branch" | "commonDir">;

/**
 * Of resources that say that their branch is ours, those whose branch was made by somebody else: a kill may have come between our writing it down
 * and our making it, and somebody between those two. What can't be told stays as it is written.
 *
 * @returns ids of resources
 */
export async function disownedAmong(git: Git, resources: readonly Snapshot[]): Promise<string[]> {
  const disowned: string[] = [];
  for (const { id, worktreeId, nonce, branch, commonDir } of resources) {
    if (worktreeId === null || nonce === null || branch === null || commonDir === null) continue;
    try {
      if ((await makerOf(git, commonDir, branch, { worktreeId, nonce })) === "other") disowned.push(id);
    } catch (error) {
      // A repository that can't be asked now says nothing about the branch.
      if (!(error instanceof GitError)) throw error;
    }
  }
  return disowned;
}
