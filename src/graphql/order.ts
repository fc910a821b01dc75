import { cursorOf, numberOf } from "../db/events.js";
import { Prisma } from "../db/generated/client.js";
import { type IdKind, kindOfId } from "../db/ids.js";
import { InvalidInputError } from "../errors.js";

/** A list's order, which its cursors follow: what comes behind a cursor does not depend on the cursor's row being there still. */
export interface Order<Row> {
  /** The column that tells rows of one parent apart. */
  readonly key: "id" | "number";
  readonly keyOf: (row: Row) => string | number;
  readonly columns: Prisma.Sql;
  readonly orderBy: readonly Record<string, "asc">[];
  readonly cursorOf: (row: Row) => string;
  /** What lies behind the cursor. Throws InvalidInputError for a cursor that is none of this list's. */
  readonly behind: (cursor: string) => { readonly sql: Prisma.Sql; readonly where: object };
}

/** Longer than any cursor of ours. */
const LONGEST_CURSOR = 200;
/** Milliseconds up to the last instant that a Date holds, and an id. */
const CREATION = /^(\d{1,16})\.([a-z]+_[0-9a-z]{26})$/;
const LAST_INSTANT_MS = 8.64e15;

/** Oldest first, by id where two are of the same millisecond. */
export function byCreation(kind: IdKind): Order<{ id: string; createdAt: Date }> {
  return {
    key: "id",
    keyOf: (row) => row.id,
    columns: Prisma.sql`"createdAt", "id"`,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    cursorOf: (row) => Buffer.from(`${row.createdAt.getTime()}.${row.id}`).toString("base64url"),
    behind(cursor) {
      const [, ms, id] = CREATION.exec(decode(cursor)) ?? [];
      if (ms === undefined || id === undefined || Number(ms) > LAST_INSTANT_MS || kindOfId(id) !== kind) throw notACursor(cursor);
      const createdAt = new Date(Number(ms));
      return {
        sql: Prisma.sql`("createdAt", "id") > (${createdAt}, ${id})`,
        where: { OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }] },
      };
    },
  };
}

/** Events in the order of their numbers. The cursor is the one that subscriptions take, too. */
export const byNumber: Order<{ number: number }> = {
  key: "number",
  keyOf: (row) => row.number,
  columns: Prisma.sql`"number"`,
  orderBy: [{ number: "asc" }],
  cursorOf: (row) => cursorOf(row.number),
  behind(cursor) {
    const number = numberOf(cursor, "after");
    return { sql: Prisma.sql`"number" > ${number}`, where: { number: { gt: number } } };
  },
};

function decode(cursor: string): string {
  return cursor.length > LONGEST_CURSOR ? "" : Buffer.from(cursor, "base64url").toString("latin1");
}

function notACursor(cursor: string): InvalidInputError {
  return new InvalidInputError(
    "after",
    `This is not a cursor of this list: ${JSON.stringify(cursor.slice(0, 100))}. Use an edge's cursor, or pageInfo.endCursor, as it was given.`,
  );
}
