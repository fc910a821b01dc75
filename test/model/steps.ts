import type { Effect } from "../../src/effects.js";
import type { Moment } from "../support/steering.js";

/** Which of what there is: counted from the first, again from the beginning where there are fewer. */
export type Nth = number;

export type Policy = "DELETE" | "KEEP" | null;

export const AGENT_ACTS = [
  "write",
  "change",
  "ignored",
  "rebuildable",
  "beside",
  "stage",
  "commit",
  "amend",
  "reset",
  "branch",
  "back",
  "detach",
  "rename",
  "conflict",
  "drop",
  "wipe",
  "forget",
  "lock",
  "unlock",
  "enter",
  "leave",
] as const;
export type AgentAct = (typeof AGENT_ACTS)[number];

export const USER_ACTS = ["gc", "prune", "branch", "delete-branch", "commit"] as const;
export type UserAct = (typeof USER_ACTS)[number];

export const GIT_COMMANDS = [
  "update-ref",
  "worktree",
  "status",
  "rev-list",
  "for-each-ref",
  "symbolic-ref",
  "cat-file",
  "branch",
  "diff-index",
  "config",
  "hash-object",
  "push",
] as const;

/** What a failing git does: nothing, nothing for ever, or what it was told to and then it says that it failed. */
export type GitMode = "fail" | "hang" | "late";

/** What is asked for while a piece of work stands still: nothing of it waits for the repository's turn. */
export type Meanwhile = Extract<
  Step,
  {
    do:
      | "archive"
      | "unarchive"
      | "delete"
      | "transfer"
      | "pin"
      | "unpin"
      | "session"
      | "session-state"
      | "session-delete"
      | "cancel-job"
      | "retry-job"
      | "restore-entry"
      | "workspace-delete"
      | "chats";
  }
>;

/** What gives the piece of work that follows something to do. */
export type First = Meanwhile | Extract<Step, { do: "reset" }>;

/** One thing that happens. Plain data, so that a sequence can be kept. */
export type Step =
  | { do: "task"; parent: Nth | null; chat?: boolean }
  | { do: "environment"; task: Nth; slots: readonly ("app" | "lib")[]; existing: Nth | null }
  | { do: "ready"; slots: readonly ("app" | "lib")[]; below?: Nth | null; chat?: boolean }
  | { do: "session"; task: Nth; environment: Nth | null }
  | { do: "session-state"; session: Nth; state: "RUNNING" | "IDLE" | "STOPPING" | "COMPLETED" | "FAILED" }
  | { do: "session-delete"; session: Nth }
  | { do: "archive"; task: Nth; policy: Policy; cascade?: boolean }
  | { do: "unarchive"; task: Nth; recover?: boolean }
  | { do: "delete"; task: Nth; policy: Policy; cascade?: boolean }
  /** Everything in the workspace ends; what follows happens in another one. */
  | { do: "workspace-delete"; policy: Policy }
  /** Quick chats in which nothing happened for a week go. */
  | { do: "chats" }
  /** From now on a live session without a sign of life for so long is lost; null: none is. */
  | { do: "session-timeout"; ms: number | null }
  | { do: "cancel-job"; job: Nth }
  | { do: "retry-job"; job: Nth }
  | { do: "restore-entry"; entry: Nth; task: Nth }
  | { do: "restore-rescue"; rescue: Nth }
  | { do: "retry-environment"; environment: Nth }
  | { do: "transfer"; environment: Nth; task: Nth }
  | { do: "reset"; environment: Nth; stop: boolean; afresh: boolean; policy: Policy; push?: boolean }
  | { do: "pin"; environment: Nth }
  | { do: "unpin"; environment: Nth }
  | { do: "add-worktree"; environment: Nth; slot: "app" | "lib" }
  | { do: "agent"; tree: Nth; act: AgentAct }
  | { do: "residue"; tree: Nth }
  | { do: "user"; repository: "app" | "lib"; act: UserAct; nth: Nth }
  | { do: "work"; pieces: number }
  | { do: "idle" }
  | { do: "clock"; ms: number }
  | { do: "crash" }
  /** The server dies at this point, sooner or later: in the piece of work that follows, where `first` gives it something to do. */
  | { do: "arm"; first: First | null; effect: Effect | "any"; moment: Moment; nth: number }
  /** A piece of work stands still at this point while something else is asked for, and then goes on. */
  | { do: "pause"; first: First | null; effect: Effect | "any"; moment: Moment; nth: number; meanwhile: Meanwhile }
  | { do: "git"; command: string; mode: GitMode }
  | { do: "git-well" };
