import type { Tx } from "../db/database.js";
import type { Repository } from "../db/generated/client.js";
import { BranchRefusedError } from "../errors.js";

/** One physical repository may be registered in several workspaces: their branches are the same ones. */
type Place = Pick<Repository, "hostId" | "device" | "inode">;

export type BranchClaim =
  /** An unfinished job has not settled this branch yet. */
  | { by: "job"; jobId: string; branch: string }
  /** A worktree that is being made will have this branch, or one that can't stand beside it. */
  | { by: "worktree"; worktreeId: string; environmentId: string; branch: string };

/** Who is promised the branch, as far as rows know it; what git has already is for git to say. `sparing` is the environment that asks. */
export async function claimOn(
  tx: Pick<Tx, "repository" | "cleanupResource" | "worktree">,
  place: Place,
  branch: string,
  sparing?: string,
): Promise<BranchClaim | null> {
  const { hostId, device, inode } = place;
  const repositories = await tx.repository.findMany({ where: { hostId, device, inode }, select: { id: true } });
  const repositoryId = { in: repositories.map((repository) => repository.id) };
  const unsettled = await tx.cleanupResource.findMany({
    where: {
      repositoryId,
      job: { holdsEnvironmentId: { not: null } },
      // What is to be made afresh on its branch is promised it until then.
      OR: [{ phase: { not: "DONE" } }, { job: { makeAfresh: true } }],
    },
    select: { jobId: true, branch: true, headBranch: true },
  });
  for (const { jobId, branch: recorded, headBranch } of unsettled) {
    for (const held of [recorded, headBranch]) if (held !== null && collide(held, branch)) return { by: "job", jobId, branch: held };
  }
  const reserved = await tx.worktree.findMany({
    where: {
      repositoryId,
      status: "PROVISIONING",
      branch: { not: null },
      ...(sparing === undefined ? {} : { environmentId: { not: sparing } }),
    },
    select: { id: true, environmentId: true, branch: true },
  });
  for (const worktree of reserved) {
    if (worktree.branch === null || !collide(worktree.branch, branch)) continue;
    return { by: "worktree", worktreeId: worktree.id, environmentId: worktree.environmentId, branch: worktree.branch };
  }
  return null;
}

/** @throws BranchRefusedError HELD_BY_CLEANUP; EXISTS, NESTED or CHECKED_OUT for what another worktree is promised */
export function refuseClaimed(claim: BranchClaim, branch: string, isNew: boolean): never {
  if (claim.by === "job") {
    throw new BranchRefusedError(
      "HELD_BY_CLEANUP",
      branch,
      claim.jobId,
      `The cleanup ${claim.jobId} has not finished with the branch ${claim.branch}.`,
    );
  }
  const whose = `The branch ${claim.branch} is being made ready for the environment ${claim.environmentId}.`;
  if (!isNew) throw new BranchRefusedError("CHECKED_OUT", branch, null, whose);
  throw new BranchRefusedError(sameName(claim.branch, branch) ? "EXISTS" : "NESTED", branch, null, whose);
}

/** Whether two branches can't stand beside each other: the same, one above the other, or so where file names ignore case. */
export function collide(a: string, b: string): boolean {
  const [one, other] = [fold(a), fold(b)];
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

function sameName(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

function fold(branch: string): string {
  return branch.normalize("NFC").toLowerCase();
}
