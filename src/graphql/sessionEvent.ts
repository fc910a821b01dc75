import { cursorOf } from "../db/events.js";
import type { SessionState as State } from "../db/generated/enums.js";
import type { SessionEventType as EventType } from "../environments/events.js";
import { builder } from "./builder.js";
import { enumOf } from "./enumOf.js";
import { SessionState } from "./enums.js";
import { rowOf } from "./load.js";

const SessionEventType = enumOf<EventType>("SessionEventType", "What a session's event tells.", {
  STARTED: "The session was made.",
  STATE_CHANGED: "Its state changed.",
  STOP_REQUESTED:
    "Its task ends: whoever runs it should stop it now. It holds its environment until it has ended, or until its grace is over.",
  ENDED: "It has ended.",
  LOST: "Whoever ran it is gone.",
  DELETED: "The session was deleted.",
});

export const SessionEvent = builder.prismaObject("Event", {
  variant: "SessionEvent",
  description:
    "One numbered line about a session, stored and streamed, for whoever runs the agents. Everything in it is as it was when it was written; `session` leads to the present.",
  fields: (t) => ({
    cursor: t.string({
      description: "Names this event: give it as `after` to get everything that follows.",
      resolve: (event) => cursorOf(event.number),
    }),
    type: t.field({ type: SessionEventType, description: "What it tells.", resolve: (event) => event.type as EventType }),
    message: t.exposeString("message", { description: "The same in a sentence for a person." }),
    at: t.expose("at", { type: "DateTime", description: "When it was written." }),
    taskId: t.exposeID("taskId", { nullable: true, description: "The task that it belonged to, also when that is gone." }),
    environmentId: t.exposeID("environmentId", {
      nullable: true,
      description: "The environment that it ran in, also when that is gone. Null for none.",
    }),
    sessionId: t.id({ description: "The session, also when that is gone.", resolve: (event) => event.sessionId ?? "" }),
    session: t.prismaField({
      type: "Session",
      nullable: true,
      description: "The session as it is now. Null when it is gone.",
      resolve: (query, event, _args, context, info) =>
        rowOf(context, info, event.sessionId, (where) => context.core.db.read.session.findMany({ ...query, where })),
    }),
    state: t.field({
      type: SessionState,
      nullable: true,
      description: "Its state after this.",
      resolve: (event) => event.status as State | null,
    }),
  }),
});
