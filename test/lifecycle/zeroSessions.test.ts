import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Repo } from "../support/repo.js";
import { type Made, World } from "../support/world.js";

/** A task without any session owns what it owns, through restarts. */
let world: World;
let repo: Repo;

beforeAll(async () => {
  world = await World.start();
  repo = world.sandbox.repository("app");
});

afterAll(async () => {
  await world.close();
});

/** The only session worked in it, and was deleted; then the server was started again. */
async function abandoned(): Promise<Made> {
  const made = await world.make(repo);
  const session = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
  await world.api.updateSession({ sessionId: session, state: "RUNNING" });
  await world.api.deleteSession(session);
  await world.server.stop();
  await world.boot();
  return made;
}

interface Owned {
  task: {
    sessions: { totalCount: number };
    environments: { id: string; status: string; path: string; owner: { id: string }; worktrees: { path: string; status: string }[] }[];
  } | null;
}

/** What a front end lists of a task. */
async function owned(taskId: string): Promise<Owned["task"]> {
  const { task } = await world.api.request<Owned>(
    `query($id: ID!) {
      task(id: $id) { sessions { totalCount } environments { id status path owner { id } worktrees { path status } } }
    }`,
    { id: taskId },
  );
  return task;
}

const here = (made: Made) => ({
  sessions: { totalCount: 0 },
  environments: [
    {
      id: made.environmentId,
      status: "READY",
      path: made.path,
      owner: { id: made.taskId },
      worktrees: [{ path: made.tree, status: "READY" }],
    },
  ],
});

describe("a task whose only session was deleted, after a restart", () => {
  it("still has its worktree, and loses it by an archive", async () => {
    const made = await abandoned();
    expect(await owned(made.taskId)).toEqual(here(made));
    expect(existsSync(join(made.tree, ".git"))).toBe(true);
    const { tree } = await world.endOne("archiveTask", made.taskId);
    expect(tree.outcome).toBe("REMOVED");
    expect(existsSync(made.path)).toBe(false);
    expect(repo.registrations()).toEqual([]);
    expect((await owned(made.taskId))?.environments).toMatchObject([{ status: "EMPTY", worktrees: [{ status: "REMOVED" }] }]);
  });

  it("still has its worktree, and loses it by a delete, which keeps what is unsaved", async () => {
    const made = await abandoned();
    world.sandbox.write(made.tree, { marker: "the only copy\n" });
    expect(await owned(made.taskId)).toEqual(here(made));
    const { tree } = await world.endOne("deleteTask", made.taskId);
    expect(tree.outcome).toBe("QUARANTINED");
    expect(existsSync(made.path)).toBe(false);
    expect(await owned(made.taskId)).toBeNull();
    const kept = join(world.root, "quarantine", basename(made.path), basename(made.tree), "marker");
    expect(readFileSync(kept, "utf8")).toBe("the only copy\n");
  });

  it("gives its worktree to the next session as it was left, uncommitted work and all", async () => {
    const made = await world.make(repo);
    const first = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    world.sandbox.write(made.tree, { marker: "not committed\n" });
    await world.api.deleteSession(first);
    await world.server.stop();
    await world.boot();
    const second = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    const { node } = await world.api.request<{ node: { environment: { id: string; path: string; worktrees: { path: string }[] } } }>(
      "query($id: ID!) { node(id: $id) { ... on Session { environment { id path worktrees { path } } } } }",
      { id: second },
    );
    expect(node.environment).toEqual({ id: made.environmentId, path: made.path, worktrees: [{ path: made.tree }] });
    expect(readFileSync(join(node.environment.worktrees[0]?.path ?? "", "marker"), "utf8")).toBe("not committed\n");
    expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("?? marker");
    expect(world.sandbox.git(made.tree, "branch", "--show-current")).toBe(made.branch);
    expect(world.rows("select id from Environment where taskId = ?", made.taskId)).toHaveLength(1);
    expect(world.rows("select id from CleanupJob where taskId = ?", made.taskId)).toEqual([]);
  });
});
