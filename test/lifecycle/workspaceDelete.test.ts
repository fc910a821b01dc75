import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobView, WorktreeView } from "../support/api.js";
import { LIMIT_MS, type Made, World } from "../support/world.js";

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await world.close();
});

interface Deleted {
  operationId: string;
  workspace: { id: string; deletedAt: string | null };
  tasksTotal: number;
  jobsTotal: number;
  jobs: { id: string; trigger: string }[];
}

const remove = (confirmName: string, more: Record<string, unknown> = {}): Promise<Deleted> =>
  world.api.mutate(
    "deleteWorkspace",
    { workspaceId: world.workspaceId, confirmName, ...more },
    "operationId workspace { id deletedAt } tasksTotal jobsTotal jobs { id trigger }",
  );

/** What a front end asks of a workspace. */
async function look(id: string) {
  return await world.api.request<{
    workspace: { deletedAt: string | null; repositories: { totalCount: number }; tasks: { totalCount: number } } | null;
    node: { __typename: string } | null;
    workspaces: { totalCount: number; edges: { node: { id: string } }[] };
    cleanupJobs: { totalCount: number };
  }>(
    `query($id: ID!) {
      workspace(id: $id) { deletedAt repositories { totalCount } tasks { totalCount } }
      node(id: $id) { __typename }
      workspaces(first: 200) { totalCount edges { node { id } } }
      cleanupJobs(filter: {workspaceId: $id}) { totalCount }
    }`,
    { id },
  );
}

const succeeded = async (jobs: readonly { id: string }[]): Promise<JobView[]> => {
  const seen: JobView[] = [];
  for (const { id } of jobs) seen.push(await world.waitForJob(id, ["SUCCEEDED"]));
  return seen;
};

/** A workspace of its own with a task of each of these kinds, the later ones below the first; its tree has something unsaved. */
async function fill(
  name: string,
  kinds: readonly string[] = ["STANDARD", "QUICK_CHAT"],
): Promise<{ workspaceId: string; repo: ReturnType<World["sandbox"]["repository"]>; made: Made[] }> {
  world.workspaceId = await world.api.createWorkspace(name);
  const repo = world.sandbox.repository(name);
  await world.repositoryId(repo);
  const taskIds: string[] = [];
  for (const kind of kinds) {
    const below = taskIds[0] === undefined ? {} : { parentId: taskIds[0] };
    const input = { workspaceId: world.workspaceId, title: kind, kind, ...below };
    taskIds.push((await world.api.mutate<{ taskId: string }>("createTask", input, "taskId")).taskId);
  }
  const made = await Promise.all(taskIds.map((taskId) => world.make(repo, { taskId })));
  world.sandbox.write((made[0] as Made).tree, { wip: "wip\n" });
  return { workspaceId: world.workspaceId, repo, made };
}

describe("deleting a workspace", () => {
  it(
    "takes every task of every kind along, reclaims their environments, and leaves what happened readable",
    async () => {
      const { workspaceId, repo, made } = await fill("whole", ["STANDARD", "QUICK_CHAT", "AUTOMATION_RUN", "STANDARD"]);
      const [first, second, , archived] = made as [Made, Made, Made, Made];
      await world.end("archiveTask", archived.taskId);
      const head = repo.git("rev-parse", "main");
      const session = await world.api.startSession({ taskId: second.taskId, environmentId: first.environmentId });
      const before = world.rows<{ n: number }>("select count(*) n from Event where workspaceId = ?", workspaceId)[0]?.n ?? 0;

      const deleted = await remove("whole");
      expect(deleted.workspace).toMatchObject({ id: workspaceId, deletedAt: expect.any(String) });
      expect(deleted.tasksTotal).toBe(4);
      // The archived one's branch was kept, and meets the delete's policy.
      expect(deleted.jobsTotal).toBe(4);
      expect(new Set(deleted.jobs.map((job) => job.trigger))).toEqual(new Set(["WORKSPACE_DELETE"]));
      expect(world.rows("select id from Task where workspaceId = ?", workspaceId)).toEqual([]);
      expect(world.rows("select state, taskId from Session where id = ?", session)).toEqual([{ state: "STOPPING", taskId: null }]);
      expect(existsSync(first.tree)).toBe(true);
      await world.api.updateSession({ sessionId: session, state: "COMPLETED" });
      await succeeded(deleted.jobs);
      await world.rest();

      for (const { tree } of made) expect(existsSync(tree)).toBe(false);
      expect(repo.branches()).toEqual(["main"]);
      expect(repo.git("rev-parse", "main")).toBe(head);
      expect(readFileSync(world.find(basename(first.path), join(basename(first.tree), "wip")) ?? "", "utf8")).toBe("wip\n");
      expect(repo.registrations()).toHaveLength(1);

      const seen = await look(workspaceId);
      expect(seen.workspace).toMatchObject({ deletedAt: expect.any(String), repositories: { totalCount: 0 }, tasks: { totalCount: 0 } });
      expect(seen.node).toEqual({ __typename: "Workspace" });
      expect(seen.workspaces.edges.map((edge) => edge.node.id)).not.toContain(workspaceId);
      expect(seen.cleanupJobs.totalCount).toBe(5);
      const after = world.rows<{ n: number }>("select count(*) n from Event where workspaceId = ?", workspaceId)[0]?.n ?? 0;
      expect(after).toBeGreaterThan(before);
      const { quarantineEntries, rescues } = await world.api.request<{
        quarantineEntries: { totalCount: number };
        rescues: { totalCount: number };
      }>(
        "query($w: ID!) { quarantineEntries(filter: {workspaceId: $w}) { totalCount } rescues(filter: {workspaceId: $w}) { totalCount } }",
        {
          w: workspaceId,
        },
      );
      expect(quarantineEntries.totalCount).toBe(1);
      expect(rescues.totalCount).toBeGreaterThanOrEqual(0);
    },
    LIMIT_MS * 2,
  );

  it("needs its name, and is refused without it, changing nothing", async () => {
    world.workspaceId = await world.api.createWorkspace("Exactly this");
    const taskId = await world.task();
    for (const confirmName of ["", "exactly this", "Exactly this "]) {
      await expect(remove(confirmName)).rejects.toMatchObject({ type: "InvalidInputError", fields: { field: "input.confirmName" } });
    }
    expect((await look(world.workspaceId)).workspace?.deletedAt).toBeNull();
    expect(world.rows("select id from Task where id = ?", taskId)).toHaveLength(1);
  });

  it(
    "ends creation in it, and its repository can be registered and used elsewhere",
    async () => {
      const { workspaceId, repo, made } = await fill("ended");
      const taskId = (made[1] as Made).taskId;
      const environmentId = (made[1] as Made).environmentId;
      const deleted = await remove("ended");
      const refused = { code: "WORKSPACE_DELETED" };
      await expect(world.task()).rejects.toMatchObject(refused);
      await expect(world.api.registerRepository({ workspaceId, path: repo.path })).rejects.toMatchObject(refused);
      await expect(remove("ended")).rejects.toMatchObject(refused);
      await expect(world.api.mutate("updateWorkspacePolicy", { workspaceId, quickChatDays: 1 }, "workspaceId")).rejects.toMatchObject(
        refused,
      );
      await expect(world.api.mutate("expireQuickChats", { workspaceId }, "expired")).rejects.toMatchObject(refused);
      for (const attempt of [
        () => world.api.startSession({ taskId }),
        () => world.api.startSession({ taskId, environmentId }),
        () => world.api.createEnvironment({ taskId, slots: [] }),
        () => world.api.unarchiveTask({ taskId }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: expect.stringMatching(/NOT_FOUND|INVALID_INPUT/) });

      world.workspaceId = await world.api.createWorkspace("elsewhere");
      const repositoryId = await world.api.registerRepository({ workspaceId: world.workspaceId, path: repo.path });
      const other = await world.task("elsewhere");
      const environment = await world.api.createEnvironment({ taskId: other, slots: [{ repositoryId, branch: "elsewhere" }] });
      const ready = await world.waitForEnvironment(environment.id, "READY");
      await succeeded(deleted.jobs);
      await world.rest();
      expect(existsSync(ready.worktrees[0]?.path ?? "")).toBe(true);
      expect(repo.branches()).toEqual(["elsewhere", "main"]);
      await world.end("deleteTask", other);
    },
    LIMIT_MS * 2,
  );

  it("leaves a rescue that can be made a branch again", async () => {
    world.workspaceId = await world.api.createWorkspace("rescue");
    const repo = world.sandbox.repository("rescue");
    const made = await world.make(repo);
    const commit = repo.commit({ only: "here\n" }, "only here", made.tree);
    const deleted = await remove("rescue");
    await succeeded(deleted.jobs);
    const { rescues } = await world.api.request<{ rescues: { edges: { node: { id: string; commit: string } }[] } }>(
      "query($w: ID!) { rescues(filter: {workspaceId: $w}) { edges { node { id commit } } } }",
      { w: world.workspaceId },
    );
    const rescue = rescues.edges.find(({ node }) => node.commit === commit)?.node;
    await world.api.mutate("restoreRescue", { rescueId: rescue?.id, branch: "again" }, "branch");
    expect(repo.git("rev-parse", "again")).toBe(commit);
  });

  it(
    "leaves what it quarantined to a task of another workspace that has the repository",
    async () => {
      world.workspaceId = await world.api.createWorkspace("kept");
      const repo = world.sandbox.repository("kept");
      const made = await world.make([repo, repo]);
      const [dirty, clean] = made.environment.worktrees as [WorktreeView, WorktreeView];
      world.sandbox.write(dirty.path, { "wip.txt": "wip\n" });
      const commit = repo.commit({ only: "here\n" }, "only here", clean.path);
      await succeeded((await remove("kept")).jobs);
      const [entry] = world.rows<{ id: string }>("select id from QuarantineEntry where environmentId = ?", made.environmentId);
      const entryId = entry?.id ?? "";
      await expect(world.api.restoreEntry({ entryId })).rejects.toMatchObject({ fields: { field: "input.taskId" } });

      world.workspaceId = await world.api.createWorkspace("heir");
      const taskId = await world.task("heir");
      await expect(world.api.restoreEntry({ entryId, taskId })).rejects.toThrow(/not registered in the workspace/);
      expect(world.rows("select state from QuarantineEntry where id = ?", entryId)).toEqual([{ state: "HELD" }]);
      const repositoryId = await world.api.registerRepository({ workspaceId: world.workspaceId, path: repo.path });
      expect(await world.api.restoreEntry({ entryId, taskId })).toBe(made.environmentId);
      const back = await world.waitForEnvironment(made.environmentId, "READY");
      expect(back.worktrees.map(({ branch }) => branch)).toEqual([dirty.branch, clean.branch]);
      const [found, anew] = back.worktrees as [WorktreeView, WorktreeView];
      expect(found.path).toBe(dirty.path);
      expect(readFileSync(join(found.path, "wip.txt"), "utf8")).toBe("wip\n");
      expect(world.sandbox.git(found.path, "rev-parse", "--abbrev-ref", "HEAD")).toBe(dirty.branch);
      // The clean one went: it is made anew from its rescue.
      expect(world.sandbox.git(anew.path, "rev-parse", "HEAD")).toBe(commit);
      expect(world.rows("select distinct repositoryId from Worktree where environmentId = ?", made.environmentId)).toEqual([
        { repositoryId },
      ]);
      // The heir's like any other from here: unregistered only when nothing refers to it, reclaimed when it ends.
      const jobs = await world.end("deleteTask", taskId);
      expect(jobs[0]?.resources.map(({ outcome }) => outcome)).toEqual(["QUARANTINED", "REMOVED", "QUARANTINED"]);
      expect(readFileSync(world.find(basename(made.path), join(basename(dirty.path), "wip.txt")) ?? "", "utf8")).toBe("wip\n");
    },
    LIMIT_MS * 2,
  );

  it(
    "is all or nothing when the server dies at its commit, and is done once",
    async () => {
      const { workspaceId } = await fill("crash");
      const say = () => remove("crash", { operationId: "workspace-crash" });
      await world.server.arm("end.commit", "before");
      await expect(say()).rejects.toThrow();
      await world.server.ended;
      await world.boot();
      expect((await look(workspaceId)).workspace).toMatchObject({ deletedAt: null, tasks: { totalCount: 2 } });

      await world.server.arm("end.commit", "after");
      await expect(say()).rejects.toThrow();
      await world.server.ended;
      await world.boot();
      const answers = await Promise.all([say(), say()]);
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.jobsTotal).toBe(2);
      await succeeded(answers[0]?.jobs ?? []);
      await expect(remove("crash", { operationId: "workspace-crash", branchPolicy: "KEEP" })).rejects.toMatchObject({
        code: "OPERATION_CONFLICT",
      });
      await world.rest();
    },
    LIMIT_MS * 2,
  );
});
