import { nthOf } from "./model.js";
import { stopSessions, unusable } from "./mutations.js";
import { type JobRow, type Play, Rows, say } from "./play.js";
import type { Step } from "./steps.js";

type Of<K extends Step["do"]> = Extract<Step, { do: K }>;

/** What the rows say of an environment and of the job that names it. */
function seen(play: Play, environmentId: string): { job: JobRow | null; status: string; restoring: boolean } {
  const rows = new Rows(play);
  return {
    job: rows.naming().find((one) => one.environmentId === environmentId) ?? null,
    status: rows.environments().find((one) => one.id === environmentId)?.status ?? "",
    restoring: rows.attempts().some((one) => one.environmentId === environmentId && one.kind === "RESTORE"),
  };
}

export async function transfer(play: Play, step: Of<"transfer">): Promise<void> {
  const environment = play.model.someEnvironment(step.environment);
  const task = nthOf(play.model.tasks, step.task);
  if (environment === null || task === null) return;
  const { job, status, restoring } = seen(play, environment.id);
  const refusals: string[] = [];
  if (environment.taskId === null) refusals.push("NotFoundError");
  else {
    if (environment.taskId === task.id) refusals.push("InvalidInputError");
    if (task.archived) refusals.push("TaskArchivedError");
    const ending = new Rows(play).naming().some((one) => one.taskId === task.id && one.trigger !== "ENVIRONMENT_RESET");
    if (ending || (job !== null && job.begunAt !== null)) refusals.push("CleanupInProgressError");
    if (restoring) refusals.push("CleanupInProgressError", "EnvironmentBusyError");
    if (!["PROVISIONING", "READY", "FAILED"].includes(status)) refusals.push("EnvironmentBusyError");
  }
  const done = await say(play, "transferEnvironment", { environmentId: environment.id, toTaskId: task.id }, "__typename", { refusals });
  if (done !== null) environment.taskId = task.id;
}

export async function reset(play: Play, step: Of<"reset">): Promise<void> {
  const { model, stage } = play;
  const environment = model.someEnvironment(step.environment);
  if (environment === null) return;
  const { job, status, restoring } = seen(play, environment.id);
  const holders = model.holders(environment.id, stage.world.now());
  const refusals: string[] = [];
  if (environment.taskId === null) refusals.push("NotFoundError");
  else {
    if (!model.isActive(environment.taskId)) refusals.push("TaskArchivedError");
    if (job !== null && (job.begunAt !== null || job.trigger !== "ENVIRONMENT_RESET")) refusals.push("CleanupInProgressError");
    if (restoring) refusals.push("CleanupInProgressError", "EnvironmentBusyError");
    if (!["READY", "FAILED", "EMPTY", "QUARANTINED"].includes(status)) refusals.push("EnvironmentBusyError");
    if (holders.length > 0 && !step.stop) refusals.push("EnvironmentHeldError");
  }
  const input = {
    environmentId: environment.id,
    stopSessions: step.stop,
    pushFirst: step.push === true,
    materialise: step.afresh,
    ...(step.policy === null ? {} : { branchPolicy: step.policy }),
  };
  const done = await say(play, "resetEnvironment", input, "__typename", { refusals });
  if (done !== null) stopSessions(play, holders);
}

export async function pin(play: Play, nth: number): Promise<void> {
  const environment = play.model.someEnvironment(nth);
  if (environment === null) return;
  const { job } = seen(play, environment.id);
  const refusals: string[] = environment.taskId === null ? ["NotFoundError"] : [];
  if (job !== null && job.begunAt !== null) refusals.push("CleanupInProgressError");
  const input = { environmentId: environment.id, reason: play.model.unique("kept") };
  if ((await say(play, "pinEnvironment", input, "__typename", { refusals })) !== null) play.model.pinned.add(environment.id);
}

export async function unpin(play: Play, environmentId: string): Promise<void> {
  const { job } = seen(play, environmentId);
  const isThere = play.model.environment(environmentId)?.taskId !== null || job !== null;
  const done = await say(play, "unpinEnvironment", { environmentId }, "__typename", { refusals: isThere ? [] : ["NotFoundError"] });
  if (done !== null || !isThere) play.model.pinned.delete(environmentId);
}

export async function addWorktree(play: Play, step: Of<"add-worktree">): Promise<void> {
  const { model, stage } = play;
  const environment = model.someEnvironment(step.environment);
  const place = stage.places.find((one) => one.name === step.slot);
  if (environment === null || place === undefined) return;
  const refusals: string[] = environment.taskId === null ? ["NotFoundError"] : unusable(play, environment.id);
  if (environment.taskId !== null && !model.isActive(environment.taskId)) refusals.push("TaskArchivedError");
  if (seen(play, environment.id).status !== "READY") refusals.push("EnvironmentBusyError");
  const slot = { repositoryId: place.id, slot: model.unique("added") };
  await say(play, "addWorktree", { environmentId: environment.id, slot }, "__typename", { refusals });
}
