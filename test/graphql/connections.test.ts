import { beforeAll, describe, expect, it } from "vitest";
import { TaskDocument } from "../../schema/generated/graphql.js";
import { appendEvent } from "../../src/db/events.js";
import { harness, noId, rows, theError } from "./harness.js";

const api = harness();

interface Listed {
  workspace: {
    tasks: {
      totalCount: number;
      pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
      edges: { cursor: string; node: { id: string } }[];
    };
  };
}

const TASKS = `query ($id: ID!, $first: Int, $after: String, $archived: Boolean, $roots: Boolean) {
  workspace(id: $id) { tasks(first: $first, after: $after, archived: $archived, roots: $roots) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id } } } }
}`;

async function tasks(id: string, variables: Record<string, unknown> = {}): Promise<Listed["workspace"]["tasks"]> {
  return (await api.ask<Listed, Record<string, unknown>>(TASKS, { id, ...variables })).workspace.tasks;
}

describe("a list", () => {
  let workspaceId: string;
  /** Oldest first; groups of three share a millisecond. */
  let ids: string[];

  beforeAll(async () => {
    await api.write(async (tx) => {
      workspaceId = await rows.workspace(tx);
      const made = [];
      for (let n = 0; n < 60; n++) {
        const atMs = Math.floor((59 - n) / 3);
        made.push({ id: await rows.task(tx, workspaceId, { atMs }), atMs });
      }
      made.sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
      ids = made.map(({ id }) => id);
    });
  });

  it("is in the order of creation, 50 to a page, and says how many there are", async () => {
    const page = await tasks(workspaceId);
    expect(page.edges.map(({ node }) => node.id)).toEqual(ids.slice(0, 50));
    expect(page.totalCount).toBe(60);
    expect(page.pageInfo).toMatchObject({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: page.edges[0]?.cursor,
      endCursor: page.edges[49]?.cursor,
    });
    const rest = await tasks(workspaceId, { after: page.pageInfo.endCursor });
    expect(rest.edges.map(({ node }) => node.id)).toEqual(ids.slice(50));
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  it("is walked whole in pages of any size, also where rows share their time of creation", async () => {
    for (const first of [1, 7, 200]) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: Listed["workspace"]["tasks"] = await tasks(workspaceId, { first, after });
        seen.push(...page.edges.map(({ node }) => node.id));
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      expect(seen).toEqual(ids);
    }
  });

  it("goes on behind a cursor whose row is gone", async () => {
    const { id: gone, workspace } = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      const ids = [];
      for (let n = 0; n < 3; n++) ids.push(await rows.task(tx, workspace, { atMs: n }));
      return { id: ids[1] as string, workspace };
    });
    const all = await tasks(workspace);
    await api.write((tx) => tx.task.delete({ where: { id: gone } }));
    const behind = await tasks(workspace, { after: all.edges[1]?.cursor });
    expect(behind.edges.map(({ node }) => node.id)).toEqual([all.edges[2]?.node.id]);
    expect(behind.totalCount).toBe(2);
  });

  it("can be empty", async () => {
    const page = await tasks(workspaceId, { first: 0 });
    expect(page).toMatchObject({ edges: [], totalCount: 60, pageInfo: { hasNextPage: true, startCursor: null, endCursor: null } });
    const empty = await tasks(await api.write((tx) => rows.workspace(tx)));
    expect(empty).toMatchObject({ edges: [], totalCount: 0, pageInfo: { hasNextPage: false } });
  });

  it("takes archived and roots as filters, which the count follows", async () => {
    const workspace = await api.write(async (tx) => {
      const id = await rows.workspace(tx);
      const parent = await rows.task(tx, id);
      await rows.task(tx, id, { archived: true, parentId: parent, atMs: 1 });
      return id;
    });
    expect((await tasks(workspace)).totalCount).toBe(2);
    for (const filter of [{ archived: true }, { archived: false }, { roots: true }, { roots: false }]) {
      const page = await tasks(workspace, filter);
      expect([page.totalCount, page.edges.length], JSON.stringify(filter)).toEqual([1, 1]);
    }
    expect((await tasks(workspace, { archived: true, roots: true })).totalCount).toBe(0);
  });

  it("refuses a page of more than 200 or less than 0, and a cursor that is none of its own", async () => {
    const ask = (variables: Record<string, unknown>) => api.answer(TASKS, { id: workspaceId, ...variables });
    expect(theError(await ask({ first: 201 }))).toMatchObject({ code: "INVALID_INPUT", message: expect.stringContaining("201") });
    expect(theError(await ask({ first: -1 })).code).toBe("INVALID_INPUT");
    const foreign = Buffer.from(`1.${noId("job")}`).toString("base64url");
    const far = Buffer.from(`9999999999999999.${noId("task")}`).toString("base64url");
    for (const after of ["", "0", "nonsense", "MS4y", foreign, far, "x".repeat(1_000_000)]) {
      expect(theError(await ask({ after })).code, after.slice(0, 40)).toBe("INVALID_INPUT");
    }
    for (const list of ["workspaces", "cleanupJobs", "quarantineEntries", "rescues"]) {
      expect(theError(await api.answer(`{ ${list}(after: "nonsense") { totalCount } }`)).code, list).toBe("INVALID_INPUT");
      expect(theError(await api.answer(`{ ${list}(first: 201) { totalCount } }`)).code, list).toBe("INVALID_INPUT");
    }
  });
});

describe("lists inside lists", () => {
  it("are read for all parents at once, each with its own page", async () => {
    const { workspace, parents } = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      const parents: { id: string; children: string[] }[] = [];
      for (let n = 0; n < 20; n++) {
        const id = await rows.task(tx, workspace, { atMs: n });
        const children = [];
        for (let c = 0; c < 3; c++) children.push(await rows.task(tx, workspace, { parentId: id, atMs: 100 + c }));
        const environment = await rows.environment(tx, api.app.core.hostId, workspace, id);
        await rows.session(tx, workspace, id, environment);
        const job = await rows.job(tx, api.app.core.hostId, workspace, id, { environmentId: environment });
        await appendEvent(tx, workspace, {
          kind: "CLEANUP",
          type: "QUEUED",
          message: "m",
          at: new Date(0),
          taskId: id,
          jobId: job,
          jobState: "PENDING",
          attempt: 0,
        });
        await appendEvent(tx, workspace, {
          kind: "CLEANUP",
          type: "CLAIMED",
          message: "m",
          at: new Date(0),
          taskId: id,
          jobId: job,
          jobState: "RUNNING",
          attempt: 0,
        });
        parents.push({ id, children });
      }
      return { workspace, parents };
    });
    const query = `query ($id: ID!, $first: Int!) { workspace(id: $id) { tasks(first: $first, roots: true) { edges { node {
      id
      environments { id path owner { id title } borrowers { id } worktrees { id } }
      children(first: 2) { totalCount pageInfo { hasNextPage } edges { node { id parent { title } } } }
      sessions { totalCount edges { node { id task { title } environment { id } } } }
      cleanupJobs { edges { node { id task { title } resources { id } progress { percent } blockedBy { id } events(first: 1) { totalCount edges { node { type job { id } } } } } } }
    } } } } }`;
    api.statements();
    await api.ask(query, { id: workspace, first: 2 });
    const few = api.statements();
    const { workspace: answered } = await api.ask<
      { workspace: { tasks: { edges: { node: Record<string, unknown> }[] } } },
      Record<string, unknown>
    >(query, { id: workspace, first: 20 });
    const many = api.statements();
    expect(many.length, many.join("\n")).toBe(few.length);
    const nodes = answered.tasks.edges.map(({ node }) => node);
    expect(nodes.map(({ id }) => id)).toEqual(parents.map(({ id }) => id));
    for (const [index, node] of nodes.entries()) {
      expect(node).toMatchObject({
        environments: [{ owner: { id: parents[index]?.id }, borrowers: [], worktrees: [] }],
        children: {
          totalCount: 3,
          pageInfo: { hasNextPage: true },
          edges: parents[index]?.children.slice(0, 2).map((id) => ({ node: { id } })),
        },
        sessions: { totalCount: 1 },
        cleanupJobs: { edges: [{ node: { events: { totalCount: 2, edges: [{ node: { type: "QUEUED" } }] } } }] },
      });
    }
  });

  it("page through a job's events with the cursors of its stream", async () => {
    const job = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      const task = await rows.task(tx, workspace);
      const id = await rows.job(tx, api.app.core.hostId, workspace, task);
      for (const type of ["QUEUED", "CLAIMED", "SUCCEEDED"]) {
        await appendEvent(tx, workspace, {
          kind: "CLEANUP",
          type,
          message: "m",
          at: new Date(0),
          taskId: task,
          jobId: id,
          jobState: "PENDING",
          attempt: 0,
        });
      }
      return id;
    });
    const events = (after: string | null) =>
      api.ask<{ cleanupJob: { events: { edges: { cursor: string; node: { type: string; cursor: string } }[] } } }, Record<string, unknown>>(
        "query ($job: ID!, $after: String) { cleanupJob(id: $job) { events(after: $after) { edges { cursor node { type cursor } } } } }",
        { job, after },
      );
    const { cleanupJob } = await events(null);
    expect(cleanupJob.events.edges).toEqual(
      ["QUEUED", "CLAIMED", "SUCCEEDED"].map((type, index) => ({ cursor: String(index + 1), node: { type, cursor: String(index + 1) } })),
    );
    expect((await events("2")).cleanupJob.events.edges.map(({ node }) => node.type)).toEqual(["SUCCEEDED"]);
  });

  it("answer the whole of a task", async () => {
    const { parent, child } = await api.write(async (tx) => {
      const workspace = await rows.workspace(tx);
      const parent = await rows.task(tx, workspace, { title: "parent" });
      return { parent, child: await rows.task(tx, workspace, { title: "child", parentId: parent }) };
    });
    const { task } = await api.ask(TaskDocument, { id: child });
    expect(task).toMatchObject({
      title: "child",
      parent: { id: parent, title: "parent" },
      children: { totalCount: 0 },
      environments: [],
      sessions: { totalCount: 0 },
      cleanupJobs: { totalCount: 0 },
    });
  });
});
