import type { ProcessInside } from "../disk/processes.js";
import type { InodeSet } from "../disk/walk.js";
import { type BytePath, showPath } from "./bytePath.js";

export const VERDICTS = ["CLEAN", "UNSAVED", "UNKNOWN"] as const;
/** CLEAN is proven: nothing here exists here only. UNSAVED: it lists what does. UNKNOWN: it could not be told, and why. */
export type Verdict = (typeof VERDICTS)[number];

export const UNSAVED_KINDS = [
  "modified",
  "staged",
  "untracked",
  "conflicted",
  "ignored",
  "skip-worktree",
  "assume-unchanged",
  /** git calls it unchanged, but only through a filter, an encoding or line endings: its bytes are stored nowhere. */
  "filtered",
  "nested-repository",
  "submodule",
  "operation",
  "process",
  "index-lock",
] as const;
export type UnsavedKind = (typeof UNSAVED_KINDS)[number];

export interface UnsavedItem {
  kind: UnsavedKind;
  /** Relative to the tree; for people: bytes that are not text are shown with escapes. */
  path: string;
  detail?: string;
}

/** What a judgement of one worktree says. Safe to store as JSON. */
export interface Judgement {
  verdict: Verdict;
  /** One sentence. */
  reason: string;
  /** The first MAX_LISTED. */
  unsaved: UnsavedItem[];
  /** How many there are in all. */
  unsavedTotal: number;
  /** Where HEAD stood; null when it is unborn or can't be told. */
  headCommit: string | null;
  /** Short name of the branch that HEAD was on; null when detached or untold. */
  headBranch: string | null;
  processes: ProcessInside[];
  /** Nested worktrees of somebody, whose registration names where this tree lay. Paths relative to the tree. */
  foreignWorktrees: string[];
  /** Everything below the top; null when it could not be counted. */
  entries: number | null;
  /** Allocated on disk, hard links once. */
  bytes: number | null;
  /** Of everything in it, for a later look for processes; null when it could not be walked. */
  inodes: InodeSet | null;
  /** Directories that don't count: their maker makes them again. */
  rebuildable: RebuildableFound[];
}

export interface RebuildableFound {
  path: string;
  /** The rule's name. */
  kind: string;
}

export const MAX_LISTED = 200;

/** Gathers what the parts of a judgement find. A thing found twice counts once. */
export class Findings {
  readonly #rebuildable = new Map<BytePath, RebuildableFound>();
  readonly #foreign = new Set<string>();
  readonly #items: UnsavedItem[] = [];
  readonly #seen = new Set<string>();
  readonly #counts = new Map<UnsavedKind, number>();
  readonly #doubts = new Set<string>();

  unsaved(kind: UnsavedKind, path: BytePath, detail?: string): void {
    const key = `${kind} ${path}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    if (this.#items.length < MAX_LISTED) this.#items.push({ kind, path: showPath(path), ...(detail === undefined ? {} : { detail }) });
  }

  /** A directory that does not count. */
  rebuilt(path: BytePath, kind: string): void {
    if (!this.#rebuildable.has(path)) this.#rebuildable.set(path, { path: showPath(path), kind });
  }

  /** Somebody's worktree inside. */
  foreign(path: BytePath): void {
    this.#foreign.add(showPath(path));
  }

  /** Something could not be told: whatever else is found, the verdict is UNKNOWN. */
  doubt(reason: string): void {
    this.#doubts.add(reason);
  }

  get verdict(): Verdict {
    if (this.#doubts.size > 0) return "UNKNOWN";
    return this.#seen.size > 0 ? "UNSAVED" : "CLEAN";
  }

  get reason(): string {
    const [doubt] = this.#doubts;
    if (doubt !== undefined) return this.#doubts.size === 1 ? doubt : `${doubt} (And ${this.#doubts.size - 1} more.)`;
    if (this.#seen.size === 0) return "Everything in it is stored elsewhere or can be made again.";
    const parts = UNSAVED_KINDS.flatMap((kind) => {
      const count = this.#counts.get(kind) ?? 0;
      return count === 0 ? [] : [`${count} ${NOUNS[kind][count === 1 ? 0 : 1]}`];
    });
    return `It holds what exists nowhere else: ${parts.join(", ")}.`;
  }

  /** Sorted by path. */
  get items(): UnsavedItem[] {
    return [...this.#items].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  /** The bytes of the paths of directories that do not count. */
  get rebuildablePaths(): BytePath[] {
    return [...this.#rebuildable.keys()];
  }

  get rebuildable(): RebuildableFound[] {
    return [...this.#rebuildable.values()];
  }

  get foreignWorktrees(): string[] {
    return [...this.#foreign];
  }

  get total(): number {
    return this.#seen.size;
  }
}

const NOUNS: Record<UnsavedKind, readonly [string, string]> = {
  modified: ["modified file", "modified files"],
  staged: ["staged change", "staged changes"],
  untracked: ["untracked file", "untracked files"],
  conflicted: ["conflicted file", "conflicted files"],
  ignored: ["ignored file", "ignored files"],
  "skip-worktree": ["skip-worktree file that differs", "skip-worktree files that differ"],
  "assume-unchanged": ["assume-unchanged file that differs", "assume-unchanged files that differ"],
  filtered: ["file whose bytes a filter hides", "files whose bytes a filter hides"],
  "nested-repository": ["nested repository", "nested repositories"],
  submodule: ["submodule with something of its own", "submodules with something of their own"],
  operation: ["operation in progress", "operations in progress"],
  process: ["process inside", "processes inside"],
  "index-lock": ["git lock file", "git lock files"],
};
