import type { Place } from "./stage.js";

export const LIVE = ["CREATED", "STARTING", "RUNNING", "IDLE", "WAITING_FOR_INPUT"];
export const ENDED = ["COMPLETED", "FAILED", "CANCELLED", "LOST"];
/** From this number on "the nth" is any, whether it fits or not. */
export const ANY_FROM = 6;
const LONGEST_GRACE_MS = 24 * 3_600_000;

export interface TaskModel {
  readonly id: string;
  parentId: string | null;
  archived: boolean;
  /** A quick chat, which expires. */
  readonly chat: boolean;
  /** Which archive it went along with: an unarchive brings back exactly those. */
  archivedBy: number | null;
}

/** Where one workspace stands after another: each is deleted before there is the next. */
export interface WorkspaceModel {
  readonly id: string;
  readonly name: string;
  deleted: boolean;
  /** A live session without a sign of life for so long is lost. */
  sessionTimeoutMs: number | null;
}

export interface SessionModel {
  readonly id: string;
  /** Null when its task was deleted while it was stopping: then its row may go at any time. */
  taskId: string | null;
  readonly environmentId: string | null;
  state: string;
  graceEndsAt: number | null;
}

export interface EnvironmentModel {
  readonly id: string;
  /** Null when its rows went with its task. */
  taskId: string | null;
}

export interface TreeModel {
  readonly worktreeId: string;
  environmentId: string;
  readonly path: string;
  readonly place: Place;
}

/** What has been asked for and granted: who owns what, and who uses it. Knows nothing of jobs, rows or files. */
export class Model {
  readonly tasks: TaskModel[] = [];
  readonly sessions: SessionModel[] = [];
  readonly environments: EnvironmentModel[] = [];
  /** Every worktree that ever was, in the order in which they were seen. */
  readonly trees: TreeModel[] = [];
  /** Branches that people and agents made, by repository: nothing of ours ever touches them. */
  readonly theirs = new Map<string, Set<string>>();
  /** Environments that somebody wants kept. */
  readonly pinned = new Set<string>();
  /** Branches that a person deleted. */
  readonly deleted = new Set<string>();
  /** Directories under live/ that somebody made at a path that had been reclaimed. */
  readonly residues = new Set<string>();
  /** Trees whose worktree lock is not ours: somebody said keep, or took ours away. */
  readonly locked = new Set<string>();
  /** Counts what agents write: no two files have the same bytes. */
  #count = 0;

  /** The last one is where things are made. */
  readonly workspaces: WorkspaceModel[] = [];
  #archives = 0;

  constructor(
    /** Names in this sequence begin with it. */
    readonly name: string,
  ) {}

  get workspace(): WorkspaceModel {
    const last = this.workspaces.at(-1);
    if (last === undefined) throw new Error("there is no workspace yet");
    return last;
  }

  /** The number of an archive that has been granted. */
  archive(): number {
    this.#archives += 1;
    return this.#archives;
  }

  unique(word: string): string {
    this.#count += 1;
    return `${word}-${this.name}-${this.#count}`;
  }

  task(id: string | null): TaskModel | null {
    return this.tasks.find((task) => task.id === id) ?? null;
  }

  environment(id: string | null): EnvironmentModel | null {
    return this.environments.find((environment) => environment.id === id) ?? null;
  }

  /** Mostly the nth of those that are there; else any, to be refused. */
  someEnvironment(nth: number): EnvironmentModel | null {
    const there = this.environments.filter((environment) => environment.taskId !== null);
    return nthOf(there.length === 0 || nth >= ANY_FROM ? this.environments : there, nth);
  }

  isActive(taskId: string | null): boolean {
    return this.task(taskId)?.archived === false;
  }

  /** A task and everything below it. */
  tree(task: TaskModel): TaskModel[] {
    const found = [task];
    for (const one of found) found.push(...this.tasks.filter((child) => child.parentId === one.id && !found.includes(child)));
    return found;
  }

  owned(taskId: string): EnvironmentModel[] {
    return this.environments.filter((environment) => environment.taskId === taskId);
  }

  /** The sessions that hold an environment at `now`, whoever's they are. */
  holders(environmentId: string, now: number): SessionModel[] {
    return this.sessions.filter((session) => session.environmentId === environmentId && isHolding(session, now));
  }

  theirsIn(place: Place): Set<string> {
    const known = this.theirs.get(place.name) ?? new Set<string>();
    this.theirs.set(place.name, known);
    return known;
  }

  remove(task: TaskModel): void {
    this.tasks.splice(this.tasks.indexOf(task), 1);
  }

  forget(session: SessionModel): void {
    this.sessions.splice(this.sessions.indexOf(session), 1);
  }
}

export function isHolding(session: Pick<SessionModel, "state" | "graceEndsAt">, now: number): boolean {
  if (LIVE.includes(session.state)) return true;
  const endsAt = session.graceEndsAt ?? 0;
  return session.state === "STOPPING" && endsAt > now && endsAt <= now + LONGEST_GRACE_MS;
}

/** The nth of a list, from its beginning again when it is shorter; null when there is none. */
export function nthOf<T>(list: readonly T[], nth: number): T | null {
  return list.length === 0 ? null : (list[nth % list.length] as T);
}
