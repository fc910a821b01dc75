import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Repo } from "../support/repo.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made, World } from "../support/world.js";
import { Resets, remoteTip } from "./resetting.js";

let world: World;
let resets: Resets;
let app: Repo;

beforeAll(async () => {
  world = await World.start();
  resets = new Resets(world);
  app = resets.withRemote("app");
});

afterAll(async () => {
  await world.close();
});

/** The trees of an environment as they are now, that nothing may have touched. */
function treesOf(made: Made): string {
  return JSON.stringify(
    made.environment.worktrees.map(({ path }) => [
      world.sandbox.git(path, "status", "--porcelain=v1", "--branch"),
      world.sandbox.git(path, "rev-parse", "HEAD"),
      world.sandbox.sh(path, "find . -not -path './.git' -printf '%p %i %T@\\n' | sort"),
    ]),
  );
}

async function waits(jobId: string, words: string): Promise<void> {
  await waitFor(async () => {
    const job = await world.api.job(jobId);
    expect(`${job?.state} ${job?.lastError} ${job?.waitingFor}`).toMatch(/RETRY_WAIT|FAILED/);
    expect(`${job?.lastError} ${job?.waitingFor}`).toContain(words);
  }, LIMIT_MS);
}

function begunAt(jobId: string): unknown {
  return world.rows<{ begunAt: unknown }>("select begunAt from CleanupJob where id = ?", jobId)[0]?.begunAt;
}

describe("pushing first", () => {
  it("pushes every repository's branch under its present name, before anything moves", async () => {
    const lib = resets.withRemote("lib-pushed");
    const made = await world.make([app, lib]);
    const second = made.environment.worktrees[1]?.path ?? "";
    const heads = [resets.commit(app, made.tree), resets.commit(lib, second)];
    world.sandbox.git(made.tree, "branch", "-m", "feat/pushed");
    const jobId = await resets.reset(made, { pushFirst: true, materialise: true });
    await resets.succeeded(jobId);
    expect(remoteTip(app, "feat/pushed")).toBe(heads[0]);
    expect(remoteTip(lib, made.environment.worktrees[1]?.branch ?? "")).toBe(heads[1]);
    const steps = world.rows<{ step: string; type: string }>(
      "select step, type from Event where jobId = ? and step is not null order by number",
      jobId,
    );
    const moved = steps.findIndex(({ step }) => step === "MOVE");
    expect(steps.slice(0, moved).map(({ step, type }) => `${step} ${type}`)).toEqual([
      "PUSH STEP_STARTED",
      "PUSH STEP_FINISHED",
      "PUSH STEP_STARTED",
      "PUSH STEP_FINISHED",
    ]);
    await resets.afresh(made);
  });

  it("never forces: what the remote does not take stops it with nothing touched, and a retry pushes again", async () => {
    const made = await world.make(app);
    const theirs = world.sandbox.path("theirs");
    world.sandbox.git(world.sandbox.dir, "clone", "-q", app.git("remote", "get-url", "origin"), theirs);
    world.sandbox.git(theirs, "checkout", "-q", "-b", made.branch);
    world.sandbox.git(theirs, "commit", "-q", "--allow-empty", "-m", "theirs");
    world.sandbox.git(theirs, "push", "-q", "origin", made.branch);
    const tip = remoteTip(app, made.branch);
    app.git("config", "remote.origin.push", "+refs/heads/*:refs/heads/*");
    resets.commit(app, made.tree);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    const before = treesOf(made);
    const jobId = await resets.reset(made, { pushFirst: true });
    await waits(jobId, "did not take");
    expect(treesOf(made)).toBe(before);
    expect(begunAt(jobId)).toBeNull();
    await world.lookAgain();
    await waits(jobId, "did not take");
    expect(remoteTip(app, made.branch)).toBe(tip);
    world.sandbox.git(made.tree, "fetch", "-q", "origin");
    world.sandbox.git(made.tree, "rebase", "-q", "--autostash", `origin/${made.branch}`);
    await world.lookAgain();
    await resets.succeeded(jobId);
    expect(remoteTip(app, made.branch)).toBe(app.git("rev-parse", made.branch));
    app.git("config", "--unset", "remote.origin.push");
  });

  it("goes where git itself would push it: pushRemote, pushDefault, the branch's remote, origin, the only one; else it says so", async () => {
    const repo = resets.withRemote("many");
    for (const name of ["a", "b", "c"]) {
      const bare = world.sandbox.path(`many-${name}.git`);
      world.sandbox.git(world.sandbox.dir, "init", "-q", "--bare", bare);
      repo.git("remote", "add", name, bare);
    }
    const pushedTo = async (configure: (branch: string) => void): Promise<string[]> => {
      const made = await world.make(repo);
      configure(made.branch);
      await resets.succeeded(await resets.reset(made, { pushFirst: true }));
      return ["origin", "a", "b", "c"].filter(
        (remote) => repo.git("remote").split("\n").includes(remote) && remoteTip(repo, made.branch, remote) !== "",
      );
    };
    expect(await pushedTo(() => {})).toEqual(["origin"]);
    expect(await pushedTo((branch) => repo.git("config", `branch.${branch}.remote`, "."))).toEqual(["origin"]);
    expect(await pushedTo((branch) => repo.git("config", `branch.${branch}.remote`, "a"))).toEqual(["a"]);
    repo.git("config", "remote.pushDefault", "b");
    expect(await pushedTo((branch) => repo.git("config", `branch.${branch}.remote`, "a"))).toEqual(["b"]);
    expect(await pushedTo((branch) => repo.git("config", `branch.${branch}.pushRemote`, "c"))).toEqual(["c"]);
    repo.git("config", "--unset", "remote.pushDefault");
    repo.git("remote", "remove", "origin");
    repo.git("remote", "remove", "a");
    const made = await world.make(repo);
    const jobId = await resets.reset(made, { pushFirst: true });
    await waits(jobId, "b, c");
    repo.git("remote", "remove", "b");
    await world.lookAgain();
    await resets.succeeded(jobId);
    expect(remoteTip(repo, made.branch, "c")).not.toBe("");
    const none = await world.make(world.sandbox.repository("no-remote"));
    const without = await resets.reset(none, { pushFirst: true });
    await waits(without, "no remote");
    await world.api.cancelCleanupJob(without);
    expect((await world.api.environment(none.environmentId))?.status).toBe("READY");
  });

  it("stops at a detached HEAD, a mirror and a remote that is away; nothing of any repository is pushed before all can be", async () => {
    const [detached, mirror, away] = [resets.withRemote("detached"), resets.withRemote("mirror"), resets.withRemote("away")];
    mirror.git("config", "remote.origin.mirror", "true");
    away.git("remote", "set-url", "origin", world.sandbox.path("nowhere.git"));
    for (const [repo, words, prepare] of [
      [
        detached,
        "no branch is checked out",
        (made: Made) => world.sandbox.git(made.environment.worktrees[1]?.path ?? "", "checkout", "-q", "--detach"),
      ],
      [mirror, "mirror", () => {}],
    ] as const) {
      const made = await world.make([app, repo]);
      resets.commit(app, made.tree);
      prepare(made);
      const before = treesOf(made);
      const jobId = await resets.reset(made, { pushFirst: true });
      await waits(jobId, words);
      expect(treesOf(made)).toBe(before);
      expect(remoteTip(app, made.branch)).toBe("");
      await world.api.cancelCleanupJob(jobId);
    }
    const made = await world.make(away);
    const before = treesOf(made);
    const jobId = await resets.reset(made, { pushFirst: true });
    for (let attempt = 1; attempt < 8; attempt += 1) {
      await waitFor(async () => expect(await world.api.job(jobId)).toMatchObject({ attempts: attempt, state: "RETRY_WAIT" }), LIMIT_MS);
      await world.advance(12 * 3_600_000 + 1_000);
    }
    const failed = await world.waitForJob(jobId, ["FAILED"]);
    expect(failed.lastError).toContain("push");
    expect(treesOf(made)).toBe(before);
    expect(begunAt(jobId)).toBeNull();
    // A retry pushes again.
    world.sandbox.git(world.sandbox.dir, "init", "-q", "--bare", world.sandbox.path("nowhere.git"));
    await world.api.retryCleanupJob(jobId);
    await resets.succeeded(jobId);
    expect(remoteTip(away, made.branch)).not.toBe("");
  });

  it("runs the repository's own pre-push hook only where the repository says so", async () => {
    for (const runHooks of [false, true]) {
      const repo = resets.withRemote(`hooks-${runHooks}`);
      const hook = join(repo.path, ".git/hooks/pre-push");
      const ran = world.sandbox.path(`ran-${runHooks}`);
      writeFileSync(hook, `#!/bin/sh\npwd >'${ran}'\n`, { mode: 0o755 });
      await world.repositoryId(repo, { runHooks });
      const made = await world.make(repo);
      await resets.succeeded(await resets.reset(made, { pushFirst: true }));
      expect(existsSync(ran)).toBe(runHooks);
      if (runHooks) expect(readFileSync(ran, "utf8").trim()).toBe(made.tree);
    }
  });

  it("is ended with the server, and goes on after the next start", async () => {
    const repo = resets.withRemote("slow");
    const bare = repo.git("remote", "get-url", "origin");
    writeFileSync(join(bare, "hooks/pre-receive"), "#!/bin/sh\n[ -e slow ] && { rm slow; sleep 300; }\nexit 0\n", { mode: 0o755 });
    writeFileSync(join(bare, "slow"), "");
    const made = await world.make(repo);
    const head = resets.commit(repo, made.tree);
    const jobId = await resets.reset(made, { pushFirst: true });
    await waitFor(() => expect(existsSync(join(bare, "slow"))).toBe(false), LIMIT_MS);
    await world.server.stop();
    await world.boot();
    await resets.succeeded(jobId);
    expect(remoteTip(repo, made.branch)).toBe(head);
  });
});
