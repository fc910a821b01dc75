import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { restoreQuarantineEntry } from "../../src/lifecycle/restoreEntry.js";
import { unarchiveTask } from "../../src/lifecycle/unarchive.js";
import { arena, type Stood, work } from "./arena.js";
import { mutations, refused, won } from "./mutations.js";
import { atOnce } from "./turn.js";

/** A quarantine entry is restored at the moment at which somebody else wants it, or ends what it goes to: it is in one place in the end, whole. */
const at = arena();
const { own, place } = at;
const { endings, remove, owner, jobsOf } = mutations(at);

interface Kept extends Stood {
  entryId: string;
}

/** Archived with work in it. */
async function kept(): Promise<Kept> {
  const made = await at.make();
  work(at, made, made.tree, "wip");
  await archiveTask(own.core, { taskId: made.taskId });
  await at.rest();
  const [entry] = place.rows<{ id: string }>("select id from QuarantineEntry where environmentId = ?", made.environmentId);
  return { ...made, entryId: entry?.id ?? "" };
}

const restore = (one: Kept, taskId: string) => () => restoreQuarantineEntry(own.core, { entryId: one.entryId, taskId });
const back = (one: Kept) => () => unarchiveTask(own.core, { taskId: one.taskId });

/** Home, with what it held, and the entry is over. */
async function home(one: Kept, taskId: string): Promise<void> {
  await at.sound();
  expect(owner(one.environmentId)).toBe(taskId);
  expect(existsSync(join(one.tree, "wip"))).toBe(true);
  expect(place.rows("select state from QuarantineEntry where id = ?", one.entryId)).toEqual([{ state: "RESTORED" }]);
}

describe("an entry is restored", () => {
  it("for two tasks: the first has it", async () => {
    const [one, a, b] = [await kept(), await at.task(), await at.task()];
    const [first, second] = await atOnce(own.core, restore(one, a), restore(one, b));
    won(first);
    refused(second, "ENTRY_STATE", { state: "RESTORING" });
    await home(one, a);
  });

  it("as its own task is unarchived: whoever comes first has it", async () => {
    const [one, a] = [await kept(), await at.task()];
    const [unarchived, late] = await atOnce(own.core, back(one), restore(one, a));
    expect(won(unarchived).restoring).toMatchObject([{ environmentId: one.environmentId }]);
    refused(late, "ENTRY_STATE", { state: "RESTORING" });
    await home(one, one.taskId);
    const [two, b] = [await kept(), await at.task()];
    const [restored, empty] = await atOnce(own.core, restore(two, b), back(two));
    won(restored);
    expect(won(empty).restoring).toEqual([]);
    await home(two, b);
  });

  it("as its own task is deleted: it comes home for the other, or the delete's job has it", async () => {
    const [one, a] = [await kept(), await at.task()];
    const [restored, deleted] = await atOnce(own.core, restore(one, a), remove(one.taskId));
    won(restored);
    expect(won(deleted).jobIds).toEqual([]);
    await home(one, a);
    const [two, b] = [await kept(), await at.task()];
    const [first, late] = await atOnce(own.core, remove(two.taskId), restore(two, b));
    refused(late, "CLEANUP_IN_PROGRESS", { jobId: won(first).jobIds[0] });
    await at.sound();
    expect(jobsOf(two.environmentId).at(-1)).toMatchObject({ state: "SUCCEEDED", trigger: "DELETE" });
    await restore(two, b)();
    await home(two, b);
  });

  it.each(endings)("as $how ends the task that it goes to: it goes back to quarantine with that, or stays there", async ({ end, code }) => {
    const [one, a] = [await kept(), await at.task()];
    const [restored, ended] = await atOnce(own.core, restore(one, a), end(a));
    won(restored);
    expect(won(ended).jobIds).toHaveLength(1);
    await at.sound();
    expect(place.rows("select state from QuarantineEntry where id = ?", one.entryId)).toEqual([{ state: "HELD" }]);
    const [two, b] = [await kept(), await at.task()];
    const [, late] = await atOnce(own.core, end(b), restore(two, b));
    refused(late, code);
    await at.sound();
    expect(place.rows("select state from QuarantineEntry where id = ?", two.entryId)).toEqual([{ state: "HELD" }]);
  });
});
