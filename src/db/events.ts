import { InvalidInputError } from "../errors.js";
import type { Event } from "./generated/client.js";
import { insertMany } from "./insertMany.js";
import type { Tx } from "./writer.js";

/** A line of a workspace's stream, before it has its number. */
export type NewEvent = Pick<Event, "kind" | "type" | "message" | "at"> & Partial<Omit<Event, "workspaceId" | "number">>;

/** A cursor is the number of the last event that was seen. Prisma's Int has 32 bits; the first event is number 1. */
const LARGEST_NUMBER = 2 ** 31 - 1;

/**
 * Writes an event, taking its number from the workspace's stream in the same transaction: so numbers follow commits, without gaps, and the
 * stream's row makes writers of one workspace wait for each other.
 *
 * @returns its number
 */
export async function appendEvent(tx: Tx, workspaceId: string, event: NewEvent): Promise<number> {
  const { lastNumber } = await tx.eventStream.upsert({
    where: { workspaceId },
    create: { workspaceId, lastNumber: 1 },
    update: { lastNumber: { increment: 1 } },
  });
  await tx.event.createMany({ data: { ...event, workspaceId, number: lastNumber } });
  return lastNumber;
}

/** The like for many events at once: their numbers follow their order. */
export async function appendEvents(tx: Tx, workspaceId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { lastNumber } = await tx.eventStream.upsert({
    where: { workspaceId },
    create: { workspaceId, lastNumber: events.length },
    update: { lastNumber: { increment: events.length } },
  });
  const before = lastNumber - events.length;
  await insertMany(
    tx,
    "Event",
    events.map((event, index) => ({ ...EMPTY, ...event, workspaceId, number: before + 1 + index })),
  );
}

const EMPTY = {
  taskId: null,
  environmentId: null,
  sessionId: null,
  jobId: null,
  resourceId: null,
  worktreeId: null,
  jobState: null,
  attempt: null,
  step: null,
  outcome: null,
  error: null,
  nextAttemptAt: null,
  resourcesDone: null,
  resourcesTotal: null,
  entriesDone: null,
  entriesTotal: null,
  bytesDone: null,
  bytesTotal: null,
  status: null,
  percent: null,
} satisfies Partial<Event>;

/** What a client names to get everything after this event. */
export function cursorOf(number: number): string {
  return String(number);
}

/**
 * The event's number in a cursor.
 *
 * @param field path of the argument, for the error
 * @throws InvalidInputError it is no cursor of ours
 */
export function numberOf(cursor: string, field = "after"): number {
  const number = /^(0|[1-9][0-9]{0,9})$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!(number <= LARGEST_NUMBER))
    throw new InvalidInputError(
      field,
      `This is not a cursor: ${JSON.stringify(cursor.slice(0, 100))}. Use the cursor of an event as it was given.`,
    );
  return number;
}
