import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { CleanupJob } from "../db/generated/client.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { NotFoundError, StateError } from "../errors.js";
import { cleanupEvent } from "./events.js";
import { changeJobState, NAMING_STATES, RUNNABLE_STATES } from "./job.js";

export interface JobControlInput {
  jobId: string;
  operationId?: string | null;
}

/** Gives a FAILED or CANCELLED job all its attempts again, due at once; only what is unfinished is touched. Throws NotFoundError, StateError (JOB_STATE). */
export async function retryCleanupJob(core: Core, input: JobControlInput): Promise<{ jobId: string }> {
  return control(core, "retryCleanupJob", input, async (tx, job, at) => {
    if (job.state !== "FAILED" && job.state !== "CANCELLED") {
      throw new StateError(
        "JOB_STATE",
        job.id,
        job.state,
        `The job ${job.id} is ${job.state}: only a FAILED or CANCELLED job can be retried.`,
      );
    }
    const next = await changeJobState(tx, job, "PENDING", {
      attempts: 0,
      waits: 0,
      dueAt: at,
      dueSetAt: at,
      completedAt: null,
      waitingFor: null,
    });
    if (next !== null) await cleanupEvent(tx, next, at, { type: "QUEUED", message: "Retried by a person." });
  });
}

/**
 * Parks a job: what it has begun stays as it is, and its environment stays the job's, until a retry, an unarchive or a later end. A reset of which
 * nothing has begun is called off instead: its task goes on with the environment as it is. Throws NotFoundError, StateError (JOB_STATE).
 */
export async function cancelCleanupJob(core: Core, input: JobControlInput): Promise<{ jobId: string }> {
  return control(core, "cancelCleanupJob", input, async (tx, job, at) => {
    if (job.trigger === "ENVIRONMENT_RESET" && job.begunAt === null && (NAMING_STATES as readonly string[]).includes(job.state)) {
      const ended = await changeJobState(tx, job, "SUPERSEDED", { completedAt: at, waitingFor: null });
      if (ended !== null) await cleanupEvent(tx, ended, at, { type: "SUPERSEDED", message: "Called off by a person: nothing had begun." });
      return;
    }
    if (!(RUNNABLE_STATES as readonly string[]).includes(job.state)) {
      throw new StateError("JOB_STATE", job.id, job.state, `The job ${job.id} is ${job.state}: there is nothing left to cancel.`);
    }
    const next = await changeJobState(tx, job, "CANCELLED", { completedAt: at, waitingFor: null });
    if (next !== null) await cleanupEvent(tx, next, at, { type: "CANCELLED", message: "Parked by a person." });
  });
}

async function control(
  core: Core,
  name: string,
  input: JobControlInput,
  work: (tx: Tx, job: CleanupJob, at: Date) => Promise<void>,
): Promise<{ jobId: string }> {
  const jobId = requireId("job", input.jobId, "input.jobId");
  return operate(core.db, core.clock, { operationId: input.operationId, name, input: { jobId } }, async (tx) => {
    const job = await tx.cleanupJob.findUnique({ where: { id: jobId } });
    if (job === null) throw new NotFoundError("cleanup job", jobId);
    await work(tx, job, new Date(core.clock.now()));
    return { jobId };
  });
}
