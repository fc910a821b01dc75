import { getVariableValues, Kind, type OperationDefinitionNode, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { schema } from "../../src/graphql/schema.js";
import { EXAMPLES } from "../../src/server/examples.js";

describe.each(EXAMPLES.map((example, index) => ({ ...example, tab: index + 1 })))("the example in tab $tab", ({ query, variables }) => {
  const document = parse(query);
  const operations = document.definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );

  test("is valid", () => {
    expect(validate(schema, document).map(({ message }) => message)).toEqual([]);
  });

  test("has the variables that its operations take, and no others", () => {
    const taken = operations.flatMap((operation) =>
      (operation.variableDefinitions ?? []).map((definition) => definition.variable.name.value),
    );
    expect(new Set(Object.keys(variables))).toEqual(new Set(taken));
    for (const operation of operations) {
      expect(getVariableValues(schema, operation.variableDefinitions ?? [], { ...variables }).errors).toBeUndefined();
    }
  });
});
