import { InvalidInputError } from "../errors.js";
import type { Prisma } from "./generated/client.js";
import type { Tx } from "./writer.js";

/** A line of a workspace's stream, before it has its number. */
export type NewEvent = Omit<Prisma.EventUncheckedCreateInput, "workspaceId" | "number" | "at"> & { at: Date };

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
