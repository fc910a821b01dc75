import { beforeEach, describe, expect, it } from "vitest";
import { enterActiveTask, enterTasks, enterWorkspace } from "../../src/db/barrier.js";
import type { Database } from "../../src/db/database.js";
import { newId } from "../../src/db/ids.js";
import { NotFoundError, TaskArchivedError } from "../../src/errors.js";
import { openTestDatabase } from "../support/database.js";

const at = new Date(0);

describe("the barrier", () => {
  let db: Database;
  let workspaceId: string;
  let tasks: string[];

  beforeEach(async () => {
    db = await openTestDatabase();
    workspaceId = newId("workspace");
    tasks = Array.from({ length: 3 }, () => newId("task"));
    await db.write(async (tx) => {
      await tx.workspace.create({ data: { id: workspaceId, name: "w", createdAt: at } });
      await tx.task.createMany({ data: tasks.map((id) => ({ id, workspaceId, title: "t", createdAt: at, lastActivityAt: at })) });
    });
  });

  async function revisions(): Promise<number[]> {
    const rows = await db.read.task.findMany();
    return tasks.map((id) => rows.find((row) => row.id === id)?.revision ?? Number.NaN);
  }

  it("bumps the workspace and gives its row as it is now", async () => {
    const workspace = await db.write((tx) => enterWorkspace(tx, workspaceId));
    expect(workspace).toMatchObject({ id: workspaceId, name: "w", revision: 1, createdAt: at });
    expect(await db.read.workspace.findFirst()).toEqual(workspace);
  });

  it("bumps each task once, however often it is named, and no other", async () => {
    const [a, b] = tasks as [string, string, string];
    const rows = await db.write((tx) => enterTasks(tx, [b, a, b]));
    expect([...rows.keys()].sort()).toEqual([a, b].sort());
    expect(rows.get(a)).toMatchObject({ id: a, revision: 1, title: "t" });
    expect(await revisions()).toEqual([1, 1, 0]);
  });

  it("takes more tasks than a statement takes values", async () => {
    const many = Array.from({ length: 40_000 }, (_, index) => `task_${String(index).padStart(6, "0")}`);
    await db.write(async (tx) => {
      await tx.$executeRaw`
        with recursive n(i) as (select 0 union all select i + 1 from n where i < 39999)
        insert into Task (id, workspaceId, title, createdAt, lastActivityAt)
        select 'task_' || printf('%06d', i), ${workspaceId}, 't', '1970-01-01T00:00:00.000+00:00', '1970-01-01T00:00:00.000+00:00' from n`;
      const rows = await enterTasks(tx, many);
      expect(rows.size).toBe(40_000);
    });
    expect(await db.read.task.count({ where: { revision: 1 } })).toBe(40_000);
  });

  it("refuses what is not there, and then bumped nothing", async () => {
    const missing = newId("task");
    await expect(db.write((tx) => enterTasks(tx, [...tasks, missing]))).rejects.toThrow(new NotFoundError("task", missing));
    await expect(db.write((tx) => enterWorkspace(tx, newId("workspace")))).rejects.toThrow(NotFoundError);
    await expect(db.write((tx) => enterActiveTask(tx, missing))).rejects.toThrow(NotFoundError);
    expect(await revisions()).toEqual([0, 0, 0]);
  });

  it("enters an archived task only where that is asked for", async () => {
    const [archived] = tasks as [string];
    await db.write((tx) => tx.task.update({ where: { id: archived }, data: { archivedAt: at } }));
    await expect(db.write((tx) => enterActiveTask(tx, archived))).rejects.toThrow(TaskArchivedError);
    expect((await db.write((tx) => enterTasks(tx, [archived]))).get(archived)?.archivedAt).toEqual(at);
    expect(await revisions()).toEqual([1, 0, 0]);
  });

  it("decides between an ending and a beginning: one of them sees the other", async () => {
    const [taskId] = tasks as [string];
    const archive = () =>
      db.write(async (tx) => {
        await enterTasks(tx, [taskId]);
        const snapshot = await tx.session.count({ where: { taskId } });
        await tx.task.update({ where: { id: taskId }, data: { archivedAt: at } });
        return snapshot;
      });
    const begin = () =>
      db.write(async (tx) => {
        await enterActiveTask(tx, taskId);
        await tx.session.create({
          data: { id: newId("session"), workspaceId, taskId, state: "CREATED", createdAt: at, lastActivityAt: at },
        });
      });
    const [first, snapshot, second] = await Promise.allSettled([begin(), archive(), begin()]);
    expect(first.status).toBe("fulfilled");
    expect(snapshot).toEqual({ status: "fulfilled", value: 1 });
    expect(second).toMatchObject({ status: "rejected", reason: { code: "TASK_ARCHIVED" } });
  });
});
