import { Unproven } from "./ask.js";
import type { BytePath } from "./bytePath.js";

/** One entry of the index that is not in conflict. */
export interface IndexEntry {
  path: BytePath;
  /** "100644", "100755", "120000" for a symbolic link, "160000" for a submodule's commit. */
  mode: string;
  oid: string;
  /** git does not look at the file: whoever asked for that may have changed it. */
  hidden: "skip-worktree" | "assume-unchanged" | null;
}

/** What a tree's index names. */
export class Tracked {
  readonly files: IndexEntry[] = [];
  readonly gitlinks: IndexEntry[] = [];
  /** Paths of .gitattributes files. */
  readonly attributes: BytePath[] = [];
  /** Entries in conflict are here only: status reports them. */
  readonly #paths: BytePath[] = [];
  #directories: Set<BytePath> | undefined;

  /** The files and links that git was told not to look at. */
  get hidden(): IndexEntry[] {
    return this.files.filter((file) => file.hidden !== null);
  }

  add(entry: IndexEntry, stage: number): void {
    this.#paths.push(entry.path);
    if (stage !== 0) return;
    if (entry.mode === "160000") this.gitlinks.push(entry);
    else this.files.push(entry);
    if (entry.path.endsWith(".gitattributes") && /(^|\/)\.gitattributes$/.test(entry.path)) this.attributes.push(entry.path);
  }

  /** Whether the index names anything at or below a directory (without "/" at its end). */
  holds(directory: BytePath): boolean {
    this.#directories ??= withParents(this.#paths);
    return this.#directories.has(directory);
  }
}

/** What `parseTracked` reads: everything that the index names, with git's two ways of not looking. */
export const TRACKED_ARGS = ["ls-files", "-s", "-v", "-z"] as const;

/** "<tag> <mode> <oid> <stage>\t<path>\0", as `ls-files` gives it. @throws Unproven for a record that it does not know. */
export function parseTracked(answer: Buffer): Tracked {
  if (answer.length > 0 && answer[answer.length - 1] !== 0) throw new Unproven("git's answer was cut.");
  const tracked = new Tracked();
  const text = answer.toString("latin1");
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\0", start);
    const tab = text.indexOf("\t", start);
    const isRecord = text[start + 1] === " " && text[start + 8] === " " && tab > start + 9 && tab + 1 < end && text[tab - 2] === " ";
    if (!isRecord) {
      throw new Unproven(
        `git ls-files answered with something that is not understood: ${JSON.stringify(text.slice(start, Math.min(end, start + 200)))}`,
      );
    }
    const entry: IndexEntry = {
      path: text.slice(tab + 1, end),
      mode: text.slice(start + 2, start + 8),
      oid: text.slice(start + 9, tab - 2),
      hidden: hiddenBy(text[start] as string),
    };
    tracked.add(entry, Number(text[tab - 1]));
    start = end + 1;
  }
  return tracked;
}

function hiddenBy(tag: string): IndexEntry["hidden"] {
  if (tag === "S" || tag === "s") return "skip-worktree";
  return tag >= "a" && tag <= "z" ? "assume-unchanged" : null;
}

function withParents(paths: readonly BytePath[]): Set<BytePath> {
  const all = new Set<BytePath>();
  for (let path of paths) {
    all.add(path);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/")) {
      path = path.slice(0, at);
      // Its own parents are there as well: only whole chains are added.
      if (all.has(path)) break;
      all.add(path);
    }
  }
  return all;
}
