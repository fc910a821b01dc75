import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Migration, migrationList } from "../src/db/migrate.js";
import { withSchemaEngine } from "../src/db/schemaEngine.js";

const MODELS = fileURLToPath(new URL("../prisma/schema.prisma", import.meta.url));

/** The SQL from where the migrations lead to where the models are, or null when that is the same place. */
export async function diffToModels(migrations: readonly Migration[]): Promise<string | null> {
  return withSchemaEngine(":memory:", async (engine) => {
    const { exitCode, stdout } = await engine.diff({
      from: migrations.length === 0 ? { tag: "empty" } : { tag: "migrations", ...migrationList(migrations) },
      to: { tag: "schemaDatamodel", files: [{ path: MODELS, content: readFileSync(MODELS, "utf8") }] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? null : stdout;
  });
}
