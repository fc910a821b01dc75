import type { ObjectRef } from "@pothos/core";
import { builder, type Types } from "./builder.js";
import type { Page } from "./page.js";

/** The type of a list. Nouns that list each other annotate theirs with it: that breaks the circle for the compiler. */
export type ConnectionRef<Row> = ObjectRef<Types, Page<Row>>;

/**
 * The connection type of a list of `name`: edges, pageInfo and totalCount.
 *
 * @param type the noun's object type
 * @param plural for the description, "tasks"
 */
export function connectionOf<Row>(type: ObjectRef<Types, Row>, name: string, plural: string): ConnectionRef<Row> {
  const ref = builder.connectionObject(
    {
      type: type as never,
      name: `${name}Connection`,
      description: `A page of a list of ${plural}.`,
      fields: (t) => ({
        totalCount: t.int({
          description: "How many the whole list has, whatever the page.",
          complexity: 1,
          resolve: (page) => (page as unknown as Page<Row>).countAll(),
        }),
      }),
    },
    { name: `${name}Edge`, description: `A place in a list of ${plural}.` },
  );
  return ref as unknown as ConnectionRef<Row>;
}
