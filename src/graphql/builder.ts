import SchemaBuilder from "@pothos/core";
import ComplexityPlugin from "@pothos/plugin-complexity";
import ErrorsPlugin from "@pothos/plugin-errors";
import PrismaPlugin from "@pothos/plugin-prisma";
import RelayPlugin from "@pothos/plugin-relay";
import type PrismaTypes from "../db/generated/pothos.js";
import { getDatamodel } from "../db/generated/pothos.js";
import { InvalidInputError, NotFoundError, OperationConflictError, ServerBusyError } from "../errors.js";
import type { Context } from "./context.js";
import { EXPECTED_ERRORS } from "./expected.js";

export interface SchemaTypes {
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  Connection: { countAll: () => Promise<number> };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    BigInt: { Input: bigint; Output: bigint };
  };
}

/** SchemaTypes as Pothos completes them: for the types of refs. */
export type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Every mutation can meet these: a bad argument, an id that names nothing, an operation id used for something else, a full queue. */
const EVERY_MUTATION = [InvalidInputError, NotFoundError, OperationConflictError, ServerBusyError];

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * The schema's builder. Fields are non-null unless they say otherwise; ids are TypeIDs and go out as they are stored; a mutation's result is
 * a union of its payload and the errors it can meet. What leaves a resolver goes through EXPECTED_ERRORS last (plugins wrap from the end).
 */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [EXPECTED_ERRORS, ErrorsPlugin, ComplexityPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: (context) => context.core.db.read,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
  },
  errors: {
    directResult: true,
    defaultTypes: EVERY_MUTATION,
    defaultUnionOptions: {
      name: ({ fieldName }) => `${capital(fieldName)}Result`,
      description:
        "The payload, or the error that kept the mutation from being done. Ask for `... on Error { code message }` to see any of them.",
    },
  },
  // The limits are asked once, before execution, for every kind of operation: see limits.ts.
  complexity: { disabled: true, defaultComplexity: 1, defaultListMultiplier: 10 },
  relay: {
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: "", id }),
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    idFieldOptions: { description: "The object's id, the same everywhere and for ever." },
    nodeTypeOptions: { description: "An object that can be asked for by its id, with `node`." },
    pageInfoTypeOptions: { description: "Where a page lies in its list." },
    hasNextPageFieldOptions: { description: "Whether more follows: ask again with `after: endCursor`." },
    hasPreviousPageFieldOptions: { description: "Whether this page began after a cursor." },
    startCursorFieldOptions: { description: "The cursor of the page's first edge, null for an empty page." },
    endCursorFieldOptions: { description: "The cursor of the page's last edge, null for an empty page." },
    edgesFieldOptions: {
      description: "The objects of this page, in the list's order.",
      nullable: { list: false, items: false },
      complexity: { field: 0, multiplier: 1 },
    },
    nodeFieldOptions: { description: "The object.", nullable: false, complexity: 0 },
    cursorFieldOptions: { description: "Names this place in the list: give it as `after` to go on behind it.", complexity: 0 },
    pageInfoFieldOptions: { description: "Where this page lies in the list.", complexity: 0 },
  },
});

builder.queryType({ description: "What can be asked. Reading never changes anything, on disk or in the database." });
builder.mutationType({
  description:
    "What can be done. Each takes one input object with an optional `operationId` (said again within 7 days, it answers the same and is done once), commits in one transaction, and answers with its payload or a typed error.",
});
builder.subscriptionType({
  description:
    "Stored events, replayed from any point and then live: everything after the event that `after` names, in order, once. Without `after`, from the first one.",
});
