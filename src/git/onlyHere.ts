import type { Git } from "./git.js";
import { isOid } from "./oid.js";

/** Listed by name; the rest is counted. */
const LISTED = 20;
/** Counted as far as this. */
const COUNTED = 1_000;

export interface OnlyHere {
  /** The newest of them. */
  readonly commits: readonly { commit: string; subject: string }[];
  /** All of them; 1,000 stands for that many or more. */
  readonly total: number;
}

/**
 * The commits that `from` reaches and no tag, remote-tracking branch or other branch does. Objects that are missing are passed over. Reads only.
 * @throws GitError; the signal's reason
 */
export async function onlyHere(
  git: Git,
  commonDir: string,
  o: { from: readonly string[]; branches: readonly string[]; signal?: AbortSignal },
): Promise<OnlyHere> {
  if (o.from.length === 0) return { commits: [], total: 0 };
  const own = o.branches.map((branch) => `--exclude=${branch}`);
  const walk = ["rev-list", "--ignore-missing", `--max-count=${COUNTED}`, "--pretty=format:%s", "--stdin"];
  const said = await git.text([...walk, "--not", ...own, "--branches", "--tags", "--remotes"], {
    gitDir: commonDir,
    stdin: `${o.from.join("\n")}\n`,
    ...(o.signal === undefined ? {} : { signal: o.signal }),
  });
  const lines = said === "" ? [] : said.split("\n");
  const commits: { commit: string; subject: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const commit = line.startsWith("commit ") ? line.slice("commit ".length) : "";
    // A subject is one line, and follows its commit's: every other line.
    if (index % 2 === 0 && isOid(commit)) commits.push({ commit, subject: lines[index + 1] ?? "" });
  }
  return { commits: commits.slice(0, LISTED), total: commits.length };
}
