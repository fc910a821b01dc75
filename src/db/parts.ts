import { setImmediate } from "node:timers/promises";

/** The client refuses an ordered question about more than 999 values; what goes beside the ids needs some of them. */
const VALUES_PER_STATEMENT = 900;

/** The rows that a question about many ids gives, asked in statements of bounded size. */
export async function inParts<Row>(ids: readonly string[], ask: (part: string[]) => Promise<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  await eachPart(ids, async (part) => {
    for (const row of await ask(part)) rows.push(row);
  });
  return rows;
}

/** The like for a statement that gives no rows. */
export async function eachPart(ids: readonly string[], act: (part: string[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += VALUES_PER_STATEMENT) {
    // Between two, whoever only reads gets a turn of this process.
    if (from > 0) await setImmediate();
    await act(ids.slice(from, from + VALUES_PER_STATEMENT));
  }
}

/** Rows by what they have in common, each group in the order of the rows. */
export function groupedBy<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}
