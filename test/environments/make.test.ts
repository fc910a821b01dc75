import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { retryEnvironment } from "../../src/environments/retry.js";
import { git, makeBareClone } from "../support/repository.js";
import { house } from "./harness.js";

const own = house({ running: true });

function worktreesOf(repo: { path: string }): Promise<string> {
  return git(repo.path, "worktree", "list", "--porcelain");
}

describe("making an environment", () => {
  it("makes one worktree a slot, on new branches, locked, with a marker that says whose they are", async () => {
    const [web, api] = [await own.repository(), await own.repository()];
    const taskId = await own.task("Add a login page!");
    const environmentId = await own.create(taskId, [
      { repositoryId: web.repositoryId, slot: "web" },
      { repositoryId: api.repositoryId, slot: "api", branch: "feature/api" },
    ]);
    const reserved = await own.environment(environmentId);
    expect(reserved.worktrees.map((worktree) => worktree.path.startsWith(join(own.core.root.live, reserved.directory)))).toEqual([
      true,
      true,
    ]);

    const environment = await own.settled(environmentId);

    expect(environment.status).toBe("READY");
    expect(environment.directory).toMatch(/^add-a-login-page-[0-9a-z]{26}$/);
    const [apiTree, webTree] = environment.worktrees;
    expect(webTree).toMatchObject({ status: "READY", branch: "add-a-login-page", branchCreated: true, error: null });
    expect(apiTree).toMatchObject({ status: "READY", branch: "feature/api", baseRef: "main", branchCreated: true });
    expect(webTree?.baseCommit).toBe(await web.repo.commitOf("main"));
    expect(webTree?.adminName).toBe(webTree?.directory);
    expect(await git(webTree?.path ?? "", "status", "--porcelain", "--branch")).toBe("## add-a-login-page");
    expect(await worktreesOf(web.repo)).toContain(`locked treekeeper ${own.core.root.instanceId} ${webTree?.id} ${webTree?.nonce}`);
    const marker = JSON.parse(readFileSync(join(own.core.root.live, environment.directory, ".treekeeper.json"), "utf8"));
    expect(marker).toMatchObject({ environmentId, nonce: environment.nonce, worktrees: { [webTree?.directory ?? ""]: webTree?.id } });
    expect(await git(web.repo.path, "config", "--get-regexp", "^branch\\.add").catch(() => "none")).toBe("none");
  });

  it("streams what it does, with states as they were", async () => {
    const { repositoryId } = await own.repository();
    const environmentId = await own.create(await own.task(), [{ repositoryId, slot: "app" }]);
    await own.settled(environmentId);
    const events = await own.events({ environmentId });
    expect(events.map(({ type, status, percent }) => [type, status, percent])).toEqual([
      ["QUEUED", "PROVISIONING", 0],
      ["STARTED", "PROVISIONING", null],
      ["WORKTREE_STARTED", "PROVISIONING", 0],
      ["CHECKING_OUT", "PROVISIONING", 0],
      ["WORKTREE_READY", "READY", 100],
      ["READY", "READY", 100],
    ]);
  });

  it("takes an existing branch as it is, and a bare repository", async () => {
    const { repo } = await own.repository();
    await repo.git("branch", "release");
    const bare = await makeBareClone(repo);
    const repositoryId = await own.register(bare);
    const environment = await own.settled(await own.create(await own.task(), [{ repositoryId, existingBranch: "release" }]));
    expect(environment.worktrees[0]).toMatchObject({ status: "READY", branch: "release", branchCreated: false, branchExists: true });
    expect(await git(environment.worktrees[0]?.path ?? "", "symbolic-ref", "HEAD")).toBe("refs/heads/release");
  });

  it("fetches first when asked to, and finds a base that only the remote had", async () => {
    const { repo, repositoryId } = await own.repository({ remote: true });
    await repo.git("checkout", "-q", "-b", "elsewhere");
    const commit = await repo.commit({ "new.txt": "new" });
    await repo.git("push", "-q", "origin", "elsewhere");
    await repo.git("checkout", "-q", "main");
    await repo.git("branch", "-q", "-D", "elsewhere");
    await repo.git("update-ref", "-d", "refs/remotes/origin/elsewhere");
    const environment = await own.settled(await own.create(await own.task(), [{ repositoryId, baseRef: "origin/elsewhere", fetch: true }]));
    expect(environment.worktrees[0]).toMatchObject({ status: "READY", baseCommit: commit });
    expect((await own.events({ environmentId: environment.id })).map((event) => event.type)).toContain("FETCHING");
  });

  it("makes 8 at once from a remote-tracking branch, while somebody holds config.lock", async () => {
    const { repo, repositoryId } = await own.repository({ remote: true });
    writeFileSync(join(repo.commonDir, "config.lock"), "");
    const taskId = await own.task("Many");
    const ids = await Promise.all(Array.from({ length: 8 }, () => own.create(taskId, [{ repositoryId, baseRef: "origin/main" }])));
    const made = await Promise.all(ids.map(own.settled));
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill("READY"));
    const branches = (await repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).split("\n");
    expect(branches.sort()).toEqual(["main", ...made.map(({ worktrees }) => worktrees[0]?.branch)].sort());
    expect(new Set(made.flatMap(({ worktrees }) => worktrees.map((worktree) => worktree.directory))).size).toBe(8);
  }, 120_000);
});

describe("what can't be made", () => {
  it("is FAILED with the reason and leaves nothing behind; the others stay; a retry makes what failed", async () => {
    const good = await own.repository();
    const bad = await own.repository();
    writeFileSync(join(bad.repo.path, ".gitattributes"), "*.bin filter=broken\n");
    await bad.repo.git("config", "filter.broken.clean", "cat");
    await bad.repo.git("config", "filter.broken.smudge", "false");
    await bad.repo.git("config", "filter.broken.required", "true");
    await bad.repo.commit({ "a.bin": "data" });
    const environmentId = await own.create(await own.task("Spoiled"), [
      { repositoryId: good.repositoryId, slot: "good" },
      { repositoryId: bad.repositoryId, slot: "spoiled" },
    ]);

    const failed = await own.settled(environmentId);

    expect(failed.status).toBe("FAILED");
    const [kept, lost] = failed.worktrees;
    expect(kept?.status).toBe("READY");
    expect(lost?.status).toBe("FAILED");
    expect(lost?.error).toContain("smudge filter");
    expect(failed.error).toContain("spoiled: ");
    expect(existsSync(lost?.path ?? "")).toBe(false);
    expect(await bad.repo.git("branch", "--format=%(refname:short)")).toBe("main");
    expect((await worktreesOf(bad.repo)).match(/^worktree /gm)).toHaveLength(1);
    expect(readdirSync(join(bad.repo.commonDir, "treekeeper"))).toEqual(["repositories"]);

    const inode = readdirSync(kept?.path ?? "");
    await bad.repo.git("config", "filter.broken.smudge", "cat");
    await retryEnvironment(own.core, { environmentId });
    const again = await own.settled(environmentId);
    expect(again).toMatchObject({ status: "READY", error: null });
    expect(again.worktrees.map(({ id }) => id)).toEqual(failed.worktrees.map(({ id }) => id));
    expect(readdirSync(kept?.path ?? "")).toEqual(inode);
    await expect(retryEnvironment(own.core, { environmentId })).rejects.toMatchObject({ code: "ENVIRONMENT_BUSY" });
  }, 60_000);

  it("takes the environment's directory along when nothing was made", async () => {
    const { repo, repositoryId } = await own.repository();
    const environmentId = await own.create(await own.task(), [{ repositoryId, baseRef: "origin/nowhere", fetch: true }]);
    const failed = await own.settled(environmentId);
    expect(failed.worktrees[0]?.error).toContain('"origin/nowhere" names no commit');
    expect(existsSync(join(own.core.root.live, failed.directory))).toBe(false);
    await repo.git("update-ref", "refs/remotes/origin/nowhere", "main");
    await retryEnvironment(own.core, { environmentId });
    expect((await own.settled(environmentId)).status).toBe("READY");
  });

  it("judges by facts: a failing hook after a complete checkout is no failure, and without runHooks it does not run", async () => {
    const { repo } = await own.repository();
    const hook = `#!/bin/sh\necho ran >> "${repo.commonDir}/ran"\nexit 3\n`;
    mkdirSync(join(repo.commonDir, "hooks"), { recursive: true });
    writeFileSync(join(repo.commonDir, "hooks", "post-checkout"), hook, { mode: 0o755 });
    const repositoryId = await own.register(repo);
    expect((await own.settled(await own.create(await own.task(), [{ repositoryId }]))).status).toBe("READY");
    expect(existsSync(join(repo.commonDir, "ran"))).toBe(false);
    await own.register(repo, { runHooks: true });
    expect((await own.settled(await own.create(await own.task(), [{ repositoryId }]))).status).toBe("READY");
    expect(readFileSync(join(repo.commonDir, "ran"), "utf8")).toBe("ran\n");
  });

  it("leaves alone a branch that somebody made between the reservation and the making", async () => {
    const { repo, repositoryId } = await own.repository();
    own.interference["make.claim"] = {
      before: async () => {
        await repo.git("branch", "--force", "mine");
      },
    };
    const environment = await own.settled(await own.create(await own.task(), [{ repositoryId, branch: "mine" }]));
    expect(environment.worktrees[0]).toMatchObject({ status: "FAILED", branchCreated: false });
    expect(environment.worktrees[0]?.error).toContain("exists");
    expect(await repo.commitOf("mine")).toBe(await repo.commitOf("main"));
  });

  it("leaves alone a branch that somebody made at the very last moment, and says that it is not ours", async () => {
    const { repo, repositoryId } = await own.repository();
    own.interference["make.branch"] = {
      before: async () => {
        await repo.git("branch", "late");
      },
    };
    const environment = await own.settled(await own.create(await own.task(), [{ repositoryId, branch: "late" }]));
    expect(environment.worktrees[0]).toMatchObject({ status: "FAILED", branchCreated: false });
    expect(await repo.git("branch", "--format=%(refname:short)")).toBe("late\nmain");
  });

  it("says that a repository is missing, and leaves nothing", async () => {
    const { repo, repositoryId } = await own.repository();
    own.interference["make.claim"] = { after: () => renameSync(repo.path, `${repo.path}-away`) };
    const environmentId = await own.create(await own.task(), [{ repositoryId }]);
    const failed = await own.settled(environmentId);
    expect(failed.worktrees[0]?.error).toMatch(/is not there.*register it again\.$/);
    expect(existsSync(join(own.core.root.live, failed.directory))).toBe(false);
    delete own.interference["make.claim"];
    renameSync(`${repo.path}-away`, repo.path);
    await retryEnvironment(own.core, { environmentId });
    expect((await own.settled(environmentId)).status).toBe("READY");
  });
});
