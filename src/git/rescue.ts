import type { ChildNote } from "../disk/child.js";
import { type Git, GitError } from "./git.js";
import { isOid } from "./oid.js";
import { namedByWorktree } from "./reflogs.js";

export type RescueKind = "tip" | "head" | "other";

/** How many commits one rescue keeps beside tip and HEAD. */
const MAX_OTHER_COMMITS = 1_000;
/** A history that only a reflog names is looked through as far as this. */
const MAX_WALKED_COMMITS = 200_000;

/** The ref that keeps what a reclaimed worktree's branch, HEAD or reflogs named. */
export function rescueRef(worktreeId: string, kind: RescueKind): string {
  return `refs/treekeeper/rescue/${worktreeId}/${kind}`;
}

/**
 * The commits that only a worktree's reflogs (its own and its branch's) and per-worktree refs name, which neither `holding` (the
 * tip and HEAD, rescued anyway) nor any branch, tag or remote-tracking branch reaches. Newest first, at most 1,000; of a line of
 * commits only the last, since it reaches the others. A stash is no evidence: it is shared, and anybody may drop it.
 * @throws GitError; what the file system says.
 */
export async function onlyReflogCommits(
  git: Git,
  o: {
    commonDir: string;
    /** Null when the registration is gone: then only the branch's reflog is left to ask. */
    adminDir: string | null;
    branch: string | null;
    holding: readonly string[];
    /** Asked for like what the records name: what a rescue kept that gives way. */
    also?: readonly string[];
    signal?: AbortSignal;
  },
): Promise<string[]> {
  const named = await namedByWorktree(git, o);
  for (const oid of o.also ?? []) named.add(oid);
  for (const oid of o.holding) named.delete(oid);
  if (named.size === 0) return [];
  const input = [...[...named].sort(), ...o.holding.map((oid) => `^${oid}`), ""].join("\n");
  const walk = ["rev-list", "--ignore-missing", "--parents", `--max-count=${MAX_WALKED_COMMITS}`, "--stdin"];
  const args = [...walk, "--not", "--branches", "--tags", "--remotes"];
  const stdout = await git.text(args, { gitDir: o.commonDir, stdin: input, ...(o.signal === undefined ? {} : { signal: o.signal }) });
  const lines = stdout.split("\n").map((line) => line.split(" "));
  // Parents may come before their children where their times are equal.
  const reached = new Set(lines.flatMap(([, ...parents]) => parents));
  const tips = lines.map(([commit = ""]) => commit).filter((commit) => isOid(commit) && !reached.has(commit));
  return tips.slice(0, MAX_OTHER_COMMITS);
}

/**
 * One commit with an empty tree and these parents, so that one ref keeps them all. Its author, date and message depend on the
 * parents only: made again it is the same commit.
 * @throws GitError when a parent is not there.
 */
export async function makeOtherCommit(
  git: Git,
  commonDir: string,
  parents: readonly string[],
  note: ChildNote,
  signal?: AbortSignal,
): Promise<string> {
  const options = { gitDir: commonDir, ...(signal === undefined ? {} : { signal }) };
  const newest = ["rev-list", "--no-walk=sorted", "--timestamp", "--max-count=1", "--stdin"];
  const date = (await git.text(newest, { ...options, stdin: `${parents.join("\n")}\n` })).split(" ")[0] ?? "0";
  // Every git knows the empty tree without an object; other programs may not.
  const tree = await git.text(["hash-object", "-t", "tree", "-w", "--stdin"], { ...options, stdin: "", note });
  const who = `Treekeeper <treekeeper@localhost> ${date} +0000`;
  const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`, "", OTHER_MESSAGE];
  const commit = await git.text(["hash-object", "-t", "commit", "-w", "--stdin"], { ...options, stdin: lines.join("\n"), note });
  if (!isOid(commit)) throw new GitError(["hash-object"], 0, commit, false, "did not name the commit");
  return commit;
}

const OTHER_MESSAGE = "Commits that only a reclaimed worktree's reflogs and own refs named\n";
