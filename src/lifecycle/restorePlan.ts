import type { Core } from "../core.js";
import type { EnvironmentAttempt } from "../db/generated/client.js";
import { parseManifestWorktrees } from "../storage/manifest.js";

/** One slot that is to be there again. */
export interface RestoreSlot {
  readonly worktreeId: string;
  readonly repositoryId: string;
  readonly commonDir: string;
  readonly slot: string;
  readonly directory: string;
  readonly branch: string | null;
  readonly branchCreated: boolean;
  /** What its branch was called when its tree was settled. */
  readonly presentBranch: string | null;
  /** The branch that HEAD named before it was detached or deleted. */
  readonly headBranch: string | null;
  readonly headCommit: string | null;
  readonly baseRef: string;
  readonly baseCommit: string | null;
  readonly nonce: string;
  readonly adminName: string | null;
  readonly copyGlobs: string;
}

export interface RestorePlan {
  readonly directory: string;
  readonly materialisationId: string;
  readonly nonce: string;
  readonly jobId: string | null;
  readonly slots: readonly RestoreSlot[];
}

/** What is to be there again, from the superseded job's resources or the entry's manifest: both outlive the rows. Null when neither knows. */
export async function planOf(core: Core, attempt: EnvironmentAttempt): Promise<RestorePlan | null> {
  const plan = await recordedPlan(core, attempt);
  if (plan === null) return null;
  const { environmentId } = attempt;
  const rows = await core.db.read.worktree.findMany({ where: { environmentId }, select: { id: true, repositoryId: true } });
  // An entry of a deleted workspace goes to another one, which has the same repository under an id of its own.
  const repositories = new Map(rows.map((row) => [row.id, row.repositoryId]));
  const slots = plan.slots.map((slot) => ({ ...slot, repositoryId: repositories.get(slot.worktreeId) ?? slot.repositoryId }));
  return { ...plan, slots: await whereTheyAre(core, slots) };
}

/** A repository that was moved and registered again is known by its row: what was recorded is only where it was. */
async function whereTheyAre(core: Core, slots: readonly RestoreSlot[]): Promise<RestoreSlot[]> {
  const ids = [...new Set(slots.map((slot) => slot.repositoryId))];
  const rows = await core.db.read.repository.findMany({ where: { id: { in: ids } }, select: { id: true, commonDir: true } });
  const places = new Map(rows.map((row) => [row.id, row.commonDir]));
  return slots.map((slot) => ({ ...slot, commonDir: places.get(slot.repositoryId) ?? slot.commonDir }));
}

async function recordedPlan(core: Core, attempt: EnvironmentAttempt): Promise<RestorePlan | null> {
  const { read } = core.db;
  if (attempt.sourceJobId !== null) {
    const job = await read.cleanupJob.findUnique({
      where: { id: attempt.sourceJobId },
      include: { resources: { orderBy: { position: "asc" } } },
    });
    if (job !== null) {
      const slots = job.resources
        .filter((r) => r.kind === "WORKTREE")
        .map((r) => ({
          worktreeId: r.worktreeId as string,
          repositoryId: r.repositoryId as string,
          commonDir: r.commonDir as string,
          slot: r.slot as string,
          directory: r.directory as string,
          branch: r.branch,
          branchCreated: r.branchCreated,
          presentBranch: r.presentBranch,
          headBranch: r.headBranch,
          headCommit: r.headCommit,
          baseRef: r.baseRef as string,
          baseCommit: r.baseCommit,
          nonce: r.nonce as string,
          adminName: r.adminName,
          copyGlobs: r.copyGlobs,
        }));
      return { directory: job.directory, materialisationId: job.materialisationId, nonce: job.nonce, jobId: job.id, slots };
    }
  }
  if (attempt.sourceEntryId === null) return null;
  const entry = await read.quarantineEntry.findUnique({ where: { id: attempt.sourceEntryId } });
  const environment = await read.environment.findUnique({ where: { id: attempt.environmentId } });
  if (entry === null || environment === null) return null;
  return {
    directory: environment.directory,
    materialisationId: environment.materialisationId,
    nonce: environment.nonce,
    jobId: entry.jobId,
    // Beside an environment that was made afresh only what was kept comes back.
    slots: parseManifestWorktrees(entry.worktrees)
      .filter((worktree) => worktree.kept || environment.id === entry.environmentId)
      .map((worktree) => ({ ...worktree, presentBranch: null })),
  };
}
