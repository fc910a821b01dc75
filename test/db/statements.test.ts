import Sqlite from "better-sqlite3";
import { afterEach, expect, it, vi } from "vitest";
import { databaseFile, openTestDatabase } from "../support/database.js";

afterEach(() => {
  vi.restoreAllMocks();
});

it("a statement is prepared once for each connection, and answers what is there at each use", async () => {
  const prepare = vi.spyOn(Sqlite.prototype, "prepare");
  const db = await openTestDatabase(databaseFile());
  const make = (id: string) => db.write((tx) => tx.workspace.create({ data: { id, name: `name of ${id}`, createdAt: new Date(0) } }));
  const names = async () => (await db.read.workspace.findMany({ orderBy: { id: "asc" } })).map(({ name }) => name);
  await make("a");
  expect(await names()).toEqual(["name of a"]);
  const before = prepare.mock.calls.length;
  expect(before).toBeGreaterThan(0);
  await make("b");
  await make("c");
  expect(await names()).toEqual(["name of a", "name of b", "name of c"]);
  expect(prepare.mock.calls.slice(before)).toEqual([]);
});
