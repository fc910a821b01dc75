import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, inject } from "vitest";
import { type Database, openDatabase } from "../../src/db/database.js";
import { temporaryDirectory } from "./directory.js";

const opened: Database[] = [];

export const quietLog = pino({ level: "silent" });

/** Where a database of its own lies, migrated and empty. */
export function databaseFile(): string {
  const file = join(temporaryDirectory("db"), "treekeeper.db");
  copyFileSync(inject("databaseTemplate"), file);
  return file;
}

/** A database of its own, closed when the test file is done. With a file: that one, opened again. */
export async function openTestDatabase(file: string = databaseFile()): Promise<Database> {
  const db = await openDatabase({ file, log: quietLog });
  opened.push(db);
  return db;
}

afterAll(async () => {
  for (const db of opened) await db.close();
});
