import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMIT_MS, type Made, World } from "../support/world.js";

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await world.close();
});

interface Ended {
  operationId: string;
  cascadeId: string | null;
  taskIds: string[];
  jobs: { id: string; trigger: string; cascadeId: string | null; taskId: string }[];
  jobsTotal: number;
}
interface Archived extends Ended {
  skipped: string[];
}
interface Deleted extends Ended {
  childrenMadeRoots: string[];
  transferred: { environmentId: string; taskId: string }[];
}

const ENDED = "operationId cascadeId taskIds jobsTotal jobs { id trigger cascadeId taskId }";
const archive = (taskId: string, more: Record<string, unknown> = { cascade: true }): Promise<Archived> =>
  world.api.mutate("archiveTask", { taskId, ...more }, `${ENDED} skipped`);
const remove = (taskId: string, more: Record<string, unknown> = { cascade: true }): Promise<Deleted> =>
  world.api.mutate("deleteTask", { taskId, ...more }, `${ENDED} childrenMadeRoots transferred { environmentId taskId }`);
const unarchive = (
  taskId: string,
  more: Record<string, unknown> = {},
): Promise<{ taskIds: string[]; restoring: { environmentId: string }[] }> =>
  world.api.mutate("unarchiveTask", { taskId, ...more }, "taskIds restoring { environmentId }");

const task = (title: string, parentId?: string): Promise<string> =>
  world.api.createTask({ workspaceId: world.workspaceId, title, ...(parentId === undefined ? {} : { parentId }) });

const archivedIds = (ids: readonly string[]): string[] =>
  world
    .rows<{ id: string }>("select id from Task where archivedAt is not null")
    .map((row) => row.id)
    .filter((id) => ids.includes(id))
    .sort();
const existing = (ids: readonly string[]): string[] =>
  world
    .rows<{ id: string }>("select id from Task")
    .map((row) => row.id)
    .filter((id) => ids.includes(id))
    .sort();
const sorted = (...ids: string[]): string[] => [...ids].sort();

/** root ─┬─ left ── leaf ;  └─ right, each with an environment. */
async function family(name: string): Promise<{ root: Made; left: Made; leaf: Made; right: Made; ids: string[] }> {
  const repo = world.sandbox.repository(name);
  await world.repositoryId(repo);
  const rootId = await task(`${name} root`);
  const leftId = await task(`${name} left`, rootId);
  const ids = [rootId, leftId, await task(`${name} leaf`, leftId), await task(`${name} right`, rootId)];
  const made = await Promise.all(ids.map((taskId) => world.make(repo, { taskId })));
  const [root, left, leaf, right] = made as [Made, Made, Made, Made];
  return { root, left, leaf, right, ids };
}

const succeed = async (jobs: readonly { id: string }[]): Promise<void> => {
  for (const { id } of jobs) await world.waitForJob(id, ["SUCCEEDED"]);
};

describe("a cascading archive", () => {
  it("archives what is active in the tree with one cascade id and a job for each environment, and its unarchive brings exactly that back", async () => {
    const { root, left, leaf, right, ids } = await family("cascade-archive");
    await world.end("archiveTask", left.taskId);
    const archived = await archive(root.taskId);
    expect(sorted(...archived.taskIds)).toEqual(sorted(root.taskId, leaf.taskId, right.taskId));
    expect(archived.skipped).toEqual([left.taskId]);
    expect(archived.jobsTotal).toBe(3);
    expect(archived.cascadeId).toMatch(/^cascade_/);
    expect(new Set(archived.jobs.map((job) => job.cascadeId))).toEqual(new Set([archived.cascadeId]));
    expect(new Set(archived.jobs.map((job) => job.trigger))).toEqual(new Set(["CASCADE_ARCHIVE"]));
    expect(sorted(...archived.jobs.map((job) => job.taskId))).toEqual(sorted(root.taskId, leaf.taskId, right.taskId));
    const { cleanupJobs } = await world.api.request<{ cleanupJobs: { totalCount: number } }>(
      "query($id: ID!) { cleanupJobs(filter: {cascadeId: $id}) { totalCount } }",
      { id: archived.cascadeId },
    );
    expect(cleanupJobs.totalCount).toBe(3);
    await succeed(archived.jobs);
    for (const made of [root, left, leaf, right]) expect(existsSync(made.tree)).toBe(false);

    const back = await unarchive(root.taskId);
    expect(sorted(...back.taskIds)).toEqual(sorted(root.taskId, leaf.taskId, right.taskId));
    expect(archivedIds(ids)).toEqual([left.taskId]);
    for (const made of [root, leaf, right]) await world.waitForEnvironment(made.environmentId, "READY");
    expect(existsSync(left.tree)).toBe(false);
    expect((await unarchive(left.taskId)).taskIds).toEqual([left.taskId]);
    await world.waitForEnvironment(left.environmentId, "READY");
    await world.rest();
  });

  it("of which a descendant is unarchived gives back that part; the rest comes with the root later", async () => {
    const ids: string[] = [];
    for (const parent of [null, 0, 1, 0]) ids.push(await task("part", parent === null ? undefined : ids[parent]));
    const [root, left, leaf, right] = ids as [string, string, string, string];
    await archive(root);
    expect(sorted(...(await unarchive(left)).taskIds)).toEqual(sorted(left, leaf));
    expect(archivedIds(ids)).toEqual(sorted(root, right));
    // By itself again: that is another archive, which the root's unarchive leaves alone.
    await archive(leaf, {});
    expect(sorted(...(await unarchive(root)).taskIds)).toEqual(sorted(root, right));
    expect(archivedIds(ids)).toEqual([leaf]);
  });

  it("is refused for an archived root and changes nothing", async () => {
    const root = await task("root");
    const child = await task("child", root);
    await archive(root, {});
    await expect(archive(root)).rejects.toMatchObject({ code: "TASK_ARCHIVED" });
    expect(archivedIds([root, child])).toEqual([root]);
  });

  it("stops sessions of tasks in the tree, also where they borrow in it, and waits for those of tasks outside", async () => {
    const { root, left, leaf, right, ids } = await family("cascade-borrow");
    const outside = await task("outside");
    const inside = await world.api.startSession({ taskId: leaf.taskId, environmentId: root.environmentId });
    const foreign = await world.api.startSession({ taskId: outside, environmentId: right.environmentId });
    const abroad = await world.make(world.sandbox.repository("cascade-abroad"), { taskId: outside });
    const away = await world.api.startSession({ taskId: left.taskId, environmentId: abroad.environmentId });
    const archived = await archive(root.taskId);
    const stateOf = (id: string): unknown => world.rows<{ state: string }>("select state from Session where id = ?", id)[0]?.state;
    expect([stateOf(inside), stateOf(foreign), stateOf(away)]).toEqual(["STOPPING", "CREATED", "STOPPING"]);
    const jobOf = (made: Made): string => archived.jobs.find((job) => job.taskId === made.taskId)?.id ?? "";
    const blocked = await world.api.job(jobOf(right));
    expect(blocked?.state).toBe("BLOCKED");
    expect(blocked?.blockedBy.map((session) => session.id)).toEqual([foreign]);
    expect((await world.api.job(jobOf(root)))?.state).toBe("PENDING");
    await world.api.updateSession({ sessionId: inside, state: "COMPLETED" });
    await world.waitForJob(jobOf(root), ["SUCCEEDED"]);
    expect(existsSync(right.tree)).toBe(true);
    await world.api.updateSession({ sessionId: foreign, state: "COMPLETED" });
    await world.waitForJob(jobOf(right), ["SUCCEEDED"]);
    expect(existsSync(abroad.tree)).toBe(true);
    expect(archivedIds(ids)).toEqual(sorted(...ids));
    await world.rest();
  });

  it("is done once, said again and by two at the same moment", async () => {
    const root = await task("once");
    const children = [await task("a", root), await task("b", root)];
    const say = () => archive(root, { cascade: true, operationId: "cascade-once" });
    const answers = await Promise.all([say(), say()]);
    answers.push(await say());
    expect(new Set(answers.map((answer) => answer.cascadeId)).size).toBe(1);
    for (const answer of answers) expect(sorted(...answer.taskIds)).toEqual(sorted(root, ...children));
    await expect(archive(root, { operationId: "cascade-once" })).rejects.toMatchObject({ code: "OPERATION_CONFLICT" });
  });
});

describe("a cascading delete", () => {
  it("takes archived descendants along; what their archive had begun is taken over", async () => {
    const { root, left, leaf, right, ids } = await family("cascade-delete");
    world.sandbox.write(leaf.tree, { wip: "wip\n" });
    await world.end("archiveTask", leaf.taskId);
    const session = await world.api.startSession({ taskId: left.taskId, environmentId: left.environmentId });
    const [waiting] = await world.api.archiveTask({ taskId: left.taskId });
    const deleted = await remove(root.taskId);
    expect(sorted(...deleted.taskIds)).toEqual(sorted(...ids));
    expect(deleted.childrenMadeRoots).toEqual([]);
    expect(new Set(deleted.jobs.map((job) => job.trigger))).toEqual(new Set(["CASCADE_DELETE"]));
    expect((await world.api.job(waiting ?? ""))?.state).toBe("SUPERSEDED");
    expect(existing(ids)).toEqual([]);
    await world.api.updateSession({ sessionId: session, state: "COMPLETED" });
    await succeed(deleted.jobs);
    for (const made of [root, left, right]) expect(existsSync(made.tree)).toBe(false);
    // What is unsaved is kept, whoever ended it.
    expect(readFileSync(world.find(leaf.path.split("/").at(-1) ?? "", join(leaf.tree.split("/").at(-1) ?? "", "wip")) ?? "", "utf8")).toBe(
      "wip\n",
    );
    expect(world.rows("select id from Worktree where environmentId = ?", root.environmentId)).toEqual([]);
  });

  it("hands over to a session's task outside only", async () => {
    const { root, left, leaf, right } = await family("cascade-hand");
    const outside = await task("outside");
    const outer = await world.api.startSession({ taskId: outside, environmentId: left.environmentId });
    // More recently active, but it goes too.
    const inner = [
      await world.api.startSession({ taskId: right.taskId, environmentId: left.environmentId }),
      await world.api.startSession({ taskId: leaf.taskId, environmentId: right.environmentId }),
    ];
    const deleted = await remove(root.taskId);
    for (const sessionId of inner) await world.api.updateSession({ sessionId, state: "COMPLETED" });
    expect(deleted.transferred).toEqual([{ environmentId: left.environmentId, taskId: outside }]);
    expect(sorted(...deleted.jobs.map((job) => job.taskId))).toEqual(sorted(root.taskId, leaf.taskId, right.taskId));
    await world.rest();
    await succeed(deleted.jobs);
    expect(existsSync(left.tree)).toBe(true);
    expect(existsSync(right.tree)).toBe(false);
    await world.api.updateSession({ sessionId: outer, state: "COMPLETED" });
  });

  it("without cascade makes the children roots", async () => {
    const root = await task("root");
    const [child, archivedChild] = [await task("child", root), await task("archived", root)];
    const grandchild = await task("grandchild", child);
    await archive(archivedChild, {});
    const deleted = await remove(root, {});
    expect(deleted.cascadeId).toBeNull();
    expect(sorted(...deleted.childrenMadeRoots)).toEqual(sorted(child, archivedChild));
    expect(world.rows("select id, parentId from Task where id in (?, ?, ?) order by id", child, archivedChild, grandchild)).toEqual(
      [
        { id: child, parentId: null },
        { id: archivedChild, parentId: null },
        { id: grandchild, parentId: child },
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  it(
    "is all or nothing when the server dies at its commit, and said again is done once",
    async () => {
      const { root, ids } = await family("cascade-crash");
      const say = () => remove(root.taskId, { cascade: true, operationId: "cascade-crash" });
      await world.server.arm("end.commit", "before");
      await expect(say()).rejects.toThrow();
      await world.server.ended;
      await world.boot();
      expect(existing(ids)).toEqual(sorted(...ids));
      expect(world.rows("select id from CleanupJob where operationId = 'cascade-crash'")).toEqual([]);

      await world.server.arm("end.commit", "after");
      await expect(say()).rejects.toThrow();
      await world.server.ended;
      await world.boot();
      expect(existing(ids)).toEqual([]);
      const deleted = await say();
      expect(deleted.jobsTotal).toBe(4);
      await succeed(deleted.jobs);
      expect(world.rows("select id from CleanupJob where operationId = 'cascade-crash'")).toHaveLength(4);
      for (const id of ids) expect(world.rows("select id from Environment where taskId = ?", id)).toEqual([]);
    },
    LIMIT_MS * 2,
  );
});
