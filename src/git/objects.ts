import { ask, type TreePlace } from "./ask.js";
import type { Git, GitRun } from "./git.js";

/**
 * Proves that what HEAD's own commits hold can be read: `git status` trusts the index's memory of trees and blobs, so after a power
 * cut that emptied a fresh object, the files of a "clean" tree are the only copy. Looks at what no other branch, tag or remote
 * reaches: usually nothing, and never the whole history.
 * @throws Unproven
 */
export async function provePresent(git: Git, place: TreePlace, ownBranch: string | null, o: GitRun): Promise<void> {
  const others = ownBranch === null ? [] : [`--exclude=${ownBranch}`];
  // In a partial clone only what the remote promised may be missing.
  const args = ["rev-list", "--objects", "--quiet", "--missing=allow-promisor", "HEAD", "--not", ...others, "--branches", "--remotes", "--tags"];
  await ask(git, place, args, o);
}

/**
 * Whether a repository that goes as a whole holds a commit that its remotes don't: by any ref, HEAD or reflog, a stash included.
 * @throws Unproven
 */
export async function hasOwnCommits(git: Git, place: TreePlace, o: GitRun): Promise<boolean> {
  const { stdout } = await ask(git, place, ["rev-list", "--max-count=1", "--all", "--reflog", "HEAD", "--not", "--remotes"], o);
  return stdout.length > 0;
}
