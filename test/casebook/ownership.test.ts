import { existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refused } from "../support/api.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made, type World, worktreeOf } from "../support/world.js";
import { forbiddenCommands, noted, registrationOf, rescuesOf, restore } from "./home.js";

let world: World;

beforeAll(async () => {
  world = await noted();
});

afterAll(async () => {
  await world.close();
});

/** The job waits for somebody, and says for what. */
async function waitingFor(jobId: string): Promise<string> {
  return await waitFor(async () => {
    const job = await world.api.job(jobId);
    if (job?.waitingFor == null || job.state === "RUNNING")
      throw new Error(`the job is ${job?.state} and waits for nothing: ${job?.lastError}`);
    return `${job.lastError ?? ""} ${job.waitingFor}`;
  }, LIMIT_MS);
}

describe("C03 a borrower ends", () => {
  it("and touches nothing: the parent's tree stays with its work", async () => {
    const repo = world.sandbox.repository("c03");
    const parent = await world.make(repo);
    world.sandbox.write(parent.tree, { wip: "wip\n" });
    const child = await world.api.createTask({ workspaceId: world.workspaceId, title: "child", parentId: parent.taskId });
    const session = await world.api.startSession({ taskId: child, environmentId: parent.environmentId });
    await world.api.updateSession({ sessionId: session, state: "RUNNING" });
    expect(await world.end("archiveTask", child)).toEqual([]);
    expect(await world.api.deleteTask({ taskId: child })).toEqual([]);
    await world.rest();
    expect(readFileSync(join(parent.tree, "wip"), "utf8")).toBe("wip\n");
    expect(repo.branches()).toContain(parent.branch);
    expect((await world.api.environment(parent.environmentId))?.status).toBe("READY");
  });

  it("a deleted session deletes the session and nothing else", async () => {
    const made = await world.make(world.sandbox.repository("c03-session"));
    world.sandbox.write(made.tree, { wip: "wip\n" });
    const session = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    const jobs = world.rows("select count(*) n from CleanupJob");
    await world.api.deleteSession(session);
    expect(world.rows("select id from Session where id = ?", session)).toEqual([]);
    expect(world.rows("select count(*) n from CleanupJob")).toEqual(jobs);
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
    expect((await world.api.environment(made.environmentId))?.status).toBe("READY");
  });

  it("an archive of what another task uses waits, naming it, until that has ended", async () => {
    const made = await world.make(world.sandbox.repository("c03-borrowed"));
    const other = await world.task("borrows");
    const session = await world.api.startSession({ taskId: other, environmentId: made.environmentId });
    const [jobId] = await world.api.archiveTask({ taskId: made.taskId });
    const job = await world.waitForJob(jobId ?? "", ["BLOCKED"]);
    expect(job.blockedBy.map((one) => one.id)).toEqual([session]);
    expect(existsSync(made.tree)).toBe(true);
    await world.api.updateSession({ sessionId: session, state: "COMPLETED" });
    expect((await world.waitForJob(jobId ?? "", ["SUCCEEDED"])).resources[0]?.outcome).toBe("REMOVED");
  });

  it("a delete of what another task uses hands it over", async () => {
    const made = await world.make(world.sandbox.repository("c03-handed"));
    world.sandbox.write(made.tree, { wip: "wip\n" });
    const other = await world.task("inherits");
    await world.api.startSession({ taskId: other, environmentId: made.environmentId });
    expect(await world.api.deleteTask({ taskId: made.taskId })).toEqual([]);
    expect(world.rows("select taskId from Environment where id = ?", made.environmentId)).toEqual([{ taskId: other }]);
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
  });
});

describe("C08 a creation that fails", () => {
  it("touches neither the user's worktree of that branch nor what lies beside it", async () => {
    const repo = world.sandbox.repository("c08");
    const code = world.sandbox.path("c08-code");
    repo.git("worktree", "add", "-q", join(code, "mine"), "-b", "mine");
    repo.git("worktree", "add", "-q", join(code, "adopted"), "-b", "adopted");
    world.sandbox.write(code, { "mine/wip": "wip\n", "unrelated.txt": "precious\n" });
    const before = repo.registrations();
    const taskId = await world.task("c08");
    const repositoryId = await world.repositoryId(repo);
    await expect(world.api.createEnvironment({ taskId, slots: [{ repositoryId, branch: "mine" }] })).rejects.toMatchObject({
      code: "BRANCH_REFUSED",
      fields: { reason: "EXISTS" },
    });
    await expect(world.api.createEnvironment({ taskId, slots: [{ repositoryId, existingBranch: "adopted" }] })).rejects.toMatchObject({
      code: "BRANCH_REFUSED",
      fields: { reason: "CHECKED_OUT" },
    });
    expect(repo.registrations()).toEqual(before);
    expect(readFileSync(join(code, "mine/wip"), "utf8")).toBe("wip\n");
    expect(readFileSync(join(code, "unrelated.txt"), "utf8")).toBe("precious\n");
    expect(world.rows("select id from Environment where taskId = ?", taskId)).toEqual([]);
  });
});

describe("C10 a path that another has taken", () => {
  it("is never made twice", async () => {
    const repo = world.sandbox.repository("c10-twice");
    const a = await world.make(repo, { title: "same title" });
    await world.end("deleteTask", a.taskId);
    const b = await world.make(repo, { title: "same title" });
    expect(b.path).not.toBe(a.path);
    expect(basename(b.tree)).not.toBe(basename(a.tree));
  });

  it("with another's marker is left to it by a late job", async () => {
    const repo = world.sandbox.repository("c10");
    const [a, b] = [await world.make(repo), await world.make(repo)];
    world.sandbox.write(b.tree, { wip: "wip\n" });
    // A's job is held up by somebody's lock; meanwhile B's directory stands in its place.
    const { locked } = registrationOf(repo, a.tree) ?? {};
    repo.git("worktree", "unlock", a.tree);
    repo.git("worktree", "lock", "--reason", "session 10", a.tree);
    const [jobId] = await world.api.archiveTask({ taskId: a.taskId });
    await waitingFor(jobId ?? "");
    renameSync(a.path, `${a.path}.aside`);
    renameSync(b.path, a.path);
    repo.git("worktree", "unlock", a.tree);
    repo.git("worktree", "lock", "--reason", locked ?? "", a.tree);
    try {
      await world.lookAgain();
      await waitFor(async () => {
        const job = await world.api.job(jobId ?? "");
        expect([job?.state, job?.resources.map((one) => one.outcome)]).toMatchObject([
          "SUCCEEDED",
          expect.arrayContaining([expect.stringMatching(/SUPERSEDED|PRESERVED_FOREIGN/)]),
        ]);
      }, LIMIT_MS);
      expect(readFileSync(join(a.path, basename(b.tree), "wip"), "utf8")).toBe("wip\n");
    } finally {
      renameSync(a.path, b.path);
      rmSync(`${a.path}.aside`, { recursive: true });
    }
  });
});

describe("C12 somebody's lock", () => {
  it("is seen before anything moves; the job names its reason and goes on when it is gone", async () => {
    const repo = world.sandbox.repository("c12");
    const made = await world.make(repo);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    repo.git("worktree", "unlock", made.tree);
    repo.git("worktree", "lock", "--reason", "session 42", made.tree);
    const [jobId] = await world.api.archiveTask({ taskId: made.taskId });
    expect(await waitingFor(jobId ?? "")).toContain("session 42");
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
    expect(registrationOf(repo, made.tree)?.locked).toBe("session 42");

    await world.lookAgain();
    expect(await waitingFor(jobId ?? "")).toContain("session 42");
    repo.git("worktree", "unlock", made.tree);
    await world.lookAgain();
    const job = await world.waitForJob(jobId ?? "", ["SUCCEEDED"]);
    expect(worktreeOf(job).outcome).toBe("QUARANTINED");
    expect(registrationOf(repo, made.tree)?.locked).toMatch(/^treekeeper /);
  });
});

describe("C13 branches that moved or were renamed inside the tree", () => {
  it("a user's branch that is checked out stays, the one that we made goes", async () => {
    const repo = world.sandbox.repository("c13");
    repo.git("branch", "release");
    const made = await world.make(repo, { slot: { branch: "task/1" } });
    world.sandbox.git(made.tree, "checkout", "-q", "release");
    const commit = repo.commit({}, "user work", made.tree);
    const { tree } = await world.endOne("deleteTask", made.taskId);
    expect(tree).toMatchObject({ outcome: "REMOVED", branchOutcome: "DELETED" });
    expect(repo.branches()).toEqual(["main", "release"]);
    expect(repo.git("rev-parse", "release")).toBe(commit);
    expect(`${tree.outcomeReason} ${tree.branchReason}`).toContain("release");
  });

  it("a branch of ours goes under its present name", async () => {
    const repo = world.sandbox.repository("c13-renamed");
    const made = await world.make(repo, { slot: { branch: "task/2" } });
    const commit = repo.commit({ x: "1\n" }, "work", made.tree);
    world.sandbox.git(made.tree, "branch", "-m", "feat/nice");
    const { tree } = await world.endOne("deleteTask", made.taskId);
    expect(tree.branchOutcome).toBe("DELETED");
    expect(repo.branches()).toEqual(["main"]);
    expect(Object.values(rescuesOf(repo, made))).toContain(commit);
  });

  it("a name that somebody made again after a rename is not ours", async () => {
    const repo = world.sandbox.repository("c13-again");
    const made = await world.make(repo, { slot: { branch: "task/3" } });
    world.sandbox.git(made.tree, "branch", "-m", "feat/other");
    repo.git("branch", "task/3", "main");
    await world.endOne("deleteTask", made.taskId);
    expect(repo.branches()).toContain("task/3");
  });
});

describe("C16 a symbolic link in the place of a directory", () => {
  it("of the environment is not followed", async () => {
    const repo = world.sandbox.repository("c16");
    const made = await world.make(repo);
    const victim = world.sandbox.path("c16-victim");
    world.sandbox.write(victim, { p: "precious\n" });
    renameSync(made.path, `${made.path}.aside`);
    symlinkSync(victim, made.path);
    const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
    await world.rest();
    expect(readFileSync(join(victim, "p"), "utf8")).toBe("precious\n");
    const job = await world.api.job(jobId ?? "");
    expect(JSON.stringify(job)).toMatch(/link/);
    rmSync(made.path);
    rmSync(`${made.path}.aside`, { recursive: true });
  });

  it("of a worktree is not followed into another's", async () => {
    const repo = world.sandbox.repository("c16-tree");
    const [a, b] = [await world.make(repo), await world.make(repo)];
    world.sandbox.write(b.tree, { wip: "wip\n" });
    rmSync(a.tree, { recursive: true });
    symlinkSync(b.tree, a.tree);
    await world.api.archiveTask({ taskId: a.taskId });
    await world.rest();
    expect(readFileSync(join(b.tree, "wip"), "utf8")).toBe("wip\n");
    expect(lstatSync(b.tree).isDirectory()).toBe(true);
    expect(repo.registrations().map((one) => one.path)).toContain(b.tree);
    expect(repo.branches()).toContain(b.branch);
  });
});

describe("C18 a branch that moves between verdict and delete", () => {
  async function stoppedBeforeRefs(made: Made): Promise<string> {
    await world.server.arm("settle.refs", "before");
    const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
    expect((await world.server.ended).signal).toBe("SIGKILL");
    return jobId ?? "";
  }

  it("is kept with the late commit, and said", async () => {
    const repo = world.sandbox.repository("c18");
    const made = await world.make(repo);
    const jobId = await stoppedBeforeRefs(made);
    const late = repo.git("commit-tree", "-p", made.branch, "-m", "late", `${made.branch}^{tree}`);
    repo.git("update-ref", `refs/heads/${made.branch}`, late);
    await world.boot();
    const tree = worktreeOf(await world.waitForJob(jobId, ["SUCCEEDED"]));
    expect(tree.branchOutcome).toBe("KEPT");
    expect(tree.branchReason).toBeTruthy();
    expect(repo.git("rev-parse", made.branch)).toBe(late);
  });

  it("and one that is checked out elsewhere is kept", async () => {
    const repo = world.sandbox.repository("c18-elsewhere");
    const made = await world.make(repo);
    const jobId = await stoppedBeforeRefs(made);
    const elsewhere = world.sandbox.path("c18-other");
    repo.git("worktree", "add", "-q", "--force", elsewhere, made.branch);
    await world.boot();
    const tree = worktreeOf(await world.waitForJob(jobId, ["SUCCEEDED"]));
    expect(tree.branchOutcome).toBe("KEPT");
    expect(world.sandbox.git(elsewhere, "status", "-sb")).toBe(`## ${made.branch}`);
  });
});

describe("C27 reported as done", () => {
  it("only when the facts were seen: a branch whose lock is held is not", async () => {
    const repo = world.sandbox.repository("c27");
    const made = await world.make(repo);
    const lock = join(repo.common, "refs/heads", `${made.branch}.lock`);
    world.sandbox.write(repo.common, { [`refs/heads/${made.branch}.lock`]: "" });
    const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
    const waiting = await world.waitForJob(jobId ?? "", ["RETRY_WAIT"]);
    expect(waiting.lastError).toBeTruthy();
    expect(repo.branches()).toContain(made.branch);
    rmSync(lock);
    await world.rest();
    expect((await world.waitForJob(jobId ?? "", ["SUCCEEDED"])).resources[0]).toMatchObject({
      outcome: "REMOVED",
      branchOutcome: "DELETED",
    });
    expect(existsSync(made.path)).toBe(false);
    expect(registrationOf(repo, made.tree)).toBeUndefined();
    expect(repo.branches()).toEqual(["main"]);
  });
});

describe("C28 before and after the commit of an ending", () => {
  it("killed before it: no job, nothing touched", async () => {
    const made = await world.make(world.sandbox.repository("c28"));
    await world.server.arm("end.commit", "before");
    await expect(world.api.archiveTask({ taskId: made.taskId })).rejects.toThrow();
    expect((await world.server.ended).signal).toBe("SIGKILL");
    await world.boot();
    await world.rest();
    expect(world.rows("select id from CleanupJob where environmentId = ?", made.environmentId)).toEqual([]);
    expect(world.rows("select archivedAt from Task where id = ?", made.taskId)).toEqual([{ archivedAt: null }]);
    expect((await world.api.environment(made.environmentId))?.status).toBe("READY");
    expect(existsSync(join(made.tree, "f"))).toBe(true);
  });

  it("killed between reservation and confirmation: the restart resumes, nothing is unclaimed", async () => {
    const repo = world.sandbox.repository("c28-make");
    const taskId = await world.task("c28");
    const repositoryId = await world.repositoryId(repo);
    await world.server.arm("make.confirm", "before");
    const { id } = await world.api.createEnvironment({ taskId, slots: [{ repositoryId }] });
    await world.server.ended;
    await world.boot();
    const environment = await world.waitForEnvironment(id, "READY");
    expect(repo.registrations().map((one) => one.path)).toEqual([environment.worktrees[0]?.path]);
    expect(repo.branches()).toEqual(["main", environment.worktrees[0]?.branch].sort());
  });
});

describe("C32 a restore", () => {
  it("finds the branch free for others while the tree is in quarantine, and comes back detached when it was taken", async () => {
    const repo = world.sandbox.repository("c32");
    const made = await world.make(repo);
    const commit = repo.commit({ x: "1\n" }, "work", made.tree);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    await world.endOne("archiveTask", made.taskId, { branchPolicy: "KEEP" });
    const other = world.sandbox.path("c32-other");
    repo.git("worktree", "add", "-q", other, made.branch);

    const environment = await restore(world, made);
    expect(world.sandbox.git(other, "branch", "--show-current")).toBe(made.branch);
    expect(world.sandbox.git(made.tree, "branch", "--show-current")).toBe("");
    expect(world.sandbox.git(made.tree, "rev-parse", "HEAD")).toBe(commit);
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
    const said = world
      .rows<{ message: string }>("select message from Event where environmentId = ? and kind = 'ENVIRONMENT'", environment.id)
      .map((row) => row.message);
    expect(said.join("\n")).toMatch(/detached|in use|checked out/i);
  });

  it("makes the branch anew where it was deleted, and moves residue at its path aside first", async () => {
    const repo = world.sandbox.repository("c32-anew");
    const made = await world.make(repo);
    repo.commit({ x: "1\n" }, "work", made.tree);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    const head = world.sandbox.git(made.tree, "rev-parse", "HEAD");
    await world.endOne("deleteTask", made.taskId, { branchPolicy: "DELETE" });
    expect(repo.branches()).toEqual(["main"]);
    world.sandbox.write(made.path, { "residue.txt": "residue of c32\n" });

    await restore(world, made);
    expect(world.sandbox.git(made.tree, "branch", "--show-current")).toBe(made.branch);
    expect(repo.git("rev-parse", made.branch)).toBe(head);
    expect(readFileSync(join(made.tree, "wip"), "utf8")).toBe("wip\n");
    const kept = world.sandbox.run("grep", ["-rl", "residue of c32", join(world.root, "quarantine")]);
    expect(kept).toContain("residue.txt");
  });

  it("is refused while it runs or after it was done", async () => {
    const made = await world.make(world.sandbox.repository("c32-twice"));
    world.sandbox.write(made.tree, { wip: "wip\n" });
    await world.endOne("deleteTask", made.taskId);
    await restore(world, made);
    await expect(restore(world, made)).rejects.toBeInstanceOf(Refused);
  });
});

describe("commands that are never run", () => {
  it("were not run in any of these cases", () => {
    expect(forbiddenCommands(world)).toEqual([]);
  });
});
