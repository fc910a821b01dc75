import type { TreePlace } from "./ask.js";
import { settingsOf, truthful, type TreeSettings } from "./attributes.js";
import type { BytePath } from "./bytePath.js";
import { type CopiedFile, Copies } from "./copies.js";
import type { Git, GitRun } from "./git.js";
import { hiddenChanges } from "./hidden.js";
import { countIgnored, countUntracked, type Discount } from "./leftovers.js";
import { type RebuildableRule, Rebuildables } from "./rebuildable.js";
import { statusOf } from "./status.js";
import { settled } from "./settled.js";
import { type Tracked, trackedIn } from "./tracked.js";
import type { Findings } from "./verdict.js";

/** What every part of one judgement shares. */
export interface Inquiry {
  git: Git;
  findings: Findings;
  copied: readonly CopiedFile[];
  rules: readonly RebuildableRule[];
  signal: AbortSignal | undefined;
}

export interface Looked {
  headCommit: string | null;
  tracked: Tracked;
  discount: Discount;
}

/**
 * Looks at the files of one repository's tree, the top one or a submodule's: everything that git does not store as it lies there
 * goes into the findings. Not at nested repositories, nor into submodules.
 * @param prefix the tree's place below the judged one, "" or "sub/".
 * @throws Unproven
 */
export async function lookAtTree(inquiry: Inquiry, place: TreePlace, prefix: BytePath): Promise<Looked> {
  const { git, findings } = inquiry;
  const o: GitRun = inquiry.signal === undefined ? {} : { signal: inquiry.signal };
  const view = await truthful(place.tree);
  const asked = trackedIn(git, place, o);
  const [status, tracked, hidden] = await settled([
    statusOf(git, place, view.look, o),
    asked,
    settled([asked, settingsOf(git, place, o)]).then(([files, settings]) => {
      const all: TreeSettings = { ...settings, ...view };
      return hiddenChanges(git, place, files, all, o);
    }),
  ]);

  for (const change of status.changes) findings.unsaved(change.kind, prefix + change.path, change.code);
  const changed = new Set(status.changes.map((change) => change.path));
  for (const change of hidden) if (!changed.has(change.path)) findings.unsaved(change.kind, prefix + change.path, change.detail);
  const discount: Discount = {
    tree: place.tree,
    prefix,
    copies: new Copies(place.tree, below(inquiry.copied, prefix)),
    rebuildables: new Rebuildables(place.tree, inquiry.rules, tracked.holds),
    findings,
    signal: inquiry.signal,
  };
  await countUntracked(discount, status.untracked);
  await countIgnored(discount, status.ignored);
  return { headCommit: status.headCommit, tracked, discount };
}

function below(copied: readonly CopiedFile[], prefix: BytePath): CopiedFile[] {
  const start = Buffer.from(prefix, "latin1").toString("utf8");
  return copied.filter((file) => file.path.startsWith(start)).map((file) => ({ ...file, path: file.path.slice(start.length) }));
}
