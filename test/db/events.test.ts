import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../src/db/database.js";
import { appendEvent, cursorOf, type NewEvent, numberOf } from "../../src/db/events.js";
import { InvalidInputError } from "../../src/errors.js";
import { openTestDatabase } from "../support/database.js";

const event = (message: string): NewEvent => ({ kind: "ENVIRONMENT", type: "QUEUED", message, at: new Date(1_000) });

describe("events", () => {
  let db: Database;

  beforeEach(async () => {
    db = await openTestDatabase();
  });

  async function stream(workspaceId: string): Promise<[number, string][]> {
    const events = await db.read.event.findMany({ where: { workspaceId }, orderBy: { number: "asc" } });
    return events.map((row) => [row.number, row.message]);
  }

  it("are numbered from 1 in the order of their commits", async () => {
    const numbers = await Promise.all(Array.from({ length: 50 }, (_, index) => db.write((tx) => appendEvent(tx, "w", event(`${index}`)))));
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(await stream("w")).toEqual(numbers.map((number, index) => [number, `${index}`]));
  });

  it("leave no gap where a transaction was rolled back", async () => {
    await db.write((tx) => appendEvent(tx, "w", event("one")));
    const doomed = db.write(async (tx) => {
      expect(await appendEvent(tx, "w", event("doomed"))).toBe(2);
      throw new Error("no");
    });
    const next = db.write((tx) => appendEvent(tx, "w", event("two")));
    await expect(doomed).rejects.toThrow("no");
    expect(await next).toBe(2);
    expect(await stream("w")).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
  });

  it("of several in one transaction follow each other", async () => {
    const numbers = await db.write(async (tx) => [await appendEvent(tx, "w", event("a")), await appendEvent(tx, "w", event("b"))]);
    expect(numbers).toEqual([1, 2]);
  });

  it("of each workspace have numbers of their own", async () => {
    await db.write((tx) => appendEvent(tx, "w", event("one")));
    expect(await db.write((tx) => appendEvent(tx, "v", event("one")))).toBe(1);
    expect(await db.write((tx) => appendEvent(tx, "w", event("two")))).toBe(2);
  });

  it("go on being numbered after a restart", async () => {
    await db.write((tx) => appendEvent(tx, "w", event("one")));
    const [{ file }] = (await db.read.$queryRaw`pragma database_list`) as [{ file: string }];
    await db.close();
    const again = await openTestDatabase(file);
    expect(await again.write((tx) => appendEvent(tx, "w", event("two")))).toBe(2);
  });

  it("keep what they were told", async () => {
    const full: NewEvent = {
      ...event("purged"),
      kind: "CLEANUP",
      type: "PROGRESS",
      taskId: "t",
      environmentId: "e",
      jobState: "RUNNING",
      attempt: 2,
      bytesDone: 2n ** 40n,
    };
    await db.write((tx) => appendEvent(tx, "w", full));
    expect(await db.read.event.findFirst()).toMatchObject({ ...full, workspaceId: "w", number: 1 });
  });
});

describe("cursors", () => {
  it.each([0, 1, 42, 2 ** 31 - 1])("of event %i lead back to it", (number) => {
    expect(numberOf(cursorOf(number))).toBe(number);
  });

  it.each(["", " 1", "-1", "+1", "1.0", "1e3", "01", "0x10", "NaN", "2147483648", "9999999999", "1".repeat(10_000_000), "१"])(
    "%.20s is none",
    (cursor) => {
      expect(() => numberOf(cursor, "input.after")).toThrow(InvalidInputError);
    },
  );
});
