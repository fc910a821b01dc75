import { basename, join } from "node:path";
import { classify, ExternalCause, Interrupted, LostRace, TransientFailure } from "../cleanup/failure.js";
import { dropEmptied, finishPurging, purgeLeftovers } from "../cleanup/leftovers.js";
import { requireRoot } from "../cleanup/root.js";
import { delayAfter, MAX_ATTEMPTS } from "../cleanup/schedule.js";
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { Environment, EnvironmentAttempt, Task } from "../db/generated/client.js";
import type { RescueKind } from "../db/generated/enums.js";
import { newId } from "../db/ids.js";
import { readMarker, writeMarker } from "../disk/marker.js";
import { renameSynced } from "../disk/move.js";
import { presenceOf } from "../disk/presence.js";
import { endAttempt, isClaimed, LONGEST_WAIT_MS } from "../environments/attempts.js";
import { type EnvironmentEventType, environmentEvent } from "../environments/events.js";
import { environmentDirectory, newNonce } from "../environments/names.js";
import { rewriteGitdir } from "../git/link.js";
import { observeWorktree } from "../git/observe.js";
import { readRefs } from "../git/refs.js";
import { rescueRef } from "../git/rescue.js";
import { type Manifest, removeManifest } from "../storage/manifest.js";
import { moveResidueAside, recordEntry, unrecordedResidues } from "../storage/quarantine.js";
import { makeAnew } from "./restoreAnew.js";
import { attach } from "./restoreHead.js";
import { planOf, type RestorePlan, type RestoreSlot } from "./restorePlan.js";

const RESCUES = [
  { kind: "TIP", part: "tip" },
  { kind: "HEAD", part: "head" },
  { kind: "OTHER", part: "other" },
] as const;

const REF_GONE = "Its ref was not there any more when the worktree was brought back: another ref held its commit, or somebody deleted it.";

/** What came of one slot, for the row and the events. */
export interface RestoredSlot {
  readonly slot: RestoreSlot;
  readonly present: boolean;
  /** A sentence. */
  readonly words: string;
}

/**
 * Runs one claimed restore: the directory moves back from trash or quarantine, each HEAD is attached again where its branch is free,
 * what went for good is made anew, and what is left to purge is purged. Each step looks first, so it can be run again from any point.
 * Never throws.
 */
export async function runRestore(core: Core, attempt: EnvironmentAttempt, signal: AbortSignal): Promise<void> {
  try {
    const plan = await planOf(core, attempt);
    if (plan === null) return await end(core, attempt, "FAILED", "Nothing says any more what was to be restored.");
    await requireRoot(core);
    await finishPurging(core, plan.directory, plan.slots);
    // Once the rows have followed, somebody may be at work in it: only what is left to purge is still to be done.
    if (!(await isBack(core, attempt))) {
      const home = await moveHome(core, plan, signal);
      const slots = await bringBack(core, plan, attempt);
      if (signal.aborted) throw new Interrupted("the server is stopping");
      await finish(core, attempt, plan, slots, home, signal);
    }
    await purgeLeftovers(core, plan.slots, signal);
    // Also without an entry: a quarantine that was cut short has written its manifest first.
    await core.effects.run("restore.manifest", () => removeManifest(core, plan.directory));
    await end(core, attempt, "SUCCEEDED", null);
  } catch (error) {
    await postpone(core, attempt, error);
  }
}

async function isBack(core: Core, attempt: EnvironmentAttempt): Promise<boolean> {
  const environment = await core.db.read.environment.findUnique({ where: { id: attempt.environmentId }, select: { status: true } });
  return environment !== null && environment.status !== "RESTORING";
}

interface Home {
  readonly residues: readonly Manifest[];
  /** Null when it lay at its live path already, which an earlier run of this restore may have brought it to. */
  readonly from: "TRASH" | "QUARANTINE" | null;
}

/** trash or quarantine → live, what somebody made anew at the live path moved aside before; gitdir agrees at once. */
async function moveHome(core: Core, plan: RestorePlan, signal: AbortSignal): Promise<Home> {
  const live = join(core.root.live, plan.directory);
  let from: string | null = null;
  for (const place of [join(core.root.trash, plan.directory), join(core.root.quarantine, plan.directory)]) {
    const presence = await presenceOf(place);
    if (presence === "unknown") throw new TransientFailure(`could not tell whether ${place} is there`);
    if (presence === "present") from ??= place;
  }
  if (from === join(core.root.trash, plan.directory) && (await dropEmptied(core, plan.directory, signal))) from = null;
  const job = plan.jobId === null ? null : await core.db.read.cleanupJob.findUnique({ where: { id: plan.jobId } });
  const residues = job === null ? [] : await unrecordedResidues(core, job);
  if (from !== null) {
    const home = from;
    if ((await presenceOf(live)) !== "absent") {
      if (job === null) throw new TransientFailure(`something lies at ${live}, and the job that would own it is not known`);
      residues.push(await core.effects.run("restore.residue", () => moveResidueAside(core, job, live)));
    }
    await core.effects.run("restore.rename", () => renameSynced(home, live));
  } else if (job !== null && (await isResidue(live, plan)))
    residues.push(await core.effects.run("restore.residue", () => moveResidueAside(core, job, live)));
  for (const slot of plan.slots) await agree(core, plan, slot);
  return { residues, from: from === null ? null : from.startsWith(core.root.trash) ? "TRASH" : "QUARANTINE" };
}

/** Nothing of the old directory is left, and what lies at its path holds nothing of ours: somebody made it anew. */
async function isResidue(live: string, plan: RestorePlan): Promise<boolean> {
  if ((await presenceOf(live)) !== "present" || (await readMarker(live)).state !== "absent") return false;
  for (const slot of plan.slots) if ((await presenceOf(join(live, slot.directory))) !== "absent") return false;
  return true;
}

async function agree(core: Core, plan: RestorePlan, slot: RestoreSlot): Promise<void> {
  const tree = join(core.root.live, plan.directory, slot.directory);
  const facts = await factsAt(core, plan, slot);
  if (facts.tree !== "present" || facts.isLink || facts.registrationDir === null || facts.adminDir !== facts.registrationDir) return;
  if (facts.registrationPath === tree) return;
  // A .git that was copied from another worktree names that one's registration, which is not ours to write to.
  const isNamedLikeOurs = basename(facts.registrationDir) === (slot.adminName ?? slot.directory);
  if (!isNamedLikeOurs && facts.lock?.claim?.worktreeId !== slot.worktreeId) return;
  const registrationDir = facts.registrationDir;
  await core.effects.run("restore.gitdir", () => rewriteGitdir(registrationDir, tree));
}

export function factsAt(core: Core, plan: RestorePlan, slot: RestoreSlot): ReturnType<typeof observeWorktree> {
  return observeWorktree({
    commonDir: slot.commonDir,
    path: join(core.root.live, plan.directory, slot.directory),
    directory: slot.directory,
    adminName: slot.adminName,
    worktreeId: slot.worktreeId,
  });
}

/** No marker, or one that names the environment that was made afresh since: the directory is this one's now. */
async function lacksMarker(live: string, plan: RestorePlan, environmentId: string): Promise<boolean> {
  const found = await readMarker(live);
  if (found.state !== "present") return true;
  return found.marker.materialisationId === plan.materialisationId && found.marker.environmentId !== environmentId;
}

async function bringBack(core: Core, plan: RestorePlan, attempt: EnvironmentAttempt): Promise<RestoredSlot[]> {
  const live = join(core.root.live, plan.directory);
  if ((await presenceOf(live)) === "present" && (await lacksMarker(live, plan, attempt.environmentId))) {
    await writeMarker(live, {
      instanceId: core.root.instanceId,
      environmentId: attempt.environmentId,
      materialisationId: plan.materialisationId,
      nonce: plan.nonce,
      worktrees: Object.fromEntries(plan.slots.map((s) => [s.directory, s.worktreeId])),
    });
  }
  const slots: RestoredSlot[] = [];
  for (const slot of plan.slots) {
    const facts = await factsAt(core, plan, slot);
    if (facts.tree === "unknown") throw new TransientFailure(`could not tell whether the tree of ${slot.slot} is there`);
    if (facts.tree === "present") slots.push({ slot, present: true, words: await attach(core, slot, facts, attempt.id) });
    else slots.push({ slot, present: false, words: "made anew" });
  }
  return slots;
}

/** The rows follow: READY where the tree is back, PROVISIONING with a new making where it has to be made anew. */
async function finish(
  core: Core,
  attempt: EnvironmentAttempt,
  plan: RestorePlan,
  slots: readonly RestoredSlot[],
  { residues, from }: Home,
  signal: AbortSignal,
): Promise<void> {
  const makes = await Promise.all(slots.filter((s) => !s.present).map((s) => makeAnew(core, s.slot, attempt.id, signal)));
  // Also without any of its slots: what lay beside them came home in it, and is the environment's.
  const isHome = (await presenceOf(join(core.root.live, plan.directory))) !== "absent";
  const restoredFrom = from ?? (await whereItLay(core, attempt, plan));
  const rescues = await rescuesOf(core, plan);
  await core.effects.run("restore.finish", () =>
    core.db.write(async (tx) => {
      if (!(await isClaimed(tx, attempt))) throw new LostRace(`the restore ${attempt.id} is no longer this run's`);
      const at = new Date(core.clock.now());
      for (const residue of residues) await recordEntry(tx, residue, null);
      if (attempt.sourceEntryId !== null) {
        await tx.quarantineEntry.updateMany({
          where: { id: attempt.sourceEntryId, state: { not: "RESTORED" } },
          data: { state: "RESTORED", restoredAt: at },
        });
      }
      // An entry that the superseded job had just made came home too.
      await tx.quarantineEntry.updateMany({
        where: { directory: plan.directory, state: { not: "RESTORED" } },
        data: { state: "RESTORED", restoredAt: at },
      });
      const environment = await tx.environment.findUnique({ where: { id: attempt.environmentId }, include: { task: true } });
      if (environment === null) return; // Deleted meanwhile: its job takes the directory from here.
      await recordLeft(tx, environment, plan, rescues, at);
      for (const { slot, present, words } of slots) {
        if (!present) continue;
        await tx.worktree.updateMany({ where: { id: slot.worktreeId }, data: { status: "READY", error: null, restoredFrom } });
        await environmentEvent(tx, environment, {
          type: "WORKTREE_READY",
          message: `${slot.slot}: ${FROM_WORDS[restoredFrom]}${words}`,
          at,
          worktree: { id: slot.worktreeId, status: "READY" },
        });
      }
      // Archived again meanwhile: its job goes by the rows as they are, and the next unarchive makes anew what is missing then.
      const anew = environment.task.archivedAt === null ? makes : [];
      if (anew.length < makes.length) return;
      const home = isHome || anew.length === 0 ? environment : await newMaterialisation(tx, environment);
      for (const make of anew) await make(tx, home, at);
      const status = anew.length === 0 ? "READY" : "PROVISIONING";
      await tx.environment.update({ where: { id: environment.id }, data: { status, error: null, lastActivityAt: at } });
      await say(
        tx,
        { ...environment, status },
        at,
        "RESTORED",
        anew.length === 0 ? "It is back as it was." : `${anew.length} of ${slots.length} worktrees are made anew.`,
      );
    }),
  );
}

const FROM_WORDS = { TRASH: "from the trash, ", QUARANTINE: "from quarantine, ", LIVE: "" } as const;

/** For a restore that goes on after its directory had come home: where its rows say that it lay. */
async function whereItLay(core: Core, attempt: EnvironmentAttempt, plan: RestorePlan): Promise<"TRASH" | "QUARANTINE" | "LIVE"> {
  const { read } = core.db;
  if (attempt.sourceEntryId !== null) return "QUARANTINE";
  if ((await read.quarantineEntry.count({ where: { directory: plan.directory, state: { not: "RESTORED" } } })) > 0) return "QUARANTINE";
  const moved = { jobId: plan.jobId ?? "", phase: { notIn: ["QUEUED" as const, "MOVING" as const] } };
  return (await read.cleanupResource.count({ where: moved })) > 0 ? "TRASH" : "LIVE";
}

interface LeftRescue {
  readonly slot: RestoreSlot;
  readonly kind: RescueKind;
  readonly ref: string;
  /** Null where the ref is seen not to be there. */
  readonly commit: string | null;
}

/** Rescues that the superseded job made, or dropped: it may have been ended before it wrote that down. */
async function rescuesOf(core: Core, plan: RestorePlan): Promise<LeftRescue[]> {
  const left: LeftRescue[] = [];
  for (const slot of plan.slots) {
    const refs = RESCUES.map(({ kind, part }) => ({ kind, ref: rescueRef(slot.worktreeId, part) }));
    try {
      const seen = await readRefs(
        core.git,
        slot.commonDir,
        refs.map(({ ref }) => ref),
      );
      for (const { kind, ref } of refs) left.push({ slot, kind, ref, commit: seen.get(ref) ?? null });
    } catch (error) {
      // A repository that can't be asked now does not keep a directory from coming home.
      core.log.warn({ err: error, worktreeId: slot.worktreeId }, "the rescues of a restored worktree could not be read");
    }
  }
  return left;
}

async function recordLeft(
  tx: Tx,
  environment: Environment & { task: Task },
  plan: RestorePlan,
  rescues: readonly LeftRescue[],
  at: Date,
): Promise<void> {
  for (const { slot, kind, ref, commit } of rescues) {
    const { repositoryId, worktreeId } = slot;
    if (commit === null) {
      await tx.rescue.updateMany({ where: { repositoryId, ref, droppedAt: null }, data: { droppedAt: at, droppedReason: REF_GONE } });
      continue;
    }
    await tx.rescue.upsert({
      where: { repositoryId_ref: { repositoryId, ref } },
      update: { commit, droppedAt: null, droppedReason: null },
      create: {
        id: newId("rescue"),
        workspaceId: environment.workspaceId,
        repositoryId,
        worktreeId,
        environmentId: environment.id,
        taskId: environment.taskId,
        taskTitle: environment.task.title,
        jobId: plan.jobId,
        kind,
        ref,
        commit,
        branch: kind === "TIP" ? slot.branch : null,
        createdAt: at,
      },
    });
  }
}

/** Nothing of the old directory is left: what is made anew gets a name of its own, so that no late job ever meets it. */
async function newMaterialisation(tx: Tx, environment: Environment & { task: Task }): Promise<Environment> {
  const materialisationId = newId("materialisation");
  const directory = environmentDirectory(environment.task.title, materialisationId);
  return tx.environment.update({ where: { id: environment.id }, data: { materialisationId, directory, nonce: newNonce() } });
}

function say(tx: Tx, environment: Environment, at: Date, type: EnvironmentEventType, message: string): Promise<void> {
  return environmentEvent(tx, environment, { type, message, at });
}

async function end(core: Core, attempt: EnvironmentAttempt, state: "SUCCEEDED" | "FAILED", error: string | null): Promise<void> {
  const at = new Date(core.clock.now());
  await core.db.write(async (tx) => {
    const ended = await endAttempt(tx, attempt, state === "SUCCEEDED" ? { state } : { state, error: error ?? "" }, at);
    if (ended && state === "FAILED") await giveUpRestore(core, tx, attempt, error ?? "");
    // What it said while something was left to purge is over.
    if (ended && state === "SUCCEEDED" && attempt.error !== null)
      await tx.environment.updateMany({ where: { id: attempt.environmentId, error: attempt.error }, data: { error: null } });
  });
}

/** What a restore that is given up leaves: what it moved lies where it lies, the environment says why, and an archive or delete takes it from there. */
export async function giveUpRestore(core: Core, tx: Tx, attempt: EnvironmentAttempt, error: string): Promise<void> {
  const environment = await tx.environment.findUnique({ where: { id: attempt.environmentId } });
  if (environment === null) return;
  await tx.environment.update({ where: { id: environment.id }, data: { status: "FAILED", error } });
  await say(tx, { ...environment, status: "FAILED" }, new Date(core.clock.now()), "RESTORE_FAILED", error);
}

/** A restore that could not go on is tried again; external causes for as long as it takes. */
async function postpone(core: Core, attempt: EnvironmentAttempt, cause: unknown): Promise<void> {
  const failure = classify(cause);
  core.log.warn({ err: failure, attemptId: attempt.id, environmentId: attempt.environmentId }, "a restore did not finish");
  if (failure instanceof LostRace) return;
  const counts = failure instanceof TransientFailure;
  const message = failure instanceof ExternalCause ? failure.waitingFor : failure.message;
  try {
    if (counts && attempt.attempts + 1 >= MAX_ATTEMPTS) return await end(core, attempt, "FAILED", message);
    const now = core.clock.now();
    const delay = failure instanceof Interrupted ? 0 : Math.min(delayAfter(attempt.attempts + 1), LONGEST_WAIT_MS);
    await core.db.write(async (tx) => {
      const again = { state: "PENDING" as const, dueAt: new Date(now + delay), error: message, counts };
      const environment = (await endAttempt(tx, attempt, again, new Date(now)))
        ? await tx.environment.findUnique({ where: { id: attempt.environmentId } })
        : null;
      if (environment === null) return;
      await tx.environment.update({ where: { id: environment.id }, data: { error: message } });
      await say(tx, environment, new Date(now), "WAITING", message);
    });
  } catch (error) {
    core.log.error({ err: error, attemptId: attempt.id }, "could not store how a restore ended");
  }
}
