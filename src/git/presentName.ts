import path from "node:path";
import { readSmallFile } from "./files.js";
import type { Git } from "./git.js";
import { readHead } from "./head.js";
import { isNullOid } from "./oid.js";
import { readRef } from "./refs.js";

const MAX_REFLOG_BYTES = 128 * 1024 * 1024;
const HEADS = "refs/heads/";

/**
 * The name that a branch of ours has now. A rename is followed where both say so: the new name's reflog, which moved with it, and
 * the worktree's HEAD, which is on the new name or whose reflog saw the rename. A branch that somebody made anew under the old
 * name, renamed onto it, or copied from ours, is not ours. By files, and one question to git.
 * @returns the short name; null when no branch is provably the one that we made.
 * @throws GitError
 */
export async function presentName(
  git: Git,
  commonDir: string,
  /** `there`: refs that were just seen, so that git need not be asked for them again. */
  o: { recorded: string; adminDir: string | null; there?: { has(ref: string): boolean } },
  signal?: AbortSignal,
): Promise<string | null> {
  const seen = o.adminDir === null ? { head: null, log: [] } : await seenByHead(o.adminDir);
  const movedTo = follow(seen.log, o.recorded).name;
  for (const name of new Set([movedTo, seen.head ?? o.recorded])) {
    if (name === o.recorded) continue;
    const own = follow(await renamesOf(commonDir, name), o.recorded);
    if (own.whole && own.name === name && own.steps > 0 && (await exists(git, commonDir, name, o.there, signal))) return name;
  }
  const own = follow(await renamesOf(commonDir, o.recorded), o.recorded);
  if (!own.whole || own.name !== o.recorded) return null;
  // HEAD saw our branch leave this name: what bears it now was made by somebody, unless its own reflog tells of the way back.
  if (movedTo !== o.recorded && own.steps === 0) return null;
  return (await exists(git, commonDir, o.recorded, o.there, signal)) ? o.recorded : null;
}

/** What the log of a branch that we make begins with, before the id of the worktree that it is made for. */
export const MADE_FOR = "treekeeper: made for";

export type BranchBirth =
  | { by: "us"; worktreeId: string }
  /** Somebody's, also where we made it at a person's word. */
  | { by: "another" }
  /** Its log is missing, or has lost its beginning to git's expiry: it says nothing. */
  | { by: "unknown" };

/** Who made the branch of this name, by the first line of its log. */
export async function birthOf(commonDir: string, name: string): Promise<BranchBirth> {
  const log = await readSmallFile(path.join(commonDir, "logs", HEADS + name), MAX_REFLOG_BYTES);
  if (log.state !== "present") return { by: "unknown" };
  const first = log.bytes.subarray(0, 4096).toString("utf8").split("\n", 1)[0] ?? "";
  if (!isNullOid(first.split(" ", 1)[0] ?? "")) return { by: "unknown" };
  const [, said = ""] = first.split("\t", 2);
  const [worktreeId = ""] = said.startsWith(`${MADE_FOR} `) ? said.slice(MADE_FOR.length + 1).split(" ", 1) : [];
  return worktreeId === "" ? { by: "another" } : { by: "us", worktreeId };
}

async function exists(
  git: Git,
  commonDir: string,
  name: string,
  there: { has(ref: string): boolean } | undefined,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (there?.has(HEADS + name) === true) return true;
  return (await readRef(git, commonDir, HEADS + name, signal)) !== null;
}

interface NameChange {
  from: string;
  to: string;
  copied: boolean;
}

async function seenByHead(adminDir: string): Promise<{ head: string | null; log: NameChange[] }> {
  const [head, log] = await Promise.all([readHead(adminDir), changesIn(path.join(adminDir, "logs", "HEAD"))]);
  return { head: head?.kind === "branch" && head.ref.startsWith(HEADS) ? head.ref.slice(HEADS.length) : null, log };
}

function renamesOf(commonDir: string, name: string): Promise<NameChange[]> {
  return changesIn(path.join(commonDir, "logs", HEADS + name));
}

/** Follows one branch through a reflog. `whole` is false when the log tells of another branch that became this one. */
function follow(changes: readonly NameChange[], start: string): { name: string; steps: number; whole: boolean } {
  let name = start;
  let steps = 0;
  let whole = true;
  for (const change of changes) {
    if (change.copied || change.from !== name) whole = false;
    else {
      name = change.to;
      steps += 1;
    }
  }
  return { name, steps, whole };
}

/** The renames and copies that a reflog tells of, oldest first. None where it is missing. */
async function changesIn(file: string): Promise<NameChange[]> {
  const log = await readSmallFile(file, MAX_REFLOG_BYTES);
  if (log.state === "absent") return [];
  // A log that can't be read proves nothing.
  if (log.state === "unknown") return [{ from: "", to: "", copied: true }];
  const changes: NameChange[] = [];
  for (const line of log.bytes.toString("utf8").split("\n")) {
    const found = /\tBranch: (renamed|copied) refs\/heads\/(\S+) to refs\/heads\/(\S+)$/.exec(line);
    if (found === null) continue;
    const [, what, from = "", to = ""] = found;
    changes.push({ from, to, copied: what === "copied" });
  }
  return changes;
}
