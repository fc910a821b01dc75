import type { Tx } from "../db/database.js";
import { appendEvent, type NewEvent } from "../db/events.js";
import type { Environment, Session } from "../db/generated/client.js";
import type { WorktreeStatus } from "../db/generated/enums.js";

export const ENVIRONMENT_EVENT_TYPES = [
  "QUEUED",
  "STARTED",
  "WORKTREE_STARTED",
  "FETCHING",
  "CHECKING_OUT",
  "COPYING",
  "WORKTREE_READY",
  "WORKTREE_FAILED",
  "READY",
  "FAILED",
  "CANCELLED",
  "TRANSFERRED",
  "PINNED",
  "UNPINNED",
  "WAITING",
  "RESTORE_STARTED",
  "RESTORED",
  "RESTORE_FAILED",
] as const;
export type EnvironmentEventType = (typeof ENVIRONMENT_EVENT_TYPES)[number];

export const SESSION_EVENT_TYPES = ["STARTED", "STATE_CHANGED", "STOP_REQUESTED", "ENDED", "LOST", "DELETED"] as const;
export type SessionEventType = (typeof SESSION_EVENT_TYPES)[number];

export interface EnvironmentEventInput {
  type: EnvironmentEventType;
  message: string;
  at: Date;
  worktree?: { id: string; status: WorktreeStatus };
  /** Of the making, 0 to 100. */
  percent?: number;
  error?: string;
}

type EventEnvironment = Pick<Environment, "id" | "workspaceId" | "taskId" | "status">;

/** Writes one line of how an environment is made or restored; `status` is the worktree's where the line is about one, else the environment's. */
export async function environmentEvent(tx: Tx, environment: EventEnvironment, event: EnvironmentEventInput): Promise<void> {
  await appendEvent(tx, environment.workspaceId, environmentLine(environment, event));
}

/** The line by itself, for those who write many at once. */
export function environmentLine(environment: EventEnvironment, event: EnvironmentEventInput): NewEvent {
  return {
    kind: "ENVIRONMENT",
    type: event.type,
    message: event.message,
    at: event.at,
    taskId: environment.taskId,
    environmentId: environment.id,
    worktreeId: event.worktree?.id ?? null,
    status: event.worktree?.status ?? environment.status,
    percent: event.percent ?? null,
    error: event.error ?? null,
  };
}

/** Writes one line for whoever runs the agents: the session as it is now. */
export async function sessionEvent(tx: Tx, session: Session, type: SessionEventType, message: string, at: Date): Promise<void> {
  await appendEvent(tx, session.workspaceId, sessionLine(session, type, message, at));
}

/** The line by itself, for those who write many at once. */
export function sessionLine(session: Session, type: SessionEventType, message: string, at: Date): NewEvent {
  return {
    kind: "SESSION",
    type,
    message,
    at,
    taskId: session.taskId,
    environmentId: session.environmentId,
    sessionId: session.id,
    status: session.state,
  };
}
