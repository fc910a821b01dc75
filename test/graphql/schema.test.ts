import { readdirSync, readFileSync } from "node:fs";
import {
  concatAST,
  type GraphQLFieldMap,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isUnionType,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import * as errors from "../../src/errors.js";
import { schema } from "../../src/graphql/schema.js";

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !["String", "Int", "Boolean", "ID", "Float"].includes(type.name),
);
const fieldsOf = (name: "Query" | "Mutation" | "Subscription"): GraphQLFieldMap<unknown, unknown> => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`no ${name}`);
  return type.getFields();
};

/** Every element that a front-end developer meets, and its description. */
function elements(): { name: string; description: string | null | undefined }[] {
  return types.flatMap((type) => {
    const found = [{ name: type.name, description: type.description }];
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        found.push({ name: `${type.name}.${field.name}`, description: field.description });
        for (const arg of field.args) found.push({ name: `${type.name}.${field.name}(${arg.name})`, description: arg.description });
      }
    }
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields()))
        found.push({ name: `${type.name}.${field.name}`, description: field.description });
    if (isEnumType(type))
      for (const value of type.getValues()) found.push({ name: `${type.name}.${value.name}`, description: value.description });
    return found;
  });
}

describe("the schema", () => {
  it("is printed as committed", () => {
    const committed = readFileSync(new URL("../../schema/schema.graphql", import.meta.url), "utf8");
    expect(`${printSchema(lexicographicSortSchema(schema))}\n`, "run npm run schema:print").toBe(committed);
  });

  it("has a description on every type, field, argument, enum value and error", () => {
    const all = elements();
    expect(all.length).toBeGreaterThan(500);
    const bare = all.filter(({ description }) => (description ?? "").trim().length < 8);
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it("has every class of expected errors as a type that implements Error, and nothing else does", () => {
    const classes = Object.values(errors)
      .filter(
        (value): value is typeof errors.InvalidInputError =>
          typeof value === "function" && value.prototype instanceof errors.TreekeeperError,
      )
      .map((each) => each.name)
      .sort();
    expect(classes.length).toBeGreaterThan(10);
    const implementing = types
      .filter((type) => isObjectType(type) && type.getInterfaces().some((each) => each.name === "Error"))
      .map((type) => type.name);
    expect(implementing.sort()).toEqual(classes);
  });

  it("has mutations that take one input with an operation id and answer with their payload or errors", () => {
    const mutations = Object.values(fieldsOf("Mutation"));
    expect(mutations.map(({ name }) => name).sort()).toEqual([
      "addWorktree",
      "archiveTask",
      "cancelCleanupJob",
      "createEnvironment",
      "createTask",
      "createWorkspace",
      "deleteSession",
      "deleteTask",
      "deleteWorkspace",
      "expireQuickChats",
      "pinEnvironment",
      "registerRepository",
      "resetEnvironment",
      "restoreQuarantineEntry",
      "restoreRescue",
      "retryCleanupJob",
      "retryEnvironment",
      "startSession",
      "transferEnvironment",
      "unarchiveTask",
      "unpinEnvironment",
      "unregisterRepository",
      "updateSession",
      "updateWorkspacePolicy",
    ]);
    for (const { name, args, type } of mutations) {
      const Name = name.charAt(0).toUpperCase() + name.slice(1);
      expect(
        args.map((arg) => String(arg.type)),
        name,
      ).toEqual([`${Name}Input!`]);
      const input = schema.getType(`${Name}Input`);
      if (!isInputObjectType(input)) throw new Error(`no ${Name}Input`);
      expect(String(input.getFields().operationId?.type), name).toBe("String");
      expect(isNonNullType(type), name).toBe(true);
      const result = getNamedType(type);
      if (!isUnionType(result)) throw new Error(`${name} answers with no union`);
      expect(result.name).toBe(`${Name}Result`);
      const members = result.getTypes().map((member) => member.name);
      expect(members, name).toEqual(
        expect.arrayContaining([`${Name}Payload`, "InvalidInputError", "NotFoundError", "OperationConflictError", "ServerBusyError"]),
      );
      const rest = result.getTypes().filter((member) => member.name !== `${Name}Payload`);
      expect(
        rest.filter((member) => !member.getInterfaces().some((each) => each.name === "Error")),
        name,
      ).toEqual([]);
    }
  });

  it("has lists that are connections with first, after and totalCount", () => {
    const connections = types.filter((type) => type.name.endsWith("Connection"));
    expect(connections.length).toBeGreaterThan(7);
    for (const type of connections) {
      if (!isObjectType(type)) throw new Error(`${type.name} is no object`);
      expect(
        Object.entries(type.getFields())
          .map(([name, field]) => `${name}: ${field.type}`)
          .sort(),
        type.name,
      ).toEqual([`edges: [${type.name.replace("Connection", "Edge")}!]!`, "pageInfo: PageInfo!", "totalCount: Int!"]);
    }
    for (const type of types.filter(isObjectType)) {
      for (const field of Object.values(type.getFields())) {
        if (!getNamedType(field.type).name.endsWith("Connection")) continue;
        expect(
          field.args.map((arg) => `${arg.name}: ${arg.type}`),
          `${type.name}.${field.name}`,
        ).toEqual(expect.arrayContaining(["after: String", "first: Int"]));
      }
    }
  });
});

describe("the operations", () => {
  const folder = new URL("../../schema/operations/", import.meta.url);
  const documents = concatAST(readdirSync(folder).map((name) => parse(readFileSync(new URL(name, folder), "utf8"))));

  it("fit the schema", () => {
    expect(validate(schema, documents)).toEqual([]);
  });

  it("use every query, mutation and subscription", () => {
    const used = new Set<string>();
    for (const definition of documents.definitions) {
      if (definition.kind !== "OperationDefinition") continue;
      for (const selection of definition.selectionSet.selections) if (selection.kind === "Field") used.add(selection.name.value);
    }
    const declared = (["Query", "Mutation", "Subscription"] as const).flatMap((name) => Object.keys(fieldsOf(name)));
    expect([...used].sort()).toEqual(declared.sort());
  });
});
