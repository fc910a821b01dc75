import type { TreePlace } from "./ask.js";
import { conversionsOf, type Mentions, statDirty } from "./attributes.js";
import type { BytePath } from "./bytePath.js";
import { compareContents } from "./content.js";
import type { Git, GitRun } from "./git.js";
import type { TreeSettings } from "./settings.js";
import type { IndexEntry, Tracked } from "./tracked.js";
import type { UnsavedKind } from "./verdict.js";

export interface HiddenChange {
  kind: UnsavedKind;
  path: BytePath;
  detail: string;
}

/**
 * What `git status` does not show of tracked files: paths that git was told not to look at, and paths whose bytes differ although
 * their stored form is the same. A filter that drops content (a notebook's outputs, an $Id$ line) makes git call the file unchanged,
 * and the next refresh of the index by anybody's `git status` makes it look untouched as well. So these are compared byte by byte,
 * whatever the index remembers; files that only have their line endings converted, where the index does not remember them so.
 * @throws Unproven
 */
export async function hiddenChanges(
  git: Git,
  place: TreePlace,
  tracked: Tracked,
  settings: TreeSettings,
  mentions: Mentions,
  o: GitRun,
): Promise<HiddenChange[]> {
  const dirty = mentions.text ? await statDirty(git, place, settings, o) : new Set<BytePath>();
  const asked = mentions.content
    ? tracked.files
    : [...tracked.hidden, ...(dirty.size === 0 ? [] : tracked.files.filter((file) => dirty.has(file.path)))];
  const conversions = await conversionsOf(git, place, asked, settings, o);
  const isSuspect = (file: IndexEntry): boolean => {
    const conversion = conversions.get(file.path);
    return file.hidden !== null || conversion === "content" || (conversion === "text" && dirty.has(file.path));
  };
  const how = { converted: (path: BytePath) => conversions.has(path), modes: settings.modes };
  const found: HiddenChange[] = [];
  for (const [{ path, hidden }, result] of await compareContents(git, place, asked.filter(isSuspect), how, o)) {
    if (result === "same") continue;
    if (hidden !== null) {
      // Absent is what a sparse checkout makes of a path.
      if (result === "absent" && hidden === "skip-worktree" && settings.sparse) continue;
      found.push({ kind: hidden, path, detail: result === "absent" ? "deleted" : "differs from the index" });
    } else if (result === "differs") {
      found.push({ kind: "filtered", path, detail: "its bytes are neither what git stores nor what a checkout would write" });
    }
  }
  return found;
}
