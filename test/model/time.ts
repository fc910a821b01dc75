import { isHolding, LIVE, type SessionModel, type TaskModel } from "./model.js";
import { remove } from "./mutations.js";
import type { Play } from "./play.js";
import { hold } from "./violation.js";

const DAY_MS = 24 * 3_600_000;
const QUICK_CHAT_MS = 7 * DAY_MS;
/** So much later it may be when a piece of work ends. */
const WORK_TAKES_MS = 15_000;
/** A git that hangs is given up after half an hour, again and again. */
const HANGING_WORK_TAKES_MS = DAY_MS;

/** What time alone may end: quick chats, and sessions that give no sign of life. By rows, since the model does not know when anything was. */
export function isQuiet(play: Play, task: TaskModel, at = play.stage.world.now()): boolean {
  if (!task.chat || task.archived) return false;
  const { model } = play;
  const [row] = play.stage.rows<{ lastActivityAt: string }>("select lastActivityAt from Task where id = ?", task.id);
  if (row === undefined || new Date(row.lastActivityAt).getTime() > at - QUICK_CHAT_MS) return false;
  if (model.sessions.some((session) => session.taskId === task.id && (LIVE.includes(session.state) || isHolding(session, at))))
    return false;
  return model.owned(task.id).every((environment) => model.holders(environment.id, at).length === 0);
}

function timeoutOf({ model }: Play): number | null {
  return model.workspace.deleted ? null : model.workspace.sessionTimeoutMs;
}

/** One that lies ahead is as good as one now: the clock was moved back. */
function lastSign(play: Play, session: SessionModel): number {
  const [row] = play.stage.rows<{ lastActivityAt: string }>("select lastActivityAt from Session where id = ?", session.id);
  const now = play.stage.world.now();
  return row === undefined ? now : Math.min(now, new Date(row.lastActivityAt).getTime());
}

/** What may end by itself while the server works: seen before, for then it may be gone. */
export class Passing {
  readonly #chats: Set<TaskModel>;
  readonly #sessions: Set<SessionModel>;
  readonly #end: number;

  constructor(private readonly play: Play) {
    const { model, stage } = play;
    this.#end = stage.world.now() + (stage.gitFault?.mode === "hang" ? HANGING_WORK_TAKES_MS : WORK_TAKES_MS);
    const timeout = timeoutOf(play);
    this.#sessions = new Set(
      timeout === null
        ? []
        : model.sessions.filter((session) => LIVE.includes(session.state) && lastSign(play, session) + timeout <= this.#end),
    );
    this.#chats = new Set(model.tasks.filter((task) => task.chat && !task.archived && this.#mayExpire(task)));
  }

  /** Also what only such a session keeps. */
  #mayExpire(task: TaskModel): boolean {
    const { model } = this.play;
    const [row] = this.play.stage.rows<{ lastActivityAt: string }>("select lastActivityAt from Task where id = ?", task.id);
    if (row === undefined || new Date(row.lastActivityAt).getTime() > this.#end - QUICK_CHAT_MS) return false;
    const keeps = model.sessions.filter((one) => this.#holds(one));
    return !keeps.some((one) => one.taskId === task.id || model.environment(one.environmentId)?.taskId === task.id);
  }

  #holds(session: SessionModel): boolean {
    return isHolding(session, this.play.stage.world.now()) && isHolding(session, this.#end) && !this.#sessions.has(session);
  }

  /** Whether somebody holds it for all the time that a piece of work may take. */
  isHeld(environmentId: string): boolean {
    return this.play.model.sessions.some((one) => one.environmentId === environmentId && this.#holds(one));
  }

  /** Whether it may begin to end, though nothing says so yet. */
  mayExpire(taskId: string | null): boolean {
    return [...this.#chats].some((task) => task.id === taskId);
  }

  /** What has ended by itself is noted in the model. @throws Violation when its time had not come */
  note(): void {
    const { play } = this;
    const { model, stage } = play;
    const present = new Set(
      stage.rows<{ id: string }>("select id from Task where workspaceId = ?", model.workspace.id).map((row) => row.id),
    );
    const gone = model.tasks.filter((task) => !present.has(task.id));
    hold(
      "only what is quiet expires",
      gone.filter((task) => !this.#chats.has(task)).map((task) => `${task.id} is gone`),
    );
    for (const task of gone) remove(play, [task]);
    const lost = new Set(
      stage
        .rows<{ id: string }>("select id from Session where workspaceId = ? and state = 'LOST'", model.workspace.id)
        .map((row) => row.id),
    );
    const silent = model.sessions.filter((session) => lost.has(session.id) && LIVE.includes(session.state));
    hold(
      "only a silent session is lost",
      silent.filter((session) => !this.#sessions.has(session)).map((session) => session.id),
    );
    for (const session of silent) {
      session.state = "LOST";
      session.graceEndsAt = null;
    }
  }
}

/** Who gave no sign of life for too long is lost as soon as the server has come to its rest. */
export function noneIsSilent(play: Play, at: number): void {
  const { model } = play;
  const timeout = timeoutOf(play);
  if (timeout === null) return;
  hold(
    "a silent session is lost",
    model.sessions
      .filter((session) => session.taskId !== null && LIVE.includes(session.state) && lastSign(play, session) + timeout <= at - 1_000)
      .map((session) => session.id),
  );
}
