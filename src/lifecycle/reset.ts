import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { Environment, Session, Task } from "../db/generated/client.js";
import type { BranchPolicy } from "../db/generated/enums.js";
import { requireId } from "../db/ids.js";
import { makeAfresh, planAfresh } from "../environments/afresh.js";
import { requireRoot } from "../environments/create.js";
import { heldBy } from "../environments/held.js";
import { operateOnFacts } from "../environments/operateOnFacts.js";
import type { ReservedSlot } from "../environments/reserve.js";
import { stopSessions } from "../environments/sessions.js";
import { inProgress, jobNaming, requireNotRestoring } from "../environments/usable.js";
import { EnvironmentBusyError, EnvironmentHeldError, NotFoundError, ServerBusyError, TaskArchivedError } from "../errors.js";
import { endEnvironments, endingOf } from "./end.js";

export interface ResetEnvironmentInput {
  environmentId: string;
  /** Push every repository's branch before anything moves. */
  pushFirst?: boolean | null;
  /** Make it again when it was torn down. */
  materialise?: boolean | null;
  /** Ask the sessions that hold it to stop, and wait for them; else it is refused while it is held. */
  stopSessions?: boolean | null;
  /** What the workspace's policy says when not given. */
  branchPolicy?: BranchPolicy | null;
  operationId?: string | null;
}

export interface ResetEnvironmentResult {
  operationId: string;
  environmentId: string;
  /** Null where there was nothing to tear down. */
  jobId: string | null;
}

/**
 * Tears an environment down, like any cleanup: what is clean goes, the rest moves to quarantine whole. The environment stays its task's, EMPTY, or is
 * materialised afresh on its branches. Throws NotFoundError, TaskArchivedError, EnvironmentHeldError, EnvironmentBusyError, CleanupInProgressError,
 * RootUnavailableError, OperationConflictError.
 */
export async function resetEnvironment(core: Core, input: ResetEnvironmentInput): Promise<ResetEnvironmentResult> {
  const environmentId = requireId("environment", input.environmentId, "input.environmentId");
  const { operationId, ...rest } = input;
  const op = { operationId, name: "resetEnvironment", input: rest };
  return core.effects.run("end.commit", () =>
    operateOnFacts(
      core,
      op,
      () => gather(core, environmentId, input),
      (tx, id, plan) => reset(core, tx, { ...input, environmentId }, id, plan),
    ),
  );
}

/** What to make at once where nothing is to be torn down first. Null where something is: then it is looked at when that has gone. */
async function gather(core: Core, environmentId: string, input: ResetEnvironmentInput): Promise<ReservedSlot[] | null> {
  if (input.materialise !== true) return null;
  const environment = await core.db.read.environment.findUnique({ where: { id: environmentId } });
  if (environment === null || !isTornDown(environment)) return null;
  await requireRoot(core);
  return planAfresh(core, environmentId);
}

/** Nothing of it lies at its place. */
export function isTornDown(environment: Environment): boolean {
  return environment.status === "EMPTY" || environment.status === "QUARANTINED";
}

async function reset(
  core: Core,
  tx: Tx,
  input: ResetEnvironmentInput,
  operationId: string,
  plan: readonly ReservedSlot[] | null,
): Promise<ResetEnvironmentResult> {
  const nowMs = core.clock.now();
  const { environmentId } = input;
  const environment = await tx.environment.findUnique({ where: { id: environmentId } });
  if (environment === null) throw new NotFoundError("environment", environmentId);
  const holders = await heldBy(tx, environmentId, nowMs);
  const concerned = [environment.taskId, ...holders.flatMap(({ taskId }) => (taskId === null ? [] : [taskId]))];
  const owner = (await enterTasks(tx, concerned)).get(environment.taskId) as Task;
  await requireResettable(tx, { environment, owner, holders, stopSessions: input.stopSessions === true });
  const request = { trigger: "ENVIRONMENT_RESET" as const, branchPolicy: input.branchPolicy, operationId, nowMs };
  const ending = await endingOf(core, tx, [owner], request);
  await stopSessions(tx, holders, ending.policy.stopGraceMs, nowMs);
  const asked = { pushFirst: input.pushFirst === true, makeAfresh: input.materialise === true };
  const [job] = await endEnvironments(tx, [environment], { ...ending, ...asked });
  if (job === undefined && asked.makeAfresh) {
    if (plan === null) throw new ServerBusyError("The environment became empty at this moment. Nothing was done: try again.");
    await makeAfresh(core, tx, environment, plan, new Date(nowMs));
  }
  return { operationId, environmentId, jobId: job?.id ?? null };
}

interface Resettable {
  readonly environment: Environment;
  readonly owner: Task;
  readonly holders: readonly Session[];
  readonly stopSessions: boolean;
}

/**
 * A reset of which nothing has begun gives way to a later one. What is being made comes to its end first.
 * @throws TaskArchivedError, CleanupInProgressError, EnvironmentBusyError, EnvironmentHeldError
 */
export async function requireResettable(
  from: Pick<Tx, "cleanupJob" | "environmentAttempt">,
  { environment, owner, holders, stopSessions }: Resettable,
): Promise<void> {
  const { id, status } = environment;
  if (owner.archivedAt !== null) throw new TaskArchivedError(owner.id);
  const job = await jobNaming(from, id);
  if (job !== null && (job.begunAt !== null || job.trigger !== "ENVIRONMENT_RESET")) throw inProgress(id, job);
  await requireNotRestoring(from, environment);
  if (status !== "READY" && status !== "FAILED" && !isTornDown(environment))
    throw new EnvironmentBusyError(id, status, `The environment ${id} is ${status}: reset it when it is READY or FAILED.`);
  if (holders.length === 0 || stopSessions) return;
  const ids = holders.map((session) => session.id);
  throw new EnvironmentHeldError(id, ids, `The environment ${id} is in use by ${ids.join(", ")}. End them, or say stopSessions.`);
}
