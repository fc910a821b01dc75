import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../src/db/database.js";
import { compiledTestServer } from "./compile.js";

declare module "vitest" {
  interface ProvidedContext {
    /** A database with every migration and no row: test files begin with a copy of it. */
    databaseTemplate: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), "treekeeper-template-"));
  const file = join(directory, "template.db");
  await (await openDatabase({ file, log: pino({ level: "warn" }) })).close();
  project.provide("databaseTemplate", file);
  // Once, before the workers ask for it side by side.
  await compiledTestServer();
  return () => rmSync(directory, { recursive: true, force: true });
}
