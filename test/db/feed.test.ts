import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/db/database.js";
import { EventFeed } from "../../src/db/feed.js";
import type { SubscribeOptions } from "../../src/db/feedSubscription.js";
import type { Event } from "../../src/db/generated/client.js";
import { openTestDatabase, quietLog } from "../support/database.js";
import { waitFor } from "../support/waitFor.js";

let db: Database;
let feed: EventFeed;
/** Reads of the event table. */
let reads: { workspaceId: unknown; after: unknown }[];
const opened: EventFeed[] = [];

beforeEach(async () => {
  db = await openTestDatabase();
  reads = [];
  feed = newFeed();
});
afterEach(() => {
  for (const each of opened.splice(0)) {
    each.close();
    expect(each.open).toBe(0);
  }
});

/** A feed whose reads of the database can be seen. The database is the real one. */
function newFeed(): EventFeed {
  const event = new Proxy(db.read.event, {
    get: (target, name, receiver) =>
      name === "findMany"
        ? (query: Parameters<typeof db.read.event.findMany>[0] & { where: { workspaceId: unknown; number: { gt: unknown } } }) => {
            reads.push({ workspaceId: query.where.workspaceId, after: query.where.number.gt });
            return target.findMany(query);
          }
        : Reflect.get(target, name, receiver),
  });
  const read = new Proxy(db.read, { get: (target, name, receiver) => (name === "event" ? event : Reflect.get(target, name, receiver)) });
  const made = new EventFeed({ read, onCommit: (listener) => db.onCommit(listener) }, quietLog);
  opened.push(made);
  return made;
}

const AT = new Date(1_800_000_000_000);

/** Numbered as appendEvent does it, by two statements for each transaction. */
async function append(count: number, o: { workspaceId?: string; taskId?: string; per?: number } = {}): Promise<void> {
  const { workspaceId = "w", taskId = "t", per = 50 } = o;
  for (let done = 0; done < count; done += per) {
    const size = Math.min(per, count - done);
    await db.write(async (tx) => {
      const { lastNumber } = await tx.eventStream.upsert({
        where: { workspaceId },
        create: { workspaceId, lastNumber: size },
        update: { lastNumber: { increment: size } },
      });
      const event = { workspaceId, kind: "CLEANUP", type: "STEP_STARTED", message: "m", at: AT, taskId } as const;
      await tx.event.createMany({ data: upTo(lastNumber, lastNumber - size + 1).map((number) => ({ ...event, number })) });
    });
  }
}

const everything = (after = 0): SubscribeOptions => ({ workspaceId: "w", after, match: () => true });

/** Takes until `count` have come or the stream ends. */
async function take(stream: AsyncIterableIterator<Event>, count = Number.POSITIVE_INFINITY): Promise<number[]> {
  const numbers: number[] = [];
  while (numbers.length < count) {
    const result = await stream.next();
    if (result.done === true) break;
    numbers.push(result.value.number);
  }
  return numbers;
}

const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("what was before, then live, without gap and without duplicate, while events go on", async () => {
  await append(1_000);
  const stream = feed.subscribe(everything());
  const writing = append(1_000, { per: 7 });
  expect(await take(stream, 2_000)).toEqual(upTo(2_000));
  await writing;
  const next = stream.next();
  await append(1);
  expect((await next).value.number).toBe(2_001);
});

test("after a cursor, at every number, while events go on", async () => {
  const writing = append(300, { per: 3 });
  for (let after = 0; after < 300; after += 17) {
    const stream = feed.subscribe(everything(after));
    expect(await take(stream, Math.min(40, 300 - after))).toEqual(upTo(Math.min(300, after + 40), after + 1));
    await stream.return?.();
  }
  await writing;
});

test("200 subscribers get every event once and in order, of one reader", async () => {
  await append(100);
  const streams = Array.from({ length: 200 }, (_, index) => feed.subscribe(everything(index % 100)));
  const first = streams.map((stream) => stream.next());
  await Promise.all(first);
  // All live: whoever comes late has read the table by then.
  const taken = streams.map((stream, index) => take(stream, 1_100 - (index % 100) - 1));
  await waitFor(() => expect(feed.open).toBe(200));
  const settled = reads.length;
  await append(1_000, { per: 10 });
  for (const [index, numbers] of (await Promise.all(taken)).entries()) expect(numbers).toEqual(upTo(1_100, (index % 100) + 2));
  // 100 commits: one reader reads for each at the most, whatever the number of subscribers (whose own catching up is a few each).
  expect(reads.length - settled).toBeLessThan(100 + 2 * 200);
});

test("one that is slow holds nothing up, keeps a bounded number in memory, and misses nothing", async () => {
  const slow = feed.subscribe(everything());
  const fast = feed.subscribe(everything());
  const first = [slow.next(), fast.next()];
  await append(1);
  await Promise.all(first);
  const fastTaken = take(fast, 2_999);
  await append(2_999, { per: 100 });
  expect(await fastTaken).toEqual(upTo(3_000, 2));
  // It has taken one; what is kept for it is a buffer, the rest lies in the table.
  expect((slow as unknown as { buffer: unknown[] }).buffer.length).toBeLessThanOrEqual(256);
  expect(await take(slow, 2_999)).toEqual(upTo(3_000, 2));
  const next = slow.next();
  await append(1);
  expect((await next).value.number).toBe(3_001);
});

test("each gets what matches, of its own workspace", async () => {
  const streams = ["a", "b"].map((taskId) =>
    feed.subscribe({ workspaceId: "w", after: 0, where: { taskId }, match: (event) => event.taskId === taskId }),
  );
  const other = feed.subscribe({ ...everything(), workspaceId: "other" });
  await append(2, { taskId: "a" });
  await append(2, { taskId: "b" });
  const early = streams.map((stream) => take(stream, 4));
  const others = take(other, 3);
  await append(2, { taskId: "b" });
  await append(3, { workspaceId: "other" });
  await append(2, { taskId: "a" });
  expect(await Promise.all(early)).toEqual([
    [1, 2, 7, 8],
    [3, 4, 5, 6],
  ]);
  expect(await others).toEqual([1, 2, 3]);
});

test("a reader reads only while somebody is live", async () => {
  const stream = feed.subscribe(everything());
  const next = stream.next();
  await append(1);
  await next;
  await stream.return?.();
  reads = [];
  await append(10, { per: 1 });
  expect(reads).toEqual([]);
});

describe("completion", () => {
  test("comes after everything that was committed with what completes it", async () => {
    const done = async (): Promise<boolean> => (await db.read.event.count()) === 403;
    const stream = feed.subscribe({ ...everything(), done });
    await append(3);
    expect(await take(stream, 3)).toEqual([1, 2, 3]);
    const rest = take(stream);
    await append(400, { per: 400 });
    expect(await rest).toEqual(upTo(403, 4));
    expect(feed.open).toBe(0);
  });

  test("of what was over before", async () => {
    await append(5);
    expect(await take(feed.subscribe({ ...everything(2), done: async () => true }))).toEqual([3, 4, 5]);
    expect(await take(feed.subscribe({ ...everything(5), done: async () => true }))).toEqual([]);
  });

  test("is noticed after a commit that brought no event", async () => {
    let over = false;
    const stream = feed.subscribe({ ...everything(), done: async () => over });
    const rest = take(stream);
    await waitFor(() => expect(reads.length).toBe(1));
    over = true;
    await db.write(async (tx) => {
      await tx.workspace.create({ data: { id: "x", name: "x", createdAt: AT } });
    });
    expect(await rest).toEqual([]);
  });

  test("is asked once for all who share the question", async () => {
    let asked = 0;
    let over = false;
    const done = async (): Promise<boolean> => {
      asked++;
      return over;
    };
    const streams = Array.from({ length: 100 }, () => feed.subscribe({ ...everything(), doneKey: "task t", done }));
    await append(1);
    await Promise.all(streams.map((stream) => stream.next()));
    const rest = Promise.all(streams.map((stream) => take(stream)));
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    over = true;
    await append(1);
    expect((await rest).flat()).toEqual(Array.from({ length: 100 }, () => 2));
    expect(asked).toBeLessThan(20);
  });
});

describe("the end", () => {
  test("by its consumer, at once, also while it waits", async () => {
    const stream = feed.subscribe(everything());
    const next = stream.next();
    await waitFor(() => expect(reads.length).toBe(1));
    expect(await stream.return?.()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(feed.open).toBe(0);
  });

  test("by its signal, before and while it waits", async () => {
    const controller = new AbortController();
    const waiting = feed.subscribe({ ...everything(), signal: controller.signal }).next();
    controller.abort();
    expect((await waiting).done).toBe(true);
    expect((await feed.subscribe({ ...everything(), signal: controller.signal }).next()).done).toBe(true);
    expect(feed.open).toBe(0);
  });

  test("by the feed's, for all, and for whoever comes later", async () => {
    const waiting = [feed.subscribe(everything()).next(), feed.subscribe(everything()).next()];
    feed.close();
    feed.close();
    expect((await Promise.all(waiting)).map(({ done }) => done)).toEqual([true, true]);
    await append(1);
    expect((await feed.subscribe(everything()).next()).done).toBe(true);
  });

  test("by a cursor that is ahead of the workspace", async () => {
    await append(3);
    await expect(feed.subscribe(everything(4)).next()).rejects.toMatchObject({ code: "INVALID_INPUT", field: "after" });
    expect(feed.open).toBe(0);
    expect(() => feed.subscribe(everything(-1))).toThrow(/cursor/);
  });

  test("by a failure, which its consumer is told, once", async () => {
    const stream = feed.subscribe({ ...everything(), done: () => Promise.reject(new Error("no answer")) });
    await expect(stream.next()).rejects.toThrow("no answer");
    expect((await stream.next()).done).toBe(true);
    expect(feed.open).toBe(0);
  });
});
