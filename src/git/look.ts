import path from "node:path";
import { ask, type TreePlace } from "./ask.js";
import { attributesMentioned } from "./attributes.js";
import { type BytePath, bytePathOf } from "./bytePath.js";
import { settingsOf } from "./configured.js";
import { type CopiedFile, Copies } from "./copies.js";
import { readSmallFile } from "./files.js";
import type { Git, GitRun } from "./git.js";
import { hiddenChanges } from "./hidden.js";
import { readIndexFile } from "./indexFile.js";
import { countIgnored, countUntracked, type Discount } from "./leftovers.js";
import { type RebuildableRule, Rebuildables } from "./rebuildable.js";
import { truthful } from "./settings.js";
import { settled } from "./settled.js";
import { statusOf } from "./status.js";
import { parseTracked, TRACKED_ARGS, type Tracked } from "./tracked.js";
import type { Findings } from "./verdict.js";

const MAX_CONFIG_BYTES = 1024 * 1024;

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
export async function lookAtTree(inquiry: Inquiry, place: TreePlace, commonDir: string, prefix: BytePath): Promise<Looked> {
  const { git, findings } = inquiry;
  const o: GitRun = inquiry.signal === undefined ? {} : { signal: inquiry.signal };
  const view = await truthful(place.tree);
  const reading = settled([settingsOf(git, place, commonDir, o), indexOf(git, place, commonDir, o)]).then(([settings, tracked]) => ({
    settings: { ...settings, ...view },
    tracked,
  }));
  const copied = below(inquiry.copied, prefix);
  const [status, { tracked }, hidden] = await settled([
    statusOf(git, place, view.look, o),
    reading,
    reading.then(async ({ settings, tracked }) => {
      const attributes = copied.map((file) => bytePathOf(file.path)).filter((name) => /(^|\/)\.gitattributes$/.test(name));
      return hiddenChanges(
        git,
        place,
        tracked,
        settings,
        await attributesMentioned(git, place, commonDir, tracked, attributes, settings),
        o,
      );
    }),
  ]);

  for (const change of status.changes) findings.unsaved(change.kind, prefix + change.path, change.code);
  const changed = new Set(status.changes.map((change) => change.path));
  for (const change of hidden) if (!changed.has(change.path)) findings.unsaved(change.kind, prefix + change.path, change.detail);
  const discount: Discount = {
    tree: place.tree,
    prefix,
    copies: new Copies(place.tree, copied),
    rebuildables: new Rebuildables(place.tree, inquiry.rules, (directory) => tracked.holds(directory)),
    findings,
    signal: inquiry.signal,
  };
  await countUntracked(discount, status.untracked);
  await countIgnored(discount, status.ignored);
  return { headCommit: status.headCommit, tracked, discount };
}

/** By reading the file where that is certain; else by asking git. */
async function indexOf(git: Git, place: TreePlace, commonDir: string, o: GitRun): Promise<Tracked> {
  const config = await readSmallFile(path.join(commonDir, "config"), MAX_CONFIG_BYTES);
  // The one setting that makes ids longer is in the repository's own file.
  const format = config.state === "present" ? (/objectformat/i.test(config.bytes.toString("latin1")) ? null : 20) : null;
  const read = format === null ? null : await readIndexFile(place.gitDir, format);
  return read ?? parseTracked((await ask(git, place, TRACKED_ARGS, o)).stdout);
}

function below(copied: readonly CopiedFile[], prefix: BytePath): CopiedFile[] {
  const start = Buffer.from(prefix, "latin1").toString("utf8");
  return copied.filter((file) => file.path.startsWith(start)).map((file) => ({ ...file, path: file.path.slice(start.length) }));
}
