import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../../src/core.js";
import { startSession, updateSession } from "../../src/environments/sessions.js";
import { createTask } from "../../src/environments/tasks.js";
import { updateWorkspacePolicy } from "../../src/environments/updateWorkspacePolicy.js";
import { createWorkspace } from "../../src/environments/workspaces.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { expireQuickChats } from "../../src/lifecycle/quickChat.js";
import { healthIssues } from "../../src/storage/health.js";
import { house } from "../environments/harness.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, World } from "../support/world.js";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

describe("a quick chat", () => {
  const own = house({ running: false });
  let repositoryId: string;
  beforeAll(async () => {
    ({ repositoryId } = await own.repository());
  });

  const chat = async (more: { workspaceId?: string; kind?: "QUICK_CHAT" | "STANDARD"; parentId?: string } = {}): Promise<string> =>
    (await createTask(own.core, { workspaceId: own.workspaceId, title: "chat", kind: "QUICK_CHAT", ...more })).taskId;
  const is = async (taskId: string): Promise<boolean> => (await own.core.db.read.task.findUnique({ where: { id: taskId } })) !== null;
  const expire = () => expireQuickChats(own.core, {});

  it("expires when nothing happened for seven days, and other kinds and archived ones don't", async () => {
    const [old, standard, archived] = [await chat(), await chat({ kind: "STANDARD" }), await chat()];
    await archiveTask(own.core, { taskId: archived });
    own.clock.advance(7 * DAY_MS - HOUR_MS);
    const young = await chat();
    expect((await expire()).expired).toEqual([]);
    own.clock.advance(HOUR_MS);
    const child = await chat({ kind: "STANDARD", parentId: old });
    const result = await expire();
    expect(result).toMatchObject({ expired: [old], failures: [], jobIds: [], more: false });
    expect(await Promise.all([old, standard, archived, young, child].map(is))).toEqual([false, true, true, true, true]);
    expect((await own.one.task(child)).parentId).toBeNull();
    own.clock.advance(7 * DAY_MS);
    await expire();
  });

  it("lives on while something happens in it, while a session lives, and while somebody holds its environment", async () => {
    const [active, used, lent] = [await chat(), await chat(), await chat()];
    const session = (await startSession(own.core, { taskId: active })).sessionId;
    const living = (await startSession(own.core, { taskId: used })).sessionId;
    const environmentId = await own.create(lent, [{ repositoryId }]);
    const borrower = (await startSession(own.core, { taskId: await own.task("borrows"), environmentId })).sessionId;
    own.clock.advance(7 * DAY_MS - HOUR_MS);
    // A message: whoever runs it says so.
    await updateSession(own.core, { sessionId: session, heartbeat: true });
    await updateSession(own.core, { sessionId: session, state: "COMPLETED" });
    own.clock.advance(DAY_MS);
    expect((await expire()).expired).toEqual([]);
    await updateSession(own.core, { sessionId: borrower, state: "COMPLETED" });
    await updateSession(own.core, { sessionId: living, state: "COMPLETED" });
    const result = await expire();
    expect(result.expired).toEqual([lent]);
    expect(result.jobIds).toHaveLength(1);
    const job = await own.core.db.read.cleanupJob.findUniqueOrThrow({ where: { id: result.jobIds[0] as string } });
    expect(job).toMatchObject({ trigger: "QUICK_CHAT_EXPIRE", operationId: result.operationId, branchPolicy: "DELETE", taskId: lent });
    own.clock.advance(7 * DAY_MS);
    expect((await expire()).expired.sort()).toEqual([active, used].sort());
  });

  it("goes by its workspace's policy", async () => {
    const soon = (await createWorkspace(own.core, { name: "soon" })).workspaceId;
    const never = (await createWorkspace(own.core, { name: "never" })).workspaceId;
    await updateWorkspacePolicy(own.core, { workspaceId: soon, quickChatDays: 1 });
    await updateWorkspacePolicy(own.core, { workspaceId: never, quickChatDays: null });
    const [a, b, c] = [await chat({ workspaceId: soon }), await chat({ workspaceId: never }), await chat()];
    own.clock.advance(DAY_MS);
    expect((await expireQuickChats(own.core, { workspaceId: never })).expired).toEqual([]);
    expect((await expire()).expired).toEqual([a]);
    own.clock.advance(1000 * DAY_MS);
    expect((await expire()).expired).toEqual([c]);
    expect(await is(b)).toBe(true);
  });

  it("is asked again in the transaction that deletes it", async () => {
    const [first, second] = [await chat(), await chat()];
    own.clock.advance(8 * DAY_MS);
    // Something happens in the second one when the first one has just gone.
    own.interference["end.commit"] = {
      after: async () => {
        delete own.interference["end.commit"];
        const left = (await is(first)) ? first : second;
        await updateSession(own.core, { sessionId: (await startSession(own.core, { taskId: left })).sessionId, state: "COMPLETED" });
      },
    };
    const { expired } = await expire();
    expect(expired).toHaveLength(1);
    expect([await is(first), await is(second)].filter(Boolean)).toHaveLength(1);
    own.clock.advance(8 * DAY_MS);
    await expire();
  });

  it("that can't be expired does not stop the next, and is said; the operation said again tries it again", async () => {
    const chats = [await chat(), await chat(), await chat()];
    const stuck = chats[1] as string;
    own.clock.advance(8 * DAY_MS);
    await refuseDeleteOf(own.core, stuck);
    const op = { operationId: "expire-stuck" };
    const result = await expireQuickChats(own.core, op);
    expect(result.expired.sort()).toEqual(chats.filter((id) => id !== stuck).sort());
    expect(result.failures).toEqual([{ taskId: stuck, message: expect.stringContaining("log says why") }]);
    await own.core.db.write((tx) => tx.$executeRawUnsafe("DROP TRIGGER stuck"));
    const again = await Promise.all([expireQuickChats(own.core, op), expireQuickChats(own.core, op)]);
    expect(again[0]).toEqual(again[1]);
    expect(again[0]).toMatchObject({ expired: expect.arrayContaining(chats), failures: [] });
    await expect(expireQuickChats(own.core, { ...op, workspaceId: own.workspaceId })).rejects.toMatchObject({ code: "OPERATION_CONFLICT" });
  });
});

/** Stands for whatever may keep one of them from going. */
async function refuseDeleteOf(core: Core, taskId: string): Promise<void> {
  await core.db.write((tx) =>
    tx.$executeRawUnsafe(`CREATE TRIGGER stuck BEFORE DELETE ON Task WHEN OLD.id = '${taskId}' BEGIN SELECT RAISE(ABORT, 'stuck'); END`),
  );
}

describe("the expiry by itself", () => {
  const own = house({ running: true });
  const chat = async (): Promise<string> =>
    (await createTask(own.core, { workspaceId: own.workspaceId, title: "chat", kind: "QUICK_CHAT" })).taskId;
  const gone = (taskId: string): Promise<void> =>
    waitFor(async () => {
      if ((await own.core.db.read.task.findUnique({ where: { id: taskId } })) !== null) throw new Error("it is still there");
    }, LIMIT_MS);
  const lastRun = async (): Promise<number | undefined> =>
    (await own.core.db.read.recurring.findUnique({ where: { kind: "quick-chat-expiry" } }))?.lastRunAt.getTime();
  const ran = (afterMs: number): Promise<void> =>
    waitFor(async () => {
      if (((await lastRun()) ?? -1) < afterMs) throw new Error("it has not run");
    }, LIMIT_MS);

  it("runs at start and daily", async () => {
    await ran(own.clock.now());
    const taskId = await chat();
    for (let day = 1; day <= 8; day++) {
      own.clock.advance(DAY_MS);
      await ran(own.clock.now());
    }
    await gone(taskId);
  });

  it("runs at the next start, and says what failed in the health of the server", async () => {
    const [taskId, other] = [await chat(), await chat()];
    await refuseDeleteOf(own.core, taskId);
    await own.app.stop(LIMIT_MS);
    own.clock.advance(8 * DAY_MS);
    await own.restart();
    await gone(other);
    await waitFor(async () => {
      const issue = (await healthIssues(own.core)).find((one) => one.id.endsWith(taskId));
      expect(issue?.message).toContain("log says why");
    }, LIMIT_MS);
    await own.core.db.write((tx) => tx.$executeRawUnsafe("DROP TRIGGER stuck"));
    await own.restart();
    await gone(taskId);
    await waitFor(async () => expect((await healthIssues(own.core)).filter((one) => one.id.startsWith("recurring"))).toEqual([]), LIMIT_MS);
  });

  it("runs once, not wildly, when the clock is moved back", async () => {
    await own.restart();
    await ran(own.clock.now());
    own.clock.advance(-400 * DAY_MS);
    await own.core.db.write(async () => {});
    await waitFor(async () => expect(await lastRun()).toBeLessThanOrEqual(own.clock.now()), LIMIT_MS);
    const operations = await own.core.db.read.operation.count({ where: { name: "expireQuickChats" } });
    for (let ring = 0; ring < 5; ring++) await own.core.db.write(async () => {});
    own.clock.advance(DAY_MS - HOUR_MS);
    await own.core.db.write(async () => {});
    expect(await own.core.db.read.operation.count({ where: { name: "expireQuickChats" } })).toBe(operations);
    own.clock.advance(HOUR_MS);
    await ran(own.clock.now());
  });
});

describe("expireQuickChats over the API", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(async () => {
    await world.close();
  });

  it(
    "reclaims what was clean, keeps what was not, and goes on after the server was killed between commit and run",
    async () => {
      const repo = world.sandbox.repository("chat");
      const make = async () => {
        const { taskId } = await world.api.mutate<{ taskId: string }>(
          "createTask",
          { workspaceId: world.workspaceId, title: "chat", kind: "QUICK_CHAT" },
          "taskId",
        );
        return await world.make(repo, { taskId });
      };
      await world.repositoryId(repo);
      const [clean, dirty] = await Promise.all([make(), make()]);
      world.sandbox.write(dirty.tree, { wip: "wip\n" });
      // Not by the server itself: it looks while none expires.
      await world.api.mutate("updateWorkspacePolicy", { workspaceId: world.workspaceId, quickChatDays: null }, "workspaceId");
      await world.advance(8 * DAY_MS);
      const from = world.now();
      await waitFor(() => {
        const [row] = world.rows<{ lastRunAt: string }>("select lastRunAt from Recurring where kind = 'quick-chat-expiry'");
        expect(new Date(row?.lastRunAt ?? 0).getTime()).toBeGreaterThanOrEqual(from);
      }, LIMIT_MS);
      await world.api.mutate("updateWorkspacePolicy", { workspaceId: world.workspaceId, quickChatDays: 7 }, "workspaceId");
      const say = () =>
        world.api.mutate<{ expired: string[]; jobs: { id: string }[]; failures: unknown[] }>(
          "expireQuickChats",
          { operationId: "expire-crash" },
          "expired jobs { id } failures { taskId message }",
        );
      await world.server.arm("end.commit", "after");
      await expect(say()).rejects.toThrow();
      await world.server.ended;
      await world.boot();
      // The start expires what is left by itself; the operation goes on with what is its own.
      const result = await say();
      expect(result.failures).toEqual([]);
      expect(result.expired.length).toBeGreaterThanOrEqual(1);
      expect(await say()).toEqual(result);
      await waitFor(() => expect(world.rows("select id from Task where kind = 'QUICK_CHAT'")).toEqual([]), LIMIT_MS);
      const jobs = [];
      for (const { id } of world.rows<{ id: string }>("select id from CleanupJob where trigger = 'QUICK_CHAT_EXPIRE'"))
        jobs.push(await world.waitForJob(id, ["SUCCEEDED"]));
      expect(jobs.map((job) => job.taskId).sort()).toEqual([clean.taskId, dirty.taskId].sort());
      expect(jobs.map((job) => job.resources.find((r) => r.kind === "WORKTREE")?.outcome).sort()).toEqual(["QUARANTINED", "REMOVED"]);
    },
    LIMIT_MS * 2,
  );
});
