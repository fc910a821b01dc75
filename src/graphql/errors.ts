import {
  type BranchRefusal,
  BranchRefusedError,
  CleanupInProgressError,
  EnvironmentBusyError,
  EnvironmentHeldError,
  type ErrorCode,
  InvalidInputError,
  NotFoundError,
  OperationConflictError,
  RefNotFoundError,
  RepositoryMissingError,
  type RepositoryRefusal,
  RepositoryRefusedError,
  RootUnavailableError,
  ServerBusyError,
  StateError,
  TakenError,
  TaskArchivedError,
  TaskNotArchivedError,
  type TreekeeperError,
  WorkspaceDeletedError,
} from "../errors.js";
import { builder } from "./builder.js";
import { enumOf } from "./enumOf.js";

const ErrorCodeEnum = enumOf<ErrorCode>("ErrorCode", "The stable name of an expected error, the same wherever it is met.", {
  INVALID_INPUT: "An argument can't be used: `InvalidInputError.field` says which.",
  NOT_FOUND: "No object has that id, or it is of another type.",
  OPERATION_CONFLICT: "The operation id was used with another mutation or another input.",
  TASK_ARCHIVED: "The task is archived: unarchive it first.",
  TASK_NOT_ARCHIVED: "The task is not archived.",
  WORKSPACE_DELETED: "The workspace was deleted: nothing can be made in it any more.",
  EXTERNAL_ID_TAKEN: "Another task of the workspace has that external id.",
  CLEANUP_IN_PROGRESS: "A cleanup has begun on the environment.",
  ENVIRONMENT_BUSY: "The environment is being made or restored, or its status does not allow this.",
  ENVIRONMENT_HELD: "Sessions use the environment.",
  REPOSITORY_REFUSED: "The path can't be registered as a repository.",
  REPOSITORY_MISSING: "The repository's directory is not there, or not the one that was registered.",
  BRANCH_REFUSED: "The branch can't be made or used.",
  REF_NOT_FOUND: "The base ref names no commit.",
  JOB_STATE: "The cleanup job's state does not allow this.",
  SESSION_STATE: "The session's state does not allow this.",
  ENTRY_STATE: "The quarantine entry's state does not allow this.",
  RESCUE_STATE: "The rescue's state does not allow this.",
  ROOT_UNAVAILABLE: "The managed root can't be used: see `health`.",
  SERVER_BUSY: "A queue of the server is full. Nothing was done: try again.",
});

const RepositoryRefusalReason = enumOf<RepositoryRefusal>("RepositoryRefusalReason", "Why a path can't be registered as a repository.", {
  NOT_FOUND: "There is nothing at the path.",
  NOT_A_REPOSITORY: "What is there is no git repository.",
  NO_COMMIT: "The repository has no commit yet: there is nothing to check out.",
  DUBIOUS_OWNERSHIP: "git refuses it, because somebody else owns it.",
  FETCH_REFSPEC: "A fetch refspec of it reaches refs/treekeeper: a fetch could overwrite or prune what is rescued there.",
  OUTSIDE_ALLOWED_ROOTS: "It lies outside the directories that this server may take repositories from.",
  INSIDE_MANAGED_ROOT: "It lies inside the server's own root.",
  NAME_NOT_TEXT: "Its path holds bytes that are no text, and can't be written down faithfully.",
  UNREADABLE: "It could not be read.",
});

const BranchRefusalReason = enumOf<BranchRefusal>("BranchRefusalReason", "Why a branch can't be made or used.", {
  INVALID_NAME: "git does not allow the name, or it could be taken for something else.",
  EXISTS: "A branch of that name exists. Use it with `existingBranch`, or choose another name.",
  NESTED: "A branch exists whose name is a folder of this one, or the other way round.",
  MISSING: "No branch of that name exists.",
  CHECKED_OUT: "It is checked out, or held by a rebase or bisect, elsewhere.",
  HELD_BY_CLEANUP: "An unfinished cleanup job holds it: see `jobId`.",
});

/** The interface of every error type: each class of errors.ts is one object type of the same name. */
const ErrorInterface = builder.interfaceRef<TreekeeperError>("Error").implement({
  description: "What a mutation can meet. Each states a fact; nothing was done.",
  fields: (t) => ({
    message: t.exposeString("message", { description: "A sentence for a person: what is so, and what to do about it." }),
    code: t.expose("code", { type: ErrorCodeEnum, description: "The error's stable name, for a program." }),
  }),
});

const interfaces = [ErrorInterface];

builder.objectType(InvalidInputError, {
  name: "InvalidInputError",
  description: "An argument can't be used: it is malformed, too long, or fits nothing else in the input.",
  interfaces,
  fields: (t) => ({
    field: t.exposeString("field", { description: 'Which argument: a path into the input, like "input.slots.0.branch".' }),
  }),
});

builder.objectType(NotFoundError, {
  name: "NotFoundError",
  description: "No object has that id, or it is the id of an object of another type.",
  interfaces,
  fields: (t) => ({
    type: t.exposeString("type", { description: "What was looked for." }),
    id: t.exposeString("id", { description: "The id that was given." }),
  }),
});

builder.objectType(OperationConflictError, {
  name: "OperationConflictError",
  description: "The operation id was used within the last 7 days, for another mutation or with another input.",
  interfaces,
  fields: (t) => ({
    operationId: t.exposeString("operationId", { description: "The operation id that was given." }),
  }),
});

builder.objectType(TaskArchivedError, {
  name: "TaskArchivedError",
  description: "The task is archived: nothing can be begun in it until it is unarchived.",
  interfaces,
  fields: (t) => ({
    taskId: t.exposeID("taskId", { description: "The archived task." }),
  }),
});

builder.objectType(TaskNotArchivedError, {
  name: "TaskNotArchivedError",
  description: "The task is not archived: there is nothing to take back.",
  interfaces,
  fields: (t) => ({
    taskId: t.exposeID("taskId", { description: "The task." }),
  }),
});

builder.objectType(WorkspaceDeletedError, {
  name: "WorkspaceDeletedError",
  description: "The workspace was deleted: nothing can be made or changed in it any more. What happened in it stays readable.",
  interfaces,
  fields: (t) => ({
    workspaceId: t.exposeID("workspaceId", { description: "The workspace." }),
  }),
});

builder.objectType(TakenError, {
  name: "TakenError",
  description: "A name or an external id is taken where it has to be unique.",
  interfaces,
  fields: (t) => ({
    field: t.exposeString("field", { description: 'Which argument, like "input.externalId".' }),
    existingId: t.exposeID("existingId", { nullable: true, description: "Who has it. Null when that can't be said." }),
  }),
});

builder.objectType(CleanupInProgressError, {
  name: "CleanupInProgressError",
  description: "A cleanup has begun on the environment, or holds it: it can't be used, moved or handed over until that is over.",
  interfaces,
  fields: (t) => ({
    jobId: t.exposeID("jobId", { description: "The cleanup job in the way." }),
  }),
});

builder.objectType(EnvironmentBusyError, {
  name: "EnvironmentBusyError",
  description: "The environment is being made or restored, or its status does not allow this.",
  interfaces,
  fields: (t) => ({
    environmentId: t.exposeID("environmentId", { description: "The environment." }),
    status: t.exposeString("status", { description: "Its status when the mutation looked: see EnvironmentStatus." }),
  }),
});

builder.objectType(EnvironmentHeldError, {
  name: "EnvironmentHeldError",
  description: "Sessions use the environment, its own task's or borrowers: end them, or say that they are to be stopped.",
  interfaces,
  fields: (t) => ({
    environmentId: t.exposeID("environmentId", { description: "The environment." }),
    sessionIds: t.idList({ description: "The sessions that hold it.", resolve: (error) => [...error.sessionIds] }),
  }),
});

builder.objectType(RepositoryRefusedError, {
  name: "RepositoryRefusedError",
  description: "The path can't be registered as a repository.",
  interfaces,
  fields: (t) => ({
    reason: t.expose("reason", { type: RepositoryRefusalReason, description: "Why not." }),
    path: t.exposeString("path", { description: "The path that was looked at." }),
  }),
});

builder.objectType(RepositoryMissingError, {
  name: "RepositoryMissingError",
  description:
    "The repository's directory is not there, or not the one that was registered: a disk that is not plugged in, a folder that was moved.",
  interfaces,
  fields: (t) => ({
    repositoryId: t.exposeID("repositoryId", { description: "The repository." }),
  }),
});

builder.objectType(BranchRefusedError, {
  name: "BranchRefusedError",
  description: "A branch can't be made, or can't be used.",
  interfaces,
  fields: (t) => ({
    reason: t.expose("reason", { type: BranchRefusalReason, description: "Why not." }),
    branch: t.exposeString("branch", { description: "The branch." }),
    jobId: t.exposeID("jobId", { nullable: true, description: "The unfinished cleanup job that holds it, for HELD_BY_CLEANUP." }),
  }),
});

builder.objectType(RefNotFoundError, {
  name: "RefNotFoundError",
  description: "The base ref names no commit of the repository.",
  interfaces,
  fields: (t) => ({
    ref: t.exposeString("ref", { description: "The base ref that was given." }),
  }),
});

builder.objectType(StateError, {
  name: "StateError",
  description: "A cleanup job, session, quarantine entry or rescue is in a state that does not allow this.",
  interfaces,
  fields: (t) => ({
    id: t.exposeID("id", { description: "Which object." }),
    state: t.exposeString("state", { description: "Its state when the mutation looked." }),
  }),
});

builder.objectType(RootUnavailableError, {
  name: "RootUnavailableError",
  description:
    "The managed root can't be read, or a person has to confirm it first: nothing is made or moved meanwhile. `health` says what to do.",
  interfaces,
});

builder.objectType(ServerBusyError, {
  name: "ServerBusyError",
  description: "A queue of the server is full. Nothing was done: try again.",
  interfaces,
});
