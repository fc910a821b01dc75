import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A whole number that may be larger than a JSON number keeps exactly (a count of bytes). Always a string of decimal digits, so that its type does not depend on its size: `BigInt(value)` in JavaScript. */
  BigInt: { input: string; output: string; }
  /** An instant in UTC with milliseconds, in ISO 8601: "2026-12-01T10:35:00.000Z". */
  DateTime: { input: string; output: string; }
};

/** One more worktree for an environment that is there. */
export type AddWorktreeInput = {
  /** The environment, READY. */
  environmentId: Scalars['ID']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The worktree: its slot is a new one of the environment. */
  slot: EnvironmentSlotInput;
};

/** A task that is done with for now. */
export type ArchiveTaskInput = {
  /** What happens to the branches that were made for its worktrees. What the workspace's policy says for ARCHIVE or CASCADE_ARCHIVE when not given: KEEP, unless it was changed. */
  branchPolicy?: InputMaybe<BranchPolicy>;
  /** Whether everything below it is archived too, in the same transaction: at most 20000 tasks. What was archived before is skipped. False when not given. */
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The task to archive. */
  taskId: Scalars['ID']['input'];
};

/** What became of a worktree's branch. */
export type BranchOutcome =
  /** It was not there any more. */
  | 'ABSENT'
  /** It is gone; the reason says what holds its commits. */
  | 'DELETED'
  /** It is still there; the reason says why. */
  | 'KEPT';

/** What happens to the branches of a reclaimed environment. A branch that existed before the worktree is kept in any case. */
export type BranchPolicy =
  /** Branches that were made for the worktree go. Their commits stay readable under a rescue. */
  | 'DELETE'
  /** Branches stay. */
  | 'KEEP';

/** Why a branch can't be made or used. */
export type BranchRefusalReason =
  /** It is checked out, or held by a rebase or bisect, elsewhere. */
  | 'CHECKED_OUT'
  /** A branch of that name exists. Use it with `existingBranch`, or choose another name. */
  | 'EXISTS'
  /** An unfinished cleanup job holds it: see `jobId`. */
  | 'HELD_BY_CLEANUP'
  /** git does not allow the name, or it could be taken for something else. */
  | 'INVALID_NAME'
  /** No branch of that name exists. */
  | 'MISSING'
  /** A branch exists whose name is a folder of this one, or the other way round. */
  | 'NESTED';

/** A cleanup job to be parked. */
export type CancelCleanupJobInput = {
  /** The job: one that has not ended. */
  jobId: Scalars['ID']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
};

/** What a cleanup event tells. */
export type CleanupEventType =
  /** Somebody holds the environment: the job waits. */
  | 'BLOCKED'
  /** A person parked the job. */
  | 'CANCELLED'
  /** A runner has taken it. */
  | 'CLAIMED'
  /** The job's attempts are used up. */
  | 'FAILED'
  /** The server ended while the job ran. It goes on by itself. */
  | 'INTERRUPTED'
  /** Something stays, with the reason. */
  | 'PRESERVED'
  /** More of a tree is deleted: see `progress`. */
  | 'PURGE_PROGRESS'
  /** Something was moved to quarantine. */
  | 'QUARANTINED'
  /** The job was made. */
  | 'QUEUED'
  /** A run failed; the next one is at `nextAttemptAt`. */
  | 'RETRY_SCHEDULED'
  /** A step has ended. */
  | 'STEP_FINISHED'
  /** A step has begun. */
  | 'STEP_STARTED'
  /** The job is done. */
  | 'SUCCEEDED'
  /** The job was ended by an unarchive, or taken over by a later job. */
  | 'SUPERSEDED'
  /** The environment belongs to another task now. */
  | 'TRANSFERRED'
  /** Nobody holds the environment any more. */
  | 'UNBLOCKED'
  /** Something outside is in the way: the message says what would clear it. */
  | 'WAITING';

/** Which cleanup jobs: those that fit everything that is given. */
export type CleanupJobFilter = {
  /** Those that this cascade made. */
  cascadeId?: InputMaybe<Scalars['ID']['input']>;
  /** Those of this environment, also when it is gone. */
  environmentId?: InputMaybe<Scalars['ID']['input']>;
  /** Those that this operation made. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** Those in one of these states. */
  states?: InputMaybe<Array<CleanupJobState>>;
  /** Those of this task, also when it is gone. */
  taskId?: InputMaybe<Scalars['ID']['input']>;
  /** Those that one of these made. */
  triggers?: InputMaybe<Array<CleanupTrigger>>;
  /** Those of this workspace. */
  workspaceId?: InputMaybe<Scalars['ID']['input']>;
};

/** Where a cleanup job stands. */
export type CleanupJobState =
  /** Waits until nobody holds the environment any more: see `blockedBy`. Looked at again by itself. */
  | 'BLOCKED'
  /** Parked by a person. The environment stays the job's until `retryCleanupJob`. */
  | 'CANCELLED'
  /** Its attempts are used up: see `lastError`, then `retryCleanupJob`. */
  | 'FAILED'
  /** Waits for its turn, or for the moment when it is due. */
  | 'PENDING'
  /** A run failed, or something outside is in the way: goes on at `nextAttemptAt`. */
  | 'RETRY_WAIT'
  /** A runner is at it. */
  | 'RUNNING'
  /** Done: every resource has its outcome. */
  | 'SUCCEEDED'
  /** Ended by an unarchive, or taken over by a later job. */
  | 'SUPERSEDED';

/** The ending that is asked about: exactly one. */
export type CleanupPreviewInput =
  /** A task would be archived, with or without what is below it. */
  { archiveTask: PreviewArchiveTask; deleteTask?: never; deleteWorkspace?: never; expireQuickChats?: never; resetEnvironment?: never; }
  |  /** A task would be deleted, with or without what is below it. */
  { archiveTask?: never; deleteTask: PreviewDeleteTask; deleteWorkspace?: never; expireQuickChats?: never; resetEnvironment?: never; }
  |  /** A workspace would be deleted, with all its tasks. */
  { archiveTask?: never; deleteTask?: never; deleteWorkspace: PreviewDeleteWorkspace; expireQuickChats?: never; resetEnvironment?: never; }
  |  /** Quick chats that have been quiet for long would be deleted. */
  { archiveTask?: never; deleteTask?: never; deleteWorkspace?: never; expireQuickChats: PreviewExpireQuickChats; resetEnvironment?: never; }
  |  /** An environment would be torn down, and its task go on. */
  { archiveTask?: never; deleteTask?: never; deleteWorkspace?: never; expireQuickChats?: never; resetEnvironment: PreviewResetEnvironment; };

/** The steps of a cleanup, in their order. */
export type CleanupStep =
  /** Find out whether everything in it is saved elsewhere. */
  | 'JUDGE'
  /** One rename of the environment's directory into the trash: all its paths are free. */
  | 'MOVE'
  /** Delete the bytes of what was proven clean. */
  | 'PURGE'
  /** A reset that was asked to: push every repository's branch, before anything moves. */
  | 'PUSH'
  /** Look at what is there now, and write it down. */
  | 'RELEASE'
  /** Clean: rescue the commits, drop branch and registration. Anything else: move to quarantine whole. */
  | 'SETTLE'
  /** Read what is there, and prove that it is ours. */
  | 'VERIFY';

/** What made a cleanup job. Deleting a session is never one. */
export type CleanupTrigger =
  /** Its task was archived. */
  | 'ARCHIVE'
  /** Newer runs of its automation took its place. */
  | 'AUTOMATION_RETENTION'
  /** An ancestor of its task was archived with everything below it. */
  | 'CASCADE_ARCHIVE'
  /** An ancestor of its task was deleted with everything below it. */
  | 'CASCADE_DELETE'
  /** Its task was deleted. */
  | 'DELETE'
  /** The environment was reset. */
  | 'ENVIRONMENT_RESET'
  /** Nothing had happened in its quick chat for a week. */
  | 'QUICK_CHAT_EXPIRE'
  /** Its workspace was deleted. */
  | 'WORKSPACE_DELETE';

/** A new environment. */
export type CreateEnvironmentInput = {
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** Its worktrees, at least one. */
  slots: Array<EnvironmentSlotInput>;
  /** The task that will own it: not archived. */
  taskId: Scalars['ID']['input'];
};

/** A new task. */
export type CreateTaskInput = {
  /** Your own id for it, unique in the workspace. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** What kind of work it is. STANDARD when not given. */
  kind?: InputMaybe<TaskKind>;
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The task it is a part of: one of the same workspace, not archived. */
  parentId?: InputMaybe<Scalars['ID']['input']>;
  /** What people call it. */
  title: Scalars['String']['input'];
  /** The workspace to make it in. */
  workspaceId: Scalars['ID']['input'];
};

/** A new workspace. */
export type CreateWorkspaceInput = {
  /** What people call it. Need not be unique. */
  name: Scalars['String']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
};

/** A session that is not needed any more. */
export type DeleteSessionInput = {
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The session to delete. */
  sessionId: Scalars['ID']['input'];
};

/** A task that is not needed any more. */
export type DeleteTaskInput = {
  /** What happens to the branches that were made for its worktrees. What the workspace's policy says for DELETE or CASCADE_DELETE when not given: DELETE, unless it was changed. */
  branchPolicy?: InputMaybe<BranchPolicy>;
  /** Whether everything below it is deleted too, archived or not, in the same transaction: at most 20000 tasks. Without, its children stay, without a parent. False when not given. */
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The task to delete. */
  taskId: Scalars['ID']['input'];
};

/** A workspace that is not needed any more. */
export type DeleteWorkspaceInput = {
  /** What happens to the branches that were made for its worktrees. What the workspace's policy says for WORKSPACE_DELETE when not given: DELETE, unless it was changed. */
  branchPolicy?: InputMaybe<BranchPolicy>;
  /** Its name, repeated exactly: an InvalidInputError when it is another. */
  confirmName: Scalars['String']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The workspace to delete. */
  workspaceId: Scalars['ID']['input'];
};

/** What an environment's event tells. */
export type EnvironmentEventType =
  /** Its task ended first: the making was called off. */
  | 'CANCELLED'
  /** git is making the worktree. */
  | 'CHECKING_OUT'
  /** Files are being copied from the main checkout. */
  | 'COPYING'
  /** At least one worktree could not be made. */
  | 'FAILED'
  /** The repository's remotes are being fetched. */
  | 'FETCHING'
  /** Somebody said that it is to be kept: a cleanup of it waits. */
  | 'PINNED'
  /** The environment is reserved, or its FAILED worktrees are to be made again. */
  | 'QUEUED'
  /** All worktrees are there. */
  | 'READY'
  /** It is back. */
  | 'RESTORED'
  /** It could not be brought back. */
  | 'RESTORE_FAILED'
  /** It is being brought back. */
  | 'RESTORE_STARTED'
  /** The making has begun. */
  | 'STARTED'
  /** The environment belongs to another task now. */
  | 'TRANSFERRED'
  /** It is not pinned any more: a cleanup that waited goes on. */
  | 'UNPINNED'
  /** Something outside is in the way: the message says what. It goes on by itself. */
  | 'WAITING'
  /** The worktree could not be made; what had been made of it is unmade. */
  | 'WORKTREE_FAILED'
  /** The worktree is there. */
  | 'WORKTREE_READY'
  /** The making of one worktree has begun. */
  | 'WORKTREE_STARTED';

/** One worktree of a new environment. */
export type EnvironmentSlotInput = {
  /** What to start from: a branch, a tag, a remote branch, a commit. The repository's default branch when not given. Not together with `existingBranch`. */
  baseRef?: InputMaybe<Scalars['String']['input']>;
  /** The name of the new branch. Made from the task's title when not given. Not together with `existingBranch`. */
  branch?: InputMaybe<Scalars['String']['input']>;
  /** Globs of files to copy from the repository's main checkout (an .env): real files only, never over one that is there. An unchanged copy does not count as unsaved work. */
  copyFiles?: InputMaybe<Array<Scalars['String']['input']>>;
  /** A branch that exists, to be checked out as it is. A cleanup never deletes it. */
  existingBranch?: InputMaybe<Scalars['String']['input']>;
  /** Fetch the repository's remotes first. False when not given. */
  fetch?: InputMaybe<Scalars['Boolean']['input']>;
  /** The repository, registered in the task's workspace. */
  repositoryId: Scalars['ID']['input'];
  /** Its place in the environment, unique in it: the first part of the directory's name. Made from the repository's name when not given. */
  slot?: InputMaybe<Scalars['String']['input']>;
};

/** Where an environment stands. */
export type EnvironmentStatus =
  /** Nothing of it is on disk. */
  | 'EMPTY'
  /** At least one worktree could not be made: see its `error`, then `retryEnvironment`. */
  | 'FAILED'
  /** Its worktrees are being made: follow `environmentProgress`. */
  | 'PROVISIONING'
  /** Its directory was moved aside whole, because not everything in it is saved elsewhere. */
  | 'QUARANTINED'
  /** All its worktrees are there. */
  | 'READY'
  /** A cleanup has begun on it. */
  | 'RECLAIMING'
  /** It is being brought back, from the trash, from quarantine, or anew. */
  | 'RESTORING';

/** The stable name of an expected error, the same wherever it is met. */
export type ErrorCode =
  /** The branch can't be made or used. */
  | 'BRANCH_REFUSED'
  /** A cleanup has begun on the environment. */
  | 'CLEANUP_IN_PROGRESS'
  /** The quarantine entry's state does not allow this. */
  | 'ENTRY_STATE'
  /** The environment is being made or restored, or its status does not allow this. */
  | 'ENVIRONMENT_BUSY'
  /** Sessions use the environment. */
  | 'ENVIRONMENT_HELD'
  /** Another task of the workspace has that external id. */
  | 'EXTERNAL_ID_TAKEN'
  /** An argument can't be used: `InvalidInputError.field` says which. */
  | 'INVALID_INPUT'
  /** The cleanup job's state does not allow this. */
  | 'JOB_STATE'
  /** No object has that id, or it is of another type. */
  | 'NOT_FOUND'
  /** The operation id was used with another mutation or another input. */
  | 'OPERATION_CONFLICT'
  /** The base ref names no commit. */
  | 'REF_NOT_FOUND'
  /** The repository's directory is not there, or not the one that was registered. */
  | 'REPOSITORY_MISSING'
  /** The path can't be registered as a repository. */
  | 'REPOSITORY_REFUSED'
  /** The rescue's state does not allow this. */
  | 'RESCUE_STATE'
  /** The managed root can't be used: see `health`. */
  | 'ROOT_UNAVAILABLE'
  /** A queue of the server is full. Nothing was done: try again. */
  | 'SERVER_BUSY'
  /** The session's state does not allow this. */
  | 'SESSION_STATE'
  /** The task is archived: unarchive it first. */
  | 'TASK_ARCHIVED'
  /** The task is not archived. */
  | 'TASK_NOT_ARCHIVED'
  /** The workspace was deleted: nothing can be made in it any more. */
  | 'WORKSPACE_DELETED';

/** Which quick chats to look at. */
export type ExpireQuickChatsInput = {
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** Those of this workspace. Of all when not given. */
  workspaceId?: InputMaybe<Scalars['ID']['input']>;
};

/** How much a health issue matters. */
export type HealthSeverity =
  /** Something does not work. */
  | 'CRITICAL'
  /** Good to know. */
  | 'INFO'
  /** Somebody should look at it: something waits, or will. */
  | 'WARNING';

/** An environment that is to be kept. */
export type PinEnvironmentInput = {
  /** The environment. */
  environmentId: Scalars['ID']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** Who keeps it, and what for, 1 to 500 characters: whoever waits for it reads this. Said again, it replaces the reason. */
  reason: Scalars['String']['input'];
};

/** What a worktree would be made again from. */
export type PreviewAfreshFrom =
  /** What it was made from, on a new branch of that name, or on none where it had none. */
  | 'BASE'
  /** Its branch, which stays: as it is then, under the name that it has then (`presentBranch`). */
  | 'BRANCH';

/** What `archiveTask` would be given. */
export type PreviewArchiveTask = {
  /** What happens to the branches that were made for its worktrees. The default of `archiveTask` when not given. */
  branchPolicy?: InputMaybe<BranchPolicy>;
  /** Everything below it too. False when not given. */
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
  /** The task. */
  taskId: Scalars['ID']['input'];
};

/** What `deleteTask` would be given. */
export type PreviewDeleteTask = {
  /** What happens to the branches that were made for its worktrees. The default of `deleteTask` when not given. */
  branchPolicy?: InputMaybe<BranchPolicy>;
  /** Everything below it too, archived or not. False when not given. */
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
  /** The task. */
  taskId: Scalars['ID']['input'];
};

/** What `deleteWorkspace` would be given, without the name that confirms it. */
export type PreviewDeleteWorkspace = {
  /** What happens to the branches that were made for its worktrees. The default of `deleteWorkspace` when not given. */
  branchPolicy?: InputMaybe<BranchPolicy>;
  /** The workspace. */
  workspaceId: Scalars['ID']['input'];
};

/** What would become of the rest of an environment's directory. */
export type PreviewDirectoryFate =
  /** It would be moved to quarantine, with what is left in it. */
  | 'QUARANTINED'
  /** It would go: nothing is left in it. */
  | 'REMOVED';

/** What would become of an environment. */
export type PreviewEnvironmentFate =
  /** A session of a task that stays uses it: its job would wait until that has ended. Its worktrees say what would come then. */
  | 'BLOCKED'
  /** A job has begun on it already: see `job`. */
  | 'IN_PROGRESS'
  /** The time was over while it was looked at. Ask for it by itself, or again. */
  | 'NOT_LOOKED_AT'
  /** Nothing proves that what lies there is ours: it would be left as it is. */
  | 'PRESERVED'
  /** There is nothing left to reclaim. */
  | 'SKIPPED'
  /** It would be reclaimed: each worktree says how. */
  | 'TO_RECLAIM'
  /** It would be handed over to `transferTo`, whose session uses it. Nothing in it is touched. */
  | 'TRANSFERRED'
  /** Its job would wait: `waitingFor` says for what. Its worktrees say what would come then, as far as that can be told now. */
  | 'WAITING';

/** What `expireQuickChats` would be given. */
export type PreviewExpireQuickChats = {
  /** The quick chats of this workspace. Of all when not given. */
  workspaceId?: InputMaybe<Scalars['ID']['input']>;
};

/** What `resetEnvironment` would be given. */
export type PreviewResetEnvironment = {
  /** What happens to the branches that were made for its worktrees. The default of `resetEnvironment` when not given. */
  branchPolicy?: InputMaybe<BranchPolicy>;
  /** The environment. */
  environmentId: Scalars['ID']['input'];
  /** Make it again when it is torn down. False when not given. */
  materialise?: InputMaybe<Scalars['Boolean']['input']>;
  /** Push every repository's branch first. False when not given. */
  pushFirst?: InputMaybe<Scalars['Boolean']['input']>;
  /** Ask the sessions that use it to stop. Without it what is in use is an EnvironmentHeldError. */
  stopSessions?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What would become of a worktree. */
export type PreviewWorktreeFate =
  /** Its directory is gone already. Only its registration and its branch are left to see to. */
  | 'ABSENT'
  /** It would be left as it is. */
  | 'PRESERVED'
  /** It would be moved to quarantine whole, restorable. Or it lies there already. */
  | 'QUARANTINED'
  /** It would go: everything in it is saved elsewhere. */
  | 'REMOVED'
  /** Somebody has to do something first: `reason` says what is in the way. */
  | 'WAITING';

/** Which quarantine entries: those that fit everything that is given. */
export type QuarantineFilter = {
  /** Those of this environment, also when it is gone. */
  environmentId?: InputMaybe<Scalars['ID']['input']>;
  /** Those of one of these kinds. */
  kinds?: InputMaybe<Array<QuarantineKind>>;
  /** Those in one of these states. */
  states?: InputMaybe<Array<QuarantineState>>;
  /** Those of this task, also when it is gone. */
  taskId?: InputMaybe<Scalars['ID']['input']>;
  /** Those of this workspace. */
  workspaceId?: InputMaybe<Scalars['ID']['input']>;
};

/** What lies in a quarantine entry. */
export type QuarantineKind =
  /** An environment's directory, whole, its worktrees still registered with git. */
  | 'DIRECTORY'
  /** No directory: only git's registration of a worktree whose tree was gone, kept because its index or an operation in progress is saved nowhere else. */
  | 'REGISTRATION'
  /** What somebody made anew at a path that had been reclaimed. */
  | 'RESIDUE';

/** Where a quarantine entry stands. */
export type QuarantineState =
  /** It lies in quarantine. */
  | 'HELD'
  /** It was moved back. */
  | 'RESTORED'
  /** It is being moved back. */
  | 'RESTORING';

/** A directory that its maker makes again. */
export type RebuildableRuleInput = {
  /** The directory's name, like "node_modules", wherever it lies in the worktree; with a "/" its whole path in it, like "web/dist". Not .git, and nothing that leads out of the worktree. */
  name: Scalars['String']['input'];
  /** What only its maker leaves in it: any one of these files proves it, as paths inside, like ".package-lock.json" (a CACHEDIR.TAG has to hold its signature); or "only:" and an ending, like "only:.pyc": nothing but such files. Without one the name alone is enough: hand-made files in a directory of that name then go with a cleanup. */
  sign?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A repository to make worktrees from. */
export type RegisterRepositoryInput = {
  /** What people call it. The directory's name when not given. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** Absolute path on the host: a checkout, a bare repository, or a linked worktree, which is resolved to the repository it belongs to. */
  path: Scalars['String']['input'];
  /** Whether the repository's own hooks run when worktrees are made. False when not given. */
  runHooks?: InputMaybe<Scalars['Boolean']['input']>;
  /** The workspace to register it in. */
  workspaceId: Scalars['ID']['input'];
};

/** Why a path can't be registered as a repository. */
export type RepositoryRefusalReason =
  /** git refuses it, because somebody else owns it. */
  | 'DUBIOUS_OWNERSHIP'
  /** A fetch refspec of it reaches refs/treekeeper: a fetch could overwrite or prune what is rescued there. */
  | 'FETCH_REFSPEC'
  /** It lies inside the server's own root. */
  | 'INSIDE_MANAGED_ROOT'
  /** Its path holds bytes that are no text, and can't be written down faithfully. */
  | 'NAME_NOT_TEXT'
  /** What is there is no git repository. */
  | 'NOT_A_REPOSITORY'
  /** There is nothing at the path. */
  | 'NOT_FOUND'
  /** The repository has no commit yet: there is nothing to check out. */
  | 'NO_COMMIT'
  /** It lies outside the directories that this server may take repositories from. */
  | 'OUTSIDE_ALLOWED_ROOTS'
  /** It could not be read. */
  | 'UNREADABLE';

/** Which rescues: those that fit everything that is given. */
export type RescueFilter = {
  /** Those of this environment, also when it is gone. */
  environmentId?: InputMaybe<Scalars['ID']['input']>;
  /** Also those whose ref was dropped, because something else holds the commit. False when not given. */
  includeDropped?: InputMaybe<Scalars['Boolean']['input']>;
  /** Those of one of these kinds. */
  kinds?: InputMaybe<Array<RescueKind>>;
  /** Those in this repository. */
  repositoryId?: InputMaybe<Scalars['ID']['input']>;
  /** Those of this task, also when it is gone. */
  taskId?: InputMaybe<Scalars['ID']['input']>;
  /** Those of this workspace. */
  workspaceId?: InputMaybe<Scalars['ID']['input']>;
  /** Those of this worktree, also when it is gone. */
  worktreeId?: InputMaybe<Scalars['ID']['input']>;
};

/** Which commit a rescue keeps. */
export type RescueKind =
  /** What was checked out. */
  | 'HEAD'
  /** One commit whose parents are the commits that only the worktree's reflogs and own refs named. */
  | 'OTHER'
  /** The tip of the branch. */
  | 'TIP';

/** An environment that is to begin again. */
export type ResetEnvironmentInput = {
  /** What happens to the branches that were made for its worktrees. What the workspace's policy says for ENVIRONMENT_RESET when not given: KEEP, unless it was changed. */
  branchPolicy?: InputMaybe<BranchPolicy>;
  /** The environment: READY, FAILED, EMPTY or QUARANTINED. Its task is not archived. */
  environmentId: Scalars['ID']['input'];
  /** Make it again when it is torn down: a new directory, on the same branches. False when not given: it stays EMPTY. */
  materialise?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** Push every repository's branch first, to the remote that git itself would push it to, under its own name, never by force. Any failure stops the job before anything moves; a retry pushes again. False when not given. */
  pushFirst?: InputMaybe<Scalars['Boolean']['input']>;
  /** Ask the sessions that use it to stop, borrowers too, and wait for them. Without it a reset of what is in use is an EnvironmentHeldError. */
  stopSessions?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What a resource of a cleanup job is. */
export type ResourceKind =
  /** The rest of the environment's directory, beside the worktrees. */
  | 'DIRECTORY'
  /** One worktree. */
  | 'WORKTREE';

/** How it ended for one resource of a cleanup job. */
export type ResourceOutcome =
  /** It was gone before. */
  | 'ALREADY_ABSENT'
  /** It could not be done: the reason says why. */
  | 'FAILED'
  /** It stays: it is in use. */
  | 'PRESERVED_ACTIVE'
  /** It stays: another task's session uses it. */
  | 'PRESERVED_BORROWED'
  /** It stays: it could not be proven to be ours. */
  | 'PRESERVED_FOREIGN'
  /** It was moved to quarantine whole, and can be restored. */
  | 'QUARANTINED'
  /** It was clean, and is gone. */
  | 'REMOVED'
  /** It stays: the job was superseded before this was its turn. */
  | 'SUPERSEDED'
  /** It stays, and belongs to another task now. */
  | 'TRANSFERRED';

/** How far a resource of a cleanup job is. */
export type ResourcePhase =
  /** It has its outcome. */
  | 'DONE'
  /** Its verdict is stored. */
  | 'JUDGED'
  /** Its path is free; it waits to be judged. */
  | 'MOVED'
  /** It is being moved away from its path. */
  | 'MOVING'
  /** Its bytes are being deleted: from here there is only forward. */
  | 'PURGING'
  /** Not clean: it is being moved to quarantine whole. */
  | 'QUARANTINING'
  /** Nothing was done to it yet. */
  | 'QUEUED'
  /** Clean: its commits are put under a rescue, its branch and its registration go. */
  | 'SETTLING';

/** A quarantine entry to be moved back. */
export type RestoreQuarantineEntryInput = {
  /** The entry, HELD. */
  entryId: Scalars['ID']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The task that will own it. Its own when not given: that must be there and active then. When the entry's workspace was deleted, a task of any workspace in which its repositories are registered. */
  taskId?: InputMaybe<Scalars['ID']['input']>;
};

/** A rescue to be made a branch again. */
export type RestoreRescueInput = {
  /** The new branch's name. One of that name must not exist. */
  branch: Scalars['String']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The rescue. */
  rescueId: Scalars['ID']['input'];
};

/** What a worktree is brought back from. */
export type RestoreSource =
  /** Made anew from what it began from: nothing else of it is left. */
  | 'BASE'
  /** Made anew from its branch. */
  | 'BRANCH'
  /** Made anew from the commit that it was at, which something else holds. */
  | 'COMMIT'
  /** Nothing had been moved yet: it stays where it is. */
  | 'LIVE'
  /** Its own tree, from quarantine, as it was. */
  | 'QUARANTINE'
  /** Made anew from what a remote has of its branch. */
  | 'REMOTE'
  /** Made anew from the rescue that kept its commits. */
  | 'RESCUE'
  /** Its own tree, from the trash, as it was. */
  | 'TRASH';

/** A cleanup job to be taken up again. */
export type RetryCleanupJobInput = {
  /** The job: FAILED or CANCELLED. */
  jobId: Scalars['ID']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
};

/** An environment of which something could not be made. */
export type RetryEnvironmentInput = {
  /** The environment, FAILED. */
  environmentId: Scalars['ID']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
};

/** What a session's event tells. */
export type SessionEventType =
  /** The session was deleted. */
  | 'DELETED'
  /** It has ended. */
  | 'ENDED'
  /** Whoever ran it is gone. */
  | 'LOST'
  /** The session was made. */
  | 'STARTED'
  /** Its state changed. */
  | 'STATE_CHANGED'
  /** Its task ends: whoever runs it should stop it now. It holds its environment until it has ended, or until its grace is over. */
  | 'STOP_REQUESTED';

/** Where a session stands. It is live until STOPPING, and holds its environment as long as it is live. */
export type SessionState =
  /** Ended because somebody wanted it to. */
  | 'CANCELLED'
  /** Ended by itself, well. */
  | 'COMPLETED'
  /** Made, not started yet. Live. */
  | 'CREATED'
  /** Ended with a failure. */
  | 'FAILED'
  /** Alive with nothing to do. Live. */
  | 'IDLE'
  /** Whoever ran it is gone: no sign of life any more. */
  | 'LOST'
  /** At work. Live. */
  | 'RUNNING'
  /** Whoever runs it is starting it. Live. */
  | 'STARTING'
  /** Asked to stop. It holds its environment until it has ended, or until its grace is over. */
  | 'STOPPING'
  /** Waits for a person. Live. */
  | 'WAITING_FOR_INPUT';

/** A new session. */
export type StartSessionInput = {
  /** The environment it runs in. Any of the workspace will do: one of another task is borrowed. */
  environmentId?: InputMaybe<Scalars['ID']['input']>;
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The task it belongs to: not archived. */
  taskId: Scalars['ID']['input'];
  /** What people call it. */
  title?: InputMaybe<Scalars['String']['input']>;
};

/** What kind of work a task is. */
export type TaskKind =
  /** One run of an automation. */
  | 'AUTOMATION_RUN'
  /** A conversation beside the board. */
  | 'QUICK_CHAT'
  /** Work on a board: lives until somebody archives or deletes it. */
  | 'STANDARD';

/** An environment that another task is to own. */
export type TransferEnvironmentInput = {
  /** The environment. */
  environmentId: Scalars['ID']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** Its new owner: a task of the same workspace, not archived. */
  toTaskId: Scalars['ID']['input'];
};

/** What one trigger is to do with the branches that were made for its worktrees. */
export type TriggerBranchPolicyInput = {
  /** What it does with branches. Its default when null or not given. */
  branchPolicy?: InputMaybe<BranchPolicy>;
  /** The trigger. */
  trigger: CleanupTrigger;
};

/** An archived task that is needed again. */
export type UnarchiveTaskInput = {
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** Bring back what the archive took along. True when not given; false leaves its environments EMPTY or in quarantine. */
  recover?: InputMaybe<Scalars['Boolean']['input']>;
  /** The task to take back. */
  taskId: Scalars['ID']['input'];
};

/** A pinned environment that need not be kept any more. */
export type UnpinEnvironmentInput = {
  /** The environment, also when its task was deleted and a job still waits for it. */
  environmentId: Scalars['ID']['input'];
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
};

/** A repository that is not needed any more. */
export type UnregisterRepositoryInput = {
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The repository to forget. */
  repositoryId: Scalars['ID']['input'];
};

/** What whoever runs a session knows about it. */
export type UpdateSessionInput = {
  /** True: it gave a sign of life. */
  heartbeat?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** The session. */
  sessionId: Scalars['ID']['input'];
  /** Its state now. An ended session stays ended. */
  state?: InputMaybe<SessionState>;
};

/** What to change. What is not given stays as it is; null brings the default back, where the field does not say otherwise. */
export type UpdateWorkspacePolicyInput = {
  /** The triggers that change, each once; the others stay. Null: all as by default (DELETE for what deletes, KEEP for archives and resets). */
  branchPolicies?: InputMaybe<Array<TriggerBranchPolicyInput>>;
  /** Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection. */
  operationId?: InputMaybe<Scalars['String']['input']>;
  /** From 1 to 3650. Null: never. 7 is the default. */
  quickChatDays?: InputMaybe<Scalars['Int']['input']>;
  /** The whole list, at most 200 names, each once: read `policy.rebuildable`, add to it, give it back. Null: the known makers with their signs, and the names that the server was started with. */
  rebuildable?: InputMaybe<Array<RebuildableRuleInput>>;
  /** From 60000 (a minute) to 2147483647. Null: never, which is the default. */
  sessionTimeoutMs?: InputMaybe<Scalars['Int']['input']>;
  /** From 0 to 86400000 (a day). Null: what the server was started with (30000 by default). */
  stopGraceMs?: InputMaybe<Scalars['Int']['input']>;
  /** The workspace. */
  workspaceId: Scalars['ID']['input'];
};

/** What the judge found out about a worktree. */
export type VerdictKind =
  /** Everything in it is saved elsewhere, proven: it may go. */
  | 'CLEAN'
  /** It could not be told: it is moved to quarantine. */
  | 'UNKNOWN'
  /** It holds something that is saved nowhere else: it is moved to quarantine. */
  | 'UNSAVED';

/** Where a worktree stands. */
export type WorktreeStatus =
  /** It could not be made: `error` says why. What had been made of it is unmade. */
  | 'FAILED'
  /** It is being made. */
  | 'PROVISIONING'
  /** It lies in quarantine with its environment. */
  | 'QUARANTINED'
  /** It is there, with its branch checked out. */
  | 'READY'
  /** A cleanup has begun on it. */
  | 'RECLAIMING'
  /** It is gone: the path is free, the registration with git too. */
  | 'REMOVED'
  /** It is being brought back. */
  | 'RESTORING';

export type CleanupJobQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type CleanupJobQuery = { cleanupJob: { id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, resources: Array<{ id: string, kind: ResourceKind, phase: ResourcePhase, worktreeId: string | null, repositoryName: string | null, slot: string | null, path: string, branch: string | null, branchCreated: boolean, headCommit: string | null, headBranch: string | null, outcome: ResourceOutcome | null, outcomeReason: string | null, branchOutcome: BranchOutcome | null, branchReason: string | null, lastError: string | null, verdict: { kind: VerdictKind, reason: string, unsavedTotal: number, unsaved: Array<{ kind: string, path: string, detail: string | null }> } | null, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number }, quarantineEntry: { id: string, state: QuarantineState, path: string | null } | null, rescues: Array<{ id: string, kind: RescueKind, ref: string, commit: string }> }>, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } } | null };

export type CleanupJobsQueryVariables = Exact<{
  filter?: InputMaybe<CleanupJobFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CleanupJobsQuery = { cleanupJobs: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } } }> } };

export type CleanupJobEventsQueryVariables = Exact<{
  id: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CleanupJobEventsQuery = { cleanupJob: { id: string, state: CleanupJobState, events: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ cursor: string, node: { cursor: string, type: CleanupEventType, message: string, at: string, taskId: string | null, environmentId: string | null, jobId: string, jobState: CleanupJobState, attempt: number, resourceId: string | null, step: CleanupStep | null, outcome: ResourceOutcome | null, error: string | null, nextAttemptAt: string | null, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } } }> } } | null };

export type RetryCleanupJobMutationVariables = Exact<{
  input: RetryCleanupJobInput;
}>;


export type RetryCleanupJobMutation = { retryCleanupJob:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RetryCleanupJobPayload', jobId: string, job: { id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } } | null }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StateError', state: string, code: ErrorCode, message: string }
   };

export type CancelCleanupJobMutationVariables = Exact<{
  input: CancelCleanupJobInput;
}>;


export type CancelCleanupJobMutation = { cancelCleanupJob:
    | { __typename: 'CancelCleanupJobPayload', jobId: string, job: { id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } } | null }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StateError', state: string, code: ErrorCode, message: string }
   };

export type CleanupProgressSubscriptionVariables = Exact<{
  taskId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CleanupProgressSubscription = { cleanupProgress: { cursor: string, type: CleanupEventType, message: string, at: string, taskId: string | null, environmentId: string | null, jobId: string, jobState: CleanupJobState, attempt: number, resourceId: string | null, step: CleanupStep | null, outcome: ResourceOutcome | null, error: string | null, nextAttemptAt: string | null, resource: { id: string, slot: string | null, path: string } | null, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } } };

export type CleanupActivitySubscriptionVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CleanupActivitySubscription = { cleanupActivity: { cursor: string, type: CleanupEventType, message: string, at: string, taskId: string | null, environmentId: string | null, jobId: string, jobState: CleanupJobState, attempt: number, resourceId: string | null, step: CleanupStep | null, outcome: ResourceOutcome | null, error: string | null, nextAttemptAt: string | null, job: { id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } }, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } } };

export type CreateEnvironmentMutationVariables = Exact<{
  input: CreateEnvironmentInput;
}>;


export type CreateEnvironmentMutation = { createEnvironment:
    | { __typename: 'BranchRefusedError', reason: BranchRefusalReason, branch: string, jobId: string | null, code: ErrorCode, message: string }
    | { __typename: 'CreateEnvironmentPayload', environmentId: string, environment: { id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> } | null }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RefNotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RepositoryMissingError', code: ErrorCode, message: string }
    | { __typename: 'RootUnavailableError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
   };

export type RetryEnvironmentMutationVariables = Exact<{
  input: RetryEnvironmentInput;
}>;


export type RetryEnvironmentMutation = { retryEnvironment:
    | { __typename: 'BranchRefusedError', code: ErrorCode, message: string }
    | { __typename: 'CleanupInProgressError', code: ErrorCode, message: string }
    | { __typename: 'EnvironmentBusyError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RetryEnvironmentPayload', environmentId: string, environment: { id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> } | null }
    | { __typename: 'RootUnavailableError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
   };

export type EnvironmentQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type EnvironmentQuery = { node:
    | { __typename: 'CleanupJob' }
    | { __typename: 'CleanupResource' }
    | { __typename: 'Environment', id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, host: { id: string, name: string }, borrowers: Array<{ id: string, title: string | null, state: SessionState, environmentId: string | null, graceEndsAt: string | null, holdsEnvironment: boolean, createdAt: string, lastActivityAt: string, endedAt: string | null, task: { id: string } | null }>, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> }
    | { __typename: 'Host' }
    | { __typename: 'QuarantineEntry' }
    | { __typename: 'Repository' }
    | { __typename: 'Rescue' }
    | { __typename: 'Session' }
    | { __typename: 'Task' }
    | { __typename: 'Workspace' }
    | { __typename: 'Worktree' }
   | null };

export type EnvironmentProgressSubscriptionVariables = Exact<{
  environmentId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type EnvironmentProgressSubscription = { environmentProgress: { cursor: string, type: EnvironmentEventType, message: string, at: string, environmentId: string, worktreeId: string | null, status: string | null, percent: number | null, error: string | null } };

export type TransferEnvironmentMutationVariables = Exact<{
  input: TransferEnvironmentInput;
}>;


export type TransferEnvironmentMutation = { transferEnvironment:
    | { __typename: 'CleanupInProgressError', jobId: string, code: ErrorCode, message: string }
    | { __typename: 'EnvironmentBusyError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
    | { __typename: 'TransferEnvironmentPayload', environmentId: string, fromTaskId: string, toTaskId: string, environment: { id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> } | null, supersededJob: { id: string, state: CleanupJobState } | null }
   };

export type AddWorktreeMutationVariables = Exact<{
  input: AddWorktreeInput;
}>;


export type AddWorktreeMutation = { addWorktree:
    | { __typename: 'AddWorktreePayload', worktreeId: string, environmentId: string, environment: { id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> } | null }
    | { __typename: 'BranchRefusedError', reason: BranchRefusalReason, branch: string, code: ErrorCode, message: string, branchJobId: string | null }
    | { __typename: 'CleanupInProgressError', jobId: string, code: ErrorCode, message: string }
    | { __typename: 'EnvironmentBusyError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RefNotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RepositoryMissingError', code: ErrorCode, message: string }
    | { __typename: 'RootUnavailableError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
   };

export type ResetEnvironmentMutationVariables = Exact<{
  input: ResetEnvironmentInput;
}>;


export type ResetEnvironmentMutation = { resetEnvironment:
    | { __typename: 'CleanupInProgressError', jobId: string, code: ErrorCode, message: string }
    | { __typename: 'EnvironmentBusyError', code: ErrorCode, message: string }
    | { __typename: 'EnvironmentHeldError', sessionIds: Array<string>, code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ResetEnvironmentPayload', environmentId: string, environment: { id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> } | null, job: { id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } } | null }
    | { __typename: 'RootUnavailableError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
   };

export type PinEnvironmentMutationVariables = Exact<{
  input: PinEnvironmentInput;
}>;


export type PinEnvironmentMutation = { pinEnvironment:
    | { __typename: 'CleanupInProgressError', jobId: string, code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'PinEnvironmentPayload', environmentId: string, environment: { id: string, pinnedReason: string | null } | null }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
   };

export type UnpinEnvironmentMutationVariables = Exact<{
  input: UnpinEnvironmentInput;
}>;


export type UnpinEnvironmentMutation = { unpinEnvironment:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'UnpinEnvironmentPayload', environmentId: string, environment: { id: string, pinnedReason: string | null } | null }
   };

type ErrorParts_BranchRefusedError_Fragment = { __typename: 'BranchRefusedError', code: ErrorCode, message: string };

type ErrorParts_CleanupInProgressError_Fragment = { __typename: 'CleanupInProgressError', code: ErrorCode, message: string };

type ErrorParts_EnvironmentBusyError_Fragment = { __typename: 'EnvironmentBusyError', code: ErrorCode, message: string };

type ErrorParts_EnvironmentHeldError_Fragment = { __typename: 'EnvironmentHeldError', code: ErrorCode, message: string };

type ErrorParts_InvalidInputError_Fragment = { __typename: 'InvalidInputError', code: ErrorCode, message: string };

type ErrorParts_NotFoundError_Fragment = { __typename: 'NotFoundError', code: ErrorCode, message: string };

type ErrorParts_OperationConflictError_Fragment = { __typename: 'OperationConflictError', code: ErrorCode, message: string };

type ErrorParts_RefNotFoundError_Fragment = { __typename: 'RefNotFoundError', code: ErrorCode, message: string };

type ErrorParts_RepositoryMissingError_Fragment = { __typename: 'RepositoryMissingError', code: ErrorCode, message: string };

type ErrorParts_RepositoryRefusedError_Fragment = { __typename: 'RepositoryRefusedError', code: ErrorCode, message: string };

type ErrorParts_RootUnavailableError_Fragment = { __typename: 'RootUnavailableError', code: ErrorCode, message: string };

type ErrorParts_ServerBusyError_Fragment = { __typename: 'ServerBusyError', code: ErrorCode, message: string };

type ErrorParts_StateError_Fragment = { __typename: 'StateError', code: ErrorCode, message: string };

type ErrorParts_TakenError_Fragment = { __typename: 'TakenError', code: ErrorCode, message: string };

type ErrorParts_TaskArchivedError_Fragment = { __typename: 'TaskArchivedError', code: ErrorCode, message: string };

type ErrorParts_TaskNotArchivedError_Fragment = { __typename: 'TaskNotArchivedError', code: ErrorCode, message: string };

type ErrorParts_WorkspaceDeletedError_Fragment = { __typename: 'WorkspaceDeletedError', code: ErrorCode, message: string };

export type ErrorPartsFragment =
  | ErrorParts_BranchRefusedError_Fragment
  | ErrorParts_CleanupInProgressError_Fragment
  | ErrorParts_EnvironmentBusyError_Fragment
  | ErrorParts_EnvironmentHeldError_Fragment
  | ErrorParts_InvalidInputError_Fragment
  | ErrorParts_NotFoundError_Fragment
  | ErrorParts_OperationConflictError_Fragment
  | ErrorParts_RefNotFoundError_Fragment
  | ErrorParts_RepositoryMissingError_Fragment
  | ErrorParts_RepositoryRefusedError_Fragment
  | ErrorParts_RootUnavailableError_Fragment
  | ErrorParts_ServerBusyError_Fragment
  | ErrorParts_StateError_Fragment
  | ErrorParts_TakenError_Fragment
  | ErrorParts_TaskArchivedError_Fragment
  | ErrorParts_TaskNotArchivedError_Fragment
  | ErrorParts_WorkspaceDeletedError_Fragment
;

export type TaskPartsFragment = { id: string, title: string, kind: TaskKind, externalId: string | null, archivedAt: string | null, createdAt: string, lastActivityAt: string };

export type WorktreePartsFragment = { id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } };

export type EnvironmentPartsFragment = { id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> };

export type SessionPartsFragment = { id: string, title: string | null, state: SessionState, environmentId: string | null, graceEndsAt: string | null, holdsEnvironment: boolean, createdAt: string, lastActivityAt: string, endedAt: string | null, task: { id: string } | null };

export type ProgressPartsFragment = { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number };

export type RescuePartsFragment = { id: string, kind: RescueKind, ref: string, commit: string, branch: string | null, repositoryId: string, worktreeId: string, environmentId: string, taskId: string, taskTitle: string, createdAt: string, droppedAt: string | null, droppedReason: string | null };

export type QuarantineEntryPartsFragment = { id: string, kind: QuarantineKind, state: QuarantineState, reason: string, path: string | null, environmentId: string, taskId: string, taskTitle: string, sizeBytes: string | null, createdAt: string, restoredAt: string | null, worktrees: Array<{ worktreeId: string, slot: string, kept: boolean, verdict: VerdictKind | null, reason: string, branch: string | null, headCommit: string | null }> };

export type CleanupResourcePartsFragment = { id: string, kind: ResourceKind, phase: ResourcePhase, worktreeId: string | null, repositoryName: string | null, slot: string | null, path: string, branch: string | null, branchCreated: boolean, headCommit: string | null, headBranch: string | null, outcome: ResourceOutcome | null, outcomeReason: string | null, branchOutcome: BranchOutcome | null, branchReason: string | null, lastError: string | null, verdict: { kind: VerdictKind, reason: string, unsavedTotal: number, unsaved: Array<{ kind: string, path: string, detail: string | null }> } | null, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number }, quarantineEntry: { id: string, state: QuarantineState, path: string | null } | null, rescues: Array<{ id: string, kind: RescueKind, ref: string, commit: string }> };

export type CleanupJobPartsFragment = { id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } };

export type CleanupEventPartsFragment = { cursor: string, type: CleanupEventType, message: string, at: string, taskId: string | null, environmentId: string | null, jobId: string, jobState: CleanupJobState, attempt: number, resourceId: string | null, step: CleanupStep | null, outcome: ResourceOutcome | null, error: string | null, nextAttemptAt: string | null, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } };

export type PreviewSumPartsFragment = { worktrees: number, sizeBytes: string | null, knownBytes: string, unknownSizes: number };

export type PreviewWorktreePartsFragment = { worktreeId: string, repositoryName: string, slot: string, path: string, fate: PreviewWorktreeFate, reason: string, headCommit: string | null, headBranch: string | null, branch: string | null, presentBranch: string | null, branchOutcome: BranchOutcome | null, branchReason: string | null, madeAfreshFrom: PreviewAfreshFrom | null, commitsOnlyHereTotal: number | null, sizeBytes: string | null, entries: number | null, rebuildableBytes: string | null, verdict: { kind: VerdictKind, reason: string, unsavedTotal: number, unsaved: Array<{ kind: string, path: string, detail: string | null }> } | null, push: { branch: string, remote: string } | null, commitsOnlyHere: Array<{ commit: string, subject: string }>, rebuildable: Array<{ path: string, kind: string }> };

export type CleanupPreviewPartsFragment = { trigger: CleanupTrigger, taskIds: Array<string>, tasksTotal: number, skipped: Array<string>, skippedTotal: number, childrenMadeRoots: Array<string>, childrenMadeRootsTotal: number, environmentsTotal: number, worktreesTotal: number, transferredTotal: number, partial: boolean, next: string | null, more: boolean, toRemove: { worktrees: number, sizeBytes: string | null, knownBytes: string, unknownSizes: number }, toQuarantine: { worktrees: number, sizeBytes: string | null, knownBytes: string, unknownSizes: number }, waiting: { worktrees: number, sizeBytes: string | null, knownBytes: string, unknownSizes: number }, environments: Array<{ environmentId: string, taskId: string, taskTitle: string, path: string, fate: PreviewEnvironmentFate, reason: string, waitingFor: string | null, beside: Array<string>, besideTotal: number, directoryFate: PreviewDirectoryFate | null, madeAfresh: boolean, sessions: Array<{ id: string, title: string | null, state: SessionState }>, job: { id: string, state: CleanupJobState } | null, transferTo: { id: string, title: string } | null, worktrees: Array<{ worktreeId: string, repositoryName: string, slot: string, path: string, fate: PreviewWorktreeFate, reason: string, headCommit: string | null, headBranch: string | null, branch: string | null, presentBranch: string | null, branchOutcome: BranchOutcome | null, branchReason: string | null, madeAfreshFrom: PreviewAfreshFrom | null, commitsOnlyHereTotal: number | null, sizeBytes: string | null, entries: number | null, rebuildableBytes: string | null, verdict: { kind: VerdictKind, reason: string, unsavedTotal: number, unsaved: Array<{ kind: string, path: string, detail: string | null }> } | null, push: { branch: string, remote: string } | null, commitsOnlyHere: Array<{ commit: string, subject: string }>, rebuildable: Array<{ path: string, kind: string }> }> }> };

export type WorkspacePolicyPartsFragment = { stopGraceMs: number, sessionTimeoutMs: number | null, quickChatDays: number | null, branchPolicies: Array<{ trigger: CleanupTrigger, branchPolicy: BranchPolicy }>, rebuildable: Array<{ name: string, sign: Array<string> }> };

export type AreYouSureQueryVariables = Exact<{
  input: CleanupPreviewInput;
  after?: InputMaybe<Scalars['ID']['input']>;
}>;


export type AreYouSureQuery = { cleanupPreview:
    | { __typename: 'CleanupInProgressError', code: ErrorCode, message: string }
    | { __typename: 'CleanupPreview', tasksTotal: number, skippedTotal: number, environmentsTotal: number, worktreesTotal: number, transferredTotal: number, partial: boolean, next: string | null, childrenMadeRootsTotal: number, toRemove: { worktrees: number, sizeBytes: string | null, knownBytes: string }, toQuarantine: { worktrees: number, sizeBytes: string | null, knownBytes: string }, waiting: { worktrees: number }, environments: Array<{ environmentId: string, taskTitle: string, fate: PreviewEnvironmentFate, reason: string, waitingFor: string | null, madeAfresh: boolean, beside: Array<string>, besideTotal: number, sessions: Array<{ id: string, title: string | null, state: SessionState }>, transferTo: { id: string, title: string } | null, worktrees: Array<{ slot: string, path: string, fate: PreviewWorktreeFate, reason: string, branch: string | null, branchOutcome: BranchOutcome | null, branchReason: string | null, madeAfreshFrom: PreviewAfreshFrom | null, commitsOnlyHereTotal: number | null, sizeBytes: string | null, rebuildableBytes: string | null, verdict: { kind: VerdictKind, unsavedTotal: number, unsaved: Array<{ kind: string, path: string, detail: string | null }> } | null, push: { branch: string, remote: string } | null, commitsOnlyHere: Array<{ commit: string, subject: string }> }> }> }
    | { __typename: 'EnvironmentBusyError', code: ErrorCode, message: string }
    | { __typename: 'EnvironmentHeldError', sessionIds: Array<string>, code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RootUnavailableError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
    | { __typename: 'WorkspaceDeletedError', code: ErrorCode, message: string }
   };

export type YesMutationVariables = Exact<{
  input: ArchiveTaskInput;
}>;


export type YesMutation = { archiveTask:
    | { __typename: 'ArchiveTaskPayload', operationId: string, jobs: Array<{ id: string, state: CleanupJobState, waitingFor: string | null }> }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
   };

export type ProgressSubscriptionVariables = Exact<{
  taskId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ProgressSubscription = { cleanupProgress: { cursor: string, type: CleanupEventType, message: string, jobId: string, jobState: CleanupJobState, step: CleanupStep | null, outcome: ResourceOutcome | null, error: string | null, nextAttemptAt: string | null, progress: { percent: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null } } };

export type OutcomeQueryVariables = Exact<{
  jobId: Scalars['ID']['input'];
}>;


export type OutcomeQuery = { cleanupJob: { state: CleanupJobState, taskTitle: string, resources: Array<{ kind: ResourceKind, slot: string | null, path: string, outcome: ResourceOutcome | null, outcomeReason: string | null, branch: string | null, branchOutcome: BranchOutcome | null, branchReason: string | null, verdict: { kind: VerdictKind, reason: string, unsavedTotal: number, unsaved: Array<{ kind: string, path: string, detail: string | null }> } | null, quarantineEntry: { id: string, path: string | null } | null, rescues: Array<{ ref: string, commit: string }> }> } | null };

export type BoardTasksQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type BoardTasksQuery = { workspace: { latestCursor: string, tasks: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, title: string, externalId: string | null, environments: Array<{ id: string, status: EnvironmentStatus, path: string }> } }> } } | null };

export type BoardActivitySubscriptionVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type BoardActivitySubscription = { cleanupActivity: { cursor: string, type: CleanupEventType, message: string, taskId: string | null, jobId: string, jobState: CleanupJobState, progress: { percent: number } } };

export type NeedAttentionQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type NeedAttentionQuery = { cleanupJobs: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, taskId: string, taskTitle: string, state: CleanupJobState, attempts: number, maxAttempts: number, nextAttemptAt: string | null, lastError: string | null, waitingFor: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }> } }> } };

export type TryAgainMutationVariables = Exact<{
  jobId: Scalars['ID']['input'];
}>;


export type TryAgainMutation = { retryCleanupJob:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RetryCleanupJobPayload', job: { id: string, state: CleanupJobState } | null }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StateError', state: string, code: ErrorCode, message: string }
   };

export type UndoMutationVariables = Exact<{
  taskId: Scalars['ID']['input'];
}>;


export type UndoMutation = { unarchiveTask:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskNotArchivedError', code: ErrorCode, message: string }
    | { __typename: 'UnarchiveTaskPayload', supersededJobs: Array<{ id: string }>, restoring: Array<{ environmentId: string, from: string }> }
   };

export type RestoringSubscriptionVariables = Exact<{
  environmentId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type RestoringSubscription = { environmentProgress: { cursor: string, type: EnvironmentEventType, message: string, status: string | null, error: string | null, worktree: { slot: string, status: WorktreeStatus, restoredFrom: RestoreSource | null } | null } };

export type LeftQueryVariables = Exact<{
  taskId: Scalars['ID']['input'];
}>;


export type LeftQuery = { quarantineEntries: { edges: Array<{ node: { id: string, kind: QuarantineKind, reason: string, path: string | null } }> }, rescues: { edges: Array<{ node: { id: string, kind: RescueKind, branch: string | null, commit: string, ref: string, repository: { name: string } | null } }> } };

export type BringBackMutationVariables = Exact<{
  entryId: Scalars['ID']['input'];
  taskId: Scalars['ID']['input'];
}>;


export type BringBackMutation = { restoreQuarantineEntry:
    | { __typename: 'CleanupInProgressError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RestoreQuarantineEntryPayload', environmentId: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StateError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
   };

export type BringCommitsBackMutationVariables = Exact<{
  rescueId: Scalars['ID']['input'];
  branch: Scalars['String']['input'];
}>;


export type BringCommitsBackMutation = { restoreRescue:
    | { __typename: 'BranchRefusedError', reason: BranchRefusalReason, code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RepositoryMissingError', code: ErrorCode, message: string }
    | { __typename: 'RestoreRescuePayload', branch: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StateError', code: ErrorCode, message: string }
   };

export type CleanupPreviewQueryVariables = Exact<{
  input: CleanupPreviewInput;
  after?: InputMaybe<Scalars['ID']['input']>;
}>;


export type CleanupPreviewQuery = { cleanupPreview:
    | { __typename: 'CleanupInProgressError', jobId: string, code: ErrorCode, message: string }
    | { __typename: 'CleanupPreview', trigger: CleanupTrigger, taskIds: Array<string>, tasksTotal: number, skipped: Array<string>, skippedTotal: number, childrenMadeRoots: Array<string>, childrenMadeRootsTotal: number, environmentsTotal: number, worktreesTotal: number, transferredTotal: number, partial: boolean, next: string | null, more: boolean, toRemove: { worktrees: number, sizeBytes: string | null, knownBytes: string, unknownSizes: number }, toQuarantine: { worktrees: number, sizeBytes: string | null, knownBytes: string, unknownSizes: number }, waiting: { worktrees: number, sizeBytes: string | null, knownBytes: string, unknownSizes: number }, environments: Array<{ environmentId: string, taskId: string, taskTitle: string, path: string, fate: PreviewEnvironmentFate, reason: string, waitingFor: string | null, beside: Array<string>, besideTotal: number, directoryFate: PreviewDirectoryFate | null, madeAfresh: boolean, sessions: Array<{ id: string, title: string | null, state: SessionState }>, job: { id: string, state: CleanupJobState } | null, transferTo: { id: string, title: string } | null, worktrees: Array<{ worktreeId: string, repositoryName: string, slot: string, path: string, fate: PreviewWorktreeFate, reason: string, headCommit: string | null, headBranch: string | null, branch: string | null, presentBranch: string | null, branchOutcome: BranchOutcome | null, branchReason: string | null, madeAfreshFrom: PreviewAfreshFrom | null, commitsOnlyHereTotal: number | null, sizeBytes: string | null, entries: number | null, rebuildableBytes: string | null, verdict: { kind: VerdictKind, reason: string, unsavedTotal: number, unsaved: Array<{ kind: string, path: string, detail: string | null }> } | null, push: { branch: string, remote: string } | null, commitsOnlyHere: Array<{ commit: string, subject: string }>, rebuildable: Array<{ path: string, kind: string }> }> }> }
    | { __typename: 'EnvironmentBusyError', status: string, code: ErrorCode, message: string }
    | { __typename: 'EnvironmentHeldError', sessionIds: Array<string>, code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RootUnavailableError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
    | { __typename: 'WorkspaceDeletedError', code: ErrorCode, message: string }
   };

export type RegisterRepositoryMutationVariables = Exact<{
  input: RegisterRepositoryInput;
}>;


export type RegisterRepositoryMutation = { registerRepository:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RegisterRepositoryPayload', repositoryId: string, repository: { id: string, name: string, commonDir: string, checkoutPath: string | null, defaultBranch: string | null, runHooks: boolean } | null }
    | { __typename: 'RepositoryRefusedError', reason: RepositoryRefusalReason, path: string, code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'WorkspaceDeletedError', code: ErrorCode, message: string }
   };

export type UnregisterRepositoryMutationVariables = Exact<{
  input: UnregisterRepositoryInput;
}>;


export type UnregisterRepositoryMutation = { unregisterRepository:
    | { __typename: 'CleanupInProgressError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StateError', code: ErrorCode, message: string }
    | { __typename: 'UnregisterRepositoryPayload', repositoryId: string }
    | { __typename: 'WorkspaceDeletedError', code: ErrorCode, message: string }
   };

export type RepositoriesQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type RepositoriesQuery = { workspace: { repositories: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, name: string, commonDir: string, checkoutPath: string | null, defaultBranch: string | null, runHooks: boolean, createdAt: string } }> } } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { instanceId: string, version: string, host: { id: string, name: string, rootPath: string } } };

export type HealthQueryVariables = Exact<{ [key: string]: never; }>;


export type HealthQuery = { health: { ok: boolean, version: string, rootPath: string, rootConfirmed: boolean, instanceId: string, generation: number, issues: Array<{ id: string, severity: HealthSeverity, message: string, whatToDo: string }> } };

export type NodeQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type NodeQuery = { node:
    | { __typename: 'CleanupJob', id: string }
    | { __typename: 'CleanupResource', id: string }
    | { __typename: 'Environment', id: string }
    | { __typename: 'Host', id: string }
    | { __typename: 'QuarantineEntry', id: string }
    | { __typename: 'Repository', id: string }
    | { __typename: 'Rescue', id: string }
    | { __typename: 'Session', id: string }
    | { __typename: 'Task', id: string }
    | { __typename: 'Workspace', id: string }
    | { __typename: 'Worktree', id: string }
   | null };

export type StartSessionMutationVariables = Exact<{
  input: StartSessionInput;
}>;


export type StartSessionMutation = { startSession:
    | { __typename: 'CleanupInProgressError', jobId: string, code: ErrorCode, message: string }
    | { __typename: 'EnvironmentBusyError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StartSessionPayload', sessionId: string, session: { id: string, title: string | null, state: SessionState, environmentId: string | null, graceEndsAt: string | null, holdsEnvironment: boolean, createdAt: string, lastActivityAt: string, endedAt: string | null, task: { id: string } | null } | null }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
   };

export type UpdateSessionMutationVariables = Exact<{
  input: UpdateSessionInput;
}>;


export type UpdateSessionMutation = { updateSession:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StateError', code: ErrorCode, message: string }
    | { __typename: 'UpdateSessionPayload', sessionId: string, session: { id: string, title: string | null, state: SessionState, environmentId: string | null, graceEndsAt: string | null, holdsEnvironment: boolean, createdAt: string, lastActivityAt: string, endedAt: string | null, task: { id: string } | null } | null }
   };

export type DeleteSessionMutationVariables = Exact<{
  input: DeleteSessionInput;
}>;


export type DeleteSessionMutation = { deleteSession:
    | { __typename: 'DeleteSessionPayload', sessionId: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
   };

export type SessionEventsSubscriptionVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type SessionEventsSubscription = { sessionEvents: { cursor: string, type: SessionEventType, message: string, at: string, taskId: string | null, environmentId: string | null, sessionId: string, state: SessionState | null } };

export type QuarantineEntriesQueryVariables = Exact<{
  filter?: InputMaybe<QuarantineFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type QuarantineEntriesQuery = { quarantineEntries: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, kind: QuarantineKind, state: QuarantineState, reason: string, path: string | null, environmentId: string, taskId: string, taskTitle: string, sizeBytes: string | null, createdAt: string, restoredAt: string | null, worktrees: Array<{ worktreeId: string, slot: string, kept: boolean, verdict: VerdictKind | null, reason: string, branch: string | null, headCommit: string | null }> } }> } };

export type RestoreQuarantineEntryMutationVariables = Exact<{
  input: RestoreQuarantineEntryInput;
}>;


export type RestoreQuarantineEntryMutation = { restoreQuarantineEntry:
    | { __typename: 'CleanupInProgressError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RestoreQuarantineEntryPayload', entryId: string, environmentId: string, entry: { id: string, kind: QuarantineKind, state: QuarantineState, reason: string, path: string | null, environmentId: string, taskId: string, taskTitle: string, sizeBytes: string | null, createdAt: string, restoredAt: string | null, worktrees: Array<{ worktreeId: string, slot: string, kept: boolean, verdict: VerdictKind | null, reason: string, branch: string | null, headCommit: string | null }> } | null, environment: { id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> } | null }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StateError', state: string, code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
   };

export type RescuesQueryVariables = Exact<{
  filter?: InputMaybe<RescueFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type RescuesQuery = { rescues: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, kind: RescueKind, ref: string, commit: string, branch: string | null, repositoryId: string, worktreeId: string, environmentId: string, taskId: string, taskTitle: string, createdAt: string, droppedAt: string | null, droppedReason: string | null } }> } };

export type RestoreRescueMutationVariables = Exact<{
  input: RestoreRescueInput;
}>;


export type RestoreRescueMutation = { restoreRescue:
    | { __typename: 'BranchRefusedError', reason: BranchRefusalReason, code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'RepositoryMissingError', code: ErrorCode, message: string }
    | { __typename: 'RestoreRescuePayload', rescueId: string, branch: string, rescue: { id: string, kind: RescueKind, ref: string, commit: string, branch: string | null, repositoryId: string, worktreeId: string, environmentId: string, taskId: string, taskTitle: string, createdAt: string, droppedAt: string | null, droppedReason: string | null } | null }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'StateError', code: ErrorCode, message: string }
   };

export type CreateTaskMutationVariables = Exact<{
  input: CreateTaskInput;
}>;


export type CreateTaskMutation = { createTask:
    | { __typename: 'CreateTaskPayload', taskId: string, task: { id: string, title: string, kind: TaskKind, externalId: string | null, archivedAt: string | null, createdAt: string, lastActivityAt: string } | null }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TakenError', field: string, existingId: string | null, code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
    | { __typename: 'WorkspaceDeletedError', code: ErrorCode, message: string }
   };

export type ArchiveTaskMutationVariables = Exact<{
  input: ArchiveTaskInput;
}>;


export type ArchiveTaskMutation = { archiveTask:
    | { __typename: 'ArchiveTaskPayload', operationId: string, taskId: string, jobsTotal: number, cascadeId: string | null, taskIds: Array<string>, skipped: Array<string>, task: { id: string, title: string, kind: TaskKind, externalId: string | null, archivedAt: string | null, createdAt: string, lastActivityAt: string } | null, jobs: Array<{ id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } }> }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskArchivedError', code: ErrorCode, message: string }
   };

export type UnarchiveTaskMutationVariables = Exact<{
  input: UnarchiveTaskInput;
}>;


export type UnarchiveTaskMutation = { unarchiveTask:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'TaskNotArchivedError', code: ErrorCode, message: string }
    | { __typename: 'UnarchiveTaskPayload', operationId: string, taskId: string, taskIds: Array<string>, task: { id: string, title: string, kind: TaskKind, externalId: string | null, archivedAt: string | null, createdAt: string, lastActivityAt: string } | null, supersededJobs: Array<{ id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } }>, restoring: Array<{ environmentId: string, from: string, environment: { id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> } | null }> }
   };

export type DeleteTaskMutationVariables = Exact<{
  input: DeleteTaskInput;
}>;


export type DeleteTaskMutation = { deleteTask:
    | { __typename: 'DeleteTaskPayload', operationId: string, taskId: string, workspaceId: string, childrenMadeRoots: Array<string>, jobsTotal: number, cascadeId: string | null, taskIds: Array<string>, jobs: Array<{ id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } }>, transferred: Array<{ environmentId: string, taskId: string }> }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
   };

export type TaskQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type TaskQuery = { task: { id: string, title: string, kind: TaskKind, externalId: string | null, archivedAt: string | null, createdAt: string, lastActivityAt: string, parent: { id: string, title: string } | null, children: { totalCount: number, edges: Array<{ node: { id: string, title: string, kind: TaskKind, externalId: string | null, archivedAt: string | null, createdAt: string, lastActivityAt: string } }> }, environments: Array<{ id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, borrowers: Array<{ id: string, title: string | null, state: SessionState, environmentId: string | null, graceEndsAt: string | null, holdsEnvironment: boolean, createdAt: string, lastActivityAt: string, endedAt: string | null, task: { id: string } | null }>, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> }>, sessions: { totalCount: number, edges: Array<{ node: { id: string, title: string | null, state: SessionState, environmentId: string | null, graceEndsAt: string | null, holdsEnvironment: boolean, createdAt: string, lastActivityAt: string, endedAt: string | null, task: { id: string } | null } }> }, cleanupJobs: { totalCount: number, edges: Array<{ node: { id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } } }> } } | null };

export type TaskByExternalIdQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  externalId: Scalars['String']['input'];
}>;


export type TaskByExternalIdQuery = { taskByExternalId: { id: string, title: string, kind: TaskKind, externalId: string | null, archivedAt: string | null, createdAt: string, lastActivityAt: string } | null };

export type CreateWorkspaceMutationVariables = Exact<{
  input: CreateWorkspaceInput;
}>;


export type CreateWorkspaceMutation = { createWorkspace:
    | { __typename: 'CreateWorkspacePayload', workspaceId: string, workspace: { id: string, name: string, createdAt: string, latestCursor: string } | null }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
   };

export type WorkspacesQueryVariables = Exact<{
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type WorkspacesQuery = { workspaces: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, name: string, createdAt: string } }> } };

export type BoardQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  archived?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type BoardQuery = { workspace: { id: string, name: string, latestCursor: string, tasks: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ cursor: string, node: { id: string, title: string, kind: TaskKind, externalId: string | null, archivedAt: string | null, createdAt: string, lastActivityAt: string, parent: { id: string } | null, environments: Array<{ id: string, path: string, status: EnvironmentStatus, error: string | null, pinnedReason: string | null, createdAt: string, borrowers: Array<{ id: string, title: string | null, state: SessionState }>, owner: { id: string }, worktrees: Array<{ id: string, slot: string, path: string, branch: string | null, branchCreated: boolean, baseRef: string, baseCommit: string | null, status: WorktreeStatus, error: string | null, restoredFrom: RestoreSource | null, sizeBytes: string | null, sizeMeasuredAt: string | null, repository: { id: string, name: string } }> }> } }> } } | null };

export type WorkspacePolicyQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
}>;


export type WorkspacePolicyQuery = { workspace: { id: string, policy: { stopGraceMs: number, sessionTimeoutMs: number | null, quickChatDays: number | null, branchPolicies: Array<{ trigger: CleanupTrigger, branchPolicy: BranchPolicy }>, rebuildable: Array<{ name: string, sign: Array<string> }> } } | null };

export type UpdateWorkspacePolicyMutationVariables = Exact<{
  input: UpdateWorkspacePolicyInput;
}>;


export type UpdateWorkspacePolicyMutation = { updateWorkspacePolicy:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'UpdateWorkspacePolicyPayload', workspaceId: string, workspace: { id: string, policy: { stopGraceMs: number, sessionTimeoutMs: number | null, quickChatDays: number | null, branchPolicies: Array<{ trigger: CleanupTrigger, branchPolicy: BranchPolicy }>, rebuildable: Array<{ name: string, sign: Array<string> }> } } }
    | { __typename: 'WorkspaceDeletedError', code: ErrorCode, message: string }
   };

export type DeleteWorkspaceMutationVariables = Exact<{
  input: DeleteWorkspaceInput;
}>;


export type DeleteWorkspaceMutation = { deleteWorkspace:
    | { __typename: 'DeleteWorkspacePayload', operationId: string, workspaceId: string, tasksTotal: number, jobsTotal: number, workspace: { id: string, name: string, deletedAt: string | null }, jobs: Array<{ id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } }> }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'WorkspaceDeletedError', code: ErrorCode, message: string }
   };

export type ExpireQuickChatsMutationVariables = Exact<{
  input: ExpireQuickChatsInput;
}>;


export type ExpireQuickChatsMutation = { expireQuickChats:
    | { __typename: 'ExpireQuickChatsPayload', operationId: string, expired: Array<string>, jobsTotal: number, more: boolean, jobs: Array<{ id: string, operationId: string, cascadeId: string | null, workspaceId: string, taskId: string, taskTitle: string, environmentId: string, trigger: CleanupTrigger, state: CleanupJobState, branchPolicy: BranchPolicy, attempts: number, maxAttempts: number, nextAttemptAt: string | null, begunAt: string | null, lastError: string | null, waitingFor: string | null, createdAt: string, completedAt: string | null, blockedBy: Array<{ id: string, title: string | null, state: SessionState }>, progress: { resourcesDone: number, resourcesTotal: number, entriesDone: number, entriesTotal: number | null, bytesDone: string, bytesTotal: string | null, percent: number } }>, failures: Array<{ taskId: string, message: string }> }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'OperationConflictError', code: ErrorCode, message: string }
    | { __typename: 'ServerBusyError', code: ErrorCode, message: string }
    | { __typename: 'WorkspaceDeletedError', code: ErrorCode, message: string }
   };

export const ErrorPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<ErrorPartsFragment, unknown>;
export const TaskPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}}]}}]} as unknown as DocumentNode<TaskPartsFragment, unknown>;
export const WorktreePartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<WorktreePartsFragment, unknown>;
export const EnvironmentPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<EnvironmentPartsFragment, unknown>;
export const SessionPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"holdsEnvironment"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<SessionPartsFragment, unknown>;
export const RescuePartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RescueParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Rescue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"commit"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"repositoryId"}},{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"droppedAt"}},{"kind":"Field","name":{"kind":"Name","value":"droppedReason"}}]}}]} as unknown as DocumentNode<RescuePartsFragment, unknown>;
export const QuarantineEntryPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"QuarantineEntryParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuarantineEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"restoredAt"}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"kept"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"headCommit"}}]}}]}}]} as unknown as DocumentNode<QuarantineEntryPartsFragment, unknown>;
export const ProgressPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}}]} as unknown as DocumentNode<ProgressPartsFragment, unknown>;
export const CleanupResourcePartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupResourceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupResource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"repositoryName"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"headCommit"}},{"kind":"Field","name":{"kind":"Name","value":"headBranch"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"unsavedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"unsaved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"outcomeReason"}},{"kind":"Field","name":{"kind":"Name","value":"branchOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"branchReason"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quarantineEntry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rescues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"commit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}}]} as unknown as DocumentNode<CleanupResourcePartsFragment, unknown>;
export const CleanupJobPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}}]} as unknown as DocumentNode<CleanupJobPartsFragment, unknown>;
export const CleanupEventPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"jobId"}},{"kind":"Field","name":{"kind":"Name","value":"jobState"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}}]} as unknown as DocumentNode<CleanupEventPartsFragment, unknown>;
export const PreviewSumPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewSumParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktrees"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"knownBytes"}},{"kind":"Field","name":{"kind":"Name","value":"unknownSizes"}}]}}]} as unknown as DocumentNode<PreviewSumPartsFragment, unknown>;
export const PreviewWorktreePartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewWorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewWorktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"repositoryName"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"fate"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"unsavedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"unsaved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"headCommit"}},{"kind":"Field","name":{"kind":"Name","value":"headBranch"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"presentBranch"}},{"kind":"Field","name":{"kind":"Name","value":"branchOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"branchReason"}},{"kind":"Field","name":{"kind":"Name","value":"push"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"remote"}}]}},{"kind":"Field","name":{"kind":"Name","value":"madeAfreshFrom"}},{"kind":"Field","name":{"kind":"Name","value":"commitsOnlyHere"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"commit"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}}]}},{"kind":"Field","name":{"kind":"Name","value":"commitsOnlyHereTotal"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"entries"}},{"kind":"Field","name":{"kind":"Name","value":"rebuildable"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rebuildableBytes"}}]}}]} as unknown as DocumentNode<PreviewWorktreePartsFragment, unknown>;
export const CleanupPreviewPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupPreviewParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupPreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"taskIds"}},{"kind":"Field","name":{"kind":"Name","value":"tasksTotal"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"skippedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"childrenMadeRoots"}},{"kind":"Field","name":{"kind":"Name","value":"childrenMadeRootsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"environmentsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"worktreesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"transferredTotal"}},{"kind":"Field","name":{"kind":"Name","value":"partial"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"more"}},{"kind":"Field","name":{"kind":"Name","value":"toRemove"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewSumParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"toQuarantine"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewSumParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"waiting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewSumParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"environments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"fate"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transferTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"beside"}},{"kind":"Field","name":{"kind":"Name","value":"besideTotal"}},{"kind":"Field","name":{"kind":"Name","value":"directoryFate"}},{"kind":"Field","name":{"kind":"Name","value":"madeAfresh"}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewWorktreeParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewSumParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktrees"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"knownBytes"}},{"kind":"Field","name":{"kind":"Name","value":"unknownSizes"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewWorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewWorktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"repositoryName"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"fate"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"unsavedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"unsaved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"headCommit"}},{"kind":"Field","name":{"kind":"Name","value":"headBranch"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"presentBranch"}},{"kind":"Field","name":{"kind":"Name","value":"branchOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"branchReason"}},{"kind":"Field","name":{"kind":"Name","value":"push"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"remote"}}]}},{"kind":"Field","name":{"kind":"Name","value":"madeAfreshFrom"}},{"kind":"Field","name":{"kind":"Name","value":"commitsOnlyHere"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"commit"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}}]}},{"kind":"Field","name":{"kind":"Name","value":"commitsOnlyHereTotal"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"entries"}},{"kind":"Field","name":{"kind":"Name","value":"rebuildable"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rebuildableBytes"}}]}}]} as unknown as DocumentNode<CleanupPreviewPartsFragment, unknown>;
export const WorkspacePolicyPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkspacePolicyParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkspacePolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"branchPolicies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rebuildable"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"sign"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stopGraceMs"}},{"kind":"Field","name":{"kind":"Name","value":"sessionTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"quickChatDays"}}]}}]} as unknown as DocumentNode<WorkspacePolicyPartsFragment, unknown>;
export const CleanupJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CleanupJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupResourceParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupResourceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupResource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"repositoryName"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"headCommit"}},{"kind":"Field","name":{"kind":"Name","value":"headBranch"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"unsavedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"unsaved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"outcomeReason"}},{"kind":"Field","name":{"kind":"Name","value":"branchOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"branchReason"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quarantineEntry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rescues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"commit"}}]}}]}}]} as unknown as DocumentNode<CleanupJobQuery, CleanupJobQueryVariables>;
export const CleanupJobsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CleanupJobs"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJobFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupJobs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}}]} as unknown as DocumentNode<CleanupJobsQuery, CleanupJobsQueryVariables>;
export const CleanupJobEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CleanupJobEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupEventParts"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"jobId"}},{"kind":"Field","name":{"kind":"Name","value":"jobState"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}}]}}]} as unknown as DocumentNode<CleanupJobEventsQuery, CleanupJobEventsQueryVariables>;
export const RetryCleanupJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetryCleanupJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RetryCleanupJobInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryCleanupJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RetryCleanupJobPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobId"}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<RetryCleanupJobMutation, RetryCleanupJobMutationVariables>;
export const CancelCleanupJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelCleanupJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelCleanupJobInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelCleanupJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancelCleanupJobPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobId"}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<CancelCleanupJobMutation, CancelCleanupJobMutationVariables>;
export const CleanupProgressDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"CleanupProgress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupProgress"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"taskId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupEventParts"}},{"kind":"Field","name":{"kind":"Name","value":"resource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"jobId"}},{"kind":"Field","name":{"kind":"Name","value":"jobState"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}}]}}]} as unknown as DocumentNode<CleanupProgressSubscription, CleanupProgressSubscriptionVariables>;
export const CleanupActivityDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"CleanupActivity"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupActivity"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"workspaceId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupEventParts"}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"jobId"}},{"kind":"Field","name":{"kind":"Name","value":"jobState"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}}]} as unknown as DocumentNode<CleanupActivitySubscription, CleanupActivitySubscriptionVariables>;
export const CreateEnvironmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateEnvironment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateEnvironmentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createEnvironment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateEnvironmentPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"environment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BranchRefusedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"jobId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<CreateEnvironmentMutation, CreateEnvironmentMutationVariables>;
export const RetryEnvironmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetryEnvironment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RetryEnvironmentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryEnvironment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RetryEnvironmentPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"environment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<RetryEnvironmentMutation, RetryEnvironmentMutationVariables>;
export const EnvironmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Environment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}},{"kind":"Field","name":{"kind":"Name","value":"host"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"borrowers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionParts"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"holdsEnvironment"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<EnvironmentQuery, EnvironmentQueryVariables>;
export const EnvironmentProgressDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"EnvironmentProgress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"environmentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentProgress"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"environmentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"environmentId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}}]}}]} as unknown as DocumentNode<EnvironmentProgressSubscription, EnvironmentProgressSubscriptionVariables>;
export const TransferEnvironmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TransferEnvironment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TransferEnvironmentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transferEnvironment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransferEnvironmentPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"fromTaskId"}},{"kind":"Field","name":{"kind":"Name","value":"toTaskId"}},{"kind":"Field","name":{"kind":"Name","value":"environment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"supersededJob"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupInProgressError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<TransferEnvironmentMutation, TransferEnvironmentMutationVariables>;
export const AddWorktreeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddWorktree"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddWorktreeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addWorktree"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddWorktreePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"environment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BranchRefusedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","alias":{"kind":"Name","value":"branchJobId"},"name":{"kind":"Name","value":"jobId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupInProgressError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<AddWorktreeMutation, AddWorktreeMutationVariables>;
export const ResetEnvironmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetEnvironment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResetEnvironmentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resetEnvironment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResetEnvironmentPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"environment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EnvironmentHeldError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionIds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupInProgressError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<ResetEnvironmentMutation, ResetEnvironmentMutationVariables>;
export const PinEnvironmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PinEnvironment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PinEnvironmentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pinEnvironment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PinEnvironmentPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"environment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupInProgressError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<PinEnvironmentMutation, PinEnvironmentMutationVariables>;
export const UnpinEnvironmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnpinEnvironment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnpinEnvironmentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unpinEnvironment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnpinEnvironmentPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"environment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<UnpinEnvironmentMutation, UnpinEnvironmentMutationVariables>;
export const AreYouSureDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AreYouSure"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupPreviewInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupPreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupPreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tasksTotal"}},{"kind":"Field","name":{"kind":"Name","value":"skippedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"environmentsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"worktreesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"transferredTotal"}},{"kind":"Field","name":{"kind":"Name","value":"partial"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"toRemove"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktrees"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"knownBytes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"toQuarantine"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktrees"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"knownBytes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"waiting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktrees"}}]}},{"kind":"Field","name":{"kind":"Name","value":"childrenMadeRootsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"environments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"fate"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"madeAfresh"}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transferTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"beside"}},{"kind":"Field","name":{"kind":"Name","value":"besideTotal"}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"fate"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"unsavedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"unsaved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"branchReason"}},{"kind":"Field","name":{"kind":"Name","value":"push"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"remote"}}]}},{"kind":"Field","name":{"kind":"Name","value":"madeAfreshFrom"}},{"kind":"Field","name":{"kind":"Name","value":"commitsOnlyHereTotal"}},{"kind":"Field","name":{"kind":"Name","value":"commitsOnlyHere"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"commit"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"rebuildableBytes"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EnvironmentHeldError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionIds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<AreYouSureQuery, AreYouSureQueryVariables>;
export const YesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Yes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ArchiveTaskInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archiveTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ArchiveTaskPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"jobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<YesMutation, YesMutationVariables>;
export const ProgressDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Progress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupProgress"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"taskId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"jobId"}},{"kind":"Field","name":{"kind":"Name","value":"jobState"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}}]}}]}}]}}]} as unknown as DocumentNode<ProgressSubscription, ProgressSubscriptionVariables>;
export const OutcomeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Outcome"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"jobId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"jobId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"unsavedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"unsaved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"outcomeReason"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"branchReason"}},{"kind":"Field","name":{"kind":"Name","value":"quarantineEntry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rescues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"commit"}}]}}]}}]}}]}}]} as unknown as DocumentNode<OutcomeQuery, OutcomeQueryVariables>;
export const BoardTasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BoardTasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspace"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"latestCursor"}},{"kind":"Field","name":{"kind":"Name","value":"tasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"archived"},"value":{"kind":"BooleanValue","value":false}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"environments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<BoardTasksQuery, BoardTasksQueryVariables>;
export const BoardActivityDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"BoardActivity"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupActivity"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"workspaceId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"jobId"}},{"kind":"Field","name":{"kind":"Name","value":"jobState"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}}]}}]}}]} as unknown as DocumentNode<BoardActivitySubscription, BoardActivitySubscriptionVariables>;
export const NeedAttentionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NeedAttention"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupJobs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"workspaceId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"states"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"FAILED"},{"kind":"EnumValue","value":"CANCELLED"},{"kind":"EnumValue","value":"RETRY_WAIT"},{"kind":"EnumValue","value":"BLOCKED"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<NeedAttentionQuery, NeedAttentionQueryVariables>;
export const TryAgainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TryAgain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"jobId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryCleanupJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"jobId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"jobId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RetryCleanupJobPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<TryAgainMutation, TryAgainMutationVariables>;
export const UndoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Undo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unarchiveTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"taskId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnarchiveTaskPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"supersededJobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"restoring"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"from"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UndoMutation, UndoMutationVariables>;
export const RestoringDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Restoring"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"environmentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentProgress"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"environmentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"environmentId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"worktree"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}}]}}]}}]}}]} as unknown as DocumentNode<RestoringSubscription, RestoringSubscriptionVariables>;
export const LeftDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Left"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quarantineEntries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"taskId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"states"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"HELD"}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"rescues"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"taskId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"commit"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LeftQuery, LeftQueryVariables>;
export const BringBackDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BringBack"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"entryId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreQuarantineEntry"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"entryId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"entryId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"taskId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"taskId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreQuarantineEntryPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<BringBackMutation, BringBackMutationVariables>;
export const BringCommitsBackDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BringCommitsBack"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"rescueId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"branch"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreRescue"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"rescueId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"rescueId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"branch"},"value":{"kind":"Variable","name":{"kind":"Name","value":"branch"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreRescuePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"branch"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BranchRefusedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<BringCommitsBackMutation, BringCommitsBackMutationVariables>;
export const CleanupPreviewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CleanupPreview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupPreviewInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanupPreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupPreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupPreviewParts"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EnvironmentHeldError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionIds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EnvironmentBusyError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupInProgressError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewSumParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktrees"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"knownBytes"}},{"kind":"Field","name":{"kind":"Name","value":"unknownSizes"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewWorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewWorktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"repositoryName"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"fate"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"unsavedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"unsaved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"headCommit"}},{"kind":"Field","name":{"kind":"Name","value":"headBranch"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"presentBranch"}},{"kind":"Field","name":{"kind":"Name","value":"branchOutcome"}},{"kind":"Field","name":{"kind":"Name","value":"branchReason"}},{"kind":"Field","name":{"kind":"Name","value":"push"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"remote"}}]}},{"kind":"Field","name":{"kind":"Name","value":"madeAfreshFrom"}},{"kind":"Field","name":{"kind":"Name","value":"commitsOnlyHere"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"commit"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}}]}},{"kind":"Field","name":{"kind":"Name","value":"commitsOnlyHereTotal"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"entries"}},{"kind":"Field","name":{"kind":"Name","value":"rebuildable"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rebuildableBytes"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupPreviewParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupPreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"taskIds"}},{"kind":"Field","name":{"kind":"Name","value":"tasksTotal"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"skippedTotal"}},{"kind":"Field","name":{"kind":"Name","value":"childrenMadeRoots"}},{"kind":"Field","name":{"kind":"Name","value":"childrenMadeRootsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"environmentsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"worktreesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"transferredTotal"}},{"kind":"Field","name":{"kind":"Name","value":"partial"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"more"}},{"kind":"Field","name":{"kind":"Name","value":"toRemove"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewSumParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"toQuarantine"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewSumParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"waiting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewSumParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"environments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"fate"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transferTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"beside"}},{"kind":"Field","name":{"kind":"Name","value":"besideTotal"}},{"kind":"Field","name":{"kind":"Name","value":"directoryFate"}},{"kind":"Field","name":{"kind":"Name","value":"madeAfresh"}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewWorktreeParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<CleanupPreviewQuery, CleanupPreviewQueryVariables>;
export const RegisterRepositoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterRepository"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterRepositoryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registerRepository"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterRepositoryPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"repositoryId"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"commonDir"}},{"kind":"Field","name":{"kind":"Name","value":"checkoutPath"}},{"kind":"Field","name":{"kind":"Name","value":"defaultBranch"}},{"kind":"Field","name":{"kind":"Name","value":"runHooks"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RepositoryRefusedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<RegisterRepositoryMutation, RegisterRepositoryMutationVariables>;
export const UnregisterRepositoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnregisterRepository"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnregisterRepositoryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unregisterRepository"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnregisterRepositoryPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"repositoryId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<UnregisterRepositoryMutation, UnregisterRepositoryMutationVariables>;
export const RepositoriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Repositories"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspace"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"repositories"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"commonDir"}},{"kind":"Field","name":{"kind":"Name","value":"checkoutPath"}},{"kind":"Field","name":{"kind":"Name","value":"defaultBranch"}},{"kind":"Field","name":{"kind":"Name","value":"runHooks"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<RepositoriesQuery, RepositoriesQueryVariables>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"instanceId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"host"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"rootPath"}}]}}]}}]}}]} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const HealthDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Health"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"health"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ok"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"rootPath"}},{"kind":"Field","name":{"kind":"Name","value":"rootConfirmed"}},{"kind":"Field","name":{"kind":"Name","value":"instanceId"}},{"kind":"Field","name":{"kind":"Name","value":"generation"}},{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"whatToDo"}}]}}]}}]}}]} as unknown as DocumentNode<HealthQuery, HealthQueryVariables>;
export const NodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Node"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<NodeQuery, NodeQueryVariables>;
export const StartSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StartSessionPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupInProgressError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"holdsEnvironment"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<StartSessionMutation, StartSessionMutationVariables>;
export const UpdateSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSessionPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionParts"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"holdsEnvironment"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<UpdateSessionMutation, UpdateSessionMutationVariables>;
export const DeleteSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteSessionPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<DeleteSessionMutation, DeleteSessionMutationVariables>;
export const SessionEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"SessionEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"workspaceId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<SessionEventsSubscription, SessionEventsSubscriptionVariables>;
export const QuarantineEntriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QuarantineEntries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"QuarantineFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quarantineEntries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"QuarantineEntryParts"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"QuarantineEntryParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuarantineEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"restoredAt"}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"kept"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"headCommit"}}]}}]}}]} as unknown as DocumentNode<QuarantineEntriesQuery, QuarantineEntriesQueryVariables>;
export const RestoreQuarantineEntryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreQuarantineEntry"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreQuarantineEntryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreQuarantineEntry"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreQuarantineEntryPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entryId"}},{"kind":"Field","name":{"kind":"Name","value":"entry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"QuarantineEntryParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"environment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StateError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"QuarantineEntryParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuarantineEntry"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"restoredAt"}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"kept"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"headCommit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<RestoreQuarantineEntryMutation, RestoreQuarantineEntryMutationVariables>;
export const RescuesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Rescues"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RescueFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rescues"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RescueParts"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RescueParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Rescue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"commit"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"repositoryId"}},{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"droppedAt"}},{"kind":"Field","name":{"kind":"Name","value":"droppedReason"}}]}}]} as unknown as DocumentNode<RescuesQuery, RescuesQueryVariables>;
export const RestoreRescueDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreRescue"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreRescueInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreRescue"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreRescuePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rescueId"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"rescue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RescueParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BranchRefusedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RescueParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Rescue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"commit"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"repositoryId"}},{"kind":"Field","name":{"kind":"Name","value":"worktreeId"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"droppedAt"}},{"kind":"Field","name":{"kind":"Name","value":"droppedReason"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<RestoreRescueMutation, RestoreRescueMutationVariables>;
export const CreateTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTaskInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTaskPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TaskParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TakenError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"existingId"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<CreateTaskMutation, CreateTaskMutationVariables>;
export const ArchiveTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ArchiveTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ArchiveTaskInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archiveTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ArchiveTaskPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TaskParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"jobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"jobsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"taskIds"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<ArchiveTaskMutation, ArchiveTaskMutationVariables>;
export const UnarchiveTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnarchiveTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnarchiveTaskInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unarchiveTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnarchiveTaskPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TaskParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"taskIds"}},{"kind":"Field","name":{"kind":"Name","value":"supersededJobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"restoring"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"environment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<UnarchiveTaskMutation, UnarchiveTaskMutationVariables>;
export const DeleteTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteTaskInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteTaskPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"jobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transferred"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"childrenMadeRoots"}},{"kind":"Field","name":{"kind":"Name","value":"jobsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"taskIds"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<DeleteTaskMutation, DeleteTaskMutationVariables>;
export const TaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Task"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"task"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TaskParts"}},{"kind":"Field","name":{"kind":"Name","value":"parent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"children"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TaskParts"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"environments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}},{"kind":"Field","name":{"kind":"Name","value":"borrowers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionParts"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionParts"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"cleanupJobs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"holdsEnvironment"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}}]} as unknown as DocumentNode<TaskQuery, TaskQueryVariables>;
export const TaskByExternalIdDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TaskByExternalId"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"externalId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"taskByExternalId"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"workspaceId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}}},{"kind":"Argument","name":{"kind":"Name","value":"externalId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"externalId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TaskParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}}]}}]} as unknown as DocumentNode<TaskByExternalIdQuery, TaskByExternalIdQueryVariables>;
export const CreateWorkspaceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateWorkspace"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWorkspaceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createWorkspace"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWorkspacePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"workspace"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"latestCursor"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<CreateWorkspaceMutation, CreateWorkspaceMutationVariables>;
export const WorkspacesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Workspaces"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspaces"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WorkspacesQuery, WorkspacesQueryVariables>;
export const BoardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Board"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"archived"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspace"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"latestCursor"}},{"kind":"Field","name":{"kind":"Name","value":"tasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"archived"},"value":{"kind":"Variable","name":{"kind":"Name","value":"archived"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TaskParts"}},{"kind":"Field","name":{"kind":"Name","value":"parent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"environments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EnvironmentParts"}},{"kind":"Field","name":{"kind":"Name","value":"borrowers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorktreeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Worktree"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"branch"}},{"kind":"Field","name":{"kind":"Name","value":"branchCreated"}},{"kind":"Field","name":{"kind":"Name","value":"baseRef"}},{"kind":"Field","name":{"kind":"Name","value":"baseCommit"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"sizeMeasuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"repository"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"archivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastActivityAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EnvironmentParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Environment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"pinnedReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"worktrees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorktreeParts"}}]}}]}}]} as unknown as DocumentNode<BoardQuery, BoardQueryVariables>;
export const WorkspacePolicyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkspacePolicy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspace"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workspaceId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"policy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkspacePolicyParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkspacePolicyParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkspacePolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"branchPolicies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rebuildable"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"sign"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stopGraceMs"}},{"kind":"Field","name":{"kind":"Name","value":"sessionTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"quickChatDays"}}]}}]} as unknown as DocumentNode<WorkspacePolicyQuery, WorkspacePolicyQueryVariables>;
export const UpdateWorkspacePolicyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateWorkspacePolicy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWorkspacePolicyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWorkspacePolicy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWorkspacePolicyPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"workspace"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"policy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkspacePolicyParts"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkspacePolicyParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkspacePolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"branchPolicies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rebuildable"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"sign"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stopGraceMs"}},{"kind":"Field","name":{"kind":"Name","value":"sessionTimeoutMs"}},{"kind":"Field","name":{"kind":"Name","value":"quickChatDays"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<UpdateWorkspacePolicyMutation, UpdateWorkspacePolicyMutationVariables>;
export const DeleteWorkspaceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteWorkspace"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteWorkspaceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteWorkspace"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteWorkspacePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"workspace"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tasksTotal"}},{"kind":"Field","name":{"kind":"Name","value":"jobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"jobsTotal"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<DeleteWorkspaceMutation, DeleteWorkspaceMutationVariables>;
export const ExpireQuickChatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExpireQuickChats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpireQuickChatsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expireQuickChats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ExpireQuickChatsPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"expired"}},{"kind":"Field","name":{"kind":"Name","value":"jobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CleanupJobParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"jobsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"failures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"more"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ErrorParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgressParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupProgressSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourcesDone"}},{"kind":"Field","name":{"kind":"Name","value":"resourcesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"entriesDone"}},{"kind":"Field","name":{"kind":"Name","value":"entriesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"bytesDone"}},{"kind":"Field","name":{"kind":"Name","value":"bytesTotal"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CleanupJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CleanupJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"cascadeId"}},{"kind":"Field","name":{"kind":"Name","value":"workspaceId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"taskTitle"}},{"kind":"Field","name":{"kind":"Name","value":"environmentId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"branchPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"maxAttempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"begunAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"waitingFor"}},{"kind":"Field","name":{"kind":"Name","value":"blockedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgressParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ErrorParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]} as unknown as DocumentNode<ExpireQuickChatsMutation, ExpireQuickChatsMutationVariables>;