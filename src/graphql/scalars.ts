import { GraphQLError, Kind } from "graphql";
import { builder } from "./builder.js";

/** An instant with its offset, as RFC 3339 writes it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const DECIMAL = /^-?\d{1,19}$/;

function instant(value: unknown): Date {
  const at = typeof value === "string" && INSTANT.test(value) ? new Date(value) : null;
  if (at === null || Number.isNaN(at.getTime())) throw new GraphQLError("A DateTime is a string like 2026-12-01T10:35:00.000Z.");
  return at;
}

function integer(value: unknown): bigint {
  if (typeof value === "string" && DECIMAL.test(value)) return BigInt(value);
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  throw new GraphQLError('A BigInt is a string of decimal digits like "12345678901".');
}

builder.scalarType("DateTime", {
  description: 'An instant in UTC with milliseconds, in ISO 8601: "2026-12-01T10:35:00.000Z".',
  serialize: (value) => value.toISOString(),
  parseValue: instant,
  parseLiteral: (node) => instant(node.kind === Kind.STRING ? node.value : null),
});

builder.scalarType("BigInt", {
  description:
    "A whole number that may be larger than a JSON number keeps exactly (a count of bytes). Always a string of decimal digits, so that its type does not depend on its size: `BigInt(value)` in JavaScript.",
  serialize: (value) => value.toString(),
  parseValue: integer,
  parseLiteral: (node) => integer(node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : null),
});
