import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../src/db/database.js";
import { newId } from "../../src/db/ids.js";
import { OPERATION_MEMORY_MS, operate } from "../../src/db/operation.js";
import type { Tx } from "../../src/db/writer.js";
import { InvalidInputError, OperationConflictError } from "../../src/errors.js";
import { openTestDatabase } from "../support/database.js";
import { SteeredClock } from "../support/steered-clock.js";

describe("operate", () => {
  let db: Database;
  let clock: SteeredClock;
  let done: string[];

  const make = async (tx: Tx, operationId: string): Promise<{ workspaceId: string }> => {
    const { id } = await tx.workspace.create({ data: { id: newId("workspace"), name: "made", createdAt: new Date(clock.now()) } });
    done.push(operationId);
    return { workspaceId: id };
  };

  beforeEach(async () => {
    db = await openTestDatabase();
    clock = new SteeredClock();
    done = [];
  });

  it("does it once per id, and answers the same again", async () => {
    const op = { operationId: "mine", name: "createWorkspace", input: { name: "a" } };
    const first = await operate(db, clock, op, make);
    const second = await operate(db, clock, op, make);
    expect(second).toEqual(first);
    expect(done).toEqual(["mine"]);
    expect(await db.read.workspace.count()).toBe(1);
  });

  it("does it once when it is said by many at the same moment", async () => {
    const op = { operationId: "mine", name: "createWorkspace", input: { name: "a" } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => operate(db, clock, op, make)));
    expect(new Set(answers.map((answer) => answer.workspaceId)).size).toBe(1);
    expect(await db.read.workspace.count()).toBe(1);
    expect(await db.read.operation.count()).toBe(1);
  });

  it("answers the same after the server was started again", async () => {
    const op = { operationId: "mine", name: "createWorkspace", input: { name: "a" } };
    const first = await operate(db, clock, op, make);
    const [{ file }] = (await db.read.$queryRaw`pragma database_list`) as [{ file: string }];
    await db.close();
    expect(await operate(await openTestDatabase(file), clock, op, make)).toEqual(first);
  });

  it("without an id does it each time, under an id of its own", async () => {
    const op = { name: "createWorkspace", input: { name: "a" } };
    await operate(db, clock, op, make);
    await operate(db, clock, { ...op, operationId: null }, make);
    expect(done).toHaveLength(2);
    expect(done[0]).not.toBe(done[1]);
    expect(done.every((id) => id.startsWith("op_"))).toBe(true);
  });

  it.each([
    ["another mutation", { name: "other", input: { name: "a" } }],
    ["another input", { name: "createWorkspace", input: { name: "b" } }],
    ["a longer list", { name: "createWorkspace", input: { name: "a", list: ["x"] } }],
  ])("an id that was used for %s is a conflict", async (_what, other) => {
    await operate(db, clock, { operationId: "mine", name: "createWorkspace", input: { name: "a" } }, make);
    await expect(operate(db, clock, { operationId: "mine", ...other }, make)).rejects.toThrow(OperationConflictError);
    expect(done).toEqual(["mine"]);
  });

  it("an input is the same in any order of its keys, and when null is said for what was left out", async () => {
    await operate(db, clock, { operationId: "mine", name: "n", input: { a: 1, b: { c: [1, { d: 2 }] } } }, make);
    await operate(db, clock, { operationId: "mine", name: "n", input: { e: null, b: { f: undefined, c: [1, { d: 2 }] }, a: 1 } }, make);
    expect(done).toEqual(["mine"]);
    await expect(operate(db, clock, { operationId: "mine", name: "n", input: { a: 1, b: { c: [{ d: 2 }, 1] } } }, make)).rejects.toThrow(
      OperationConflictError,
    );
  });

  it("what failed was not done: the same id does it later", async () => {
    const op = { operationId: "mine", name: "createWorkspace", input: {} };
    const failing = async (tx: Tx): Promise<never> => {
      await make(tx, "failing");
      throw new Error("no");
    };
    await expect(operate(db, clock, op, failing)).rejects.toThrow("no");
    expect(await db.read.workspace.count()).toBe(0);
    expect(await db.read.operation.count()).toBe(0);
    await operate(db, clock, op, make);
    expect(await db.read.workspace.count()).toBe(1);
  });

  it("remembers an id for seven days", async () => {
    const op = { operationId: "mine", name: "createWorkspace", input: {} };
    const first = await operate(db, clock, op, make);
    clock.advance(OPERATION_MEMORY_MS - 60_000);
    expect(await operate(db, clock, op, make)).toEqual(first);
    clock.advance(60_000);
    expect(await operate(db, clock, op, make)).not.toEqual(first);
    expect(await db.read.operation.count()).toBe(1);
  });

  it("forgets what is older, whoever did it and whether it was given an id", async () => {
    await operate(db, clock, { name: "createWorkspace", input: {} }, make);
    await operate(db, clock, { operationId: "old", name: "createWorkspace", input: {} }, make);
    clock.advance(OPERATION_MEMORY_MS);
    await operate(db, clock, { operationId: "new", name: "createWorkspace", input: {} }, make);
    expect((await db.read.operation.findMany()).map((operation) => operation.id)).toEqual(["new"]);
  });

  it.each([
    ["nothing", ""],
    ["a space", " "],
    ["201 characters", "x".repeat(201)],
    ["10 MB", "x".repeat(10_000_000)],
    ["a line end", "a\nb"],
    ["a null byte", "a\0b"],
    ["half a surrogate pair", "a\ud800b"],
    ["a direction mark", "a\u202eb"],
  ])("%s is no operation id", async (_what, operationId) => {
    await expect(operate(db, clock, { operationId, name: "createWorkspace", input: {} }, make)).rejects.toThrow(InvalidInputError);
    expect(done).toEqual([]);
  });

  it.each(["x", "x".repeat(200), "2026-12-01 14:00 käse 🧀", newId("operation")])("%s is one", async (operationId) => {
    const op = { operationId, name: "createWorkspace", input: {} };
    expect(await operate(db, clock, op, make)).toEqual(await operate(db, clock, op, make));
    expect(done).toEqual([operationId]);
  });
});
