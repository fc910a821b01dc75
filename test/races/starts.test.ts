import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createTask } from "../../src/environments/tasks.js";
import { createWorkspace } from "../../src/environments/workspaces.js";
import { deleteWorkspace } from "../../src/lifecycle/deleteWorkspace.js";
import { resetEnvironment } from "../../src/lifecycle/reset.js";
import { arena, work } from "./arena.js";
import { mutations, refused, won } from "./mutations.js";
import { atOnce } from "./turn.js";

/** Something begins in a task or a workspace at the moment at which it ends, in both orders: one of them wins, and the other says what it met. */
const at = arena();
const { own, place } = at;
const { archive, remove, endings, start, end, owner, sessionsOf, jobsOf, isThere, reclaimed } = mutations(at);

describe.each(endings)("a session starts as $how ends its task", ({ end: ending, code }) => {
  it("and comes first: it is asked to stop, and the job waits for it", async () => {
    const made = await at.make();
    const [started, ended] = await atOnce(own.core, start(made.taskId, made.environmentId), ending(made.taskId));
    const { sessionId } = won(started);
    const [jobId = ""] = won(ended).jobIds;
    expect(await own.one.session(sessionId)).toMatchObject({ state: "STOPPING" });
    expect(await at.job(jobId)).toMatchObject({ state: "PENDING", waitingFor: expect.stringContaining(sessionId) });
    expect(isThere(made)).toBe(true);
    await end(sessionId);
    await reclaimed(made, jobId);
  });

  it("and comes second: it is refused", async () => {
    const made = await at.make();
    const [ended, started] = await atOnce(own.core, ending(made.taskId), start(made.taskId, made.environmentId));
    refused(started, code);
    expect(sessionsOf(made.taskId)).toEqual([]);
    await reclaimed(made, won(ended).jobIds[0]);
  });
});

describe("another task's session starts in it", () => {
  it("as an archive ends its owner, and comes first: the job is blocked by it", async () => {
    const [made, other] = [await at.make(), await at.task()];
    const [started, ended] = await atOnce(own.core, start(other, made.environmentId), archive(made.taskId));
    const { sessionId } = won(started);
    const [jobId = ""] = won(ended).jobIds;
    expect(await at.job(jobId)).toMatchObject({ state: "BLOCKED", waitingFor: expect.stringContaining(sessionId) });
    await at.rest();
    expect(isThere(made)).toBe(true);
    await end(sessionId);
    await reclaimed(made, jobId);
  });

  it("as an archive ends its owner, and comes second: it is refused, naming the job", async () => {
    const [made, other] = [await at.make(), await at.task()];
    const [ended, started] = await atOnce(own.core, archive(made.taskId), start(other, made.environmentId));
    const [jobId] = won(ended).jobIds;
    refused(started, "CLEANUP_IN_PROGRESS", { jobId });
    expect(sessionsOf(other)).toEqual([]);
    await reclaimed(made, jobId);
  });

  it("as a delete ends its owner, and comes first: it becomes its task's, and there is no job", async () => {
    const [made, other] = [await at.make(), await at.task()];
    work(at, made, made.tree, "wip");
    const [started, ended] = await atOnce(own.core, start(other, made.environmentId), remove(made.taskId));
    expect(won(ended)).toMatchObject({ jobIds: [], transferred: [{ environmentId: made.environmentId, taskId: other }] });
    await at.sound();
    expect(owner(made.environmentId)).toBe(other);
    expect(jobsOf(made.environmentId)).toEqual([]);
    expect(isThere(made)).toBe(true);
    await end(won(started).sessionId);
  });

  it("as a delete ends its owner, and comes second: there is nothing to start in", async () => {
    const [made, other] = [await at.make(), await at.task()];
    const [ended, started] = await atOnce(own.core, remove(made.taskId), start(other, made.environmentId));
    refused(started, "NOT_FOUND", { type: "environment" });
    expect(sessionsOf(other)).toEqual([]);
    await reclaimed(made, won(ended).jobIds[0]);
  });

  it("as its own task is deleted, which hands nothing over, in both orders", async () => {
    const [made, other] = [await at.make(), await at.task()];
    const [started, ended] = await atOnce(own.core, start(other, made.environmentId), remove(other));
    expect(await own.one.session(won(started).sessionId)).toMatchObject({ state: "STOPPING", taskId: null });
    expect(won(ended).jobIds).toEqual([]);
    const gone = await at.task();
    const [, late] = await atOnce(own.core, remove(gone), start(gone, made.environmentId));
    refused(late, "NOT_FOUND", { type: "task" });
    await end(won(started).sessionId);
    await at.sound();
    expect(isThere(made)).toBe(true);
  });
});

describe("a session starts as its environment is reset", () => {
  const reset =
    (environmentId: string, stopSessions = false) =>
    () =>
      resetEnvironment(own.core, { environmentId, stopSessions });

  it("and comes first: the reset is refused, naming it, or asks it to stop and waits for it", async () => {
    const one = await at.make();
    const [started, late] = await atOnce(own.core, start(one.taskId, one.environmentId), reset(one.environmentId));
    const { sessionId } = won(started);
    refused(late, "ENVIRONMENT_HELD", { sessionIds: [sessionId] });
    await end(sessionId);
    const [again, stopping] = await atOnce(own.core, start(one.taskId, one.environmentId), reset(one.environmentId, true));
    expect(await own.one.session(won(again).sessionId)).toMatchObject({ state: "STOPPING" });
    expect(existsSync(one.tree)).toBe(true);
    await end(won(again).sessionId);
    await reclaimed(one, won(stopping).jobId ?? "");
  });

  it("and comes second: it is refused, naming the job", async () => {
    const one = await at.make();
    const [begun, started] = await atOnce(own.core, reset(one.environmentId), start(one.taskId, one.environmentId));
    const { jobId } = won(begun);
    refused(started, "CLEANUP_IN_PROGRESS", { jobId });
    await reclaimed(one, jobId ?? "");
  });
});

describe.each(endings)("a subtask is made deep in a tree as $how with cascade ends it", ({ end: ending, code }) => {
  const tree = async (): Promise<string[]> => {
    const root = await at.task();
    const middle = await at.task(root);
    return [root, middle, await at.task(middle)];
  };
  const child = (parentId: string) => () => createTask(own.core, { workspaceId: own.workspaceId, title: "child", parentId });

  it("and comes first: it ends with the tree", async () => {
    const [root = "", middle = "", leaf = ""] = await tree();
    const [made, ended] = await atOnce(own.core, child(leaf), ending(root, { cascade: true }));
    const { taskId } = won(made);
    expect(won(ended).taskIds.sort()).toEqual([root, middle, leaf, taskId].sort());
    expect(place.rows("select id from Task where id = ? and archivedAt is null", taskId)).toEqual([]);
  });

  it("and comes second: it is refused, and nothing of it is there", async () => {
    const [root = "", , leaf = ""] = await tree();
    const [ended, made] = await atOnce(own.core, ending(root, { cascade: true }), child(leaf));
    expect(won(ended).taskIds).toHaveLength(3);
    refused(made, code);
    expect(place.rows("select id from Task where parentId = ? and title = 'child'", leaf)).toEqual([]);
  });
});

describe("something is made in a workspace as it is deleted", () => {
  const workspace = async (): Promise<{ workspaceId: string; taskId: string }> => {
    const { workspaceId } = await createWorkspace(own.core, { name: "short-lived" });
    return { workspaceId, taskId: (await createTask(own.core, { workspaceId, title: "t" })).taskId };
  };
  const close = (workspaceId: string) => () => deleteWorkspace(own.core, { workspaceId, confirmName: "short-lived" });

  it("and comes first: it goes along", async () => {
    const { workspaceId, taskId } = await workspace();
    const [made, closed] = await atOnce(own.core, () => createTask(own.core, { workspaceId, title: "late" }), close(workspaceId));
    expect(won(closed).taskIds.sort()).toEqual([taskId, won(made).taskId].sort());
    expect(place.rows("select id from Task where workspaceId = ?", workspaceId)).toEqual([]);
  });

  it("and comes second: it is refused", async () => {
    const { workspaceId, taskId } = await workspace();
    const [closed, made] = await atOnce(own.core, close(workspaceId), () => createTask(own.core, { workspaceId, title: "late" }));
    won(closed);
    refused(made, "WORKSPACE_DELETED");
    const other = await workspace();
    const [, started] = await atOnce(own.core, close(other.workspaceId), start(other.taskId));
    refused(started, "NOT_FOUND");
    for (const id of [taskId, other.taskId]) expect(place.rows("select id from Session where taskId = ?", id)).toEqual([]);
  });
});
