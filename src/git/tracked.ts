import { ask, records, type TreePlace, Unproven } from "./ask.js";
import type { BytePath } from "./bytePath.js";
import type { Git, GitRun } from "./git.js";

/** One entry of the index that is not in conflict. */
export interface IndexEntry {
  path: BytePath;
  /** "100644", "100755", "120000" for a symbolic link, "160000" for a submodule's commit. */
  mode: string;
  oid: string;
  /** git does not look at the file: whoever asked for that may have changed it. */
  hidden: "skip-worktree" | "assume-unchanged" | null;
}

export interface Tracked {
  /** Files and links. */
  files: IndexEntry[];
  gitlinks: IndexEntry[];
  /** Whether the index names anything at or below a directory (without "/" at its end). */
  holds(directory: BytePath): boolean;
}

/** Everything that the index names, with git's two ways of not looking. @throws Unproven */
export async function trackedIn(git: Git, place: TreePlace, o: GitRun): Promise<Tracked> {
  return parseTracked((await ask(git, place, ["ls-files", "-s", "-v", "-z"], o)).stdout);
}

/** `ls-files -s -v -z`. @throws Unproven for a record that it does not know. */
export function parseTracked(answer: Buffer): Tracked {
  const files: IndexEntry[] = [];
  const gitlinks: IndexEntry[] = [];
  const paths: BytePath[] = [];
  for (const record of records(answer)) {
    const tab = record.indexOf("\t");
    const [tag = "", mode = "", oid = "", stage = ""] = record.slice(0, tab).split(" ");
    const path = record.slice(tab + 1);
    if (tab === -1 || path === "" || !/^[A-Za-z?]$/.test(tag) || !/^[0-7]{6}$/.test(mode) || oid === "") {
      throw new Unproven(`git ls-files answered with something that is not understood: ${JSON.stringify(record.slice(0, 200))}`);
    }
    paths.push(path);
    // Conflicts: status reports them.
    if (stage !== "0") continue;
    const entry: IndexEntry = { path, mode, oid, hidden: hiddenBy(tag) };
    if (mode === "160000") gitlinks.push(entry);
    else files.push(entry);
  }
  let directories: Set<BytePath> | undefined;
  return {
    files,
    gitlinks,
    holds(directory) {
      directories ??= withParents(paths);
      return directories.has(directory);
    },
  };
}

function hiddenBy(tag: string): IndexEntry["hidden"] {
  if (tag === "S" || tag === "s") return "skip-worktree";
  return tag >= "a" && tag <= "z" ? "assume-unchanged" : null;
}

function withParents(paths: readonly BytePath[]): Set<BytePath> {
  const all = new Set<BytePath>(paths);
  for (const path of paths) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const parent = path.slice(0, at);
      if (all.has(parent)) break;
      all.add(parent);
    }
  }
  return all;
}
