import { join } from "node:path";
import { ExternalCause } from "../cleanup/failure.js";
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { Environment, RescueKind, RestoreSource } from "../db/generated/client.js";
import { newId } from "../db/ids.js";
import { environmentEvent } from "../environments/events.js";
import { newNonce, worktreeDirectory } from "../environments/names.js";
import { BEGUN_AT_COMMIT } from "../environments/restoredFrom.js";
import { requirePresent } from "../environments/slots.js";
import { RepositoryMissingError } from "../errors.js";
import { fetchRemotes, remotesOf } from "../git/fetch.js";
import { readRef, resolveCommit } from "../git/refs.js";
import { rescueRef } from "../git/rescue.js";
import type { RestoreSlot } from "./restorePlan.js";

type Make = (tx: Tx, environment: Environment, at: Date) => Promise<void>;

interface Start {
  readonly commit: string | null;
  /** The branch is there and is checked out as it is. */
  readonly branchExists: boolean;
  readonly from: RestoreSource;
  /** A sentence's end: what it is made from. */
  readonly words: string;
}

/**
 * A worktree whose tree went for good: a new row in the same slot, with a path of its own, to be made from its branch, else from its
 * rescue, else from its commit or what a remote has of its branch (asked, if need be), else from the base. Looks first; the rows are written by the function that it gives.
 */
export async function makeAnew(core: Core, recorded: RestoreSlot, row: string, signal: AbortSignal): Promise<Make> {
  await requireRepository(core, recorded);
  const slot = { ...recorded, branch: await branchOf(core, recorded) };
  const start = await startOf(core, slot, row, signal);
  return async (tx, environment, at) => {
    const id = newId("worktree");
    const directory = worktreeDirectory(slot.slot, id);
    await tx.worktree.deleteMany({ where: { environmentId: environment.id, slot: slot.slot } });
    await tx.worktree.create({
      data: {
        id,
        environmentId: environment.id,
        materialisationId: environment.materialisationId,
        repositoryId: slot.repositoryId,
        slot: slot.slot,
        directory,
        path: join(core.root.live, environment.directory, directory),
        branch: slot.branch,
        branchCreated: slot.branchCreated,
        branchExists: start.branchExists,
        baseRef: slot.baseRef,
        baseCommit: start.commit,
        copyGlobs: slot.copyGlobs,
        nonce: newNonce(),
        status: "PROVISIONING",
        restoredFrom: start.from,
        createdAt: at,
      },
    });
    await environmentEvent(tx, environment, {
      type: "WORKTREE_STARTED",
      message: `${slot.slot}: made anew from ${start.words}.`,
      at,
      worktree: { id, status: "PROVISIONING" },
    });
    const pending = await tx.environmentAttempt.count({ where: { environmentId: environment.id, kind: "MAKE", state: "PENDING" } });
    if (pending > 0) return;
    await tx.environmentAttempt.create({
      data: { id: newId("attempt"), environmentId: environment.id, kind: "MAKE", state: "PENDING", dueAt: at, createdAt: at },
    });
  };
}

/** @throws ExternalCause where it is away: nothing can be said about its branch until it is back, however long that takes */
async function requireRepository(core: Core, slot: RestoreSlot): Promise<void> {
  const repository = await core.db.read.repository.findUnique({ where: { id: slot.repositoryId } });
  if (repository === null) return;
  try {
    await requirePresent(core, repository);
  } catch (error) {
    if (!(error instanceof RepositoryMissingError)) throw error;
    throw new ExternalCause(
      error.message,
      `The repository ${repository.commonDir} has to be there again, or to be registered where it is now.`,
    );
  }
}

/** Ours, under the name that somebody has given it since, while that one is there: under its old name it would be there twice. */
async function branchOf({ git }: Core, { commonDir, branch, branchCreated, presentBranch }: RestoreSlot): Promise<string | null> {
  if (!branchCreated || presentBranch === null || presentBranch === branch) return branch;
  return (await readRef(git, commonDir, `refs/heads/${presentBranch}`)) === null ? branch : presentBranch;
}

async function startOf(core: Core, slot: RestoreSlot, row: string, signal: AbortSignal): Promise<Start> {
  const here = (await ofBranchOrRescue(core, slot)) ?? (await ofUnfinished(core, slot)) ?? (await ofCommitOrRemote(core, slot));
  if (here !== null) return here;
  // Nothing here knows its commits any more: whoever pushed them may have left them with a remote.
  if (slot.branch !== null && (await fetched(core, slot, row, signal))) {
    const there = await ofCommitOrRemote(core, slot);
    if (there !== null) return { ...there, from: "REMOTE" };
  }
  const commit = (await resolveCommit(core.git, slot.commonDir, slot.baseRef)) ?? slot.baseCommit;
  return { commit, branchExists: false, from: "BASE", words: `its base ${slot.baseRef}: nothing else of it is left` };
}

async function ofBranchOrRescue({ git }: Core, slot: RestoreSlot): Promise<Start | null> {
  if (slot.branch !== null) {
    const tip = await readRef(git, slot.commonDir, `refs/heads/${slot.branch}`);
    if (tip !== null) return { commit: tip, branchExists: true, from: "BRANCH", words: `its branch ${slot.branch}` };
  }
  const kinds: Lowercase<RescueKind>[] = slot.branch === null ? ["head", "tip"] : ["tip", "head"];
  for (const kind of kinds) {
    const ref = rescueRef(slot.worktreeId, kind);
    const commit = await readRef(git, slot.commonDir, ref);
    if (commit !== null) return { commit, branchExists: false, from: "RESCUE", words: `its rescue ${ref}` };
  }
  return null;
}

/** An earlier restore came no further than its row, and nothing else says where that was to begin: its rescue has the id of the one before it. */
async function ofUnfinished({ db, git }: Core, slot: RestoreSlot): Promise<Start | null> {
  const { adminName, baseCommit: commit } = slot;
  if (adminName !== null || commit === null) return null;
  const row = await db.read.worktree.findUnique({ where: { id: slot.worktreeId }, select: { restoredFrom: true } });
  const from = row?.restoredFrom ?? null;
  if (from === null || !BEGUN_AT_COMMIT.includes(from) || (await resolveCommit(git, slot.commonDir, commit)) === null) return null;
  return { commit, branchExists: false, from: from === "BRANCH" ? "COMMIT" : from, words: `${commit}, where a restore had begun it` };
}

async function ofCommitOrRemote({ git }: Core, slot: RestoreSlot): Promise<Start | null> {
  const { commonDir, headCommit, branch } = slot;
  const has = headCommit !== null && (await resolveCommit(git, commonDir, headCommit)) !== null;
  for (const remote of branch === null ? [] : await remotesOf(git, commonDir)) {
    const commit = await readRef(git, commonDir, `refs/remotes/${remote}/${branch}`);
    // One that has moved on, or was never pushed to, is not where the tree was: its own commit comes first while it is here.
    if (commit === null || (has && commit !== headCommit)) continue;
    return { commit, branchExists: false, from: "REMOTE", words: `${remote}/${branch}, as the remote has it` };
  }
  // Its rescue was dropped because a lasting ref held the commit: the commit itself is still there.
  return has ? { commit: headCommit, branchExists: false, from: "COMMIT", words: `the commit ${headCommit} that it was at` } : null;
}

/** False where there is nobody to ask, or a remote can't be reached: what is here has to do then. */
async function fetched(core: Core, slot: RestoreSlot, row: string, signal: AbortSignal): Promise<boolean> {
  const { commonDir } = slot;
  if ((await remotesOf(core.git, commonDir)).length === 0) return false;
  const fetch = (): Promise<void> => fetchRemotes(core.git, commonDir, { purpose: "make.fetch", row }, signal);
  try {
    await core.turns.run(commonDir, () => core.effects.run("make.fetch", fetch), signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    core.log.warn({ err: error, worktreeId: slot.worktreeId }, "the remotes of a worktree that is made anew could not be asked");
    return false;
  }
}
