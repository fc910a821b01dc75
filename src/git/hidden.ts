import type { TreePlace } from "./ask.js";
import { type Conversion, conversionsOf, statDirty, type TreeSettings } from "./attributes.js";
import type { BytePath } from "./bytePath.js";
import { compareContents } from "./content.js";
import type { Git, GitRun } from "./git.js";
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
  o: GitRun,
): Promise<HiddenChange[]> {
  const conversions = await conversionsOf(git, place, tracked.files, settings, o);
  const suspects = await suspectsAmong(git, place, tracked.files, conversions, settings, o);
  const compared = await compareContents(git, place, suspects, { converted: (path) => conversions.has(path), modes: settings.modes }, o);
  const found: HiddenChange[] = [];
  for (const [{ path, hidden }, result] of compared) {
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

async function suspectsAmong(
  git: Git,
  place: TreePlace,
  files: readonly IndexEntry[],
  conversions: ReadonlyMap<BytePath, Conversion>,
  settings: TreeSettings,
  o: GitRun,
): Promise<IndexEntry[]> {
  const anyText = files.some((file) => conversions.get(file.path) === "text");
  const dirty = anyText ? await statDirty(git, place, settings, o) : new Set<BytePath>();
  return files.filter((file) => {
    if (file.hidden !== null) return true;
    const conversion = conversions.get(file.path);
    return conversion === "content" || (conversion === "text" && dirty.has(file.path));
  });
}
