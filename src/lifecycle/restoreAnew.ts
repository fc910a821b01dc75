import { join } from "node:path";
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { Environment, RescueKind } from "../db/generated/client.js";
import { newId } from "../db/ids.js";
import { newNonce, worktreeDirectory } from "../environments/names.js";
import { readRef, resolveCommit } from "../git/refs.js";
import { rescueRef } from "../git/rescue.js";
import type { RestoreSlot } from "./restorePlan.js";

type Make = (tx: Tx, environment: Environment, at: Date) => Promise<void>;

interface Start {
  readonly commit: string | null;
  /** The branch is there and is checked out as it is. */
  readonly branchExists: boolean;
  readonly from: string;
}

/**
 * A worktree whose tree went for good: a new row in the same slot, with a path of its own, to be made from its branch, else from its
 * rescue, else from the base or the remote that it began from. Looks first; the rows are written by the function that it gives.
 */
export async function makeAnew(core: Core, slot: RestoreSlot): Promise<Make> {
  const start = await startOf(core, slot);
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
        createdAt: at,
      },
    });
    const pending = await tx.environmentAttempt.count({ where: { environmentId: environment.id, kind: "MAKE", state: "PENDING" } });
    if (pending > 0) return;
    await tx.environmentAttempt.create({
      data: { id: newId("attempt"), environmentId: environment.id, kind: "MAKE", state: "PENDING", dueAt: at, createdAt: at },
    });
  };
}

async function startOf(core: Core, slot: RestoreSlot): Promise<Start> {
  const { git } = core;
  if (slot.branch !== null) {
    const tip = await readRef(git, slot.commonDir, `refs/heads/${slot.branch}`);
    if (tip !== null) return { commit: tip, branchExists: true, from: "branch" };
  }
  const kinds: Lowercase<RescueKind>[] = slot.branch === null ? ["head", "tip"] : ["tip", "head"];
  for (const kind of kinds) {
    const commit = await readRef(git, slot.commonDir, rescueRef(slot.worktreeId, kind));
    if (commit !== null) return { commit, branchExists: false, from: "rescue" };
  }
  // Its rescue was dropped because a lasting ref held the commit: the commit itself is still there.
  if (slot.headCommit !== null && (await resolveCommit(git, slot.commonDir, slot.headCommit)) !== null)
    return { commit: slot.headCommit, branchExists: false, from: "commit" };
  if (slot.branch !== null) {
    const remote = await readRef(git, slot.commonDir, `refs/remotes/origin/${slot.branch}`);
    if (remote !== null) return { commit: remote, branchExists: false, from: "remote" };
  }
  return { commit: (await resolveCommit(git, slot.commonDir, slot.baseRef)) ?? slot.baseCommit, branchExists: false, from: "base" };
}
