/**
 * Writes a migration: what the models (prisma/schema.prisma) have and the migrations do not yet. It is Prisma's own `migrate diff`.
 *
 *   npm run db:migration -- --name add_something     writes prisma/migrations/<time>_add_something/migration.sql
 *   npm run db:migration -- --initial                writes the one first migration anew (until the first release only)
 *   npm run db:migration -- --check                  only tells whether one is missing (exit code 1)
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { migrations } from "../src/db/migrate.js";
import { diffToModels } from "./diff.js";

const DIRECTORY = fileURLToPath(new URL("../prisma/migrations/", import.meta.url));

const { values } = parseArgs({ options: { name: { type: "string" }, initial: { type: "boolean" }, check: { type: "boolean" } } });
const present = migrations();
const sql = await diffToModels(values.initial === true ? [] : present);

if (sql === null) {
  console.log("The migrations have all that the models have.");
} else if (values.check === true) {
  console.error(`The models have what no migration has:\n${sql}`);
  process.exitCode = 1;
} else if (values.initial === true) {
  if (present.length > 1) throw new Error("There are later migrations: the first one can't be written anew.");
  for (const { name } of present) rmSync(DIRECTORY + name, { recursive: true });
  write("00000000000000_initial", sql);
} else if (values.name === undefined || !/^[a-z0-9_]+$/.test(values.name)) {
  throw new Error("Give the migration a name: --name add_something (a-z, 0-9 and _).");
} else {
  write(`${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}_${values.name}`, sql);
}

function write(name: string, content: string): void {
  mkdirSync(DIRECTORY + name, { recursive: true });
  writeFileSync(`${DIRECTORY}${name}/migration.sql`, content);
  console.log(`prisma/migrations/${name}/migration.sql`);
}
