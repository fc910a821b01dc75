import { isHolding } from "../environments/held.js";
import { deleteSession, startSession, updateSession } from "../environments/sessions.js";
import { CleanupInProgressError, EnvironmentBusyError, StateError, TaskArchivedError } from "../errors.js";
import { builder } from "./builder.js";
import { connectionOf } from "./connection.js";
import { SessionState } from "./enums.js";
import { given } from "./input.js";
import { rowOf } from "./load.js";
import { byCreation } from "./order.js";
import { GONE_SINCE, OPERATION_ID } from "./words.js";

export const Session = builder.prismaNode("Session", {
  description: "A conversation or a run inside a task. It refers to an environment and owns nothing: deleting it deletes nothing else.",
  id: { field: "id", description: "Its id: session_…" },
  fields: (t) => ({
    task: t.relation("task", {
      nullable: true,
      description: "The task it belongs to. Null when that was deleted while the session was stopping.",
    }),
    environmentId: t.exposeID("environmentId", {
      nullable: true,
      description: "The id of the environment it runs in, also when that is gone. Null for one without.",
    }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: "The environment it runs in: its own task's, or one it borrows. Null when there is none (any more).",
      resolve: (query, session, _args, context, info) =>
        rowOf(context, info, session.environmentId, (where) => context.core.db.read.environment.findMany({ ...query, where })),
    }),
    title: t.exposeString("title", { nullable: true, description: "What people call it." }),
    state: t.expose("state", { type: SessionState, description: "Where it stands." }),
    graceEndsAt: t.expose("graceEndsAt", {
      type: "DateTime",
      nullable: true,
      description: "Until when it holds its environment at most, while STOPPING.",
    }),
    holdsEnvironment: t.boolean({
      description:
        "Whether it holds its environment now: while it is live, and while it is STOPPING until its grace is over. Then nothing waits for it any more.",
      select: { environmentId: true, state: true, graceEndsAt: true },
      resolve: (session, _args, context) => session.environmentId !== null && isHolding(session, context.core.clock.now()),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    lastActivityAt: t.expose("lastActivityAt", {
      type: "DateTime",
      description: "Its last sign of life: a change of state, or a heartbeat.",
    }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true, description: "When it ended. Null before." }),
  }),
});

export const SessionConnection = connectionOf(Session, "Session", "sessions");

/** How sessions are listed under a parent. */
export const SESSIONS = { table: "Session", order: byCreation("session") } as const;

const StartSessionInput = builder.inputType("StartSessionInput", {
  description: "A new session.",
  fields: (t) => ({
    taskId: t.id({ required: true, description: "The task it belongs to: not archived." }),
    environmentId: t.id({ description: "The environment it runs in. Any of the workspace will do: one of another task is borrowed." }),
    title: t.string({ description: "What people call it." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const StartSessionPayload = builder.objectRef<{ sessionId: string }>("StartSessionPayload").implement({
  description: "The session was made, CREATED. It holds its environment until it has ended.",
  fields: (t) => ({
    sessionId: t.exposeID("sessionId", { description: "The new session's id." }),
    session: t.prismaField({
      type: "Session",
      nullable: true,
      description: `The new session. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) => context.core.db.read.session.findUnique({ ...query, where: { id: payload.sessionId } }),
    }),
  }),
});

builder.mutationField("startSession", (t) =>
  t.field({
    type: StartSessionPayload,
    description: "Makes a session in a task. As long as it is live, its environment is not reclaimed on account of another task.",
    args: { input: t.arg({ type: StartSessionInput, required: true, description: "What to make." }) },
    errors: { types: [TaskArchivedError, CleanupInProgressError, EnvironmentBusyError] },
    resolve: (_root, { input }, context) => startSession(context.core, given(input)),
  }),
);

const UpdateSessionInput = builder.inputType("UpdateSessionInput", {
  description: "What whoever runs a session knows about it.",
  fields: (t) => ({
    sessionId: t.id({ required: true, description: "The session." }),
    state: t.field({ type: SessionState, description: "Its state now. An ended session stays ended." }),
    heartbeat: t.boolean({ description: "True: it gave a sign of life." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const UpdateSessionPayload = builder.objectRef<{ sessionId: string }>("UpdateSessionPayload").implement({
  description: "The session is up to date.",
  fields: (t) => ({
    sessionId: t.exposeID("sessionId", { description: "The session's id." }),
    session: t.prismaField({
      type: "Session",
      nullable: true,
      description: `The session as it is now. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) => context.core.db.read.session.findUnique({ ...query, where: { id: payload.sessionId } }),
    }),
  }),
});

builder.mutationField("updateSession", (t) =>
  t.field({
    type: UpdateSessionPayload,
    description:
      "Writes down a session's state, or a sign of life. Ending the last session that held an environment lets a waiting cleanup go on.",
    args: { input: t.arg({ type: UpdateSessionInput, required: true, description: "What is known about it." }) },
    errors: { types: [StateError] },
    resolve: (_root, { input }, context) => updateSession(context.core, given(input)),
  }),
);

const DeleteSessionInput = builder.inputType("DeleteSessionInput", {
  description: "A session that is not needed any more.",
  fields: (t) => ({
    sessionId: t.id({ required: true, description: "The session to delete." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const DeleteSessionPayload = builder.objectRef<{ sessionId: string }>("DeleteSessionPayload").implement({
  description: "The session is gone.",
  fields: (t) => ({
    sessionId: t.exposeID("sessionId", { description: "The id it had." }),
  }),
});

builder.mutationField("deleteSession", (t) =>
  t.field({
    type: DeleteSessionPayload,
    description: "Deletes the session and nothing else: no worktree, branch or file is touched, and no cleanup job is made.",
    args: { input: t.arg({ type: DeleteSessionInput, required: true, description: "What to delete." }) },
    errors: {},
    resolve: (_root, { input }, context) => deleteSession(context.core, given(input)),
  }),
);
