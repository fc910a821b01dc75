import { complexityFromQuery } from "@pothos/plugin-complexity";
import {
  type DocumentNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  OperationTypeNode,
  type ParseOptions,
  parse,
  type Source,
} from "graphql";
import type { Plugin } from "graphql-yoga";
import { MAX_INPUT_STRING_LENGTH } from "./input.js";

/** What one operation may cost. Far above what a front end asks for, far below what hurts. */
export interface OperationLimits {
  /** Of the document, in UTF-16 code units. */
  readonly documentLength: number;
  /** Of the document: bounds what parsing and validating cost. */
  readonly tokens: number;
  /** Fields below fields. */
  readonly depth: number;
  /** Fields in all, however deep; a fragment counts where it is spread. */
  readonly breadth: number;
  /** Fields in all, each times what the lists above it can hold. */
  readonly complexity: number;
}

export const OPERATION_LIMITS: OperationLimits = { documentLength: 200_000, tokens: 3_000, depth: 15, breadth: 1_000, complexity: 50_000 };

/** The codes of a refused operation, under `extensions.code`. */
export type LimitCode = "DOCUMENT_TOO_LARGE" | "QUERY_TOO_DEEP" | "QUERY_TOO_BROAD" | "QUERY_TOO_COMPLEX" | "INVALID_INPUT";

/**
 * Refuses operations that are too large, for every transport alike: a document before it is parsed, the rest before it is executed or subscribed
 * to. Introspection is bounded by graphql-js's own rule.
 */
export function operationLimits(limits: OperationLimits = OPERATION_LIMITS): Plugin {
  return {
    onParse: ({ setParseFn }) => setParseFn((source: string | Source, options?: ParseOptions) => parseWithin(limits, source, options)),
    onExecute: ({ args, setResultAndStopExecution }) => {
      const error = refusal(limits, args);
      if (error !== null) setResultAndStopExecution({ errors: [error] });
    },
    onSubscribe: ({ args, setResultAndStopExecution }) => {
      const error = refusal(limits, args);
      if (error !== null) setResultAndStopExecution({ errors: [error] });
    },
  };
}

/** Like graphql-js's parse. Throws a GraphQLError for a document that is too large, before it has read all of it. */
export function parseWithin(limits: OperationLimits, source: string | Source, options?: ParseOptions): DocumentNode {
  const { length } = typeof source === "string" ? source : source.body;
  if (length > limits.documentLength)
    throw refused("DOCUMENT_TOO_LARGE", `The document has ${length} characters, ${limits.documentLength} are allowed.`);
  try {
    return parse(source, { ...options, maxTokens: limits.tokens });
  } catch (error) {
    // graphql-js has no code for it: its words are all there is.
    if (error instanceof GraphQLError && /tokens/.test(error.message))
      throw refused("DOCUMENT_TOO_LARGE", `The document has more than ${limits.tokens} tokens.`);
    throw error;
  }
}

/** Why an operation that was parsed and validated is not executed, or null. */
export function refusal(limits: OperationLimits, { schema, document, operationName, variableValues }: ExecutionArgs): GraphQLError | null {
  const operation = getOperationAST(document, operationName);
  // Execution says what is wrong with it.
  if (operation == null) return null;
  const variables = { ...variableValues };
  // A mutation answers with an InvalidInputError that names the field.
  if (operation.operation !== OperationTypeNode.MUTATION) {
    const name = Object.keys(variables).find((key) => holdsLongString(variables[key]));
    if (name !== undefined)
      return refused("INVALID_INPUT", `The variable $${name} holds a string that is longer than ${MAX_INPUT_STRING_LENGTH} characters.`);
  }
  const fragments = document.definitions.filter(
    (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  const cost = costOf(() => complexityFromQuery({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }, { schema, variables }));
  if (cost === null) return null;
  if (cost.depth > limits.depth)
    return refused("QUERY_TOO_DEEP", `The operation is ${cost.depth} fields deep, ${limits.depth} are allowed.`);
  if (cost.breadth > limits.breadth)
    return refused("QUERY_TOO_BROAD", `The operation asks for ${cost.breadth} fields, ${limits.breadth} are allowed.`);
  if (cost.complexity > limits.complexity) {
    return refused(
      "QUERY_TOO_COMPLEX",
      `The operation can cost ${cost.complexity}, ${limits.complexity} are allowed: ask for smaller pages (first), or for less below them.`,
    );
  }
  return null;
}

/** Null when the variables don't fit: execution says so better. */
function costOf<Cost>(calculate: () => Cost): Cost | null {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

function holdsLongString(value: unknown): boolean {
  if (typeof value === "string") return value.length > MAX_INPUT_STRING_LENGTH;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsLongString);
}

function refused(code: LimitCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
