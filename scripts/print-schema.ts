/** Writes schema/schema.graphql from the code; with --check, fails when the committed one differs. */
import { readFile, writeFile } from "node:fs/promises";
import { lexicographicSortSchema, printSchema } from "graphql";
import { schema } from "../src/graphql/schema.js";

const SCHEMA_FILE = new URL("../schema/schema.graphql", import.meta.url);

const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;
if (process.argv.includes("--check")) {
  const committed = await readFile(SCHEMA_FILE, "utf8").catch(() => "");
  if (committed !== printed) {
    console.error("schema/schema.graphql is not what the code says: run `npm run schema:print` and commit it.");
    process.exitCode = 1;
  }
} else {
  await writeFile(SCHEMA_FILE, printed);
}
