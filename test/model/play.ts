import { randomUUID } from "node:crypto";
import { Broken, Refused } from "../support/api.js";
import type { Model } from "./model.js";
import type { Precious } from "./precious.js";
import { DONE } from "./said.js";
import type { Place, Stage } from "./stage.js";
import { Violation } from "./violation.js";

/** How often a mutation is said again because the server died while it was at it. */
const SAID_AGAIN = 3;

/** What a git that does not do its part may be told as. */
const OF_GIT = ["BranchRefusedError", "RefNotFoundError", "RepositoryMissingError", "ServerBusyError"];

/** One sequence on the stage. */
export interface Play {
  readonly stage: Stage;
  readonly model: Model;
  readonly precious: Precious;
}

export interface Expected {
  /** Refusals one of which has to come. Empty: it has to be done. */
  readonly refusals: readonly string[];
  /** Refusals that may come all the same: what git or the disk say is not the model's to know. */
  readonly perhaps?: readonly string[];
}

/** Says a mutation, again with the same operation id when the server died meanwhile. Null when it was refused as expected. */
export async function say<T>(
  play: Play,
  name: string,
  input: Record<string, unknown>,
  selection: string,
  { refusals, perhaps = [] }: Expected,
): Promise<T | null> {
  const { stage } = play;
  const answer = await answerTo<T>(play, name, { ...input, operationId: randomUUID() }, selection);
  if (answer instanceof Refused) {
    stage.said.count(name, answer.type);
    if (refusals.includes(answer.type) || perhaps.includes(answer.type)) return null;
    if (stage.gitFault !== null && OF_GIT.includes(answer.type)) return null;
    throw new Violation("what is right is not refused", [`${answer.message} (expected: ${refusals.join(" or ") || "done"})`]);
  }
  if (answer instanceof Broken) {
    if (stage.gitFault !== null) return null;
    throw new Violation("the server has no unexpected errors", [name, answer.message]);
  }
  stage.said.count(name, DONE);
  if (refusals.length > 0)
    throw new Violation("what is wrong is refused", [`${name} ${JSON.stringify(input)} was done: ${refusals.join(" or ")}`]);
  return answer;
}

async function answerTo<T>(
  { stage }: Play,
  name: string,
  input: Record<string, unknown>,
  selection: string,
): Promise<T | Refused | Broken> {
  for (let time = 1; ; time += 1) {
    const { api } = stage.world;
    try {
      return await stage.outlasting(api.mutate<T>(name, input, selection));
    } catch (error) {
      if (error instanceof Refused || error instanceof Broken) return error;
      if (time === SAID_AGAIN || !(await stage.gone())) throw error;
      await stage.world.boot();
    }
  }
}

export interface WorktreeRow {
  id: string;
  environmentId: string;
  materialisationId: string;
  repositoryId: string;
  slot: string;
  directory: string;
  path: string;
  branch: string | null;
  branchCreated: number;
  status: string;
}

export interface EnvironmentRow {
  id: string;
  taskId: string;
  status: string;
  directory: string;
  materialisationId: string;
  error: string | null;
}

export interface JobRow {
  id: string;
  environmentId: string;
  holdsEnvironmentId: string | null;
  taskId: string;
  trigger: string;
  state: string;
  running: number;
  attempts: number;
  claim: number;
  branchPolicy: string;
  directory: string;
  begunAt: string | null;
  pushFirst: number;
  dueAt: string;
  lastError: string | null;
  waitingFor: string | null;
}

export interface AttemptRow {
  id: string;
  environmentId: string;
  kind: string;
  state: string;
  dueAt: string;
  error: string | null;
  sourceJobId: string | null;
  sourceEntryId: string | null;
}

/** Rows of the sequence's workspaces, as they are now. */
export class Rows {
  constructor(private readonly play: Pick<Play, "stage" | "model">) {}

  /** `mine` has the ids of the sequence's workspaces. */
  #of<T>(sql: string): T[] {
    const ids = JSON.stringify(this.play.model.workspaces.map((one) => one.id));
    return this.play.stage.rows<T>(`with mine as (select value as id from json_each(?)) ${sql}`, ids);
  }

  environments(): EnvironmentRow[] {
    return this.#of("select * from Environment where workspaceId in mine order by createdAt, id");
  }

  worktrees(): WorktreeRow[] {
    return this.#of(
      "select w.* from Worktree w join Environment e on e.id = w.environmentId where e.workspaceId in mine order by w.createdAt, w.slot, w.id",
    );
  }

  jobs(): JobRow[] {
    return this.#of("select * from CleanupJob where workspaceId in mine order by createdAt, id");
  }

  naming(): JobRow[] {
    return this.#of("select * from CleanupJob where workspaceId in mine and holdsEnvironmentId is not null");
  }

  /** Makings and restorings that are not over. */
  attempts(): AttemptRow[] {
    return this.#of(
      `select * from EnvironmentAttempt where state in ('PENDING', 'RUNNING') and environmentId in (
         select id from Environment where workspaceId in mine
         union select environmentId from CleanupJob where workspaceId in mine
         union select environmentId from QuarantineEntry where workspaceId in mine)`,
    );
  }

  tasks(): { id: string; parentId: string | null; archivedAt: string | null }[] {
    return this.#of("select * from Task where workspaceId in mine order by id");
  }

  sessions(): { id: string; taskId: string | null; environmentId: string | null; state: string }[] {
    return this.#of("select * from Session where workspaceId in mine");
  }

  entries(): { id: string; kind: string; state: string; directory: string; environmentId: string; taskId: string; worktrees: string }[] {
    return this.#of("select * from QuarantineEntry where workspaceId in mine order by createdAt, id");
  }

  rescues(): { id: string; repositoryId: string; ref: string; commit: string; droppedAt: string | null }[] {
    return this.#of("select * from Rescue where workspaceId in mine order by createdAt, ref");
  }
}

export function placeOf(play: Pick<Play, "stage">, repositoryId: string): Place {
  const place = play.stage.places.find((one) => one.ids.has(repositoryId));
  if (place === undefined) throw new Error(`the repository ${repositoryId} is not on the stage`);
  return place;
}
