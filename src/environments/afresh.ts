/**
 * A new materialisation of an environment of which nothing lies at its place any more: a directory, worktree rows and paths of their own, on the
 * branches that the old ones had. Nothing of the old one's names is used again, so whatever of it is in quarantine keeps its own.
 */
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { CleanupResource, Environment, Repository, Worktree } from "../db/generated/client.js";
import { newId } from "../db/ids.js";
import { GitError } from "../git/git.js";
import { readRef } from "../git/refs.js";
import { environmentEvent } from "./events.js";
import { environmentDirectory, newNonce } from "./names.js";
import { type ReservedSlot, reserveWorktrees } from "./reserve.js";

/** Looks which of its branches are still there: each is checked out as it is, and one that is not is made again from its base. */
export async function planAfresh(core: Core, environmentId: string): Promise<ReservedSlot[]> {
  const { read } = core.db;
  const worktrees = await read.worktree.findMany({
    where: { environmentId },
    include: { repository: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const planned: ReservedSlot[] = [];
  for (const worktree of worktrees) {
    const last = await read.cleanupResource.findFirst({
      where: { worktreeId: worktree.id },
      orderBy: [{ job: { createdAt: "desc" } }, { id: "desc" }],
    });
    planned.push(await slotAgain(core, worktree, last));
  }
  return planned;
}

async function slotAgain(core: Core, worktree: Worktree & { repository: Repository }, last: CleanupResource | null): Promise<ReservedSlot> {
  const { repositoryId, slot, baseRef, fetchFirst, copyGlobs, branchCreated, branchExists } = worktree;
  const base = { repositoryId, slot, baseRef, baseCommit: null, fetchFirst, copyGlobs };
  // One that was there before us is taken as it is, also when somebody has deleted it: then the making says so.
  if (!branchCreated) return { ...base, branch: worktree.branch, branchCreated: false, branchExists };
  const branch = last?.presentBranch ?? worktree.branch;
  const isThere = branch !== null && (await exists(core, worktree.repository, branch, last));
  // Ours as before: a later cleanup may still delete it.
  return { ...base, branch, branchCreated: isThere, branchExists: isThere };
}

async function exists(core: Core, repository: Repository, branch: string, last: CleanupResource | null): Promise<boolean> {
  try {
    return (await readRef(core.git, repository.commonDir, `refs/heads/${branch}`)) !== null;
  } catch (error) {
    // A repository that can't be asked now: the making waits for it, and says so.
    if (!(error instanceof GitError)) throw error;
    return last === null || (last.branchOutcome !== "DELETED" && last.branchOutcome !== "ABSENT");
  }
}

/** Writes what was planned, in the transaction that decides it: PROVISIONING from here on, to be made like any other. */
export async function makeAfresh(core: Core, tx: Tx, environment: Environment, slots: readonly ReservedSlot[], now: Date): Promise<void> {
  const owner = await tx.task.findUniqueOrThrow({ where: { id: environment.taskId }, select: { title: true } });
  const materialisationId = newId("materialisation");
  await tx.worktree.deleteMany({ where: { environmentId: environment.id } });
  const anew = await tx.environment.update({
    where: { id: environment.id },
    data: {
      materialisationId,
      directory: environmentDirectory(owner.title, materialisationId),
      nonce: newNonce(),
      status: "PROVISIONING",
      error: null,
      lastActivityAt: now,
    },
  });
  await reserveWorktrees(core, tx, anew, slots, now);
  const message = `To be made afresh: ${slots.map(({ slot }) => slot).join(", ")}.`;
  await environmentEvent(tx, anew, { type: "QUEUED", message, at: now, percent: 0 });
}
