/** Which environments a preview is about: those that the mutation would choose, a page at a time. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../../src/core.js";
import { newId } from "../../src/db/ids.js";
import { startSession } from "../../src/environments/sessions.js";
import { createTask } from "../../src/environments/tasks.js";
import { createWorkspace } from "../../src/environments/workspaces.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { deleteTask } from "../../src/lifecycle/delete.js";
import { deleteWorkspace } from "../../src/lifecycle/deleteWorkspace.js";
import { cleanupPreview } from "../../src/lifecycle/preview.js";
import { expireQuickChats } from "../../src/lifecycle/quickChat.js";
import { resetEnvironment } from "../../src/lifecycle/reset.js";
import { type House, house } from "../environments/harness.js";

const DAY_MS = 24 * 60 * 60 * 1000;

const own = house({ running: false });
let workspaceId: string;

beforeAll(async () => {
  workspaceId = (await createWorkspace(own.core, { name: "previewed" })).workspaceId;
});

async function task(parentId?: string, kind: "STANDARD" | "QUICK_CHAT" = "STANDARD"): Promise<string> {
  return (await createTask(own.core, { workspaceId, title: "a task", kind, parentId })).taskId;
}

type Status = "EMPTY" | "PROVISIONING" | "READY";

/** Rows alone: what lies on disk is not asked about here. */
async function environments(taskId: string, count: number, status: Status = "EMPTY"): Promise<string[]> {
  const host = await own.core.db.read.host.findFirstOrThrow();
  const at = new Date(own.clock.now());
  const rows = Array.from({ length: count }, () => ({
    id: newId("environment"),
    workspaceId,
    hostId: host.id,
    taskId,
    status,
    materialisationId: newId("materialisation"),
    directory: newId("materialisation"),
    nonce: "nonce",
    createdAt: at,
    lastActivityAt: at,
  }));
  await own.core.db.write((tx) => tx.environment.createMany({ data: rows }));
  return rows.map(({ id }) => id).sort();
}

describe("a preview is about", () => {
  it("what an archive with cascade takes along, and names what was archived before", async () => {
    const root = await task();
    const [left, right] = [await task(root), await task(root)];
    const leaf = await task(left);
    await archiveTask(own.core, { taskId: left });
    const [mine, theirs] = [await environments(root, 1), await environments(leaf, 1)];
    await environments(left, 1);
    const alone = await cleanupPreview(own.core, { archiveTask: { taskId: root } });
    expect(alone).toMatchObject({ trigger: "ARCHIVE", taskIds: [root], skipped: [], environmentsTotal: 1 });
    const said = await cleanupPreview(own.core, { archiveTask: { taskId: root, cascade: true } });
    const done = await archiveTask(own.core, { taskId: root, cascade: true });
    expect(said).toMatchObject({ trigger: "CASCADE_ARCHIVE", skipped: [left], skippedTotal: 1, tasksTotal: 3 });
    expect([done.taskIds, done.skipped]).toEqual([said.taskIds, said.skipped]);
    expect(said.taskIds.sort()).toEqual([root, right, leaf].sort());
    expect(said.environments.map(({ environmentId }) => environmentId)).toEqual([...mine, ...theirs].sort());
    await expect(cleanupPreview(own.core, { archiveTask: { taskId: left, cascade: true } })).rejects.toMatchObject({
      code: "TASK_ARCHIVED",
    });
  });

  it("what a delete with cascade deletes or hands over, and without it which children stay", async () => {
    const root = await task();
    const child = await task(root);
    const outside = await task();
    const [[kept = ""], [handed = ""]] = [await environments(root, 1, "READY"), await environments(child, 1, "READY")];
    await startSession(own.core, { taskId: child, environmentId: kept });
    await startSession(own.core, { taskId: outside, environmentId: handed });
    const alone = await cleanupPreview(own.core, { deleteTask: { taskId: root } });
    // The child's session uses it: it would be the child's.
    expect(alone).toMatchObject({ childrenMadeRoots: [child], childrenMadeRootsTotal: 1, transferredTotal: 1 });
    const said = await cleanupPreview(own.core, { deleteTask: { taskId: root, cascade: true } });
    expect(said).toMatchObject({ trigger: "CASCADE_DELETE", childrenMadeRoots: [], transferredTotal: 1, tasksTotal: 2 });
    const fates = new Map(said.environments.map(({ environmentId, fate, transferTo }) => [environmentId, { fate, transferTo }]));
    expect(fates.get(handed)).toEqual({ fate: "TRANSFERRED", transferTo: outside });
    // The child's session ends with it, and blocks nothing.
    expect(fates.get(kept)?.fate).not.toBe("BLOCKED");
    const done = await deleteTask(own.core, { taskId: root, cascade: true });
    expect(done.transferred).toEqual([{ environmentId: handed, taskId: outside }]);
  });

  it("what an expiry takes, and what stays below that", async () => {
    const quiet = await task(undefined, "QUICK_CHAT");
    const below = await task(quiet);
    const used = await task(undefined, "QUICK_CHAT");
    await startSession(own.core, { taskId: used });
    own.clock.advance(8 * DAY_MS);
    const young = await task(undefined, "QUICK_CHAT");
    const [mine] = await environments(quiet, 1);
    const said = await cleanupPreview(own.core, { expireQuickChats: { workspaceId } });
    expect(said).toMatchObject({ taskIds: [quiet], childrenMadeRoots: [below], more: false, environments: [{ environmentId: mine }] });
    expect((await expireQuickChats(own.core, { workspaceId })).expired).toEqual(said.taskIds);
    expect(await cleanupPreview(own.core, { expireQuickChats: {} })).toMatchObject({ taskIds: [], environments: [], partial: false });
    expect(await own.one.task(young)).toMatchObject({ id: young });
  });

  it("what the mutation would refuse, in its words", async () => {
    const other = (await createWorkspace(own.core, { name: "gone" })).workspaceId;
    expect(await cleanupPreview(own.core, { deleteWorkspace: { workspaceId: other } })).toMatchObject({
      taskIds: [],
      environmentsTotal: 0,
    });
    await deleteWorkspace(own.core, { workspaceId: other, confirmName: "gone" });
    for (const input of [{ deleteWorkspace: { workspaceId: other } }, { expireQuickChats: { workspaceId: other } }])
      await expect(cleanupPreview(own.core, input)).rejects.toMatchObject({ code: "WORKSPACE_DELETED" });

    const taskId = await task();
    const [[ready = ""], [busy = ""]] = [await environments(taskId, 1, "READY"), await environments(taskId, 1, "PROVISIONING")];
    await startSession(own.core, { taskId, environmentId: ready });
    for (const [environmentId, code] of [
      [ready, "ENVIRONMENT_HELD"],
      [busy, "ENVIRONMENT_BUSY"],
      [newId("environment"), "NOT_FOUND"],
    ] as const) {
      await expect(cleanupPreview(own.core, { resetEnvironment: { environmentId } })).rejects.toMatchObject({ code });
      await expect(resetEnvironment(own.core, { environmentId })).rejects.toMatchObject({ code });
    }
    const [empty = ""] = await environments(taskId, 1);
    const said = await cleanupPreview(own.core, { resetEnvironment: { environmentId: empty, materialise: true } });
    expect(said).toMatchObject({ trigger: "ENVIRONMENT_RESET", taskIds: [], environments: [{ fate: "SKIPPED", madeAfresh: true }] });
  });
});

it("what is too much for one answer comes page by page, each environment once, and is counted on every page", async () => {
  const root = await task();
  const ids: string[] = [];
  for (let child = 0; child < 3; child++) ids.push(...(await environments(await task(root), 150)));
  const input = { deleteTask: { taskId: root, cascade: true } };
  const seen: string[] = [];
  let after: string | null = null;
  let pages = 0;
  do {
    const page: Awaited<ReturnType<typeof cleanupPreview>> = await cleanupPreview(own.core, input, after);
    expect(page).toMatchObject({ environmentsTotal: 450, tasksTotal: 4, partial: true });
    seen.push(...page.environments.map(({ environmentId }) => environmentId));
    after = page.next;
    pages += 1;
  } while (after !== null && pages < 10);
  expect(pages).toBe(3);
  expect(seen).toEqual(ids.sort());
  await expect(cleanupPreview(own.core, input, "page 2")).rejects.toMatchObject({ code: "INVALID_INPUT", field: "after" });
});

describe("when the time is over", () => {
  const making = house({ running: true });

  it("what was begun has an answer, and the next page goes on after it", async () => {
    const { repositoryId } = await making.repository();
    const taskId = await making.task();
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.push(await making.create(taskId, [{ repositoryId, slot: "web" }]));
    await Promise.all(made.map((environmentId) => making.settled(environmentId)));
    const input = { archiveTask: { taskId } };
    // Asked for the time once when it chooses, and then by each look.
    const first = await cleanupPreview(overAtCall(making, 3), input);
    expect(first.environments.map(({ fate }) => fate)).toContain("NOT_LOOKED_AT");
    expect(first).toMatchObject({ partial: true, environmentsTotal: 5, next: first.environments.at(-1)?.environmentId });
    expect(first.environments.length).toBeLessThan(5);
    const rest = await cleanupPreview(making.core, input, first.next);
    expect(rest).toMatchObject({ next: null, partial: true });
    const ids = [...first.environments, ...rest.environments].map(({ environmentId }) => environmentId);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(5);
    expect(new Set(rest.environments.map(({ fate }) => fate))).toEqual(new Set(["TO_RECLAIM"]));
  });
});

/** With a clock that passes the preview's limit when it is asked for the so-manieth time. */
function overAtCall({ core, clock }: House, call: number): Core {
  let calls = 0;
  return {
    ...core,
    clock: {
      now() {
        calls += 1;
        if (calls === call) clock.advance(31_000);
        return clock.now();
      },
      after: (ms, then) => clock.after(ms, then),
      sleep: (ms, signal) => clock.sleep(ms, signal),
    },
  };
}
