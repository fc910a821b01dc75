import type { Tx } from "../db/database.js";
import type { CleanupJob, Environment } from "../db/generated/client.js";
import { CleanupInProgressError, EnvironmentBusyError } from "../errors.js";

/** The job that names the environment: its environment is spoken for, whatever the job's state. */
export function jobNaming(from: Pick<Tx, "cleanupJob">, environmentId: string): Promise<CleanupJob | null> {
  return from.cleanupJob.findUnique({ where: { holdsEnvironmentId: environmentId } });
}

/** What is begun or changed on an environment that a job names is refused with. */
export function inProgress(environmentId: string, job: Pick<CleanupJob, "id" | "state">): CleanupInProgressError {
  return new CleanupInProgressError(job.id, `The environment ${environmentId} is being reclaimed by ${job.id} (${job.state}).`);
}

/**
 * Refuses to begin something on an environment that is being reclaimed or restored, or of which nothing lies at its place. The ending
 * committed first: what begins now comes second.
 *
 * @throws CleanupInProgressError, EnvironmentBusyError
 */
export async function requireUsable(tx: Tx, environment: Environment): Promise<void> {
  const job = await jobNaming(tx, environment.id);
  if (job !== null) throw inProgress(environment.id, job);
  await requireNotRestoring(tx, environment);
  requireInPlace(environment);
}

/** @throws CleanupInProgressError, EnvironmentBusyError it is being brought back, or is going to be */
export async function requireNotRestoring(from: Pick<Tx, "environmentAttempt">, environment: Environment): Promise<void> {
  const restore = await from.environmentAttempt.findFirst({
    where: { environmentId: environment.id, kind: "RESTORE", state: { in: ["PENDING", "RUNNING"] } },
    orderBy: { createdAt: "desc" },
  });
  if (restore?.sourceJobId) {
    throw new CleanupInProgressError(
      restore.sourceJobId,
      `The environment ${environment.id} is being brought back from ${restore.sourceJobId}.`,
    );
  }
  if (restore !== null)
    throw new EnvironmentBusyError(environment.id, environment.status, `The environment ${environment.id} is being brought back.`);
}

/** @throws EnvironmentBusyError nothing of it lies at its place, or is going to */
export function requireInPlace(environment: Environment): void {
  switch (environment.status) {
    case "PROVISIONING":
    case "READY":
    case "FAILED":
      return;
    default:
      throw new EnvironmentBusyError(environment.id, environment.status, `The environment ${environment.id} is ${environment.status}.`);
  }
}
