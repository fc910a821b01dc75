import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import type { Logger } from "pino";

/** prisma/ lies beside src/ and beside dist/, so it is found from both. */
const MIGRATIONS_DIRECTORY = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
const LOCK_FILE = "migration_lock.toml";

export interface Migration {
  name: string;
  sql: string;
}

/** The file was made by another version of the models: used as it is, it would lose or misread what it holds. */
export class MigrationRefusedError extends Error {
  override readonly name = "MigrationRefusedError";
}

/** All migrations of this version, in their order. */
export function migrations(): Migration[] {
  return readdirSync(MIGRATIONS_DIRECTORY, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => ({ name, sql: readFileSync(`${MIGRATIONS_DIRECTORY}/${name}/migration.sql`, "utf8") }));
}

/** Migrations in the form in which the engine takes them. */
export function migrationList(list: readonly Migration[]) {
  return {
    baseDir: MIGRATIONS_DIRECTORY,
    lockfile: { path: LOCK_FILE, content: readFileSync(`${MIGRATIONS_DIRECTORY}/${LOCK_FILE}`, "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: list.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
    })),
  };
}

/**
 * Brings the file to the present models: Prisma's migrations, applied by Prisma's own engine. A file that has them all is left alone, and
 * the engine is not loaded.
 *
 * The migrations run on a copy that takes the file's place by one rename: a kill at any moment leaves the one or the other, whole.
 * Expects that nobody else uses the file (the data directory's lock).
 *
 * @throws MigrationRefusedError what was applied is unknown here, or was another; or somebody else uses the file
 */
export async function migrate(file: string, log: Logger, known: readonly Migration[] = migrations()): Promise<void> {
  const applied = appliedMigrations(file);
  for (const { name, checksum } of applied) requireSame(file, name, checksum, known);
  if (applied.length === known.length) return;

  const copy = `${file}.migrating`;
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(copy + suffix, { force: true });
  copyDatabase(file, copy);
  const { withSchemaEngine } = await import("./schemaEngine.js");
  const { appliedMigrationNames } = await withSchemaEngine(copy, (engine) =>
    engine.applyMigrations({ migrationsList: migrationList(known), filters: { externalTables: [], externalEnums: [] } }),
  );
  sync(copy);
  renameSync(copy, file);
  sync(dirname(file));
  log.info({ migrations: appliedMigrationNames }, "the database was migrated");
}

interface AppliedMigration {
  name: string;
  checksum: string;
}

function appliedMigrations(file: string): AppliedMigration[] {
  if (isEmpty(file)) return [];
  const sqlite = new Sqlite(file);
  try {
    if (sqlite.prepare("select 1 from sqlite_master where name = '_prisma_migrations'").get() === undefined) return [];
    return sqlite
      .prepare("select migration_name as name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null")
      .all() as AppliedMigration[];
  } finally {
    sqlite.close();
  }
}

function requireSame(file: string, name: string, checksum: string, known: readonly Migration[]): void {
  const migration = known.find((candidate) => candidate.name === name);
  if (migration === undefined) {
    throw new MigrationRefusedError(
      `The database ${file} was made by a newer version: this one does not know its migration ${name}. Start the newer version.`,
    );
  }
  if (createHash("sha256").update(migration.sql).digest("hex") !== checksum) {
    throw new MigrationRefusedError(
      `The database ${file} was made by another version, where the migration ${name} was a different one. Start that version.`,
    );
  }
}

/** A copy with everything that is committed, in rollback-journal mode: all of it in one file, whatever is still open when it is renamed. */
function copyDatabase(file: string, copy: string): void {
  closeSync(openSync(copy, "a", 0o600));
  if (!isEmpty(file)) {
    const sqlite = new Sqlite(file);
    try {
      sqlite.prepare("vacuum into ?").run(copy);
    } finally {
      sqlite.close();
    }
    // The last connection to close takes the log along; one that stays would be read into the new file.
    if (existsSync(`${file}-wal`))
      throw new MigrationRefusedError(`The database ${file} is used by another process, and has to be migrated. Stop that process.`);
  }
  const sqlite = new Sqlite(copy);
  try {
    sqlite.pragma("journal_mode = DELETE");
  } finally {
    sqlite.close();
  }
}

function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
