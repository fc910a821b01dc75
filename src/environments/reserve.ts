import { join } from "node:path";
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { Environment, Worktree } from "../db/generated/client.js";
import { newId } from "../db/ids.js";
import { NotFoundError, ServerBusyError } from "../errors.js";
import { slug } from "../git/names.js";
import { claimOn, refuseClaimed } from "./branchClaims.js";
import { newNonce, worktreeDirectory } from "./names.js";
import type { PlannedSlot } from "./slots.js";

/** How often a name of our own choice is chosen again because another creation took it meanwhile. */
const CHOICES = 5;
const OWN_NAME_CHARS = 48;

/** A name that was ours to choose was promised to somebody else since: choose again. */
class ChosenBranchTaken extends Error {}

/**
 * Plans and reserves, again where a branch's name that was ours to choose was taken between the two.
 *
 * @throws ServerBusyError it was taken every time
 */
export async function choosing<T>(reserve: (choice: number) => Promise<T>): Promise<T> {
  for (let choice = 1; choice <= CHOICES; choice += 1) {
    try {
      return await reserve(choice);
    } catch (error) {
      if (!(error instanceof ChosenBranchTaken)) throw error;
    }
  }
  throw new ServerBusyError("Too many environments are being made at once. Nothing was done: try again.");
}

/** Those that look at the same moment choose the same name; the next time round they must not. */
export function titleFor(choice: number, title: string): string {
  return choice === 1 ? title : `${slug(title, OWN_NAME_CHARS)} ${newNonce().slice(0, 6)}`;
}

/** What may have changed since git was asked, as far as rows say it. What git alone knows is met when the worktree is made. */
export async function requireStillFree(tx: Tx, slot: PlannedSlot): Promise<void> {
  const repository = await tx.repository.findUnique({ where: { id: slot.repository.id } });
  if (repository === null) throw new NotFoundError("repository", slot.repository.id);
  const claim = await claimOn(tx, repository, slot.branch);
  if (claim === null) return;
  if (slot.chosen) throw new ChosenBranchTaken();
  refuseClaimed(claim, slot.branch, slot.isNew);
}

/** What a worktree's row says before anything is made. */
export type ReservedSlot = Pick<
  Worktree,
  "repositoryId" | "slot" | "branch" | "branchCreated" | "branchExists" | "baseRef" | "baseCommit" | "fetchFirst" | "copyGlobs"
>;

export function reservedSlot(slot: PlannedSlot): ReservedSlot {
  const { repository, slot: name, branch, isNew, baseRef, baseCommit, fetchFirst, copyGlobs } = slot;
  return {
    repositoryId: repository.id,
    slot: name,
    branch,
    // Until the making is about to create it, the branch is not ours.
    branchCreated: false,
    branchExists: !isNew,
    baseRef,
    baseCommit,
    fetchFirst,
    copyGlobs: JSON.stringify(copyGlobs),
  };
}

/** Writes PROVISIONING rows of the environment's present materialisation, with their final paths, and the attempt that makes them. @returns their ids */
export async function reserveWorktrees(
  core: Core,
  tx: Tx,
  environment: Pick<Environment, "id" | "materialisationId" | "directory">,
  slots: readonly ReservedSlot[],
  now: Date,
): Promise<string[]> {
  const rows = slots.map((slot) => {
    const id = newId("worktree");
    const directory = worktreeDirectory(slot.slot, id);
    return {
      ...slot,
      id,
      environmentId: environment.id,
      materialisationId: environment.materialisationId,
      directory,
      path: join(core.root.live, environment.directory, directory),
      nonce: newNonce(),
      status: "PROVISIONING" as const,
      createdAt: now,
    };
  });
  await tx.worktree.createMany({ data: rows });
  await tx.environmentAttempt.create({
    data: { id: newId("attempt"), environmentId: environment.id, kind: "MAKE", state: "PENDING", dueAt: now, createdAt: now },
  });
  return rows.map(({ id }) => id);
}
