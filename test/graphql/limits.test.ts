import { readdirSync, readFileSync } from "node:fs";
import { concatAST, type DocumentNode, getIntrospectionQuery, type OperationDefinitionNode, parse } from "graphql";
import { describe, expect, it } from "vitest";
import { OPERATION_LIMITS, parseWithin, refusal } from "../../src/graphql/limits.js";
import { schema } from "../../src/graphql/schema.js";

function codeOf(document: string | DocumentNode, variableValues: Record<string, unknown> = {}, operationName?: string): unknown {
  const parsed = typeof document === "string" ? parseWithin(OPERATION_LIMITS, document) : document;
  return (
    refusal(OPERATION_LIMITS, { schema, document: parsed, variableValues, operationName: operationName ?? null })?.extensions.code ?? null
  );
}

function parseError(source: string): unknown {
  try {
    parseWithin(OPERATION_LIMITS, source);
  } catch (error) {
    return (error as { extensions?: { code?: unknown } }).extensions?.code;
  }
  return null;
}

describe("the limits", () => {
  it("let every operation of the front ends through, with the largest pages for lists that are not nested", () => {
    const folder = new URL("../../schema/operations/", import.meta.url);
    const document = concatAST(readdirSync(folder).map((name) => parse(readFileSync(new URL(name, folder), "utf8"))));
    const operations = document.definitions.filter(
      (definition): definition is OperationDefinitionNode => definition.kind === "OperationDefinition",
    );
    for (const { name } of operations) {
      const variables = { id: "x", workspaceId: "x", taskId: "x", environmentId: "x", externalId: "x", input: {}, first: 200 };
      expect(codeOf(document, variables, name?.value), name?.value).toBeNull();
    }
    expect(codeOf(getIntrospectionQuery())).toBeNull();
  });

  it("refuse what is too deep, too broad or too costly, whatever the operation", () => {
    const deep = (levels: number): string => (levels === 0 ? "id" : `parent { ${deep(levels - 1)} }`);
    expect(codeOf(`{ task(id: "x") { ${deep(13)} } }`)).toBeNull();
    expect(codeOf(`{ task(id: "x") { ${deep(14)} } }`)).toBe("QUERY_TOO_DEEP");
    expect(codeOf(`query { ...F } fragment F on Query { task(id: "x") { ${deep(200)} } }`)).toBe("QUERY_TOO_DEEP");
    const aliases = Array.from({ length: 700 }, (_, n) => `a${n}: id`).join(" ");
    expect(codeOf(`query { ...F ...F } fragment F on Query { node(id: "x") { ${aliases} } }`)).toBe("QUERY_TOO_BROAD");
    const children = (levels: number): string =>
      levels === 0 ? "id" : `children(first: 200) { edges { node { ${children(levels - 1)} } } }`;
    expect(codeOf(`{ task(id: "x") { ${children(1)} } }`)).toBeNull();
    expect(codeOf(`{ task(id: "x") { ${children(3)} } }`)).toBe("QUERY_TOO_COMPLEX");
    expect(
      codeOf(
        'subscription { cleanupProgress(taskId: "x") { job { task { children(first: 200) { edges { node { children(first: 200) { edges { node { id title } } } } } } } } } }',
      ),
    ).toBe("QUERY_TOO_COMPLEX");
    expect(
      codeOf(
        'query ($n: Int) { task(id: "x") { children(first: $n) { edges { node { children(first: $n) { edges { node { id title kind } } } } } } } }',
        { n: 200 },
      ),
    ).toBe("QUERY_TOO_COMPLEX");
  });

  it("refuse a document of too many tokens or characters before it is read whole", () => {
    expect(parseError(`{ ${"a ".repeat(2_000)} }`)).toBeNull();
    expect(parseError(`{ ${"a ".repeat(3_000)} }`)).toBe("DOCUMENT_TOO_LARGE");
    expect(parseError(`{ a(b: "${"x".repeat(10_000_000)}") }`)).toBe("DOCUMENT_TOO_LARGE");
    expect(parseError("{ a(")).toBeUndefined();
  });

  it("refuse huge strings as variables of queries, and leave mutations to name the field", () => {
    const long = "x".repeat(10_001);
    expect(codeOf("query ($id: ID!) { node(id: $id) { id } }", { id: long })).toBe("INVALID_INPUT");
    expect(codeOf("query ($f: CleanupJobFilter) { cleanupJobs(filter: $f) { totalCount } }", { f: { operationId: long } })).toBe(
      "INVALID_INPUT",
    );
    expect(codeOf("query ($id: ID!) { node(id: $id) { id } }", { id: "x".repeat(10_000) })).toBeNull();
    expect(
      codeOf("mutation ($i: CreateTaskInput!) { createTask(input: $i) { __typename } }", { i: { workspaceId: "x", title: long } }),
    ).toBeNull();
  });
});
