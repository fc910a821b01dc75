/**
 * Sessions. CREATED STARTING RUNNING IDLE WAITING_FOR_INPUT are live, and it moves freely among them; then STOPPING; then COMPLETED FAILED
 * CANCELLED or LOST, for ever.
 *
 *   from      to live   to STOPPING   to ended
 *   live      yes       yes           yes
 *   STOPPING  no        it is         yes
 *   ended     no        no            only what it is
 *
 * A live one may also be taken for LOST by a time-out of its workspace. A session owns nothing: none of these functions touches a worktree, a file or a repository, or makes a job.
 */
import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import { appendEvents } from "../db/events.js";
import type { Prisma, Session, Task } from "../db/generated/client.js";
import type { SessionState } from "../db/generated/enums.js";
import { newId, requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { eachPart, groupedBy, inParts } from "../db/parts.js";
import { InvalidInputError, NotFoundError, StateError, TaskArchivedError } from "../errors.js";
import { sessionEvent, sessionLine } from "./events.js";
import { ENDED_STATES, isEnded, isLive, LIVE_STATES, LONGEST_GRACE_MS } from "./held.js";
import { optionalId, optionalLine } from "./input.js";
import { requireUsable } from "./usable.js";
import { policyOf } from "./workspacePolicy.js";

const TITLE_CHARS = 500;

export interface StartSessionInput {
  taskId: string;
  /** Any of the workspace: one of another task is borrowed. */
  environmentId?: string | null | undefined;
  title?: string | null | undefined;
  operationId?: string | null | undefined;
}

/**
 * Makes a session, CREATED. From now on it holds its environment.
 * Throws InvalidInputError, NotFoundError, TaskArchivedError (its own task or the environment's owner), CleanupInProgressError,
 * EnvironmentBusyError, OperationConflictError.
 */
export async function startSession(core: Core, input: StartSessionInput): Promise<{ sessionId: string }> {
  const taskId = requireId("task", input.taskId, "input.taskId");
  const environmentId = optionalId("environment", input.environmentId, "input.environmentId");
  const title = optionalLine("input.title", input.title, { max: TITLE_CHARS });
  const op = { operationId: input.operationId, name: "startSession", input: { taskId, environmentId, title } };
  return operate(core.db, core.clock, op, async (tx) => {
    const now = new Date(core.clock.now());
    await dropTaskless(tx, now);
    const task = await enterForSession(tx, taskId, environmentId);
    const session = await tx.session.create({
      data: {
        id: newId("session"),
        workspaceId: task.workspaceId,
        taskId,
        environmentId,
        title,
        state: "CREATED",
        createdAt: now,
        lastActivityAt: now,
      },
    });
    await noteActivity(tx, session, now);
    await sessionEvent(tx, session, "STARTED", environmentId === null ? "Started." : `Started in ${environmentId}.`, now);
    return { sessionId: session.id };
  });
}

/** The barrier, with the session's task and the environment's owner at once; then whether the session may begin. */
async function enterForSession(tx: Tx, taskId: string, environmentId: string | null): Promise<Task> {
  const environment = environmentId === null ? null : await tx.environment.findUnique({ where: { id: environmentId } });
  const entered = await enterTasks(tx, environment === null ? [taskId] : [taskId, environment.taskId]);
  const task = entered.get(taskId);
  if (task === undefined) throw new NotFoundError("task", taskId);
  if (task.archivedAt !== null) throw new TaskArchivedError(taskId);
  if (environmentId === null) return task;
  if (environment === null || environment.workspaceId !== task.workspaceId) throw new NotFoundError("environment", environmentId);
  await requireUsable(tx, environment);
  const owner = entered.get(environment.taskId);
  if (owner !== undefined && owner.archivedAt !== null) throw new TaskArchivedError(owner.id);
  return task;
}

export interface UpdateSessionInput {
  sessionId: string;
  state?: SessionState | null | undefined;
  /** A sign of life. */
  heartbeat?: boolean | null | undefined;
  operationId?: string | null | undefined;
}

/**
 * Writes down a session's state, or a sign of life. The end of a session whose task was deleted takes its row along.
 * Throws InvalidInputError, NotFoundError, StateError (the table above; a heartbeat of an ended one too), OperationConflictError.
 */
export async function updateSession(core: Core, input: UpdateSessionInput): Promise<{ sessionId: string }> {
  const sessionId = requireId("session", input.sessionId, "input.sessionId");
  const state = input.state ?? null;
  const heartbeat = input.heartbeat === true;
  if (state === null && !heartbeat) throw new InvalidInputError("input", "Give a state or a heartbeat.");
  const op = { operationId: input.operationId, name: "updateSession", input: { sessionId, state, heartbeat } };
  return operate(core.db, core.clock, op, async (tx) => {
    const now = new Date(core.clock.now());
    const seen = await requireSession(tx, sessionId);
    if (state === null || state === seen.state) {
      if (isEnded(seen.state) && state === null)
        throw new StateError("SESSION_STATE", sessionId, seen.state, `The session ${sessionId} has ended (${seen.state}).`);
      if (!isEnded(seen.state)) await noteActivity(tx, seen, now);
      return { sessionId };
    }
    await enterOwners(tx, seen);
    const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: seen.workspaceId } });
    await moveTo(tx, seen, state, policyOf(core.config, workspace).stopGraceMs, now);
    return { sessionId };
  });
}

/** What somebody asks of a session. */
async function moveTo(tx: Tx, seen: Session, state: SessionState, graceMs: number, now: Date): Promise<Session> {
  if (isEnded(seen.state) || (seen.state === "STOPPING" && isLive(state))) {
    throw new StateError(
      "SESSION_STATE",
      seen.id,
      seen.state,
      `The session ${seen.id} is ${seen.state}: it can't become ${state}. Start a new one.`,
    );
  }
  const graceEndsAt = state === "STOPPING" ? graceEnd(graceMs, now) : null;
  const moved = await changeState(tx, seen, state, { lastActivityAt: now, graceEndsAt, endedAt: isEnded(state) ? now : null });
  if (moved === null) throw new Error(`the session ${seen.id} changed inside its own transaction`);
  await sessionEvent(tx, moved, ...wordsFor(seen.state, moved), now);
  if (isEnded(state) && moved.taskId === null) await tx.session.delete({ where: { id: moved.id } });
  else await noteActivity(tx, moved, now);
  return moved;
}

type StateChange = Pick<Session, "graceEndsAt" | "endedAt"> & Partial<Pick<Session, "lastActivityAt">>;

/** Changes a session's state, by compare-and-set. Null when it is not as it was seen, or `also` does not hold any more. */
async function changeState(
  tx: Tx,
  seen: Pick<Session, "id" | "state">,
  state: SessionState,
  change: StateChange,
  also: Prisma.SessionWhereInput = {},
): Promise<Session | null> {
  return (await changeStates(tx, [seen], state, change, also))[0] ?? null;
}

/** The one function that changes sessions' state: one statement for those that were seen alike. What is not so any more is left out. */
async function changeStates(
  tx: Tx,
  seen: readonly Pick<Session, "id" | "state">[],
  state: SessionState,
  change: StateChange,
  also: Prisma.SessionWhereInput = {},
): Promise<Session[]> {
  const changed: Session[] = [];
  for (const alike of groupedBy(seen, (session) => session.state).values()) {
    const from = (alike[0] as Session).state;
    const ids = alike.map((session) => session.id);
    const rows = await inParts(ids, (part) =>
      tx.session.updateManyAndReturn({ where: { AND: [{ id: { in: part }, state: from }, also] }, data: { ...change, state } }),
    );
    changed.push(...rows);
  }
  return changed;
}

/**
 * A live session that has given no sign of life since `silentSince` is LOST, and holds nothing any more: asked again in the writing
 * statement, for it may just have given one. This is no activity of its task.
 */
export async function loseSilent(tx: Tx, seen: Session, silentSince: Date, now: Date, why: string): Promise<void> {
  if (!isLive(seen.state)) return;
  await enterOwners(tx, seen);
  const lost = await changeState(tx, seen, "LOST", { graceEndsAt: null, endedAt: now }, { lastActivityAt: { lte: silentSince } });
  if (lost !== null) await sessionEvent(tx, lost, "LOST", `${why} It was ${seen.state}.`, now);
}

function graceEnd(graceMs: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(graceMs, LONGEST_GRACE_MS));
}

function stopWords(stopping: Session): string {
  return `Asked to stop, until ${stopping.graceEndsAt?.toISOString() ?? "now"}.`;
}

function wordsFor(from: SessionState, moved: Session): ["STATE_CHANGED" | "STOP_REQUESTED" | "ENDED" | "LOST", string] {
  if (moved.state === "STOPPING") return ["STOP_REQUESTED", stopWords(moved)];
  if (moved.state === "LOST") return ["LOST", `Lost: it was ${from}.`];
  if (isEnded(moved.state)) return ["ENDED", `Ended: ${moved.state}.`];
  return ["STATE_CHANGED", `From ${from} to ${moved.state}.`];
}

export interface DeleteSessionInput {
  sessionId: string;
  operationId?: string | null | undefined;
}

/** Deletes the row, and nothing else. Throws InvalidInputError, NotFoundError, OperationConflictError. */
export async function deleteSession(core: Core, input: DeleteSessionInput): Promise<{ sessionId: string }> {
  const sessionId = requireId("session", input.sessionId, "input.sessionId");
  const op = { operationId: input.operationId, name: "deleteSession", input: { sessionId } };
  return operate(core.db, core.clock, op, async (tx) => {
    const session = await requireSession(tx, sessionId);
    await enterOwners(tx, session);
    await tx.session.delete({ where: { id: sessionId } });
    await sessionEvent(tx, session, "DELETED", `Deleted; it was ${session.state}.`, new Date(core.clock.now()));
    return { sessionId };
  });
}

/**
 * Asks the live sessions of tasks of one workspace to stop, in the transaction that ends the tasks (which has passed the barrier). Each holds
 * its environment until it has ended or `graceMs` are over. Those that are stopping already keep the grace that they have.
 *
 * @returns the sessions that were asked now
 */
export async function stopSessionsOf(tx: Tx, taskIds: readonly string[], graceMs: number, nowMs: number): Promise<Session[]> {
  const now = new Date(nowMs);
  await dropTaskless(tx, now);
  const live = await inParts(taskIds, (part) =>
    tx.session.findMany({
      where: { taskId: { in: part }, state: { in: [...LIVE_STATES] } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
  );
  return stopSessions(tx, live, graceMs, nowMs);
}

/** Asks the live ones among these, of one workspace, to stop, in a transaction that has passed the barrier of their tasks and their environments' owners. */
export async function stopSessions(tx: Tx, sessions: readonly Session[], graceMs: number, nowMs: number): Promise<Session[]> {
  const now = new Date(nowMs);
  const live = sessions.filter((session) => isLive(session.state));
  const [first] = live;
  if (first === undefined) return [];
  const stopped = await changeStates(tx, live, "STOPPING", { lastActivityAt: now, graceEndsAt: graceEnd(graceMs, now), endedAt: null });
  if (stopped.length !== live.length) throw new Error("a session changed inside its own transaction");
  const lines = stopped.map((session) => sessionLine(session, "STOP_REQUESTED", stopWords(session), now));
  await appendEvents(tx, first.workspaceId, lines);
  await eachPart(idsOf(stopped, "taskId"), (part) => tx.task.updateMany({ where: { id: { in: part } }, data: { lastActivityAt: now } }));
  await eachPart(idsOf(stopped, "environmentId"), (part) =>
    tx.environment.updateMany({ where: { id: { in: part } }, data: { lastActivityAt: now } }),
  );
  return stopped;
}

function idsOf(sessions: readonly Session[], column: "taskId" | "environmentId"): string[] {
  return [...new Set(sessions.map((session) => session[column]).filter((id) => id !== null))];
}

/** Sessions whose task was deleted keep their rows until they have ended or their grace is over: those go now. */
async function dropTaskless(tx: Tx, now: Date): Promise<void> {
  await tx.session.deleteMany({
    where: { taskId: null, OR: [{ graceEndsAt: { lte: now } }, { graceEndsAt: null }, { state: { in: [...ENDED_STATES] } }] },
  });
}

async function requireSession(tx: Tx, sessionId: string): Promise<Session> {
  const session = await tx.session.findUnique({ where: { id: sessionId } });
  if (session === null) throw new NotFoundError("session", sessionId);
  return session;
}

/** The barrier for a session in hand: its task and its environment's owner, as far as they still exist. */
async function enterOwners(tx: Tx, session: Session): Promise<void> {
  const environment = session.environmentId === null ? null : await tx.environment.findUnique({ where: { id: session.environmentId } });
  const taskIds = [session.taskId, environment?.taskId ?? null].filter((id) => id !== null);
  if (taskIds.length > 0) await enterTasks(tx, taskIds);
}

async function noteActivity(tx: Tx, session: Session, now: Date): Promise<void> {
  await tx.session.updateMany({ where: { id: session.id }, data: { lastActivityAt: now } });
  if (session.taskId !== null) await tx.task.updateMany({ where: { id: session.taskId }, data: { lastActivityAt: now } });
  if (session.environmentId !== null)
    await tx.environment.updateMany({ where: { id: session.environmentId }, data: { lastActivityAt: now } });
}
