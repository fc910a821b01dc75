import { supersedeAll } from "../cleanup/snapshot.js";
import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { CleanupJob, Environment, Task } from "../db/generated/client.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { eachPart, inParts } from "../db/parts.js";
import { TaskNotArchivedError } from "../errors.js";
import { queueRevivals, type Revival } from "./restoreQueue.js";
import { treeOf } from "./tree.js";

export interface UnarchiveTaskInput {
  taskId: string;
  /** Bring back what the archive took along; true when not given. */
  recover?: boolean | null;
  operationId?: string | null;
}

export interface UnarchiveTaskResult {
  operationId: string;
  taskId: string;
  /** Everything that is active again by this, the task itself included. */
  taskIds: string[];
  supersededJobIds: string[];
  /** Environments that are being brought back, and from what: "trash" (a step had begun), "quarantine", or "branch, rescue or remote". */
  restoring: { environmentId: string; from: string }[];
}

/**
 * Unarchives a task, at once and at any moment, with what lies below it and was archived by the same operation: exactly what that took along.
 * Of a descendant only its own part comes back; an archived parent stays archived, as an archive without cascade leaves active children below
 * it, too. Jobs that have not begun leave everything as it is; where a step has begun, the environment is RESTORING and a durable restore
 * begins when the step in hand has returned. Throws NotFoundError, TaskNotArchivedError, OperationConflictError.
 */
export async function unarchiveTask(core: Core, input: UnarchiveTaskInput): Promise<UnarchiveTaskResult> {
  const taskId = requireId("task", input.taskId, "input.taskId");
  const { operationId: _, ...rest } = input;
  return core.effects.run("unarchive.commit", () =>
    operate(core.db, core.clock, { operationId: input.operationId, name: "unarchiveTask", input: rest }, async (tx, operationId) => {
      const nowMs = core.clock.now();
      const taskIds = await takenAlong(tx, taskId);
      await eachPart(taskIds, (part) =>
        tx.task.updateMany({
          where: { id: { in: part } },
          data: { archivedAt: null, archiveOperationId: null, lastActivityAt: new Date(nowMs) },
        }),
      );
      const found = await inParts(taskIds, (part) => tx.environment.findMany({ where: { taskId: { in: part } } }));
      const environments = found.sort((a, b) => (a.id < b.id ? -1 : 1));
      return { operationId, taskId, taskIds, ...(await revive(tx, environments, input.recover !== false, nowMs)) };
    }),
  );
}

/** The barrier over the task and what the archive that it was archived by took along below it. */
async function takenAlong(tx: Tx, taskId: string): Promise<string[]> {
  const seen = await tx.task.findUnique({ where: { id: taskId } });
  const along = seen === null || seen.archivedAt === null ? [] : await archivedWith(tx, seen);
  const entered = await enterTasks(tx, [taskId, ...along]);
  if (entered.get(taskId)?.archivedAt === null) throw new TaskNotArchivedError(taskId);
  return [...entered.keys()];
}

/** By the moment, too: an operation id may be used again when it is forgotten. */
async function archivedWith(tx: Tx, { id, archiveOperationId, archivedAt }: Task): Promise<string[]> {
  const tasks = await inParts(await treeOf(tx, id), (part) =>
    tx.task.findMany({ where: { id: { in: part }, archiveOperationId, archivedAt }, select: { id: true } }),
  );
  return tasks.map((task) => task.id);
}

interface Revived {
  supersededJobIds: string[];
  restoring: { environmentId: string; from: string }[];
}

async function revive(tx: Tx, environments: readonly Environment[], recover: boolean, nowMs: number): Promise<Revived> {
  const ids = environments.map((environment) => environment.id);
  const jobs = await inParts(ids, (part) => tx.cleanupJob.findMany({ where: { holdsEnvironmentId: { in: part } } }));
  const naming = new Map(jobs.map((job) => [job.environmentId, job]));
  // A job of somebody else's operation (a reset, say) is not what this archive took along.
  const own = environments.filter(({ id, taskId }) => naming.get(id) !== undefined && naming.get(id)?.taskId === taskId);
  const ended = await supersedeAll(
    tx,
    own.map((environment) => environment.id),
    new Date(nowMs),
    "The task was unarchived.",
  );
  const restoring: Revived["restoring"] = [];
  const revivals: { environment: Environment; revival: Revival }[] = [];
  const sources = await sourcesOf(tx, ids);
  for (const environment of environments) {
    const job = naming.get(environment.id) ?? null;
    if (job !== null && job.taskId !== environment.taskId) continue;
    const found = job === null ? (recover ? fromBefore(environment, sources) : null) : fromJob(environment, job, sources);
    if (found === null) continue;
    revivals.push({ environment, revival: found.revival });
    restoring.push({ environmentId: environment.id, from: found.from });
  }
  await queueRevivals(tx, revivals, nowMs);
  return { supersededJobIds: own.flatMap(({ id }) => ended.get(id)?.id ?? []), restoring };
}

interface Found {
  revival: Revival;
  from: string;
}

/** What the job that named it leaves behind. */
function fromJob(environment: Environment, job: CleanupJob, sources: Sources): Found | null {
  // Also when nothing is to be recovered: half-way, its directory lies where nobody looks for it.
  if (job.begunAt !== null) return { revival: { kind: "RESTORE", jobId: job.id, entryId: null }, from: "trash" };
  if (environment.status === "RESTORING") return againFrom(environment, sources);
  if (environment.status !== "PROVISIONING") return null;
  // Its making was called off by the archive: it goes on.
  return { revival: { kind: "MAKE" }, from: "the repository" };
}

/** A restore that the archive came in between has left what had to be made anew to the next one. One that still goes on does all of it. */
function againFrom(environment: Environment, sources: Sources): Found | null {
  const last = sources.restores.get(environment.id);
  if (last === undefined || last.state === "PENDING" || last.state === "RUNNING") return null;
  const { sourceJobId: jobId, sourceEntryId } = last;
  return {
    revival: { kind: "RESTORE", jobId, entryId: jobId === null ? sourceEntryId : null },
    from: "branch, rescue or remote",
  };
}

/** Its cleanup is over: from its entry, else anew. */
function fromBefore(environment: Environment, sources: Sources): Found | null {
  if (["READY", "PROVISIONING", "RESTORING"].includes(environment.status)) return null;
  // Not one of an earlier making, which a reset left: that is another directory, for whoever restores it by name.
  const entry = sources.entries.get(environment.directory) ?? null;
  const last = sources.jobs.get(environment.id) ?? null;
  if (entry === null && last === null) return null;
  // It had been reset before: the archive found nothing to take along.
  if (last?.trigger === "ENVIRONMENT_RESET") return null;
  return {
    revival: { kind: "RESTORE", jobId: last?.id ?? entry?.jobId ?? null, entryId: entry?.id ?? null },
    from: entry === null ? "branch, rescue or remote" : "quarantine",
  };
}

type Sources = Awaited<ReturnType<typeof sourcesOf>>;

/** Restorable entries by their directory; by environment its last job that succeeded, and its last restore. */
async function sourcesOf(tx: Tx, ids: readonly string[]) {
  const oldestFirst = [{ createdAt: "asc" as const }, { id: "asc" as const }];
  const entries = await inParts(ids, (part) =>
    tx.quarantineEntry.findMany({ where: { environmentId: { in: part }, state: "HELD", kind: "DIRECTORY" }, orderBy: oldestFirst }),
  );
  const jobs = await inParts(ids, (part) =>
    tx.cleanupJob.findMany({ where: { environmentId: { in: part }, state: "SUCCEEDED" }, orderBy: oldestFirst }),
  );
  const restores = await inParts(ids, (part) =>
    tx.environmentAttempt.findMany({ where: { environmentId: { in: part }, kind: "RESTORE" }, orderBy: oldestFirst }),
  );
  // The last one of each stays.
  return {
    entries: new Map(entries.map((entry) => [entry.directory, entry])),
    jobs: new Map(jobs.map((job) => [job.environmentId, job])),
    restores: new Map(restores.map((restore) => [restore.environmentId, restore])),
  };
}
