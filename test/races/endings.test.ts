import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { unarchiveTask } from "../../src/lifecycle/unarchive.js";
import { arena, type Stood } from "./arena.js";
import { mutations, refused, won } from "./mutations.js";
import { atOnce } from "./turn.js";

/** Transfers, endings and unarchives that are on their way at the same moment, in both orders. */
const at = arena();
const { own } = at;
const { archive, remove, endings, transfer, end, owner, stateOf, jobsOf, isThere, reclaimed } = mutations(at);

describe("an environment is handed over", () => {
  it.each(endings)("as $how ends its owner, and comes first: it lives on with the other", async ({ end: ending }) => {
    const [made, to] = [await at.make(), await at.task()];
    const [handed, ended] = await atOnce(own.core, transfer(made.environmentId, to), ending(made.taskId));
    won(handed);
    expect(won(ended).jobIds).toEqual([]);
    await at.sound();
    expect([owner(made.environmentId), isThere(made), jobsOf(made.environmentId)]).toEqual([to, true, []]);
  });

  it("as an archive ends its owner, and comes second: nothing had begun, so it is saved", async () => {
    const [made, to] = [await at.make(), await at.task()];
    const [ended, handed] = await atOnce(own.core, archive(made.taskId), transfer(made.environmentId, to));
    const [jobId] = won(ended).jobIds;
    expect(won(handed)).toMatchObject({ supersededJobId: jobId });
    await at.sound();
    expect([owner(made.environmentId), isThere(made), stateOf(jobId)]).toEqual([to, true, "SUPERSEDED"]);
  });

  it("as a delete ends its owner, and comes second: it is gone", async () => {
    const [made, to] = [await at.make(), await at.task()];
    const [ended, handed] = await atOnce(own.core, remove(made.taskId), transfer(made.environmentId, to));
    refused(handed, "NOT_FOUND", { type: "environment" });
    await reclaimed(made, won(ended).jobIds[0]);
  });

  it.each(endings)("as $how ends the one that it goes to, and comes first: it ends with it", async ({ end: ending }) => {
    const [made, to] = [await at.make(), await at.task()];
    const [handed, ended] = await atOnce(own.core, transfer(made.environmentId, to), ending(to));
    won(handed);
    expect(won(ended).jobIds).toHaveLength(1);
    await reclaimed(made, won(ended).jobIds[0]);
    expect((await own.one.task(made.taskId)).archivedAt).toBeNull();
  });

  it.each(endings)("as $how ends the one that it goes to, and comes second: it stays", async ({ end: ending, code }) => {
    const [made, to] = [await at.make(), await at.task()];
    const [ended, handed] = await atOnce(own.core, ending(to), transfer(made.environmentId, to));
    expect(won(ended).jobIds).toEqual([]);
    refused(handed, code);
    await at.sound();
    expect([owner(made.environmentId), isThere(made)]).toEqual([made.taskId, true]);
  });

  it("to two tasks at the same moment: each is told, and one has it in the end", async () => {
    const [made, a, b] = [await at.make(), await at.task(), await at.task()];
    const [one, other] = await atOnce(own.core, transfer(made.environmentId, a), transfer(made.environmentId, b));
    expect([won(one).fromTaskId, won(other).fromTaskId]).toEqual([made.taskId, a]);
    expect(owner(made.environmentId)).toBe(b);
    await at.sound();
  });
});

describe("two endings at the same moment", () => {
  it.each(endings)("of one operation: $how is one, with one answer", async ({ end: ending }) => {
    const made = await at.make();
    const again = ending(made.taskId, { operationId: `once ${made.taskId}` });
    const [one, other] = await atOnce(own.core, again, again);
    expect(won(other)).toEqual(won(one));
    expect(jobsOf(made.environmentId)).toHaveLength(1);
    await reclaimed(made, won(one).jobIds[0]);
  });

  it.each(endings)("of two operations: $how is one, and the other one meets it", async ({ end: ending, code }) => {
    const made = await at.make();
    const [one, other] = await atOnce(
      own.core,
      ending(made.taskId, { operationId: `a ${made.taskId}` }),
      ending(made.taskId, { operationId: `b ${made.taskId}` }),
    );
    refused(other, code);
    expect(jobsOf(made.environmentId)).toHaveLength(1);
    await reclaimed(made, won(one).jobIds[0]);
  });

  it("an archive and a delete: the delete takes over, or comes first and leaves nothing to archive", async () => {
    const first = await at.make();
    const [archived, deleted] = await atOnce(own.core, archive(first.taskId), remove(first.taskId));
    await reclaimed(first, won(deleted).jobIds[0]);
    expect(stateOf(won(archived).jobIds[0])).toBe("SUPERSEDED");
    const second = await at.make();
    const [gone, late] = await atOnce(own.core, remove(second.taskId), archive(second.taskId));
    refused(late, "NOT_FOUND");
    await reclaimed(second, won(gone).jobIds[0]);
  });

  it("of a parent with cascade and of its child: what comes first is the child's, and there is one job each", async () => {
    const root = await at.task();
    const child = await at.make([at.app], await at.task(root));
    const [alone, along] = await atOnce(own.core, archive(child.taskId), archive(root, { cascade: true }));
    expect(won(along)).toMatchObject({ taskIds: [root], skipped: [child.taskId], jobIds: [] });
    await reclaimed(child, won(alone).jobIds[0]);
    const other = await at.task();
    const under = await at.make([at.app], await at.task(other));
    const [all, late] = await atOnce(own.core, archive(other, { cascade: true }), archive(under.taskId));
    refused(late, "TASK_ARCHIVED");
    await reclaimed(under, won(all).jobIds[0]);
    expect(jobsOf(under.environmentId)).toHaveLength(1);
  });
});

describe("an unarchive", () => {
  const back =
    (taskId: string, more: object = {}) =>
    () =>
      unarchiveTask(own.core, { taskId, ...more });
  /** Archived while somebody borrows it, so that nothing begins. */
  const waiting = async (): Promise<Stood & { jobId: string; sessionId: string }> => {
    const made = await at.make();
    const { sessionId } = await at.borrow(made.environmentId);
    const { jobIds } = await archiveTask(own.core, { taskId: made.taskId });
    return { ...made, sessionId, jobId: jobIds[0] ?? "" };
  };

  it("and a delete: the one that comes second meets what the first left", async () => {
    const one = await waiting();
    const [unarchived, deleted] = await atOnce(own.core, back(one.taskId), remove(one.taskId));
    expect(won(unarchived).supersededJobIds).toEqual([one.jobId]);
    // Active again, it is held by the borrower: its task gets it.
    expect(won(deleted)).toMatchObject({ jobIds: [], transferred: [{ environmentId: one.environmentId }] });
    expect(isThere(one)).toBe(true);
    await end(one.sessionId);
    const two = await waiting();
    await end(two.sessionId);
    await at.rest();
    const [gone, late] = await atOnce(own.core, remove(two.taskId), back(two.taskId));
    won(gone);
    refused(late, "NOT_FOUND");
    await at.sound();
    expect(existsSync(two.path)).toBe(false);
  });

  it("said twice: one does it, and the other says that the task is active, or gives the same answer for the same operation", async () => {
    const one = await waiting();
    const [first, second] = await atOnce(own.core, back(one.taskId), back(one.taskId));
    expect(won(first).supersededJobIds).toEqual([one.jobId]);
    refused(second, "TASK_NOT_ARCHIVED");
    await end(one.sessionId);
    const two = await waiting();
    const said = back(two.taskId, { operationId: `back ${two.taskId}` });
    const [same, again] = await atOnce(own.core, said, said);
    expect(won(again)).toEqual(won(same));
    await end(two.sessionId);
    await at.sound();
    expect([isThere(one), isThere(two)]).toEqual([true, true]);
  });

  it("and a transfer of what waits: both are done in either order, and it is the new owner's", async () => {
    for (const order of [0, 1]) {
      const [one, to] = [await waiting(), await at.task()];
      const pair = [back(one.taskId), transfer(one.environmentId, to)] as const;
      const results = order === 0 ? await atOnce(own.core, pair[0], pair[1]) : await atOnce(own.core, pair[1], pair[0]);
      for (const result of results) won<unknown>(result);
      await end(one.sessionId);
      await at.sound();
      expect([owner(one.environmentId), isThere(one), stateOf(one.jobId)]).toEqual([to, true, "SUPERSEDED"]);
    }
  });
});
