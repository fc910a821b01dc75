import type { GraphQLResolveInfo } from "graphql";
import type { Context } from "./context.js";

type Load<Value> = (keys: string[]) => Promise<ReadonlyMap<string, Value>>;

interface Pending {
  readonly keys: Set<string>;
  readonly loaded: Promise<ReadonlyMap<string, unknown>>;
}

const pending = new WeakMap<Context, Map<string, Pending>>();

/**
 * What a field needs for one of its parents, asked for all the parents of the same list at once. Nothing is kept after the answer: a later
 * event of the same subscription asks again.
 *
 * @param load is called once for all keys of this field; a key without an entry has no value
 */
export async function batched<Value>(
  context: Context,
  info: GraphQLResolveInfo,
  key: string,
  load: Load<Value>,
): Promise<Value | undefined> {
  const fields = pending.get(context) ?? new Map<string, Pending>();
  pending.set(context, fields);
  const field = fieldKey(info);
  let batch = fields.get(field);
  if (batch === undefined) {
    const keys = new Set<string>();
    const loaded = afterThisRound().then(() => {
      fields.delete(field);
      return load([...keys]);
    });
    batch = { keys, loaded };
    fields.set(field, batch);
  }
  batch.keys.add(key);
  return (await batch.loaded).get(key) as Value | undefined;
}

/** Rows as the answer of a batch. */
export function byKey<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row> {
  return new Map(rows.map((row) => [key(row), row]));
}

/** The field's place in the answer without list indices: the same for every parent of a list, with the same arguments. */
function fieldKey(info: GraphQLResolveInfo): string {
  const parts: string[] = [];
  for (let at: GraphQLResolveInfo["path"] | undefined = info.path; at; at = at.prev) {
    if (typeof at.key === "string") parts.push(`${at.typename}.${at.key}`);
  }
  return parts.reverse().join("/");
}

/** After the microtasks that resolve the other parents of the list. */
async function afterThisRound(): Promise<void> {
  await Promise.resolve();
  await new Promise<void>((resolve) => process.nextTick(resolve));
}
