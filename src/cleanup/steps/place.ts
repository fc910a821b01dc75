import { lstat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { CleanupResource } from "../../db/generated/client.js";
import { readMarker } from "../../disk/marker.js";
import { type Presence, presenceOf } from "../../disk/presence.js";
import { rewriteGitdir } from "../../git/link.js";
import type { WorktreeLock } from "../../git/lock.js";
import { observeWorktree, type WorktreeFacts } from "../../git/observe.js";
import { probeRepository } from "../../git/repository.js";
import { ExternalCause, TransientFailure } from "../failure.js";
import { requireRoot } from "../root.js";
import type { Run } from "../run.js";
import type { Subject } from "../subject.js";

/** Where the environment's directory lies. */
export type Place = "live" | "trash" | "quarantine" | "absent";

/** Absent only when all three places were seen without it, beside a root that was seen. Trash and quarantine come first: what lies at the live path besides is residue. */
export async function locate(run: Subject): Promise<Place> {
  await requireRoot(run.core);
  for (const [place, path] of [
    ["trash", run.trash],
    ["quarantine", run.quarantine],
    ["live", run.live],
  ] as const) {
    const presence = await presenceOf(path);
    if (presence === "unknown") throw new TransientFailure(`could not tell whether ${path} is there`);
    if (presence !== "present") continue;
    if (place === "live" && !(await mayBeOurs(run))) continue;
    // Never through a symbolic link. At the live path it is somebody's, and verify leaves it; what we moved is a directory.
    if (place !== "live" && !(await lstat(path)).isDirectory())
      throw new ExternalCause(`${path} is not a directory.`, `Put back what was at ${path}.`);
    return place;
  }
  return "absent";
}

/** Whether what lies at the live path may be what this job is about: once the directory was moved away or seen to, only what says so. */
async function mayBeOurs(run: Subject): Promise<boolean> {
  const { directory } = run;
  if (directory === null || directory.phase === "DONE") return false;
  if (directory.phase === "QUEUED" || directory.phase === "MOVING") return true;
  if ((await readMarker(run.live)).state !== "absent") return true;
  for (const { directory: slot } of run.worktrees) if ((await presenceOf(join(run.live, slot as string))) !== "absent") return true;
  return false;
}

export function placePath(run: Subject, place: Place): string {
  switch (place) {
    case "trash":
      return run.trash;
    case "quarantine":
      return run.quarantine;
    default:
      return run.live;
  }
}

/** What is known of a worktree's repository: its registrations can be read only where it is present. */
export async function repositoryOf(run: Subject, resource: CleanupResource): Promise<{ state: Presence; reason: string }> {
  const probed = await probeRepository({
    commonDir: resource.commonDir as string,
    device: resource.commonDevice as string,
    inode: resource.commonInode as string,
    instanceId: run.core.root.instanceId,
    repositoryId: resource.repositoryId as string,
  });
  if (probed.state === "present") return { state: "present", reason: "" };
  return { state: probed.state === "missing" ? "absent" : "unknown", reason: probed.reason };
}

/** The worktree's facts, by file reads, with its tree looked for in the environment's directory at `place`. */
export function factsOf(run: Subject, resource: CleanupResource, place: Place): Promise<WorktreeFacts> {
  return observeWorktree({
    commonDir: resource.commonDir as string,
    path: join(placePath(run, place), resource.directory as string),
    directory: resource.directory as string,
    adminName: resource.adminName,
    worktreeId: resource.worktreeId as string,
  });
}

/** Makes git agree with where the trees lie: after each rename, and first thing after a restart. */
export async function agreeGitdirs(run: Run, place: Place, effect: "move.gitdir" | "quarantine.gitdir"): Promise<void> {
  for (const resource of run.worktrees) {
    if ((await repositoryOf(run, resource)).state !== "present") continue;
    const facts = await factsOf(run, resource, place);
    const tree = join(placePath(run, place), resource.directory as string);
    const registrationDir = agreeable(run, resource, facts);
    if (registrationDir === null || facts.registrationPath === tree) continue;
    await run.core.effects.run(effect, () => rewriteGitdir(registrationDir, tree));
  }
}

/** The registration that the tree names and that is this worktree's, so that it may be told where the tree lies. */
export function agreeable(run: Subject, resource: CleanupResource, facts: WorktreeFacts): string | null {
  const { registrationDir } = facts;
  if (facts.tree !== "present" || facts.isLink || registrationDir === null || facts.adminDir !== registrationDir) return null;
  // A .git that was copied from another worktree names that one's registration, which is not ours to write to.
  const mayWrite = isNamedLikeOurs(facts, resource) || (facts.lock !== null && isOurLock(run, facts.lock, resource));
  return mayWrite ? registrationDir : null;
}

/** Whether the registration that was found is called as this worktree's was when it was made. */
export function isNamedLikeOurs(facts: WorktreeFacts, resource: CleanupResource): boolean {
  return facts.registrationDir !== null && basename(facts.registrationDir) === (resource.adminName ?? resource.directory);
}

/** Whether a lock is the one that this worktree was made with. */
export function isOurLock(run: Subject, lock: WorktreeLock, resource: CleanupResource): boolean {
  return (
    lock.claim !== null &&
    lock.claim.instanceId === run.core.root.instanceId &&
    lock.claim.worktreeId === resource.worktreeId &&
    lock.claim.nonce === resource.nonce
  );
}
