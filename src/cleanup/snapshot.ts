import type { Tx } from "../db/database.js";
import type { CleanupJob, CleanupResource, Environment, Session, Task, Worktree } from "../db/generated/client.js";
import type { BranchPolicy, CleanupTrigger } from "../db/generated/enums.js";
import { newId } from "../db/ids.js";
import { insertMany } from "../db/insertMany.js";
import { groupedBy, inParts } from "../db/parts.js";
import { holdersOf } from "../environments/held.js";
import { cleanupEvents } from "./events.js";
import { changeJobStates, waitsForUsers } from "./job.js";
import type { CleanupPolicy } from "./policy.js";
import { MAX_ATTEMPTS } from "./schedule.js";

/** What ends environments, and how: one ending for all that end together. */
export interface Ending {
  readonly operationId: string;
  /** Of a cascade, shared by its jobs. */
  readonly cascadeId: string | null;
  readonly trigger: CleanupTrigger;
  readonly branchPolicy: BranchPolicy;
  readonly policy: CleanupPolicy;
  /** The owners that end, by id: their sessions block nothing. */
  readonly tasks: ReadonlyMap<string, Pick<Task, "id" | "title">>;
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

/** A row of a job that is not written yet. */
export type ResourceDraft = Omit<CleanupResource, "jobId">;

const NEW_RESOURCE = {
  phase: "QUEUED",
  worktreeId: null,
  repositoryId: null,
  repositoryName: null,
  commonDir: null,
  commonDevice: null,
  commonInode: null,
  slot: null,
  directory: null,
  branch: null,
  branchCreated: false,
  baseRef: null,
  baseCommit: null,
  copyGlobs: "[]",
  copiedFiles: "[]",
  nonce: null,
  adminName: null,
  verdict: null,
  verdictDetail: null,
  headCommit: null,
  headBranch: null,
  presentBranch: null,
  tipCommit: null,
  otherCommits: null,
  outcome: null,
  outcomeReason: null,
  branchOutcome: null,
  branchReason: null,
  quarantineEntryId: null,
  lastError: null,
  entriesTotal: null,
  entriesDone: 0,
  bytesTotal: null,
  bytesDone: 0n,
} satisfies Partial<ResourceDraft>;

/**
 * Writes the durable intents to reclaim environments of one workspace, each with its complete snapshot; none for one of which nothing is
 * left. A job takes over the unfinished work of an earlier one: its resources go on from the phase they had reached. Called inside the
 * transaction that ends their tasks, so that all commit or nothing. The number of statements does not depend on the number of environments.
 */
export async function makeJobs(tx: Tx, environments: readonly Environment[], ending: Ending): Promise<CleanupJob[]> {
  const at = new Date(ending.nowMs);
  const ids = environments.map((environment) => environment.id);
  const earlier = await supersedeAll(tx, ids, at, `Taken over by ${ending.trigger}.`);
  const snapshots = await snapshotsOf(tx, environments, ending.branchPolicy, earlier);
  const holders = await holdersOf(tx, ids, ending.nowMs);
  const attempts = await inParts(ids, (part) =>
    tx.environmentAttempt.findMany({
      where: { environmentId: { in: part }, state: { in: ["PENDING", "RUNNING"] } },
      select: { environmentId: true },
    }),
  );
  const worked = new Set(attempts.map((attempt) => attempt.environmentId));
  const jobs: CleanupJob[] = [];
  const rows: CleanupResource[] = [];
  const lines: Parameters<typeof cleanupEvents>[2][number][] = [];
  for (const environment of environments) {
    const drafts = snapshots.get(environment.id);
    if (drafts === undefined) continue;
    const before = earlier.get(environment.id) ?? null;
    const job = jobOf(environment, ending, before, holders.get(environment.id) ?? [], worked.has(environment.id));
    jobs.push(job);
    const resources = drafts.map((draft) => ({ ...draft, jobId: job.id }));
    rows.push(...resources);
    const message = `Queued: ${ending.trigger} of the task “${job.taskTitle}”.`;
    lines.push({ job: { ...job, state: "PENDING" }, event: { type: "QUEUED", message }, resources });
    if (job.state === "BLOCKED") lines.push({ job, event: { type: "BLOCKED", message: job.waitingFor ?? "" }, resources });
  }
  await insertMany(tx, "CleanupJob", jobs);
  await insertMany(tx, "CleanupResource", rows);
  await cleanupEvents(tx, at, lines);
  return jobs;
}

/** Held by a session of a task that does not end with it, it begins as BLOCKED. */
function jobOf(
  environment: Environment,
  ending: Ending,
  earlier: CleanupJob | null,
  holders: readonly Session[],
  worked: boolean,
): CleanupJob {
  const task = ending.tasks.get(environment.taskId);
  if (task === undefined) throw new Error(`the environment ${environment.id} ends without its owner`);
  const at = new Date(ending.nowMs);
  const blockedBy = blockersOf(holders, ending.tasks);
  return {
    id: newId("job"),
    workspaceId: environment.workspaceId,
    operationId: ending.operationId,
    cascadeId: ending.cascadeId,
    environmentId: environment.id,
    holdsEnvironmentId: environment.id,
    materialisationId: environment.materialisationId,
    hostId: environment.hostId,
    taskId: task.id,
    taskTitle: task.title,
    trigger: ending.trigger,
    state: blockedBy.length === 0 ? "PENDING" : "BLOCKED",
    attempts: 0,
    maxAttempts: MAX_ATTEMPTS,
    claim: 0,
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
    running: false,
    waits: 0,
    progress: 0,
    progressAtClaim: 0,
    lastError: null,
    waitingFor: waitOf(blockedBy, holders, worked),
    createdAt: at,
    completedAt: null,
  };
}

/** Sessions of a task that is gone only have the rest of their grace: like those of the tasks that end, they block nothing. */
export function blockersOf(holders: readonly Session[], ending: { has(taskId: string): boolean }): Session[] {
  return holders.filter((session) => session.taskId !== null && !ending.has(session.taskId));
}

function waitOf(blockedBy: readonly Session[], holders: readonly Session[], worked: boolean): string | null {
  if (blockedBy.length > 0) return waitsForUsers(blockedBy);
  if (holders.length > 0)
    return `Its own sessions are stopping: ${holders.map((s) => s.id).join(", ")}. It goes on when they have ended or their grace is over.`;
  return worked ? "Its making or restoring has not ended. It goes on when that has." : null;
}

/** The like for one environment, by the job that names it; null when nothing of it is left. */
export async function snapshotOf(
  from: Pick<Tx, "worktree" | "cleanupResource">,
  environment: Environment,
  policy: BranchPolicy,
  earlier: CleanupJob | null,
): Promise<ResourceDraft[] | null> {
  const earliers = new Map(earlier === null ? [] : [[environment.id, earlier]]);
  return (await snapshotsOf(from, [environment], policy, earliers)).get(environment.id) ?? null;
}

/** What of each environment a job has to see to, taking over from the job that named it; nothing for those of which nothing is left. Reads only. */
async function snapshotsOf(
  from: Pick<Tx, "worktree" | "cleanupResource">,
  environments: readonly Environment[],
  policy: BranchPolicy,
  earlier: ReadonlyMap<string, CleanupJob>,
): Promise<Map<string, ResourceDraft[]>> {
  const worktrees = await inParts(
    environments.map((environment) => environment.id),
    (part) =>
      from.worktree.findMany({
        where: { environmentId: { in: part } },
        include: { repository: true },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      }),
  );
  const befores = await lastResourcesOf(
    from,
    worktrees.map((worktree) => worktree.id),
  );
  const directories = await inParts(
    [...earlier.values()].map((job) => job.id),
    (part) => from.cleanupResource.findMany({ where: { jobId: { in: part }, kind: "DIRECTORY" } }),
  );
  const directoryOfJob = new Map(directories.map((directory) => [directory.jobId, directory]));
  const drafts = new Map<string, ResourceDraft[]>(environments.map((environment) => [environment.id, []]));
  for (const worktree of worktrees) {
    const resources = drafts.get(worktree.environmentId) as ResourceDraft[];
    const next = resourceOf(worktree, worktree.repository, befores.get(worktree.id) ?? null, policy, resources.length);
    if (next !== null) resources.push(next);
  }
  for (const environment of environments) {
    const resources = drafts.get(environment.id) as ResourceDraft[];
    const job = earlier.get(environment.id);
    const directory = directoryOf(environment, job === undefined ? null : (directoryOfJob.get(job.id) ?? null), resources.length);
    if (directory !== null) resources.push(directory);
    // What an earlier job had done but not released is released by this one.
    if (job === undefined && resources.every((r) => r.phase === "DONE")) drafts.delete(environment.id);
  }
  return drafts;
}

/** Ends the job that names the environment, if there is one, in favour of something later. Its runner, if it has one, loses at its next conditional write. */
export async function supersede(tx: Tx, environmentId: string, at: Date, why: string): Promise<CleanupJob | null> {
  return (await supersedeAll(tx, [environmentId], at, why)).get(environmentId) ?? null;
}

/** The like for environments of one workspace. The ended jobs, by environment. */
export async function supersedeAll(tx: Tx, environmentIds: readonly string[], at: Date, why: string): Promise<Map<string, CleanupJob>> {
  const jobs = await inParts(environmentIds, (part) => tx.cleanupJob.findMany({ where: { holdsEnvironmentId: { in: part } } }));
  const ended = await changeJobStates(tx, jobs, "SUPERSEDED", { completedAt: at, waitingFor: null });
  if (ended.length !== jobs.length) throw new Error("a job changed inside its own transaction");
  const resources = await inParts(
    ended.map((job) => job.id),
    (part) => tx.cleanupResource.findMany({ where: { jobId: { in: part } } }),
  );
  const ofJob = groupedBy(resources, (resource) => resource.jobId);
  const event = { type: "SUPERSEDED" as const, message: why };
  await cleanupEvents(
    tx,
    at,
    ended.map((job) => ({ job, event, resources: ofJob.get(job.id) ?? [] })),
  );
  return new Map(ended.map((job) => [job.environmentId, job]));
}

/** By worktree, the resource of the last job about it. */
async function lastResourcesOf(from: Pick<Tx, "cleanupResource">, worktreeIds: readonly string[]): Promise<Map<string, CleanupResource>> {
  const resources = await inParts(worktreeIds, (part) =>
    from.cleanupResource.findMany({ where: { worktreeId: { in: part } }, orderBy: [{ job: { createdAt: "asc" } }, { id: "asc" }] }),
  );
  return new Map(resources.map((resource) => [resource.worktreeId as string, resource]));
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
    ...NEW_RESOURCE,
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
  const base = { ...NEW_RESOURCE, id: newId("resource"), kind: "DIRECTORY" as const, path: environment.directory, position };
  if (before === null) return base;
  const { phase, outcome, outcomeReason, quarantineEntryId } = before;
  return { ...base, phase, outcome, outcomeReason, quarantineEntryId };
}
