import type { ChildNote } from "../disk/child.js";
import { type Git, GitError } from "./git.js";
import { refspecsReachingOurRefs } from "./refspecs.js";

/**
 * Fetches every remote, as its refspecs say; nothing is pruned, no FETCH_HEAD of the user's is replaced, nobody is asked for a
 * password. Writes shared state: call it in the repository's turn.
 * @throws GitError when a remote can't be fetched, or when a refspec has come to reach refs/treekeeper/; the signal's reason.
 */
export async function fetchRemotes(git: Git, commonDir: string, note: ChildNote, signal?: AbortSignal): Promise<void> {
  const args = ["fetch", "--all", "--quiet", "--no-prune", "--no-write-fetch-head", "--no-auto-maintenance", "--no-recurse-submodules"];
  const reaching = (await refspecsReachingOurRefs(git, commonDir)).at(0);
  if (reaching !== undefined) throw new GitError(args, null, "", false, `would reach refs/treekeeper/ (${reaching})`);
  await git.run(args, { gitDir: commonDir, note, ...(signal === undefined ? {} : { signal }) });
}

/** The remotes' names, origin first. */
export async function remotesOf(git: Git, commonDir: string): Promise<string[]> {
  const names = (await git.text(["remote"], { gitDir: commonDir })).split("\n").filter((name) => name !== "");
  return names.sort((a, b) => Number(b === "origin") - Number(a === "origin") || (a < b ? -1 : 1));
}
