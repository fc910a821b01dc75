import type { Tx } from "../db/database.js";
import type { CleanupJob, CleanupResource, Environment, Prisma, Task, Worktree } from "../db/generated/client.js";
import type { BranchPolicy, CleanupTrigger } from "../db/generated/enums.js";
import { newId } from "../db/ids.js";
import { heldBy } from "../environments/held.js";
import { cleanupEvent } from "./events.js";
import { changeJobState } from "./job.js";
import type { CleanupPolicy } from "./policy.js";
import { MAX_ATTEMPTS } from "./schedule.js";

/** What ends an environment, and how. */
export interface Ending {
  readonly operationId: string;
  readonly trigger: CleanupTrigger;
  readonly branchPolicy: BranchPolicy;
  readonly policy: CleanupPolicy;
  /** The owner that ends. */
  readonly task: Task;
  readonly nowMs: number;
  /** A reset: push every branch before anything moves. */
  readonly pushFirst?: boolean;
  /** A reset: materialise again when it is done. */
  readonly makeAfresh?: boolean;
}

/** Statuses in which nothing of the environment lies at its live path. */
const WITHOUT_DIRECTORY: readonly string[] = ["EMPTY", "QUARANTINED"];

/** Statuses of a worktree that lies (or is being put) at its live path: whatever an earlier job found out about it no longer counts. */
const AFRESH: readonly string[] = ["READY", "FAILED", "PROVISIONING", "RESTORING"];

/**
 * Writes the durable intent to reclaim one environment, with its complete snapshot; null when there is nothing left to reclaim. It
 * takes over the unfinished work of an earlier job: its resources go on from the phase they had reached. Called inside the
 * transaction that ends the task, so that both commit or neither.
 */
export async function makeJob(tx: Tx, environment: Environment, ending: Ending): Promise<CleanupJob | null> {
  const at = new Date(ending.nowMs);
  const earlier = await supersede(tx, environment.id, at, `Taken over by ${ending.trigger}.`);
  const resources = await snapshotOf(tx, environment, ending.branchPolicy, earlier);
  if (resources === null) return null;

  const holders = await heldBy(tx, environment.id, ending.nowMs);
  const blockedBy = holders.filter((s) => s.taskId !== ending.task.id && s.taskId !== null);
  const stopping = holders.filter((s) => !blockedBy.includes(s));
  const attempts = await tx.environmentAttempt.count({ where: { environmentId: environment.id, state: { in: ["PENDING", "RUNNING"] } } });
  const id = newId("job");
  const [job] = await tx.cleanupJob.createManyAndReturn({
    data: {
      id,
      workspaceId: environment.workspaceId,
      operationId: ending.operationId,
      environmentId: environment.id,
      holdsEnvironmentId: environment.id,
      materialisationId: environment.materialisationId,
      hostId: environment.hostId,
      taskId: ending.task.id,
      taskTitle: ending.task.title,
      trigger: ending.trigger,
      state: "PENDING",
      maxAttempts: MAX_ATTEMPTS,
      dueAt: at,
      dueSetAt: at,
      branchPolicy: ending.branchPolicy,
      policy: JSON.stringify(ending.policy),
      pushFirst: ending.pushFirst ?? false,
      makeAfresh: ending.makeAfresh ?? false,
      pinnedReason: environment.pinnedReason,
      directory: environment.directory,
      nonce: environment.nonce,
      begunAt: earlier?.begunAt ?? null,
      waitingFor:
        stopping.length === 0
          ? attempts === 0
            ? null
            : "Its making or restoring has not ended. It goes on when that has."
          : `Its own sessions are stopping: ${stopping.map((s) => s.id).join(", ")}. It goes on when they have ended or their grace is over.`,
      createdAt: at,
    },
  });
  if (job === undefined) throw new Error(`the job ${id} was not written`);
  const written = await tx.cleanupResource.createManyAndReturn({ data: resources.map((resource) => ({ ...resource, jobId: id })) });
  const message = `Queued: ${ending.trigger} of the task “${ending.task.title}”.`;
  await cleanupEvent(tx, job, at, { type: "QUEUED", message }, written);
  if (blockedBy.length === 0) return job;
  const names = blockedBy.map((s) => s.id).join(", ");
  const blocked = await changeJobState(tx, job, "BLOCKED", {
    waitingFor: `The environment is in use by ${names}. It goes on when they have ended.`,
  });
  if (blocked === null) return job;
  await cleanupEvent(tx, blocked, at, { type: "BLOCKED", message: blocked.waitingFor ?? "" });
  return blocked;
}

export type ResourceDraft = Prisma.CleanupResourceCreateManyJobInput;

/** What of an environment a job has to see to, taking over from the job that names it; null when nothing is left. Reads only. */
export async function snapshotOf(
  tx: Pick<Tx, "worktree" | "cleanupResource">,
  environment: Environment,
  policy: BranchPolicy,
  earlier: CleanupJob | null,
): Promise<ResourceDraft[] | null> {
  const worktrees = await tx.worktree.findMany({
    where: { environmentId: environment.id },
    include: { repository: true },
    orderBy: { createdAt: "asc" },
  });
  const resources: ResourceDraft[] = [];
  for (const worktree of worktrees) {
    const before = await lastResourceOf(tx, worktree.id);
    const next = resourceOf(worktree, worktree.repository, before, policy, resources.length);
    if (next !== null) resources.push(next);
  }
  const before = earlier === null ? null : await tx.cleanupResource.findFirst({ where: { jobId: earlier.id, kind: "DIRECTORY" } });
  const directory = directoryOf(environment, before, resources.length);
  if (directory !== null) resources.push(directory);
  // What an earlier job had done but not released is released by this one.
  return earlier === null && resources.every((r) => r.phase === "DONE") ? null : resources;
}

/** Ends the job that names the environment, if there is one, in favour of something later. Its runner, if it has one, loses at its next conditional write. */
export async function supersede(tx: Tx, environmentId: string, at: Date, why: string): Promise<CleanupJob | null> {
  const job = await tx.cleanupJob.findUnique({ where: { holdsEnvironmentId: environmentId } });
  if (job === null) return null;
  const ended = await changeJobState(tx, job, "SUPERSEDED", { completedAt: at, waitingFor: null });
  if (ended === null) throw new Error(`the job ${job.id} changed inside its own transaction`);
  await cleanupEvent(tx, ended, at, { type: "SUPERSEDED", message: why });
  return ended;
}

function lastResourceOf(tx: Pick<Tx, "cleanupResource">, worktreeId: string): Promise<CleanupResource | null> {
  return tx.cleanupResource.findFirst({ where: { worktreeId }, orderBy: [{ job: { createdAt: "desc" } }, { id: "desc" }] });
}

type WorktreeSource = Worktree & { repository: { name: string; commonDir: string; device: string; inode: string } };

/** What a job has to do about one worktree row; null when an earlier job has left nothing of it. */
function resourceOf(
  worktree: WorktreeSource,
  repository: WorktreeSource["repository"],
  before: CleanupResource | null,
  policy: BranchPolicy,
  position: number,
): ResourceDraft | null {
  const over = worktree.status === "REMOVED" || worktree.status === "QUARANTINED";
  const branchToMeet =
    policy === "DELETE" && worktree.branchCreated && before?.branchOutcome !== "DELETED" && before?.branchOutcome !== "ABSENT";
  if (over && !branchToMeet) return null;
  // What was left to somebody stays theirs.
  if (over && (before?.outcome === "PRESERVED_FOREIGN" || before?.outcome === "SUPERSEDED")) return null;
  const base: ResourceDraft = {
    id: newId("resource"),
    kind: "WORKTREE",
    worktreeId: worktree.id,
    repositoryId: worktree.repositoryId,
    repositoryName: repository.name,
    commonDir: repository.commonDir,
    commonDevice: repository.device,
    commonInode: repository.inode,
    slot: worktree.slot,
    directory: worktree.directory,
    path: worktree.path,
    branch: worktree.branch,
    branchCreated: worktree.branchCreated,
    baseRef: worktree.baseRef,
    baseCommit: worktree.baseCommit,
    copyGlobs: worktree.copyGlobs,
    copiedFiles: worktree.copiedFiles,
    nonce: worktree.nonce,
    adminName: worktree.adminName,
    position,
  };
  if (before === null || AFRESH.includes(worktree.status)) return base;
  const carried: Partial<ResourceDraft> = {
    verdict: before.verdict,
    verdictDetail: before.verdictDetail,
    headCommit: before.headCommit,
    headBranch: before.headBranch,
    tipCommit: before.tipCommit,
    otherCommits: before.otherCommits,
    quarantineEntryId: before.quarantineEntryId,
    entriesTotal: before.entriesTotal,
    bytesTotal: before.bytesTotal,
    entriesDone: before.entriesDone,
    bytesDone: before.bytesDone,
  };
  // Settled, but by an earlier policy that kept its branch: settling again touches the refs alone, and purging goes on.
  if (before.phase === "PURGING" && branchToMeet) return { ...base, ...carried, phase: "SETTLING" };
  if (before.phase !== "DONE") return { ...base, ...carried, phase: before.phase };
  // Its tree is seen to; only the branch, which the earlier policy kept, meets this one.
  return branchToMeet
    ? { ...base, ...carried, phase: "QUEUED", headBranch: null, tipCommit: null }
    : { ...base, ...carried, phase: "DONE", outcome: before.outcome, outcomeReason: before.outcomeReason };
}

/** The rest of the directory, unless an earlier job has seen to it. */
function directoryOf(environment: Environment, before: CleanupResource | null, position: number): ResourceDraft | null {
  if (WITHOUT_DIRECTORY.includes(environment.status) && before === null) return null;
  const base = { id: newId("resource"), kind: "DIRECTORY" as const, path: environment.directory, position };
  if (before === null) return { ...base, phase: "QUEUED" };
  const { phase, outcome, outcomeReason, quarantineEntryId } = before;
  return { ...base, phase, outcome, outcomeReason, quarantineEntryId };
}
