import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { diffToModels } from "../../scripts/diff.js";
import { MigrationRefusedError, migrate, migrations } from "../../src/db/migrate.js";
import { databaseFile, openTestDatabase, quietLog } from "../support/database.js";
import { temporaryDirectory } from "../support/directory.js";

/** What a next version might bring. */
const LATER = { name: "99990101000000_later", sql: "alter table Workspace add column later text default 'later';" };

describe("migrations", () => {
  it("lead to the models as they are", async () => {
    expect(await diffToModels(migrations())).toBeNull();
  });

  it("a model that no migration makes would be noticed", async () => {
    expect(await diffToModels([])).toContain('CREATE TABLE "Task"');
  });

  it("are applied to a new file by Prisma's engine, and recorded as its own", async () => {
    const file = join(temporaryDirectory("db"), "new.db");
    await migrate(file, quietLog);
    const sqlite = new Sqlite(file);
    const applied = sqlite.prepare("select migration_name from _prisma_migrations where finished_at is not null order by 1").pluck().all();
    expect(applied).toEqual(migrations().map((migration) => migration.name));
    sqlite.close();
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  it("are not applied again, and the file is left as it is", async () => {
    const file = databaseFile();
    const before = readFileSync(file);
    await migrate(file, quietLog);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("keep what is in an older file, also what only its log holds", async () => {
    const file = databaseFile();
    const sqlite = new Sqlite(file);
    sqlite.pragma("journal_mode = WAL");
    sqlite.exec("insert into Workspace (id, name, createdAt) values ('w', 'kept', '2026-01-01T00:00:00.000+00:00')");
    // As a killed server leaves it: the log beside the file, not yet in it.
    const killed = join(temporaryDirectory("db"), "killed.db");
    for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, killed + suffix);
    sqlite.close();
    await migrate(killed, quietLog, [...migrations(), LATER]);
    expect(namesIn(killed)).toEqual([["kept", "later"]]);
    await migrate(killed, quietLog, [...migrations(), LATER]);
  });

  it("that fail leave the file as it was", async () => {
    const file = databaseFile();
    const before = readFileSync(file);
    const broken = { name: LATER.name, sql: `${LATER.sql} alter table Nothing add column x text;` };
    await expect(migrate(file, quietLog, [...migrations(), broken])).rejects.toThrow();
    expect(readFileSync(file).equals(before)).toBe(true);
    await migrate(file, quietLog, [...migrations(), LATER]);
  });

  it("that were interrupted are begun again, from the file as it was", async () => {
    const file = join(temporaryDirectory("db"), "new.db");
    writeFileSync(`${file}.migrating`, "half of something");
    writeFileSync(`${file}.migrating-journal`, "and its journal");
    await migrate(file, quietLog);
    expect(existsSync(`${file}.migrating`)).toBe(false);
    const db = await openTestDatabase(file);
    expect(await db.read.task.count()).toBe(0);
  });

  it("are refused while another process uses the file", async () => {
    const file = databaseFile();
    const other = new Sqlite(file);
    other.pragma("journal_mode = WAL");
    other.exec("insert into Workspace (id, name, createdAt) values ('w', 'before', '2026-01-01T00:00:00.000+00:00')");
    await expect(migrate(file, quietLog, [...migrations(), LATER])).rejects.toThrow(MigrationRefusedError);
    other.exec("update Workspace set name = 'kept'");
    other.close();
    await migrate(file, quietLog, [...migrations(), LATER]);
    expect(namesIn(file)).toEqual([["kept", "later"]]);
  });

  it.each([
    [
      "a newer version",
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at, started_at, applied_steps_count) values ('x', 'x', '99999999999999_later', 1, 1, 1)",
      "newer version",
    ],
    ["another version", "update _prisma_migrations set checksum = 'another'", "another version"],
  ])("of %s are refused, and the file is left as it is", async (_what, change, message) => {
    const file = databaseFile();
    const sqlite = new Sqlite(file);
    sqlite.exec(change);
    sqlite.close();
    const before = readFileSync(file);
    await expect(migrate(file, quietLog)).rejects.toThrow(MigrationRefusedError);
    await expect(migrate(file, quietLog)).rejects.toThrow(message);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

function namesIn(file: string): unknown[] {
  const sqlite = new Sqlite(file);
  try {
    return sqlite.prepare("select name, later from Workspace").raw().all();
  } finally {
    sqlite.close();
  }
}
