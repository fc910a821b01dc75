import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, made, type World } from "../support/world.js";
import { forbiddenCommands, noted, registrationOf } from "./home.js";

let world: World;

beforeAll(async () => {
  world = await noted();
});

afterAll(async () => {
  await world.close();
});

/** At least so many of the environments are READY, and none has failed. */
async function counted(ids: readonly string[], ready = ids.length): Promise<void> {
  await waitFor(() => {
    const rows = world.rows<{ status: string }>(`select status from Environment where id in (${ids.map(() => "?").join()})`, ...ids);
    expect(rows.filter((row) => row.status === "FAILED")).toEqual([]);
    expect(rows.filter((row) => row.status === "READY").length).toBeGreaterThanOrEqual(ready);
  }, 3 * LIMIT_MS);
}

describe("C11 a prune or a gc by anyone", () => {
  it("leaves our worktrees alone while they can't be seen", async () => {
    const repo = world.sandbox.repository("c11");
    const one = await world.make(repo);
    world.sandbox.write(one.tree, { wip: "wip\n" });
    world.sandbox.sh(
      world.root,
      `mv live away; mkdir live; git -C ${repo.path} worktree prune -v --expire=now; git -C ${repo.path} gc -q --prune=now; rmdir live; mv away live`,
    );
    expect(registrationOf(repo, one.tree)?.locked).toMatch(/^treekeeper /);
    expect(world.sandbox.git(one.tree, "status", "--porcelain")).toBe("?? wip");
  });
});

describe("C20 sixty creations at once", () => {
  it("beside prunes by others give sixty worktrees and no stray branch", { timeout: 8 * LIMIT_MS }, async () => {
    const repo = world.sandbox.repository("c20");
    const repositoryId = await world.repositoryId(repo);
    const taskId = await world.task("c20");
    const creations = Array.from({ length: 60 }, (_, n) =>
      world.api.createEnvironment({ taskId, slots: [{ repositoryId, branch: `b${n}` }] }),
    );
    const ids = (await Promise.all(creations)).map((one) => one.id);
    for (let ready = 0; ready <= 60; ready += 3) {
      repo.git("worktree", "prune", "--expire=now");
      await counted(ids, ready);
    }
    expect(repo.registrations()).toHaveLength(60);
    expect(repo.branches().sort()).toEqual([...Array.from({ length: 60 }, (_, n) => `b${n}`), "main"].sort());
    for (const { path } of repo.registrations()) expect(world.sandbox.git(path, "status", "--porcelain")).toBe("");
  });
});

describe("C30 twenty creations from a remote-tracking branch", () => {
  it("all succeed, also while git's configuration is locked", { timeout: 4 * LIMIT_MS }, async () => {
    const repo = world.sandbox.repository("c30");
    world.sandbox.git(world.sandbox.dir, "clone", "-q", "--bare", repo.path, world.sandbox.path("c30-origin.git"));
    repo.git("remote", "add", "origin", world.sandbox.path("c30-origin.git"));
    repo.git("fetch", "-q", "origin");
    const repositoryId = await world.repositoryId(repo);
    const taskId = await world.task("c30");
    world.sandbox.write(repo.common, { "config.lock": "" });
    try {
      const made = Array.from({ length: 20 }, (_, n) =>
        world.api.createEnvironment({ taskId, slots: [{ repositoryId, branch: `b${n}`, baseRef: "origin/main" }] }),
      );
      await counted((await Promise.all(made)).map((one) => one.id));
    } finally {
      rmSync(join(repo.common, "config.lock"));
    }
    expect(repo.branches()).toHaveLength(21);
    expect(repo.registrations()).toHaveLength(20);
  });
});

describe("C31 a worktree add that fails", () => {
  it("after the checkout, in a hook: the facts decide, it is READY", async () => {
    const repo = world.sandbox.repository("c31-hook");
    world.sandbox.write(repo.path, { ".git/hooks/post-checkout": "#!/bin/sh\ntouch .ran; exit 3\n" });
    world.sandbox.run("chmod", ["+x", ".git/hooks/post-checkout"], { cwd: repo.path });
    const repositoryId = await world.api.registerRepository({ workspaceId: world.workspaceId, path: repo.path, runHooks: true });
    const { id } = await world.api.createEnvironment({ taskId: await world.task(), slots: [{ repositoryId }] });
    const environment = await world.waitForEnvironment(id, "READY");
    expect(existsSync(join(environment.worktrees[0]?.path ?? "", ".ran"))).toBe(true);
  });

  it("hooks are off where nobody turned them on", async () => {
    const repo = world.sandbox.repository("c31-off");
    world.sandbox.write(repo.path, { ".git/hooks/post-checkout": "#!/bin/sh\ntouch .ran\n" });
    world.sandbox.run("chmod", ["+x", ".git/hooks/post-checkout"], { cwd: repo.path });
    const one = await world.make(repo);
    expect(existsSync(join(one.tree, ".ran"))).toBe(false);
  });

  it("during the checkout, in a filter: no branch is left, and the same request again works", async () => {
    const repo = world.sandbox.repository("c31-filter");
    world.sandbox.sh(
      repo.path,
      "echo '*.bin filter=x' >.gitattributes; echo d >a.bin; git config filter.x.clean cat; git config filter.x.smudge false; git config filter.x.required true; git add .; git commit -qm b",
    );
    const repositoryId = await world.repositoryId(repo);
    const taskId = await world.task("c31");
    const { id } = await world.api.createEnvironment({ taskId, slots: [{ repositoryId, branch: "t2" }] });
    const failed = await world.waitForEnvironment(id, "FAILED");
    expect(failed.worktrees[0]).toMatchObject({ status: "FAILED", error: expect.stringMatching(/./) });
    expect(repo.branches()).toEqual(["main"]);
    expect(repo.registrations()).toEqual([]);
    expect(existsSync(failed.worktrees[0]?.path ?? "")).toBe(false);

    repo.git("config", "filter.x.smudge", "cat");
    await world.api.retryEnvironment(id);
    expect(made(taskId, await world.waitForEnvironment(id, "READY")).branch).toBe("t2");
  });

  it("one failed slot leaves the others", async () => {
    const bad = world.sandbox.repository("c31-bad");
    world.sandbox.sh(
      bad.path,
      "echo '*.bin filter=x' >.gitattributes; echo d >a.bin; git config filter.x.clean cat; git config filter.x.smudge false; git config filter.x.required true; git add .; git commit -qm b",
    );
    const good = world.sandbox.repository("c31-good");
    const slots = [
      { repositoryId: await world.repositoryId(good), slot: "good" },
      { repositoryId: await world.repositoryId(bad), slot: "bad" },
    ];
    const taskId = await world.task("c31 two");
    const { id } = await world.api.createEnvironment({ taskId, slots });
    const failed = await world.waitForEnvironment(id, "FAILED");
    expect(Object.fromEntries(failed.worktrees.map((tree) => [tree.slot, tree.status]))).toEqual({ good: "READY", bad: "FAILED" });
    bad.git("config", "filter.x.smudge", "cat");
    await world.api.retryEnvironment(id);
    await world.waitForEnvironment(id, "READY");
    await world.end("deleteTask", taskId);
    expect(good.registrations()).toEqual([]);
    expect(bad.registrations()).toEqual([]);
  });
});

describe("smaller cases of names", () => {
  it("a branch under or over one that exists is a typed error, or another name where the name was ours", async () => {
    const repo = world.sandbox.repository("nested");
    repo.git("branch", "task");
    repo.git("branch", "deep/er");
    const repositoryId = await world.repositoryId(repo);
    const taskId = await world.task("deep");
    for (const branch of ["task/1", "deep"]) {
      await expect(world.api.createEnvironment({ taskId, slots: [{ repositoryId, branch }] })).rejects.toMatchObject({
        code: "BRANCH_REFUSED",
        fields: { reason: "NESTED" },
      });
    }
    expect(world.rows("select id from Environment where taskId = ?", taskId)).toEqual([]);
    const { id } = await world.api.createEnvironment({ taskId, slots: [{ repositoryId }] });
    expect((await world.waitForEnvironment(id, "READY")).worktrees[0]?.branch).not.toBe("deep");
  });

  it("a repository without a commit is refused before any row, and nothing is committed", async () => {
    const path = world.sandbox.path("no-commit");
    world.sandbox.run("git", ["init", "-q", path]);
    await expect(world.api.registerRepository({ workspaceId: world.workspaceId, path })).rejects.toMatchObject({
      code: "REPOSITORY_REFUSED",
      fields: { reason: "NO_COMMIT" },
    });
    expect(world.sandbox.run("git", ["rev-parse", "--verify", "-q", "HEAD"], { cwd: path, ok: [1] })).toBe("");
  });

  it("a branch name that is an option or a revision is a typed error", async () => {
    const repositoryId = await world.repositoryId(world.sandbox.repository("options"));
    const taskId = await world.task();
    for (const branch of [
      "--upload-pack=x",
      "-b",
      "HEAD",
      "@{-1}",
      "@",
      "a..b",
      "refs/heads/../x",
      "a b",
      "a\nb",
      "a\u0000b",
      "x.lock",
      "/a",
      "a/",
      "x".repeat(5_000),
    ]) {
      await expect(
        world.api.createEnvironment({ taskId, slots: [{ repositoryId, branch }] }),
        JSON.stringify(branch.slice(0, 20)),
      ).rejects.toMatchObject({
        code: expect.stringMatching(/^(BRANCH_REFUSED|INVALID_INPUT)$/),
      });
    }
    expect(world.rows("select id from Environment where taskId = ?", taskId)).toEqual([]);
  });

  it("a user's worktree with a newline in its path stays; a repository with one is refused, typed", async () => {
    const odd = world.sandbox.repository("with\nnewline");
    await expect(world.make(odd)).rejects.toMatchObject({ code: "REPOSITORY_REFUSED" });
    const repo = world.sandbox.repository("beside-a-newline");
    repo.git("worktree", "add", "-q", world.sandbox.path("a\nworktree"), "-b", "theirs");
    const one = await world.make(repo);
    expect(one.path).not.toMatch(/\p{Cc}/u);
    await world.endOne("deleteTask", one.taskId);
    expect(repo.registrations().map((registration) => registration.branch)).toEqual(["refs/heads/theirs"]);
  });

  it("titles of every kind give directories and branches that are names", async () => {
    const repo = world.sandbox.repository("titles");
    for (const title of ["feat/x: ../../etc", "-rf", "日本語", "x".repeat(200), "…"]) {
      const one = await world.make(repo, { title });
      expect(one.path.startsWith(join(world.root, "live/"))).toBe(true);
      expect(one.path.slice(join(world.root, "live/").length)).toMatch(/^[a-z0-9][a-z0-9-]*$/);
      expect(readFileSync(join(one.tree, "f"), "utf8")).toBe("a\n");
    }
  });

  it("the server dies while its worktree add runs: one worktree, one branch", async () => {
    const files = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`d${n % 10}/${n}`, `${n}\n`]));
    const repo = world.sandbox.repository("killed-add", files);
    const repositoryId = await world.repositoryId(repo);
    const taskId = await world.task("killed add");
    await world.server.arm("make.add", "during");
    const { id } = await world.api.createEnvironment({ taskId, slots: [{ repositoryId }] });
    expect((await world.server.ended).signal).toBe("SIGKILL");
    await world.boot();
    const environment = await world.waitForEnvironment(id, "READY");
    expect(repo.registrations().map((one) => one.path)).toEqual([environment.worktrees[0]?.path]);
    expect(repo.branches()).toHaveLength(2);
    expect(world.sandbox.git(environment.worktrees[0]?.path ?? "", "status", "--porcelain")).toBe("");
  });
});

describe("commands that are never run", () => {
  it("were not run in any of these cases", () => {
    expect(forbiddenCommands(world)).toEqual([]);
  });
});
