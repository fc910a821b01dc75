import type * as db from "../db/generated/enums.js";
import { enumOf } from "./enumOf.js";

export const TaskKind = enumOf<db.TaskKind>("TaskKind", "What kind of work a task is.", {
  STANDARD: "Work on a board: lives until somebody archives or deletes it.",
  QUICK_CHAT: "A conversation beside the board.",
  AUTOMATION_RUN: "One run of an automation.",
});

export const SessionState = enumOf<db.SessionState>(
  "SessionState",
  "Where a session stands. It is live until STOPPING, and holds its environment as long as it is live.",
  {
    CREATED: "Made, not started yet. Live.",
    STARTING: "Whoever runs it is starting it. Live.",
    RUNNING: "At work. Live.",
    IDLE: "Alive with nothing to do. Live.",
    WAITING_FOR_INPUT: "Waits for a person. Live.",
    STOPPING: "Asked to stop. It holds its environment until it has ended, or until its grace is over.",
    COMPLETED: "Ended by itself, well.",
    FAILED: "Ended with a failure.",
    CANCELLED: "Ended because somebody wanted it to.",
    LOST: "Whoever ran it is gone: no sign of life any more.",
  },
);

export const EnvironmentStatus = enumOf<db.EnvironmentStatus>("EnvironmentStatus", "Where an environment stands.", {
  PROVISIONING: "Its worktrees are being made: follow `environmentProgress`.",
  READY: "All its worktrees are there.",
  FAILED: "At least one worktree could not be made: see its `error`, then `retryEnvironment`.",
  RECLAIMING: "A cleanup has begun on it.",
  RESTORING: "It is being brought back, from the trash, from quarantine, or anew.",
  QUARANTINED: "Its directory was moved aside whole, because not everything in it is saved elsewhere.",
  EMPTY: "Nothing of it is on disk.",
});

export const WorktreeStatus = enumOf<db.WorktreeStatus>("WorktreeStatus", "Where a worktree stands.", {
  PROVISIONING: "It is being made.",
  READY: "It is there, with its branch checked out.",
  FAILED: "It could not be made: `error` says why. What had been made of it is unmade.",
  RECLAIMING: "A cleanup has begun on it.",
  RESTORING: "It is being brought back.",
  QUARANTINED: "It lies in quarantine with its environment.",
  REMOVED: "It is gone: the path is free, the registration with git too.",
});

export const RestoreSource = enumOf<db.RestoreSource>("RestoreSource", "What a worktree is brought back from.", {
  LIVE: "Nothing had been moved yet: it stays where it is.",
  TRASH: "Its own tree, from the trash, as it was.",
  QUARANTINE: "Its own tree, from quarantine, as it was.",
  BRANCH: "Made anew from its branch.",
  RESCUE: "Made anew from the rescue that kept its commits.",
  COMMIT: "Made anew from the commit that it was at, which something else holds.",
  REMOTE: "Made anew from what a remote has of its branch.",
  BASE: "Made anew from what it began from: nothing else of it is left.",
});

export const CleanupTrigger = enumOf<db.CleanupTrigger>("CleanupTrigger", "What made a cleanup job. Deleting a session is never one.", {
  ARCHIVE: "Its task was archived.",
  DELETE: "Its task was deleted.",
  CASCADE_ARCHIVE: "An ancestor of its task was archived with everything below it.",
  CASCADE_DELETE: "An ancestor of its task was deleted with everything below it.",
  WORKSPACE_DELETE: "Its workspace was deleted.",
  QUICK_CHAT_EXPIRE: "Nothing had happened in its quick chat for a week.",
  ENVIRONMENT_RESET: "The environment was reset.",
  AUTOMATION_RETENTION: "Newer runs of its automation took its place.",
});

export const CleanupJobState = enumOf<db.CleanupJobState>("CleanupJobState", "Where a cleanup job stands.", {
  PENDING: "Waits for its turn, or for the moment when it is due.",
  RUNNING: "A runner is at it.",
  BLOCKED: "Waits until nobody holds the environment any more: see `blockedBy`. Looked at again by itself.",
  RETRY_WAIT: "A run failed, or something outside is in the way: goes on at `nextAttemptAt`.",
  SUCCEEDED: "Done: every resource has its outcome.",
  FAILED: "Its attempts are used up: see `lastError`, then `retryCleanupJob`.",
  CANCELLED: "Parked by a person. The environment stays the job's until `retryCleanupJob`.",
  SUPERSEDED: "Ended by an unarchive, or taken over by a later job.",
});

export const BranchPolicy = enumOf<db.BranchPolicy>(
  "BranchPolicy",
  "What happens to the branches of a reclaimed environment. A branch that existed before the worktree is kept in any case.",
  {
    DELETE: "Branches that were made for the worktree go. Their commits stay readable under a rescue.",
    KEEP: "Branches stay.",
  },
);

export const ResourceKind = enumOf<db.ResourceKind>("ResourceKind", "What a resource of a cleanup job is.", {
  WORKTREE: "One worktree.",
  DIRECTORY: "The rest of the environment's directory, beside the worktrees.",
});

export const ResourcePhase = enumOf<db.ResourcePhase>("ResourcePhase", "How far a resource of a cleanup job is.", {
  QUEUED: "Nothing was done to it yet.",
  MOVING: "It is being moved away from its path.",
  MOVED: "Its path is free; it waits to be judged.",
  JUDGED: "Its verdict is stored.",
  SETTLING: "Clean: its commits are put under a rescue, its branch and its registration go.",
  PURGING: "Its bytes are being deleted: from here there is only forward.",
  QUARANTINING: "Not clean: it is being moved to quarantine whole.",
  DONE: "It has its outcome.",
});

export const CleanupStep = enumOf<db.CleanupStep>("CleanupStep", "The steps of a cleanup, in their order.", {
  VERIFY: "Read what is there, and prove that it is ours.",
  PUSH: "A reset that was asked to: push every repository's branch, before anything moves.",
  MOVE: "One rename of the environment's directory into the trash: all its paths are free.",
  JUDGE: "Find out whether everything in it is saved elsewhere.",
  SETTLE: "Clean: rescue the commits, drop branch and registration. Anything else: move to quarantine whole.",
  PURGE: "Delete the bytes of what was proven clean.",
  RELEASE: "Look at what is there now, and write it down.",
});

export const ResourceOutcome = enumOf<db.ResourceOutcome>("ResourceOutcome", "How it ended for one resource of a cleanup job.", {
  REMOVED: "It was clean, and is gone.",
  ALREADY_ABSENT: "It was gone before.",
  QUARANTINED: "It was moved to quarantine whole, and can be restored.",
  PRESERVED_BORROWED: "It stays: another task's session uses it.",
  PRESERVED_FOREIGN: "It stays: it could not be proven to be ours.",
  PRESERVED_ACTIVE: "It stays: it is in use.",
  TRANSFERRED: "It stays, and belongs to another task now.",
  SUPERSEDED: "It stays: the job was superseded before this was its turn.",
  FAILED: "It could not be done: the reason says why.",
});

export const BranchOutcome = enumOf<db.BranchOutcome>("BranchOutcome", "What became of a worktree's branch.", {
  DELETED: "It is gone; the reason says what holds its commits.",
  KEPT: "It is still there; the reason says why.",
  ABSENT: "It was not there any more.",
});

export const VerdictKind = enumOf<db.VerdictKind>("VerdictKind", "What the judge found out about a worktree.", {
  CLEAN: "Everything in it is saved elsewhere, proven: it may go.",
  UNSAVED: "It holds something that is saved nowhere else: it is moved to quarantine.",
  UNKNOWN: "It could not be told: it is moved to quarantine.",
});

export const QuarantineState = enumOf<db.QuarantineState>("QuarantineState", "Where a quarantine entry stands.", {
  HELD: "It lies in quarantine.",
  RESTORING: "It is being moved back.",
  RESTORED: "It was moved back.",
});

export const QuarantineKind = enumOf<db.QuarantineKind>("QuarantineKind", "What lies in a quarantine entry.", {
  DIRECTORY: "An environment's directory, whole, its worktrees still registered with git.",
  REGISTRATION:
    "No directory: only git's registration of a worktree whose tree was gone, kept because its index or an operation in progress is saved nowhere else.",
  RESIDUE: "What somebody made anew at a path that had been reclaimed.",
});

export const RescueKind = enumOf<db.RescueKind>("RescueKind", "Which commit a rescue keeps.", {
  TIP: "The tip of the branch.",
  HEAD: "What was checked out.",
  OTHER: "One commit whose parents are the commits that only the worktree's reflogs and own refs named.",
});
