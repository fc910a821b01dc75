import { queryFromInfo } from "@pothos/plugin-prisma";
import type { GraphQLResolveInfo } from "graphql";
import { Prisma } from "../db/generated/client.js";
import { InvalidInputError } from "../errors.js";
import { batched } from "./batch.js";
import { builder } from "./builder.js";
import type { Context } from "./context.js";
import type { Order } from "./order.js";

export const DEFAULT_PAGE_SIZE = 50;
export const LARGEST_PAGE_SIZE = 200;
/** SQLite takes 500 terms in one compound SELECT. */
const PARENTS_PER_STATEMENT = 200;

interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** The arguments of every list. */
export const pageArguments = builder.args((t) => ({
  first: t.int({ description: `How many at most: ${DEFAULT_PAGE_SIZE} when not given, ${LARGEST_PAGE_SIZE} at most.` }),
  after: t.string({ description: "Begin behind this cursor." }),
}));

/** A list costs what its page can hold. */
export function pageComplexity(args: PageArguments): { field: number; multiplier: number } {
  return { field: 1, multiplier: Math.min(Math.max(args.first ?? DEFAULT_PAGE_SIZE, 1), LARGEST_PAGE_SIZE) };
}

/** What a connection type is resolved from. */
export interface Page<Row> {
  edges: { cursor: string; node: Row }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  /** Asked only when `totalCount` is. */
  countAll: () => Promise<number>;
}

/** How a list is read: `find` is given what to look for, in which order, and how many at most. */
interface Source<Row> {
  order: Order<NoInfer<Row>>;
  find: (query: { where: object; orderBy: object[]; take?: number }) => Promise<Row[]>;
  count: () => Promise<number>;
}

/** One page of a list that has no parent. */
export async function page<Row>(args: PageArguments, { order, find, count }: Source<Row>): Promise<Page<Row>> {
  const size = pageSize(args.first);
  const where = args.after == null ? {} : order.behind(args.after).where;
  const rows = await find({ where, orderBy: [...order.orderBy], take: size + 1 });
  return pageOf(rows, size, args, order, count);
}

/** The children of one parent among many: a table, the column that names the parent, and what else must be so. */
interface Children<Row> {
  order: Order<NoInfer<Row>>;
  table: "Task" | "Session" | "Repository" | "CleanupJob" | "Event";
  parent: keyof NoInfer<Row> & string;
  condition?: Prisma.Sql;
  find: (query: { where: object; orderBy: object[] }) => Promise<Row[]>;
}

/** One page of a list inside a list: the pages of all the parents are read at once. */
export async function childPage<Row>(
  context: Context,
  info: GraphQLResolveInfo,
  args: PageArguments,
  parentId: string,
  children: Children<Row>,
): Promise<Page<Row>> {
  const size = pageSize(args.first);
  const behind = args.after == null ? Prisma.sql`TRUE` : children.order.behind(args.after).sql;
  const rows = await batched(context, info, parentId, (parents) => childRows(context, parents, behind, size + 1, children));
  return pageOf(rows ?? [], size, args, children.order, () => countChildren(context, info, parentId, children));
}

async function childRows<Row>(
  context: Context,
  parents: string[],
  behind: Prisma.Sql,
  take: number,
  children: Children<Row>,
): Promise<Map<string, Row[]>> {
  const { order, table, parent, condition = Prisma.sql`TRUE`, find } = children;
  const found = new Map<string, Row[]>();
  for (const some of chunks(parents, PARENTS_PER_STATEMENT)) {
    const each = some.map(
      (id) =>
        Prisma.sql`SELECT * FROM (SELECT ${column(parent)} AS "parent", ${column(order.key)} AS "key" FROM ${column(table)} WHERE ${column(parent)} = ${id} AND ${condition} AND ${behind} ORDER BY ${order.columns} LIMIT ${take})`,
    );
    const keys = await context.core.db.read.$queryRaw<{ parent: string; key: string | number | bigint }[]>(
      Prisma.join(each, " UNION ALL "),
    );
    if (keys.length === 0) continue;
    const wanted = new Map<string, (string | number)[]>();
    for (const { parent: id, key } of keys) wanted.set(id, [...(wanted.get(id) ?? []), typeof key === "bigint" ? Number(key) : key]);
    const rows = await find({
      where: { OR: [...wanted].map(([id, in_]) => ({ [parent]: id, [order.key]: { in: in_ } })) },
      orderBy: [...order.orderBy],
    });
    for (const row of rows) {
      const id = String(row[parent]);
      const list = found.get(id);
      if (list) list.push(row);
      else found.set(id, [row]);
    }
  }
  return found;
}

async function countChildren<Row>(context: Context, info: GraphQLResolveInfo, parentId: string, children: Children<Row>): Promise<number> {
  const { table, parent, condition = Prisma.sql`TRUE` } = children;
  const count = await batched(
    context,
    { ...info, path: { prev: info.path, key: "totalCount", typename: undefined } },
    parentId,
    async (parents) => {
      const counts = new Map<string, number>();
      for (const some of chunks(parents, PARENTS_PER_STATEMENT)) {
        const rows = await context.core.db.read.$queryRaw<{ parent: string; count: number | bigint }[]>(
          Prisma.sql`SELECT ${column(parent)} AS "parent", COUNT(*) AS "count" FROM ${column(table)} WHERE ${column(parent)} IN (${Prisma.join(some)}) AND ${condition} GROUP BY ${column(parent)}`,
        );
        for (const row of rows) counts.set(row.parent, Number(row.count));
      }
      return counts;
    },
  );
  return count ?? 0;
}

/** The relations that are asked for below a list's nodes, so that they are read with them. */
export function nodeQuery(context: Context, info: GraphQLResolveInfo): object {
  return queryFromInfo({ context, info, path: ["edges", "node"] });
}

function pageSize(first: number | null | undefined): number {
  if (first == null) return DEFAULT_PAGE_SIZE;
  if (first < 0 || first > LARGEST_PAGE_SIZE)
    throw new InvalidInputError("first", `A page has 0 to ${LARGEST_PAGE_SIZE} items, not ${first}.`);
  return first;
}

function pageOf<Row>(rows: Row[], size: number, args: PageArguments, order: Order<Row>, countAll: () => Promise<number>): Page<Row> {
  const edges = rows.slice(0, size).map((node) => ({ cursor: order.cursorOf(node), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: args.after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    countAll,
  };
}

/** A table's or column's name, from this program, never from a caller. */
function column(name: string): Prisma.Sql {
  return Prisma.raw(`"${name}"`);
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
