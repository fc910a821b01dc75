/** What a caller can meet and act on. Each states a fact, with a stable code; anything else is a bug, masked and logged once. */
export const ERROR_CODES = [
  "INVALID_INPUT",
  "NOT_FOUND",
  "OPERATION_CONFLICT",
  "TASK_ARCHIVED",
  "TASK_NOT_ARCHIVED",
  "WORKSPACE_DELETED",
  "EXTERNAL_ID_TAKEN",
  "CLEANUP_IN_PROGRESS",
  "ENVIRONMENT_BUSY",
  "ENVIRONMENT_HELD",
  "REPOSITORY_REFUSED",
  "REPOSITORY_MISSING",
  "BRANCH_REFUSED",
  "REF_NOT_FOUND",
  "JOB_STATE",
  "SESSION_STATE",
  "ENTRY_STATE",
  "RESCUE_STATE",
  "ROOT_UNAVAILABLE",
  "SERVER_BUSY",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Base of every expected error. */
export abstract class TreekeeperError extends Error {
  abstract readonly code: ErrorCode;
}

/** An argument that can't be used: which one, and what to do. */
export class InvalidInputError extends TreekeeperError {
  readonly code = "INVALID_INPUT";
  override readonly name = "InvalidInputError";
  constructor(
    /** Path of the argument, "input.slots.0.branch". */
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** No such row, or an id of another type. */
export class NotFoundError extends TreekeeperError {
  readonly code = "NOT_FOUND";
  override readonly name = "NotFoundError";
  constructor(
    readonly type: string,
    readonly id: string,
    message = `There is no ${type} with the id ${id.slice(0, 100)}.`,
  ) {
    super(message);
  }
}

/** The operation id was used with another mutation or another input. */
export class OperationConflictError extends TreekeeperError {
  readonly code = "OPERATION_CONFLICT";
  override readonly name = "OperationConflictError";
  constructor(readonly operationId: string) {
    super(`The operation ${operationId} was done with another input. Use a new operation id, or repeat the input as it was.`);
  }
}

/** The task is archived: unarchive it first. */
export class TaskArchivedError extends TreekeeperError {
  readonly code = "TASK_ARCHIVED";
  override readonly name = "TaskArchivedError";
  constructor(readonly taskId: string) {
    super(`The task ${taskId} is archived. Unarchive it first.`);
  }
}

export class TaskNotArchivedError extends TreekeeperError {
  readonly code = "TASK_NOT_ARCHIVED";
  override readonly name = "TaskNotArchivedError";
  constructor(readonly taskId: string) {
    super(`The task ${taskId} is not archived.`);
  }
}

/** The workspace was deleted: nothing can be made or changed in it any more; what happened in it stays readable. */
export class WorkspaceDeletedError extends TreekeeperError {
  readonly code = "WORKSPACE_DELETED";
  override readonly name = "WorkspaceDeletedError";
  constructor(readonly workspaceId: string) {
    super(`The workspace ${workspaceId} was deleted. Make another one.`);
  }
}

/** A name or an external id that is taken in its scope. */
export class TakenError extends TreekeeperError {
  override readonly name = "TakenError";
  constructor(
    readonly code: "EXTERNAL_ID_TAKEN",
    readonly field: string,
    readonly existingId: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** A cleanup has begun on the environment (or holds the branch): it can't be used, moved or handed over until that is over. */
export class CleanupInProgressError extends TreekeeperError {
  readonly code = "CLEANUP_IN_PROGRESS";
  override readonly name = "CleanupInProgressError";
  constructor(
    readonly jobId: string,
    message: string,
  ) {
    super(message);
  }
}

/** The environment is being made or restored, or is in a state that does not allow this. */
export class EnvironmentBusyError extends TreekeeperError {
  readonly code = "ENVIRONMENT_BUSY";
  override readonly name = "EnvironmentBusyError";
  constructor(
    readonly environmentId: string,
    readonly status: string,
    message: string,
  ) {
    super(message);
  }
}

/** Sessions use the environment: end them, or have them stopped. */
export class EnvironmentHeldError extends TreekeeperError {
  readonly code = "ENVIRONMENT_HELD";
  override readonly name = "EnvironmentHeldError";
  constructor(
    readonly environmentId: string,
    readonly sessionIds: readonly string[],
    message: string,
  ) {
    super(message);
  }
}

export const REPOSITORY_REFUSALS = [
  "NOT_FOUND",
  "NOT_A_REPOSITORY",
  "NO_COMMIT",
  "DUBIOUS_OWNERSHIP",
  "FETCH_REFSPEC",
  "OUTSIDE_ALLOWED_ROOTS",
  "INSIDE_MANAGED_ROOT",
  "NAME_NOT_TEXT",
  "UNREADABLE",
] as const;
export type RepositoryRefusal = (typeof REPOSITORY_REFUSALS)[number];

/** Why a path can't be registered as a repository. */
export class RepositoryRefusedError extends TreekeeperError {
  readonly code = "REPOSITORY_REFUSED";
  override readonly name = "RepositoryRefusedError";
  constructor(
    readonly reason: RepositoryRefusal,
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** The repository's directory is not there, or does not hold our marker (an unplugged disk, a moved folder). */
export class RepositoryMissingError extends TreekeeperError {
  readonly code = "REPOSITORY_MISSING";
  override readonly name = "RepositoryMissingError";
  constructor(
    readonly repositoryId: string,
    message: string,
  ) {
    super(message);
  }
}

export const BRANCH_REFUSALS = ["INVALID_NAME", "EXISTS", "NESTED", "MISSING", "CHECKED_OUT", "HELD_BY_CLEANUP"] as const;
export type BranchRefusal = (typeof BRANCH_REFUSALS)[number];

/** Why a branch can't be made or used. */
export class BranchRefusedError extends TreekeeperError {
  readonly code = "BRANCH_REFUSED";
  override readonly name = "BranchRefusedError";
  constructor(
    readonly reason: BranchRefusal,
    readonly branch: string,
    /** The unfinished job that holds it, for HELD_BY_CLEANUP. */
    readonly jobId: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** A base ref that names no commit. */
export class RefNotFoundError extends TreekeeperError {
  readonly code = "REF_NOT_FOUND";
  override readonly name = "RefNotFoundError";
  constructor(
    readonly ref: string,
    message: string,
  ) {
    super(message);
  }
}

/** The thing is in a state that does not allow this: a job, a session, a quarantine entry, a rescue. */
export class StateError extends TreekeeperError {
  override readonly name = "StateError";
  constructor(
    readonly code: "JOB_STATE" | "SESSION_STATE" | "ENTRY_STATE" | "RESCUE_STATE",
    readonly id: string,
    readonly state: string,
    message: string,
  ) {
    super(message);
  }
}

/** The managed root can't be read, or a person has to confirm it: nothing is made or moved meanwhile. */
export class RootUnavailableError extends TreekeeperError {
  readonly code = "ROOT_UNAVAILABLE";
  override readonly name = "RootUnavailableError";
}

/** A queue of the server is full. Nothing was done: try again. */
export class ServerBusyError extends TreekeeperError {
  readonly code = "SERVER_BUSY";
  override readonly name = "ServerBusyError";
}

/** A switch forgot a member: the compiler says so before this is ever thrown. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
