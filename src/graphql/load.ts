import type { GraphQLResolveInfo } from "graphql";
import { batched, byKey } from "./batch.js";
import type { Context } from "./context.js";

/**
 * The row that a plain id names, or null when it is gone: for what refers to a row that it outlives. Asked once for all parents of a list.
 */
export async function rowOf<Row extends { id: string }>(
  context: Context,
  info: GraphQLResolveInfo,
  id: string | null,
  find: (where: { id: { in: string[] } }) => Promise<Row[]>,
): Promise<Row | null> {
  if (id === null) return null;
  const row = await batched(context, info, id, async (ids) => byKey(await find({ id: { in: ids } }), (found) => found.id));
  return row ?? null;
}
