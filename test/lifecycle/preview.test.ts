import { print } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CleanupPreviewDocument } from "../../schema/generated/graphql.js";
import { listing } from "../support/listing.js";
import { World } from "../support/world.js";
import { everyRow, preview } from "./previewing.js";
import { touch, touchable } from "./treeStates.js";

let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

async function only(input: Parameters<typeof preview>[1]) {
  const said = await preview(world, input);
  const [environment] = said.environments;
  const [worktree] = environment?.worktrees ?? [];
  if (environment === undefined) throw new Error("no environment");
  return { said, environment, worktree };
}

describe("a preview", () => {
  it("lists what is in a worktree, and changes nothing: no file, no ref, no index, no row", async () => {
    const repo = touchable(world.sandbox, "listed");
    const made = await world.make(repo);
    const tree = { sandbox: world.sandbox, repo, path: made.tree, branch: made.branch, processes: [] };
    touch(tree, ["modified", "staged", "untracked", "ignored", "rebuildable", "commit", "resetAway"]);
    // The index would be refreshed by anybody's plain status: this one is stat-dirty.
    world.sandbox.write(made.tree, { g: "g\n" });
    world.sandbox.write(made.path, { "notes.md": "beside\n" });
    const before = { files: listing(world.root, repo.path), rows: everyRow(world) };

    const { said, environment, worktree } = await only({ archiveTask: { taskId: made.taskId } });
    expect({ files: listing(world.root, repo.path), rows: everyRow(world) }).toEqual(before);
    expect(environment).toMatchObject({ fate: "TO_RECLAIM", beside: ["notes.md"], besideTotal: 1, directoryFate: "QUARANTINED" });
    expect(worktree).toMatchObject({
      fate: "QUARANTINED",
      branchOutcome: "KEPT",
      commitsOnlyHereTotal: 2,
      rebuildable: [{ path: "node_modules" }],
    });
    expect(worktree?.verdict?.unsaved.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "ignored debug.log",
      "untracked deep/er.ts",
      "modified f",
      "untracked new.ts",
      "staged staged.ts",
    ]);
    expect(worktree?.commitsOnlyHere.map(({ subject }) => subject).sort()).toEqual(["only here", "regretted"]);
    expect(Number(worktree?.rebuildableBytes)).toBeGreaterThan(0);
    expect(said).toMatchObject({ partial: false, environmentsTotal: 1, worktreesTotal: 1, trigger: "ARCHIVE" });
    expect(said.toQuarantine).toMatchObject({ worktrees: 1, sizeBytes: worktree?.sizeBytes, unknownSizes: 0 });
    expect(said.toRemove).toMatchObject({ worktrees: 0, sizeBytes: "0" });
  });

  it("says by the policy what becomes of the branch, and what would hold it", async () => {
    const made = await world.make(world.sandbox.repository("branches"));
    const archive = await only({ archiveTask: { taskId: made.taskId } });
    expect(archive.worktree).toMatchObject({ fate: "REMOVED", branchOutcome: "KEPT", branchReason: expect.stringContaining("policy") });
    const remove = await only({ deleteTask: { taskId: made.taskId } });
    expect(remove.worktree).toMatchObject({ fate: "REMOVED", branchOutcome: "DELETED", branchReason: expect.stringContaining("rescue") });
    const kept = await only({ deleteTask: { taskId: made.taskId, branchPolicy: "KEEP" } });
    expect(kept.worktree).toMatchObject({ branchOutcome: "KEPT" });
  });

  it("names whose session blocks an archive, and to whom a delete would hand the environment", async () => {
    const made = await world.make(world.sandbox.repository("borrowed"));
    const borrower = await world.task("the borrower");
    const sessionId = await world.api.startSession({ taskId: borrower, environmentId: made.environmentId });
    const archive = await only({ archiveTask: { taskId: made.taskId } });
    expect(archive.environment).toMatchObject({ fate: "BLOCKED", sessions: [{ id: sessionId }] });
    const remove = await only({ deleteTask: { taskId: made.taskId } });
    expect(remove.environment).toMatchObject({ fate: "TRANSFERRED", transferTo: { id: borrower }, worktrees: [] });
  });

  it("says that a job is at it already, and that nothing is left", async () => {
    const made = await world.make(world.sandbox.repository("twice"));
    await world.end("archiveTask", made.taskId, { branchPolicy: "DELETE" });
    const answer = await world.api.request<{ cleanupPreview: object }>(print(CleanupPreviewDocument), {
      input: { archiveTask: { taskId: made.taskId } },
    });
    expect(answer.cleanupPreview).toMatchObject({ __typename: "TaskArchivedError", code: "TASK_ARCHIVED" });
    const { environment } = await only({ deleteTask: { taskId: made.taskId } });
    expect(environment).toMatchObject({ fate: "SKIPPED" });
  });

  it("refuses what names nothing, and more than one ending", async () => {
    const ask = (input: object) => world.api.request<{ cleanupPreview: object }>(print(CleanupPreviewDocument), { input });
    expect((await ask({ deleteTask: { taskId: world.workspaceId } })).cleanupPreview).toMatchObject({ code: "NOT_FOUND" });
    const taskId = await world.task();
    await expect(ask({ deleteTask: { taskId }, archiveTask: { taskId } })).rejects.toThrow(/exactly one/i);
    expect(await preview(world, { deleteTask: { taskId } })).toMatchObject({ environments: [], partial: false, taskIds: [taskId] });
  });
});
