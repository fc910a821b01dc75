import { readdir } from "node:fs/promises";
import type { CleanupResource } from "../db/generated/client.js";
import { MARKER_FILES } from "../disk/marker.js";
import { classify, Interrupted, LostRace } from "./failure.js";
import type { PreviewAsk } from "./preview.js";
import { type AfreshFrom, type PushPreview, previewWorktree, type WorktreePreview, withoutLook } from "./previewWorktree.js";
import { somebodysInside } from "./steps/guards.js";
import { foreignBeside } from "./steps/judge.js";
import { locate, type Place, placePath } from "./steps/place.js";
import { pushOf } from "./steps/push.js";
import { lookAtLive } from "./steps/verify.js";
import type { Subject } from "./subject.js";

/** Names beside the slots that are listed; the rest is counted. */
const LISTED = 50;

export type DirectoryFate = "REMOVED" | "QUARANTINED";

export interface DirectoryPreview {
  readonly worktrees: readonly WorktreePreview[];
  /** What lies beside the slots and our marker: it goes to quarantine. */
  readonly beside: readonly string[];
  readonly besideTotal: number;
  /** What becomes of the rest of the directory; null when there is none, or it waits. */
  readonly directoryFate: DirectoryFate | null;
}

interface Foreseen {
  readonly preview: DirectoryPreview;
  /** Why it is left as it is; null when it is not. */
  readonly left: string | null;
  /** What it waits for, whoever holds it; null when it waits for nothing. */
  readonly cause: Error | null;
}

/**
 * The looks of verify, judge and settle, at one environment's directory where it lies; `pin` keeps it there, whatever they find.
 * @throws whatever keeps a run from beginning; the signal's reason
 */
export async function previewDirectory(subject: Subject, pin: Error | null, reset: PreviewAsk["reset"]): Promise<Foreseen> {
  const place = await locate(subject);
  const resources = subject.worktrees.filter((resource) => resource.phase !== "DONE");
  const names = place === "absent" ? [] : (await readdir(placePath(subject, place))).filter((name) => !MARKER_FILES.includes(name));
  let cause = pin;
  if (place === "live") {
    try {
      const look = await lookAtLive(subject);
      if (look.state === "left") return leftAsItIs(resources, look.reason);
    } catch (error) {
      const trouble = causeOf(subject, error);
      cause ??= trouble;
    }
  }
  const pushes = new Map<string, PushPreview>();
  if (reset?.pushFirst === true) {
    for (const resource of resources) {
      try {
        const push = await pushOf(subject, resource, place);
        if (push !== null) pushes.set(resource.id, { branch: push.branch, remote: push.remote });
      } catch (error) {
        const trouble = causeOf(subject, error);
        cause ??= trouble;
      }
    }
  }
  const worktrees: WorktreePreview[] = [];
  const foreign = place === "live" || place === "trash" ? await foreignBeside(subject, place) : [];
  for (const resource of resources) {
    try {
      const found = await previewWorktree(subject, resource, place);
      worktrees.push({
        ...found.preview,
        push: pushes.get(resource.id) ?? null,
        madeAfreshFrom: reset?.makeAfresh === true ? afreshFrom(found.preview) : null,
      });
      foreign.push(...found.foreignWorktrees);
    } catch (error) {
      const trouble = causeOf(subject, error);
      cause ??= trouble;
      worktrees.push(withoutLook(resource, "WAITING", trouble.message));
    }
  }
  if (cause === null && foreign.length > 0) cause = somebodysInside(foreign);
  const slots = new Set(subject.worktrees.map((resource) => resource.directory));
  const beside = place === "live" || place === "trash" ? names.filter((name) => !slots.has(name)).sort() : [];
  const listed = { beside: beside.slice(0, LISTED), besideTotal: beside.length };
  if (cause !== null) {
    const reason = cause.message;
    return { left: null, cause, preview: { worktrees: worktrees.map((w) => waitingWith(w, reason)), ...listed, directoryFate: null } };
  }
  return { left: null, cause: null, preview: { worktrees, ...listed, directoryFate: directoryFate(place, worktrees, beside) } };
}

/** What of the directory is not a slot that goes decides: a directory with nothing left in it goes too. */
function directoryFate(place: Place, worktrees: readonly WorktreePreview[], beside: readonly string[]): DirectoryFate | null {
  if (place === "absent") return null;
  if (place === "quarantine") return "QUARANTINED";
  return beside.length > 0 || worktrees.some((w) => w.fate === "QUARANTINED" && w.inDirectory) ? "QUARANTINED" : "REMOVED";
}

/** A branch that is kept is checked out again, under the name that it has by then; any other is made again. */
function afreshFrom({ branchOutcome }: WorktreePreview): AfreshFrom {
  return branchOutcome === "KEPT" ? "BRANCH" : "BASE";
}

/** One tree's cause keeps the whole directory where it is. */
function waitingWith(worktree: WorktreePreview, reason: string): WorktreePreview {
  return worktree.fate === "WAITING" ? worktree : { ...worktree, fate: "WAITING", reason };
}

function leftAsItIs(resources: readonly CleanupResource[], reason: string): Foreseen {
  const worktrees = resources.map((resource) => withoutLook(resource, "PRESERVED", reason));
  return { left: reason, cause: null, preview: { worktrees, beside: [], besideTotal: 0, directoryFate: null } };
}

/** @throws what is no cause to wait for: the signal's reason */
function causeOf(subject: Subject, error: unknown): Error {
  subject.signal.throwIfAborted();
  const cause = classify(error);
  if (cause instanceof LostRace || cause instanceof Interrupted) throw error;
  return cause;
}
