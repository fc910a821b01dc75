import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { World, worktreeOf } from "../support/world.js";

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await world.close();
});

interface Policy {
  branchPolicies: { trigger: string; branchPolicy: string }[];
  rebuildable: { name: string; sign: string[] }[];
  stopGraceMs: number;
  sessionTimeoutMs: number | null;
  quickChatDays: number | null;
}

const POLICY = "policy { branchPolicies { trigger branchPolicy } rebuildable { name sign } stopGraceMs sessionTimeoutMs quickChatDays }";

async function read(workspaceId: string): Promise<Policy> {
  const { workspace } = await world.api.request<{ workspace: { policy: Policy } }>(`query($id: ID!) { workspace(id: $id) { ${POLICY} } }`, {
    id: workspaceId,
  });
  return workspace.policy;
}

async function update(workspaceId: string, change: Record<string, unknown>): Promise<Policy> {
  const { workspace } = await world.api.mutate<{ workspace: { policy: Policy } }>(
    "updateWorkspacePolicy",
    { workspaceId, ...change },
    `workspace { ${POLICY} }`,
  );
  return workspace.policy;
}

const branchPolicies = (policy: Policy): Record<string, string> =>
  Object.fromEntries(policy.branchPolicies.map((line) => [line.trigger, line.branchPolicy]));

/** A worktree with a branch of ours, in the world's workspace. */
const make = (name: string) => world.make(world.sandbox.repository(name));

async function jobPolicy(jobId: string): Promise<Policy> {
  const { cleanupJob } = await world.api.request<{ cleanupJob: { policy: Policy } }>(
    "query($id: ID!) { cleanupJob(id: $id) { policy { rebuildable { name sign } stopGraceMs } } }",
    { id: jobId },
  );
  return cleanupJob.policy;
}

describe("a workspace's policy", () => {
  it("is the defaults until it is changed; only what is given changes, and null brings the default back", async () => {
    const workspaceId = await world.api.createWorkspace("policy");
    const first = await read(workspaceId);
    expect(branchPolicies(first)).toEqual({
      ARCHIVE: "KEEP",
      CASCADE_ARCHIVE: "KEEP",
      ENVIRONMENT_RESET: "KEEP",
      DELETE: "DELETE",
      CASCADE_DELETE: "DELETE",
      WORKSPACE_DELETE: "DELETE",
      QUICK_CHAT_EXPIRE: "DELETE",
      AUTOMATION_RETENTION: "DELETE",
    });
    expect(first).toMatchObject({ stopGraceMs: 30_000, sessionTimeoutMs: null, quickChatDays: 7 });
    expect(first.rebuildable.find((rule) => rule.name === "node_modules")?.sign).toContain(".package-lock.json");

    const rebuildable = [
      { name: "node_modules", sign: [".package-lock.json"] },
      { name: "web/dist", sign: [] },
    ];
    const changed = await update(workspaceId, {
      branchPolicies: [{ trigger: "DELETE", branchPolicy: "KEEP" }],
      rebuildable,
      sessionTimeoutMs: 3_600_000,
      quickChatDays: null,
    });
    expect(changed).toMatchObject({ rebuildable, stopGraceMs: 30_000, sessionTimeoutMs: 3_600_000, quickChatDays: null });
    expect(branchPolicies(changed)).toEqual({ ...branchPolicies(first), DELETE: "KEEP" });

    const more = await update(workspaceId, { stopGraceMs: 5, branchPolicies: [{ trigger: "ARCHIVE", branchPolicy: "DELETE" }] });
    expect(more).toMatchObject({ rebuildable, stopGraceMs: 5, sessionTimeoutMs: 3_600_000, quickChatDays: null });
    expect(branchPolicies(more)).toEqual({ ...branchPolicies(first), DELETE: "KEEP", ARCHIVE: "DELETE" });

    const back = await update(workspaceId, { branchPolicies: [{ trigger: "DELETE", branchPolicy: null }], stopGraceMs: null });
    expect(branchPolicies(back)).toEqual({ ...branchPolicies(first), ARCHIVE: "DELETE" });
    expect(back.stopGraceMs).toBe(30_000);
    expect(await update(workspaceId, { branchPolicies: null, rebuildable: null, sessionTimeoutMs: null, quickChatDays: 7 })).toEqual(first);
  });

  it.each([
    ["input", {}],
    ["input.stopGraceMs", { stopGraceMs: -1 }],
    ["input.stopGraceMs", { stopGraceMs: 86_400_001 }],
    ["input.sessionTimeoutMs", { sessionTimeoutMs: 59_999 }],
    ["input.quickChatDays", { quickChatDays: 0 }],
    ["input.rebuildable.0.name", { rebuildable: [{ name: "../out" }] }],
    ["input.rebuildable.0.name", { rebuildable: [{ name: ".git" }] }],
    ["input.rebuildable.0.name", { rebuildable: [{ name: "/abs" }] }],
    ["input.rebuildable.0.name", { rebuildable: [{ name: "" }] }],
    ["input.rebuildable.1.name", { rebuildable: [{ name: "a" }, { name: "a" }] }],
    ["input.rebuildable.0.sign.0", { rebuildable: [{ name: "a", sign: ["../../sign"] }] }],
    ["input.rebuildable.0.sign.0", { rebuildable: [{ name: "a", sign: ["only:"] }] }],
    [
      "input.branchPolicies.1.trigger",
      {
        branchPolicies: [
          { trigger: "DELETE", branchPolicy: "KEEP" },
          { trigger: "DELETE", branchPolicy: "DELETE" },
        ],
      },
    ],
  ])("refuses what can't be used, naming %s, and changes nothing", async (field, change) => {
    const before = await read(world.workspaceId);
    await expect(update(world.workspaceId, change)).rejects.toMatchObject({ type: "InvalidInputError", fields: { field } });
    expect(await read(world.workspaceId)).toEqual(before);
  });

  it("is changed once per operation id, also at the same moment; a null is not the same as nothing said", async () => {
    const workspaceId = await world.api.createWorkspace("policy");
    const operationId = "policy-once";
    const change = { operationId, quickChatDays: null };
    const answers = await Promise.all([1, 2, 3].map(() => update(workspaceId, change)));
    expect(answers.map((policy) => policy.quickChatDays)).toEqual([null, null, null]);
    await update(workspaceId, { quickChatDays: 3 });
    expect((await update(workspaceId, change)).quickChatDays).toBe(3);
    await expect(update(workspaceId, { operationId, stopGraceMs: null })).rejects.toMatchObject({ code: "OPERATION_CONFLICT" });
    await expect(update(workspaceId, { operationId, quickChatDays: null, stopGraceMs: null })).rejects.toMatchObject({
      code: "OPERATION_CONFLICT",
    });
  });

  it("decides about branches by trigger, and a call wins over it", async () => {
    await update(world.workspaceId, {
      branchPolicies: [
        { trigger: "ARCHIVE", branchPolicy: "DELETE" },
        { trigger: "DELETE", branchPolicy: "KEEP" },
      ],
    });
    const [archived, kept, deleted, called] = [await make("p1"), await make("p2"), await make("p3"), await make("p4")];
    expect(worktreeOf((await world.end("archiveTask", archived.taskId))[0] as never).branchOutcome).toBe("DELETED");
    expect(worktreeOf((await world.end("archiveTask", kept.taskId, { branchPolicy: "KEEP" }))[0] as never).branchOutcome).toBe("KEPT");
    expect(worktreeOf((await world.end("deleteTask", deleted.taskId))[0] as never).branchOutcome).toBe("KEPT");
    expect(worktreeOf((await world.end("deleteTask", called.taskId, { branchPolicy: "DELETE" }))[0] as never).branchOutcome).toBe(
      "DELETED",
    );
    await update(world.workspaceId, { branchPolicies: null });
  });

  it("says what can be rebuilt; a job goes by what was in force when it was made", async () => {
    const repo = world.sandbox.repository("p5");
    repo.commit({ ".gitignore": "out\n" }, "ignore");
    const trees = [await world.make(repo), await world.make(repo)];
    for (const { tree } of trees) world.sandbox.write(tree, { "out/made": "made\n", "out/SIGN": "\n" });
    const [clean, kept] = trees as [(typeof trees)[0], (typeof trees)[0]];

    await update(world.workspaceId, { rebuildable: [{ name: "out", sign: ["SIGN"] }], stopGraceMs: 3_600_000 });
    const session = await world.api.startSession({ taskId: clean.taskId, environmentId: clean.environmentId });
    const [jobId] = (await world.api.archiveTask({ taskId: clean.taskId })) as [string];
    await update(world.workspaceId, { rebuildable: [], stopGraceMs: null });
    expect(await jobPolicy(jobId)).toEqual({ rebuildable: [{ name: "out", sign: ["SIGN"] }], stopGraceMs: 3_600_000 });
    const [stopping] = world.rows<{ graceEndsAt: string | number }>("select graceEndsAt from Session where id = ?", session);
    expect(new Date(stopping?.graceEndsAt ?? 0).getTime() - world.now()).toBeGreaterThan(3_000_000);
    await world.api.updateSession({ sessionId: session, state: "COMPLETED" });
    expect(worktreeOf(await world.waitForJob(jobId, ["SUCCEEDED"])).outcome).toBe("REMOVED");

    expect(worktreeOf((await world.end("archiveTask", kept.taskId))[0] as never).outcome).toBe("QUARANTINED");
    await update(world.workspaceId, { rebuildable: null });
  });

  it("gives a session its grace, also one that somebody else asks to stop", async () => {
    await update(world.workspaceId, { stopGraceMs: 7_200_000 });
    const taskId = await world.task();
    const session = await world.api.startSession({ taskId });
    await world.api.updateSession({ sessionId: session, state: "STOPPING" });
    const [row] = world.rows<{ graceEndsAt: string | number }>("select graceEndsAt from Session where id = ?", session);
    expect(new Date(row?.graceEndsAt ?? 0).getTime() - world.now()).toBeGreaterThan(6_000_000);
    await update(world.workspaceId, { stopGraceMs: null });
  });
});
