import type { CleanupResource } from "../../db/generated/client.js";
import type { ResourceOutcome } from "../../db/generated/enums.js";
import { presenceOf } from "../../disk/presence.js";
import { remove } from "../../disk/remove.js";
import { classify, type Failure, LostRace } from "../failure.js";
import { requireRoot } from "../root.js";
import type { Run } from "../run.js";
import { guardsOf, requireNobodyInside, requireRemoved } from "./guards.js";

/** Progress of one tree is stored at most this often. */
const PROGRESS_INTERVAL_MS = 250;

/** Deletes settled trees and their set-aside administrative directories; no git lock is held. Failures come back, one a resource. */
export async function purge(run: Run): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const resource of run.worktrees) {
    if (resource.phase !== "PURGING") continue;
    try {
      run.checkpoint();
      await purgeOne(run, resource);
    } catch (error) {
      const failure = classify(error);
      if (failure instanceof LostRace) throw failure;
      failures.push(failure);
      run.core.log.warn({ err: failure, jobId: run.job.id, resourceId: resource.id }, "a tree was not purged");
    }
  }
  return failures;
}

async function purgeOne(run: Run, resource: CleanupResource): Promise<void> {
  await requireRoot(run.core);
  const worktreeId = resource.worktreeId as string;
  const tree = run.purging(worktreeId);
  const presence = await presenceOf(tree);
  if (presence !== "absent") {
    await requireNobodyInside(run.core, tree, resource.slot ?? worktreeId);
    await removeTree(run, resource);
  }
  const guards = await guardsOf(run.core);
  const setAside = await run.core.effects.run("purge.set-aside", () =>
    remove(
      guards,
      { kind: "set-aside", commonDir: resource.commonDir as string, worktreeId },
      { note: { purpose: "purge.set-aside", row: resource.id } },
    ),
  );
  requireRemoved(setAside);
  await run.write("purge.done", async (tx, job) => {
    const { outcome, reason } = outcomeOf(run.again(resource));
    const total = run.again(resource).entriesTotal;
    await run.setResource(tx, resource, ["PURGING"], {
      phase: "DONE",
      outcome,
      outcomeReason: reason,
      ...(outcome === "REMOVED" && total !== null ? { entriesDone: total, bytesDone: resource.bytesTotal ?? 0n } : {}),
    });
    await run.event(tx, job, {
      type: "STEP_FINISHED",
      step: "PURGE",
      resourceId: resource.id,
      worktreeId,
      outcome,
      message: `${resource.slot}: ${reason}`,
    });
  });
}

/** REMOVED, unless there was no tree of its own to remove. */
function outcomeOf(resource: CleanupResource): { outcome: ResourceOutcome; reason: string } {
  if (resource.verdict === "CLEAN" && resource.quarantineEntryId === null)
    return { outcome: "REMOVED", reason: "It was provably clean and is gone; its commits are under its branch or a rescue." };
  if (resource.quarantineEntryId !== null)
    return { outcome: "QUARANTINED", reason: resource.outcomeReason ?? "Its tree is in quarantine." };
  return { outcome: "ALREADY_ABSENT", reason: resource.outcomeReason ?? "Its directory was gone before." };
}

/** The tree itself, with its progress stored while it goes. */
async function removeTree(run: Run, resource: CleanupResource): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([run.signal, lost.signal]);
  let storing: Promise<void> | null = null;
  let storedAt = 0;
  let last = run.again(resource).entriesDone;
  const base = last;
  const store = async (entries: number): Promise<void> => {
    try {
      await run.write("purge.progress", async (tx, job) => {
        await run.setResource(tx, resource, ["PURGING"], { entriesDone: entries, bytesDone: share(resource, entries) });
        await run.event(tx, job, {
          type: "PURGE_PROGRESS",
          step: "PURGE",
          resourceId: resource.id,
          worktreeId: resource.worktreeId,
          message: `${resource.slot}: ${entries} entries gone.`,
        });
      });
    } catch (error) {
      // What won over the job waits for this run: the rest of the tree is its. Any other trouble with progress never stops the work.
      if (error instanceof LostRace) lost.abort(error);
    }
  };
  const guards = await guardsOf(run.core);
  const outcome = await run.core.effects.run("purge.tree", () =>
    remove(
      guards,
      { kind: "purging", worktreeId: resource.worktreeId as string },
      {
        note: { purpose: "purge.tree", row: resource.id },
        signal,
        onProgress({ entries }) {
          const done = Math.min(base + entries, resource.entriesTotal ?? Number.MAX_SAFE_INTEGER);
          if (storing !== null || done <= last || run.core.clock.now() - storedAt < PROGRESS_INTERVAL_MS) return;
          last = done;
          storedAt = run.core.clock.now();
          storing = store(done).finally(() => {
            storing = null;
          });
        },
      },
    ),
  );
  await storing;
  if (lost.signal.aborted) throw lost.signal.reason;
  run.checkpoint();
  requireRemoved(outcome);
}

/** Bytes follow entries: they were measured once, as a sum. */
function share(resource: CleanupResource, entries: number): bigint {
  if (resource.bytesTotal === null || resource.entriesTotal === null || resource.entriesTotal === 0) return resource.bytesDone;
  return (resource.bytesTotal * BigInt(Math.min(entries, resource.entriesTotal))) / BigInt(resource.entriesTotal);
}
