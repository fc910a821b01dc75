import { cursorOf } from "../db/events.js";
import type { EnvironmentEventType as EventType } from "../environments/events.js";
import { builder } from "./builder.js";
import { enumOf } from "./enumOf.js";
import { rowOf } from "./load.js";

const EnvironmentEventType = enumOf<EventType>("EnvironmentEventType", "What an environment's event tells.", {
  QUEUED: "The environment is reserved, or its FAILED worktrees are to be made again.",
  STARTED: "The making has begun.",
  WORKTREE_STARTED: "The making of one worktree has begun.",
  FETCHING: "The repository's remotes are being fetched.",
  CHECKING_OUT: "git is making the worktree.",
  COPYING: "Files are being copied from the main checkout.",
  WORKTREE_READY: "The worktree is there.",
  WORKTREE_FAILED: "The worktree could not be made; what had been made of it is unmade.",
  WAITING: "Something outside is in the way: the message says what. It goes on by itself.",
  READY: "All worktrees are there.",
  FAILED: "At least one worktree could not be made.",
  CANCELLED: "Its task ended first: the making was called off.",
  PINNED: "Somebody said that it is to be kept: a cleanup of it waits.",
  UNPINNED: "It is not pinned any more: a cleanup that waited goes on.",
  TRANSFERRED: "The environment belongs to another task now.",
  RESTORE_STARTED: "It is being brought back.",
  RESTORED: "It is back.",
  RESTORE_FAILED: "It could not be brought back.",
});

export const EnvironmentEvent = builder.prismaObject("Event", {
  variant: "EnvironmentEvent",
  description:
    "One numbered line of how an environment is made or brought back, stored and streamed. Everything in it is as it was when it was written; `environment` and `worktree` lead to the present.",
  fields: (t) => ({
    cursor: t.string({
      description: "Names this event: give it as `after` to get everything that follows.",
      resolve: (event) => cursorOf(event.number),
    }),
    type: t.field({ type: EnvironmentEventType, description: "What it tells.", resolve: (event) => event.type as EventType }),
    message: t.exposeString("message", { description: "The same in a sentence for a person." }),
    at: t.expose("at", { type: "DateTime", description: "When it was written." }),
    taskId: t.exposeID("taskId", { nullable: true, description: "The owner then, also when that is gone." }),
    environmentId: t.id({ description: "The environment, also when that is gone.", resolve: (event) => event.environmentId ?? "" }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: "The environment as it is now. Null when it is gone.",
      resolve: (query, event, _args, context, info) =>
        rowOf(context, info, event.environmentId, (where) => context.core.db.read.environment.findMany({ ...query, where })),
    }),
    worktreeId: t.exposeID("worktreeId", {
      nullable: true,
      description: "The worktree it is about. Null when it is about the whole environment.",
    }),
    worktree: t.prismaField({
      type: "Worktree",
      nullable: true,
      description: "The worktree it is about, as it is now. Null when it is about the whole environment, or the worktree is gone.",
      resolve: (query, event, _args, context, info) =>
        rowOf(context, info, event.worktreeId, (where) => context.core.db.read.worktree.findMany({ ...query, where })),
    }),
    status: t.exposeString("status", {
      nullable: true,
      description: "The status of what it is about after this: a WorktreeStatus where it is about a worktree, else an EnvironmentStatus.",
    }),
    percent: t.exposeInt("percent", { nullable: true, description: "How much is made, 0 to 100. Null where that can't be told." }),
    error: t.exposeString("error", { nullable: true, description: "What went wrong, where something did." }),
  }),
});
