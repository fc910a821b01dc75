import type { CodegenConfig } from "@graphql-codegen/cli";

/** Types of the operations in schema/operations/: front ends, tests and the demo import the documents from schema/generated/graphql.js. */
const config: CodegenConfig = {
  schema: "schema/schema.graphql",
  documents: "schema/operations/*.graphql",
  emitLegacyCommonJSImports: false,
  generates: {
    "schema/generated/graphql.ts": {
      plugins: ["typescript", "typescript-operations", "typed-document-node"],
      config: {
        scalars: { ID: "string", DateTime: "string", BigInt: "string" },
        enumsAsTypes: true,
        useTypeImports: true,
        onlyOperationTypes: true,
        inputMaybeValue: "T | null | undefined",
        avoidOptionals: { field: true },
        skipTypename: true,
        dedupeFragments: true,
        optimizeDocumentNode: true,
      },
    },
  },
};

export default config;
