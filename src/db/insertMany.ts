import { setImmediate } from "node:timers/promises";
import { type CleanupJob, type CleanupResource, type EnvironmentAttempt, type Event, Prisma } from "./generated/client.js";
import type { Tx } from "./writer.js";

/** The tables that endings of thousands of tasks write to. */
interface Rows {
  CleanupJob: CleanupJob;
  CleanupResource: CleanupResource;
  EnvironmentAttempt: EnvironmentAttempt;
  Event: Event;
}

/** Of one statement: whoever only reads gets a turn of this process between two. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Writes many complete rows, as `createMany` would: which takes most of a millisecond for each row with this many columns, and a cascade
 * would keep all other writers waiting for seconds. Here what differs between the rows travels as one JSON value.
 */
export async function insertMany<Table extends keyof Rows>(tx: Tx, table: Table, rows: readonly Rows[Table][]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  // Names from this program's own types, never from a caller.
  const names = Object.keys(first) as (keyof Rows[Table] & string)[];
  const own = names.filter((name) => rows.some((row) => row[name] !== first[name]));
  const columns = Prisma.raw(names.map((name) => `"${name}"`).join(", "));
  const values = names.map((name) => {
    const at = own.indexOf(name);
    return at === -1 ? Prisma.sql`${asStored(first[name])}` : Prisma.raw(`json_extract("value", '$[${at}]')`);
  });
  const into = Prisma.sql`INSERT INTO ${Prisma.raw(`"${table}"`)} (${columns}) SELECT ${Prisma.join(values)} FROM json_each`;
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    if (from > 0) await setImmediate();
    const some = rows.slice(from, from + ROWS_PER_STATEMENT).map((row) => own.map((name) => asStored(row[name])));
    await tx.$executeRaw`${into}(${JSON.stringify(some)})`;
  }
}

/** A value as the client stores it. Text in a column of integers becomes an integer. */
function asStored(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().replace("Z", "+00:00");
  if (typeof value === "bigint") return value.toString();
  return value;
}
