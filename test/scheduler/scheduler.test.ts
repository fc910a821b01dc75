import { afterEach, describe, expect, it } from "vitest";
import type { Database } from "../../src/db/database.js";
import { newId } from "../../src/db/ids.js";
import { Scheduler, type WorkSource } from "../../src/scheduler/scheduler.js";
import { openTestDatabase, quietLog } from "../support/database.js";
import { SteeredClock } from "../support/steered-clock.js";
import { waitFor } from "../support/waitFor.js";

/** Work that is in the memory of the test: what is due is a list of times; each piece runs until the test lets it go. */
class List implements WorkSource {
  readonly name = "list";
  readonly due: number[] = [];
  readonly started: (() => void)[] = [];
  asked = 0;
  claims = 0;
  constructor(
    readonly concurrency: number,
    private readonly clock: SteeredClock,
  ) {}

  async nextDueAt(): Promise<number | null> {
    this.asked++;
    return this.due.length === 0 ? null : Math.min(...this.due);
  }

  async claim(): Promise<(() => Promise<void>) | null> {
    const at = this.due.findIndex((due) => due <= this.clock.now());
    if (at === -1) return null;
    this.due.splice(at, 1);
    this.claims++;
    return () => new Promise((resolve) => this.started.push(resolve));
  }
}

const open: Scheduler[] = [];

async function set(concurrency: number): Promise<{ clock: SteeredClock; list: List; scheduler: Scheduler; db: Database }> {
  const clock = new SteeredClock();
  const db = await openTestDatabase();
  const list = new List(concurrency, clock);
  const scheduler = new Scheduler({ sources: [list], clock, db, log: quietLog });
  open.push(scheduler);
  return { clock, list, scheduler, db };
}

const commit = (db: Database): Promise<unknown> =>
  db.write((tx) => tx.workspace.create({ data: { id: newId("workspace"), name: "any", createdAt: new Date(0) } }));

describe("the scheduler", () => {
  afterEach(async () => {
    for (const scheduler of open.splice(0)) await scheduler.stop(1_000);
  });

  it("runs what is due at start, no more at once than a source allows, and the next when one ends", async () => {
    const { clock, list, scheduler } = await set(2);
    list.due.push(clock.now(), clock.now(), clock.now());
    scheduler.start();
    await waitFor(() => expect(list.started).toHaveLength(2));
    expect(scheduler.active).toBe(2);
    list.started[0]?.();
    await waitFor(() => expect(list.started).toHaveLength(3));
    for (const end of list.started) end();
    await waitFor(() => expect(scheduler.active).toBe(0));
  });

  it("asks again after a commit, without being told by whom", async () => {
    const { clock, list, scheduler, db } = await set(1);
    scheduler.start();
    await waitFor(() => expect(list.asked).toBeGreaterThan(0));
    list.due.push(clock.now());
    await commit(db);
    await waitFor(() => expect(list.claims).toBe(1));
    list.started[0]?.();
  });

  it("wakes at a due time twelve hours ahead, by the clock that it was given", async () => {
    const { clock, list, scheduler } = await set(1);
    list.due.push(clock.now() + 12 * 3_600_000);
    scheduler.start();
    await waitFor(() => expect(list.asked).toBeGreaterThan(0));
    expect(list.claims).toBe(0);
    clock.advance(12 * 3_600_000);
    await waitFor(() => expect(list.claims).toBe(1));
    list.started[0]?.();
  });

  it("stops within its limit when a piece does not end, and says so", async () => {
    const { clock, list, scheduler } = await set(1);
    list.due.push(clock.now());
    scheduler.start();
    await waitFor(() => expect(list.started).toHaveLength(1));
    const stopped = scheduler.stop(1_000);
    clock.advance(1_000);
    expect(await stopped).toBe(false);
    list.started[0]?.();
  });

  it("may be started and stopped twice, and begins nothing afterwards", async () => {
    const { clock, list, scheduler, db } = await set(1);
    scheduler.start();
    scheduler.start();
    expect(await scheduler.stop(1_000)).toBe(true);
    expect(await scheduler.stop(1_000)).toBe(true);
    list.due.push(clock.now());
    await commit(db);
    scheduler.ring();
    expect(list.claims).toBe(0);
  });

  it("goes on after a source that throws", async () => {
    const { clock, list, scheduler, db } = await set(1);
    const good = list.nextDueAt.bind(list);
    let failed = false;
    list.nextDueAt = async () => {
      if (failed) return good();
      failed = true;
      throw new Error("the disk is gone");
    };
    list.due.push(clock.now());
    scheduler.start();
    await waitFor(() => expect(failed).toBe(true));
    await commit(db);
    await waitFor(() => expect(list.claims).toBe(1));
    list.started[0]?.();
  });
});
