import { ENDED, LIVE, nthOf, type TaskModel } from "./model.js";
import { type Play, placeOf, Rows, say } from "./play.js";
import type { Policy, Step } from "./steps.js";
import { Violation } from "./violation.js";

/** From this number on "the nth task" is any, whether it fits or not. */
const ANY_TASK_FROM = 6;

type Of<K extends Step["do"]> = Extract<Step, { do: K }>;

export async function createTask(play: Play, parentNth: number | null): Promise<string | null> {
  const { model } = play;
  const parent = parentNth === null ? null : nthOf(model.tasks, parentNth);
  const done = await say<{ task: { id: string } }>(
    play,
    "createTask",
    { workspaceId: model.workspaceId, title: model.unique("t"), ...(parent === null ? {} : { parentId: parent.id }) },
    "task { id }",
    { refusals: parent?.archived === true ? ["TaskArchivedError"] : [] },
  );
  if (done === null) return null;
  model.tasks.push({ id: done.task.id, parentId: parent?.id ?? null, archived: false });
  return done.task.id;
}

export async function createEnvironment(play: Play, task: TaskModel, step: Pick<Of<"environment">, "slots" | "existing">): Promise<void> {
  const { stage, model } = play;
  const slots = step.slots.map((name, index) => {
    const place = stage.places.find((one) => one.name === name);
    if (place === undefined) throw new Error(name);
    const existing = step.existing === null || index > 0 ? null : nthOf([...model.theirsIn(place)], step.existing);
    return { repositoryId: place.id, slot: `s${index}`, ...(existing === null ? {} : { existingBranch: existing }) };
  });
  const done = await say<{ environment: { id: string } }>(play, "createEnvironment", { taskId: task.id, slots }, "environment { id }", {
    refusals: task.archived ? ["TaskArchivedError"] : [],
    // A branch of theirs may be checked out, or promised to somebody.
    perhaps: slots.some((slot) => "existingBranch" in slot) ? ["BranchRefusedError"] : [],
  });
  if (done !== null) model.environments.push({ id: done.environment.id, taskId: task.id });
}

export async function startSession(play: Play, step: Of<"session">): Promise<void> {
  const { model } = play;
  const task = nthOf(model.tasks, step.task);
  if (task === null) return;
  const environment = step.environment === null ? null : nthOf(model.environments, step.environment);
  const refusals: string[] = task.archived ? ["TaskArchivedError"] : [];
  if (environment !== null) {
    if (environment.taskId === null) refusals.push("NotFoundError");
    else refusals.push(...unusable(play, environment.id));
    if (environment.taskId !== null && !model.isActive(environment.taskId)) refusals.push("TaskArchivedError");
  }
  const input = { taskId: task.id, ...(environment === null ? {} : { environmentId: environment.id }) };
  const done = await say<{ session: { id: string } }>(play, "startSession", input, "session { id }", { refusals });
  if (done === null) return;
  model.sessions.push({
    id: done.session.id,
    taskId: task.id,
    environmentId: environment?.id ?? null,
    state: "CREATED",
    graceEndsAt: null,
  });
}

/** Why nothing new may begin on an environment, by what its rows say. */
function unusable(play: Play, environmentId: string): string[] {
  const rows = new Rows(play);
  if (rows.naming().some((job) => job.environmentId === environmentId)) return ["CleanupInProgressError"];
  const restore = rows.attempts().find((one) => one.environmentId === environmentId && one.kind === "RESTORE");
  if (restore !== undefined) return ["CleanupInProgressError", "EnvironmentBusyError"];
  const status = rows.environments().find((one) => one.id === environmentId)?.status ?? "";
  return ["PROVISIONING", "READY", "FAILED"].includes(status) ? [] : ["EnvironmentBusyError"];
}

export async function updateSession(play: Play, step: Of<"session-state">): Promise<void> {
  const { model } = play;
  const session = nthOf(model.sessions, step.session);
  if (session === null) return;
  const impossible =
    session.state !== step.state && (ENDED.includes(session.state) || (session.state === "STOPPING" && LIVE.includes(step.state)));
  const done = await say(play, "updateSession", { sessionId: session.id, state: step.state }, "__typename", {
    refusals: impossible ? (session.taskId === null ? ["StateError", "NotFoundError"] : ["StateError"]) : [],
    perhaps: session.taskId === null ? ["NotFoundError"] : [],
  });
  if (done === null || session.state === step.state) return;
  session.state = step.state;
  session.graceEndsAt = step.state === "STOPPING" ? graceOf(play, session.id) : null;
  if (session.taskId === null && ENDED.includes(step.state)) model.forget(session);
}

export async function deleteSession(play: Play, nth: number): Promise<void> {
  const session = nthOf(play.model.sessions, nth);
  if (session === null) return;
  const perhaps = session.taskId === null ? ["NotFoundError"] : [];
  if ((await say(play, "deleteSession", { sessionId: session.id }, "__typename", { refusals: [], perhaps })) !== null)
    play.model.forget(session);
}

/** When a session's grace is over; it has to be within the configured half minute. */
function graceOf(play: Play, sessionId: string): number | null {
  const [row] = play.stage.rows<{ graceEndsAt: string | null }>("select graceEndsAt from Session where id = ?", sessionId);
  if (row?.graceEndsAt == null) return null;
  const endsAt = new Date(row.graceEndsAt).getTime();
  if (endsAt > play.stage.world.now() + 30_000) throw new Violation("a grace is half a minute", [`${sessionId} until ${row.graceEndsAt}`]);
  return endsAt;
}

/** What the end of a task makes of its sessions. */
function stopSessions(play: Play, task: TaskModel): void {
  for (const session of play.model.sessions) {
    if (session.taskId !== task.id || !LIVE.includes(session.state)) continue;
    session.state = "STOPPING";
    session.graceEndsAt = graceOf(play, session.id);
  }
}

const policyOf = (policy: Policy): { branchPolicy?: string } => (policy === null ? {} : { branchPolicy: policy });

/** Mostly one that it can be done to, where there is one; else any, to be refused. */
function taskFor(play: Play, nth: number, archived: boolean): TaskModel | null {
  const fitting = play.model.tasks.filter((task) => task.archived === archived);
  return nthOf(fitting.length === 0 || nth >= ANY_TASK_FROM ? play.model.tasks : fitting, nth);
}

export async function archive(play: Play, step: Of<"archive">): Promise<void> {
  const task = taskFor(play, step.task, false);
  if (task === null) return;
  const done = await say(play, "archiveTask", { taskId: task.id, ...policyOf(step.policy) }, "__typename", {
    refusals: task.archived ? ["TaskArchivedError"] : [],
  });
  if (done === null) return;
  task.archived = true;
  stopSessions(play, task);
}

export async function unarchive(play: Play, nth: number): Promise<void> {
  const task = taskFor(play, nth, true);
  if (task === null) return;
  const done = await say(play, "unarchiveTask", { taskId: task.id }, "__typename", {
    refusals: task.archived ? [] : ["TaskNotArchivedError"],
  });
  if (done !== null) task.archived = false;
}

export async function deleteTask(play: Play, task: TaskModel, policy: Policy): Promise<void> {
  const { model, stage } = play;
  const now = stage.world.now();
  const owned = model.owned(task.id);
  const begun = new Set(new Rows(play).naming().flatMap((job) => (job.begunAt === null ? [] : [job.environmentId])));
  // Who may get it: the most recently active session decides, by rows, since the model does not know when that was.
  const receivers = new Map<string, string>();
  for (const environment of owned) {
    if (begun.has(environment.id)) continue;
    const theirs = model.holders(environment.id, now).filter((one) => one.taskId !== task.id && model.isActive(one.taskId));
    const latest = latestOf(
      play,
      theirs.map((one) => one.id),
    );
    if (latest !== null) receivers.set(environment.id, latest);
  }
  const done = await say<{ transferred: { environmentId: string; taskId: string }[] }>(
    play,
    "deleteTask",
    { taskId: task.id, ...policyOf(policy) },
    "transferred { environmentId taskId }",
    { refusals: [] },
  );
  if (done === null) return;
  for (const environment of owned) {
    const to = receivers.get(environment.id) ?? null;
    const said = done.transferred.find((one) => one.environmentId === environment.id)?.taskId ?? null;
    if (said !== to) throw new Violation("a held environment goes to its holder", [`${environment.id}: expected ${to}, is ${said}`]);
    environment.taskId = to;
  }
  for (const child of model.tasks) if (child.parentId === task.id) child.parentId = null;
  model.remove(task);
  for (const session of [...model.sessions]) {
    if (session.taskId !== task.id) continue;
    if (ENDED.includes(session.state)) model.forget(session);
    else {
      session.state = "STOPPING";
      session.graceEndsAt = graceOf(play, session.id);
      session.taskId = null;
    }
  }
}

function latestOf(play: Play, sessionIds: readonly string[]): string | null {
  if (sessionIds.length === 0) return null;
  const marks = sessionIds.map(() => "?").join(", ");
  const [row] = play.stage.rows<{ taskId: string }>(
    `select taskId from Session where id in (${marks}) order by lastActivityAt desc, id limit 1`,
    ...sessionIds,
  );
  return row?.taskId ?? null;
}

export async function controlJob(play: Play, name: "cancelCleanupJob" | "retryCleanupJob", nth: number): Promise<void> {
  const job = nthOf(new Rows(play).jobs(), nth);
  if (job === null) return;
  const from = name === "cancelCleanupJob" ? ["PENDING", "RUNNING", "BLOCKED", "RETRY_WAIT"] : ["FAILED", "CANCELLED"];
  await say(play, name, { jobId: job.id }, "__typename", { refusals: from.includes(job.state) ? [] : ["StateError"] });
}

export async function restoreEntry(play: Play, step: Of<"restore-entry">): Promise<void> {
  const { model } = play;
  const rows = new Rows(play);
  const entry = nthOf(rows.entries(), step.entry);
  const named = nthOf(model.tasks, step.task);
  if (entry === null || named === null) return;
  const task = model.isActive(entry.taskId) ? (model.task(entry.taskId) as TaskModel) : named;
  const refusals: string[] = entry.state !== "HELD" || entry.kind !== "DIRECTORY" ? ["StateError"] : [];
  if (task.archived) refusals.push("TaskArchivedError");
  if (rows.naming().some((job) => job.environmentId === entry.environmentId)) refusals.push("CleanupInProgressError");
  const there = rows.environments().find((one) => one.id === entry.environmentId);
  if (there !== undefined && there.directory !== entry.directory) refusals.push("StateError");
  const done = await say<{ environment: { id: string } }>(
    play,
    "restoreQuarantineEntry",
    { entryId: entry.id, taskId: named.id },
    "environment { id }",
    { refusals },
  );
  if (done === null) return;
  const known = model.environment(done.environment.id);
  if (known === null) throw new Violation("an entry restores its own environment", [done.environment.id]);
  known.taskId = task.id;
}

export async function restoreRescue(play: Play, nth: number): Promise<void> {
  const rescue = nthOf(new Rows(play).rescues(), nth);
  if (rescue === null) return;
  const branch = play.model.unique("rescued");
  const done = await say(play, "restoreRescue", { rescueId: rescue.id, branch }, "__typename", {
    refusals: [],
    perhaps: ["StateError", ...(rescue.droppedAt === null ? [] : ["BranchRefusedError"])],
  });
  if (done === null) return;
  const place = placeOf(play, rescue.repositoryId);
  play.model.theirsIn(place).add(branch);
  const tip = place.repo.git("rev-parse", `refs/heads/${branch}`);
  if (tip !== rescue.commit) throw new Violation("a rescue is restored as it was", [`${branch} is at ${tip}, not ${rescue.commit}`]);
}

export async function retryEnvironment(play: Play, nth: number): Promise<void> {
  const environment = nthOf(play.model.environments, nth);
  if (environment === null) return;
  const row = new Rows(play).environments().find((one) => one.id === environment.id);
  const refusals: string[] = environment.taskId === null ? ["NotFoundError"] : unusable(play, environment.id);
  if (environment.taskId !== null && !play.model.isActive(environment.taskId)) refusals.push("TaskArchivedError");
  if (row !== undefined && row.status !== "FAILED") refusals.push("EnvironmentBusyError");
  // One that FAILED in a restore has nothing that was not made.
  const perhaps = ["BranchRefusedError", "EnvironmentBusyError"];
  await say(play, "retryEnvironment", { environmentId: environment.id }, "__typename", { refusals, perhaps });
}
