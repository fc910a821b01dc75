import { ENDED, LIVE, nthOf, type SessionModel, type TaskModel } from "./model.js";
import { type JobRow, type Play, placeOf, Rows, say } from "./play.js";
import type { Step } from "./steps.js";
import { Violation } from "./violation.js";

type Of<K extends Step["do"]> = Extract<Step, { do: K }>;

export async function createTask(
  play: Play,
  { parent: parentNth, chat = false }: Pick<Of<"task">, "parent" | "chat">,
): Promise<string | null> {
  const { model } = play;
  const parent = parentNth === null ? null : nthOf(model.tasks, parentNth);
  const done = await say<{ task: { id: string } }>(
    play,
    "createTask",
    {
      workspaceId: model.workspace.id,
      title: model.unique("t"),
      ...(parent === null ? {} : { parentId: parent.id }),
      ...(chat ? { kind: "QUICK_CHAT" } : {}),
    },
    "task { id }",
    { refusals: parent?.archived === true ? ["TaskArchivedError"] : [] },
  );
  if (done === null) return null;
  model.tasks.push({ id: done.task.id, parentId: parent?.id ?? null, archived: false, chat, archivedBy: null });
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
  const environment = step.environment === null ? null : model.someEnvironment(step.environment);
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
export function unusable(play: Play, environmentId: string): string[] {
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

/** What it makes of sessions that they are asked to stop. */
export function stopSessions(play: Play, sessions: readonly SessionModel[]): void {
  for (const session of sessions) {
    if (!LIVE.includes(session.state)) continue;
    session.state = "STOPPING";
    session.graceEndsAt = graceOf(play, session.id);
  }
}

/** What the end of tasks makes of what they own, of those below them that stay, and of their sessions. */
export function remove(play: Play, tasks: readonly TaskModel[], receivers: ReadonlyMap<string, string> = new Map()): void {
  const { model } = play;
  const gone = new Set<string | null>(tasks.map((task) => task.id));
  for (const environment of model.environments)
    if (environment.taskId !== null && gone.has(environment.taskId)) environment.taskId = receivers.get(environment.id) ?? null;
  for (const child of model.tasks) if (child.parentId !== null && gone.has(child.parentId)) child.parentId = null;
  const theirs = model.sessions.filter((session) => session.taskId !== null && gone.has(session.taskId));
  stopSessions(play, theirs);
  for (const session of theirs) {
    session.taskId = null;
    if (ENDED.includes(session.state)) model.forget(session);
  }
  for (const task of tasks) model.remove(task);
}

export async function controlJob(play: Play, name: "cancelCleanupJob" | "retryCleanupJob", job: JobRow | null): Promise<void> {
  if (job === null) return;
  const from = name === "cancelCleanupJob" ? ["PENDING", "RUNNING", "BLOCKED", "RETRY_WAIT"] : ["FAILED", "CANCELLED"];
  // A reset of which nothing has begun is called off.
  const callsOff =
    name === "cancelCleanupJob" && job.trigger === "ENVIRONMENT_RESET" && job.begunAt === null && job.holdsEnvironmentId !== null;
  await say(play, name, { jobId: job.id }, "__typename", { refusals: from.includes(job.state) || callsOff ? [] : ["StateError"] });
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
  const there = rows.environments().find((one) => one.id === entry.environmentId);
  // Its environment was made afresh since: it comes back as one of its own.
  const isBeside = there !== undefined && there.directory !== entry.directory;
  if (!isBeside && rows.naming().some((job) => job.environmentId === entry.environmentId)) refusals.push("CleanupInProgressError");
  const done = await say<{ environment: { id: string } }>(
    play,
    "restoreQuarantineEntry",
    { entryId: entry.id, taskId: named.id },
    "environment { id }",
    { refusals },
  );
  if (done === null) return;
  const known = model.environment(done.environment.id);
  if ((known === null) !== isBeside) throw new Violation("an entry restores its own environment", [done.environment.id]);
  if (known === null) {
    model.environments.push({ id: done.environment.id, taskId: task.id });
    return;
  }
  // A row that is made again is not pinned.
  if (known.taskId === null) model.pinned.delete(known.id);
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
  const environment = play.model.someEnvironment(nth);
  if (environment === null) return;
  const row = new Rows(play).environments().find((one) => one.id === environment.id);
  const refusals: string[] = environment.taskId === null ? ["NotFoundError"] : unusable(play, environment.id);
  if (environment.taskId !== null && !play.model.isActive(environment.taskId)) refusals.push("TaskArchivedError");
  if (row !== undefined && row.status !== "FAILED") refusals.push("EnvironmentBusyError");
  // One that FAILED in a restore has nothing that was not made.
  const perhaps = ["BranchRefusedError", "EnvironmentBusyError"];
  await say(play, "retryEnvironment", { environmentId: environment.id }, "__typename", { refusals, perhaps });
}
