import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { CleanupResource } from "../../db/generated/client.js";
import type { ResourceOutcome } from "../../db/generated/enums.js";
import { MARKER_FILES, readMarker, writeMarker } from "../../disk/marker.js";
import { mountsWithin } from "../../disk/mounts.js";
import { foreignWorktreeAt } from "../../git/nested.js";
import { ExternalCause, TransientFailure } from "../failure.js";
import { requireUnpinned } from "../pin.js";
import type { Run } from "../run.js";
import type { Subject } from "../subject.js";
import { agreeGitdirs, factsOf, isNamedLikeOurs, isOurLock, locate, repositoryOf } from "./place.js";

/** A lock on an index that is younger than this may be a git at work; an older one was left by a killed git, and is judged. */
const INDEX_LOCK_YOUNG_MS = 10 * 60_000;

/**
 * By file reads, before anything moves: what has to be true for the environment's directory to be ours to move, and that nobody
 * said keep. A foreign lock or a mount waits and is named; a directory without any proof is left where it is.
 */
export async function verify(run: Run): Promise<void> {
  run.checkpoint();
  if (run.job.begunAt === null) requireUnpinned(run.job);
  const place = await locate(run);
  if (place === "trash") await agreeGitdirs(run, place, "move.gitdir");
  if (place === "quarantine") await agreeGitdirs(run, place, "quarantine.gitdir");
  if (place !== "live" || run.resources.every((r) => r.phase === "DONE")) return;

  const found = await lookAtLive(run);
  if (found.state === "left") return preserve(run, found.outcome, found.reason);
  if (found.marked) return;
  await run.core.effects.run("make.marker", () =>
    writeMarker(run.live, {
      instanceId: run.core.root.instanceId,
      environmentId: run.job.environmentId,
      materialisationId: run.job.materialisationId,
      nonce: run.job.nonce,
      worktrees: Object.fromEntries(run.worktrees.map((r) => [r.directory as string, r.worktreeId as string])),
    }),
  );
}

/** What verify decides by: ours to move, with or without our marker in it, or left as it is. */
type LiveLook = { state: "ours"; marked: boolean } | { state: "left"; outcome: "PRESERVED_FOREIGN" | "SUPERSEDED"; reason: string };

/**
 * The looks of verify at a directory that lies at its live path. Changes nothing.
 * @throws ExternalCause what somebody has to clear; TransientFailure what may be over next time
 */
export async function lookAtLive(run: Subject): Promise<LiveLook> {
  if (!(await lstat(run.live)).isDirectory())
    return left("PRESERVED_FOREIGN", `${run.live} is a symbolic link or a file, not the directory that we made; it was left as it is.`);
  const entries = await readdir(run.live, { withFileTypes: true });
  await requireNoMount(run);
  const linked: CleanupResource[] = [];
  const unseen: CleanupResource[] = [];
  for (const resource of run.worktrees) {
    if (resource.phase === "DONE" || resource.quarantineEntryId !== null) continue;
    // Moved as it is, if the marker says that it is ours; nothing can be read about it.
    if ((await repositoryOf(run, resource)).state !== "present") unseen.push(resource);
    else if (await verifyWorktree(run, resource)) linked.push(resource);
  }
  const look = await lookForMarker(run, linked, unseen);
  if (look.state === "left") return look;
  // Of what lies beside the slots, another worktree's tree is somebody's, whoever put it there.
  const slots = new Set(run.worktrees.map((r) => r.directory));
  for (const entry of entries) {
    if (slots.has(entry.name) || MARKER_FILES.includes(entry.name) || !entry.isDirectory()) continue;
    const foreign = await foreignWorktreeAt(join(run.live, entry.name), join(run.live, entry.name));
    if (foreign !== null) {
      throw new ExternalCause(
        `${foreign} is the worktree of another repository inside the environment's directory.`,
        `Move or remove the worktree ${foreign}.`,
      );
    }
  }
  return look;
}

function left(outcome: "PRESERVED_FOREIGN" | "SUPERSEDED", reason: string): LiveLook {
  return { state: "left", outcome, reason };
}

async function requireNoMount(run: Subject): Promise<void> {
  const mounts = await mountsWithin(run.live);
  if (mounts.state === "unknown") throw new TransientFailure(`could not tell what is mounted: ${mounts.reason}`);
  const [mount] = mounts.mounts;
  if (mount !== undefined) throw new ExternalCause(`${mount} is mounted inside the environment's directory.`, `Unmount ${mount}.`);
}

/** True when git's two-way link proves the slot to be ours. */
async function verifyWorktree(run: Subject, resource: CleanupResource): Promise<boolean> {
  const facts = await factsOf(run, resource, "live");
  // A .git that was copied from another worktree names that one's registration: its lock and its index say nothing about this tree.
  if (!facts.linked && !isNamedLikeOurs(facts, resource)) return false;
  if (facts.lock !== null && facts.registrationDir !== null && !isOurLock(run, facts.lock, resource)) {
    const why = facts.lock.reason === "" ? "without a reason" : `with the reason “${facts.lock.reason}”`;
    throw new ExternalCause(`The worktree ${resource.path} is locked ${why}.`, `Unlock it: git worktree unlock ${resource.path}`);
  }
  if (facts.indexLock !== null && run.core.clock.now() - facts.indexLock.mtimeMs < INDEX_LOCK_YOUNG_MS)
    throw new TransientFailure(`a git command is at work in ${resource.path} (index.lock)`);
  return facts.linked;
}

/** Moving aside needs the row, and one of: our marker in the directory, git's two-way link of a slot. */
async function lookForMarker(run: Subject, linked: readonly CleanupResource[], unseen: readonly CleanupResource[]): Promise<LiveLook> {
  const marker = await readMarker(run.live);
  if (marker.state === "present") {
    if (marker.marker.materialisationId === run.job.materialisationId && marker.marker.nonce === run.job.nonce)
      return { state: "ours", marked: true };
    return left("SUPERSEDED", `Another environment's marker lies at ${run.live}; what is there now is not this job's.`);
  }
  if (linked.length === 0 && unseen.length > 0) {
    // The link may yet prove it: what is out of sight is not absent, and this answer would be final.
    const where = unseen.map((resource) => resource.commonDir).join(", ");
    throw new ExternalCause(
      `${run.live} has no marker, and what git says about it can't be read: ${where} can't be seen.`,
      `The repository ${where} has to be there again.`,
    );
  }
  if (linked.length === 0) return left("PRESERVED_FOREIGN", `Nothing at ${run.live} proves that we made it; it was left as it is.`);
  return { state: "ours", marked: false };
}

/** Ends every resource that has not ended, touching nothing; what is to be purged lies elsewhere, and only goes forward. */
async function preserve(run: Run, outcome: ResourceOutcome, reason: string): Promise<void> {
  await run.write("move.done", async (tx, job) => {
    for (const resource of run.resources) {
      if (resource.phase === "DONE" || resource.phase === "PURGING") continue;
      await run.setResource(tx, resource, [resource.phase], { phase: "DONE", outcome, outcomeReason: reason });
    }
    await run.event(tx, job, { type: "PRESERVED", step: "VERIFY", outcome, message: reason });
  });
}
