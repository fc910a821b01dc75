import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newId } from "../../src/db/ids.js";
import { registerRepository, unregisterRepository } from "../../src/environments/repositories.js";
import { createWorkspace } from "../../src/environments/workspaces.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { temporaryDirectory } from "../support/directory.js";
import { git, makeBareClone, makeRepository } from "../support/repository.js";
import { house } from "./harness.js";

const own = house({ running: false });

describe("registering a repository", () => {
  it("knows it by its common directory, from wherever it is named, and marks it", async () => {
    const repo = await makeRepository();
    await repo.git("worktree", "add", "-q", "--detach", join(repo.path, "..", "linked"));
    const repositoryId = await own.register(repo);
    expect(await own.one.repository(repositoryId)).toMatchObject({
      name: "repo",
      commonDir: repo.commonDir,
      checkoutPath: repo.path,
      defaultBranch: "main",
      runHooks: false,
    });
    expect(readdirSync(join(repo.commonDir, "treekeeper", "repositories"))).toEqual([`${repositoryId}.json`]);
    for (const path of [join(repo.path, "..", "linked"), repo.commonDir, `${repo.path}/`]) {
      expect(await registerRepository(own.core, { workspaceId: own.workspaceId, path })).toEqual({ repositoryId });
    }
    await registerRepository(own.core, { workspaceId: own.workspaceId, path: repo.path, name: "New name", runHooks: true });
    expect(await own.one.repository(repositoryId)).toMatchObject({ name: "New name", runHooks: true });
    const { workspaceId } = await createWorkspace(own.core, { name: "other" });
    expect((await registerRepository(own.core, { workspaceId, path: repo.path })).repositoryId).not.toBe(repositoryId);
  }, 60_000);

  it("follows it where it was moved by its marker, and mends a marker that went where it lies as ever", async () => {
    const repo = await makeRepository();
    const repositoryId = await own.register(repo);
    const marker = (at: string): string => join(at, ".git", "treekeeper", "repositories", `${repositoryId}.json`);
    rmSync(marker(repo.path));
    expect(await registerRepository(own.core, { workspaceId: own.workspaceId, path: repo.path })).toEqual({ repositoryId });
    expect(existsSync(marker(repo.path))).toBe(true);
    const moved = `${repo.path}-moved`;
    renameSync(repo.path, moved);
    expect(await registerRepository(own.core, { workspaceId: own.workspaceId, path: moved })).toEqual({ repositoryId });
    expect((await own.one.repository(repositoryId))?.commonDir).toBe(join(moved, ".git"));
  });

  it("does not take another repository for one that is gone, whose inode number it was given", async () => {
    const gone = await makeRepository();
    const repositoryId = await own.register(gone);
    rmSync(gone.path, { recursive: true });
    const next = await makeRepository();
    // As a file system does that gives freed numbers to whoever comes next.
    const given = statSync(next.commonDir, { bigint: true }).ino.toString();
    await own.core.db.write((tx) => tx.repository.update({ where: { id: repositoryId }, data: { inode: given } }));
    const registered = await registerRepository(own.core, { workspaceId: own.workspaceId, path: next.path });
    expect(registered.repositoryId).not.toBe(repositoryId);
    expect((await own.one.repository(repositoryId))?.commonDir).toBe(gone.commonDir);
  });

  it("takes a bare one", async () => {
    const repositoryId = await own.register(await makeBareClone(await makeRepository()));
    expect(await own.one.repository(repositoryId)).toMatchObject({ name: "repo", checkoutPath: null });
  });

  it("refuses what is none, with the reason, and makes no row", async () => {
    const before = await own.core.db.read.repository.count();
    const plain = temporaryDirectory("plain");
    const empty = temporaryDirectory("empty");
    await git(empty, "init", "-q");
    const inside = join(own.core.root.live, "inside");
    mkdirSync(inside);
    await git(inside, "init", "-q");
    await git(inside, "commit", "-q", "--allow-empty", "-m", "x");
    const cases: [string, object][] = [
      [plain, { code: "REPOSITORY_REFUSED", reason: "NOT_A_REPOSITORY" }],
      [empty, { code: "REPOSITORY_REFUSED", reason: "NO_COMMIT" }],
      [inside, { code: "REPOSITORY_REFUSED", reason: "INSIDE_MANAGED_ROOT" }],
      ["/nowhere/at/all", { code: "REPOSITORY_REFUSED", reason: "NOT_FOUND" }],
      ["relative", { code: "REPOSITORY_REFUSED" }],
      ["/tmp/a\u0000b", { code: "REPOSITORY_REFUSED" }],
      [`/${"x".repeat(10_000_000)}`, { code: "REPOSITORY_REFUSED" }],
      ["", { code: "INVALID_INPUT", field: "input.path" }],
    ];
    for (const [path, expected] of cases) {
      await expect(registerRepository(own.core, { workspaceId: own.workspaceId, path }), path.slice(0, 50)).rejects.toMatchObject(expected);
    }
    await expect(registerRepository(own.core, { workspaceId: newId("workspace"), path: plain })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await own.core.db.read.repository.count()).toBe(before);
  });

  it("refuses what lies outside the allowed roots, by real paths", async () => {
    const repo = await makeRepository();
    const register = (roots: string[]) => {
      const core = { ...own.core, config: { ...own.core.config, allowedRepositoryRoots: roots } };
      return registerRepository(core, { workspaceId: own.workspaceId, path: repo.path });
    };
    await expect(register([temporaryDirectory("allowed"), `${repo.path}x`])).rejects.toMatchObject({ reason: "OUTSIDE_ALLOWED_ROOTS" });
    await expect(register(["/nowhere", join(repo.path, "..")])).resolves.toBeDefined();
  });

  it("answers the same when it is said again, also when the repository is gone since", async () => {
    const repo = await makeRepository();
    const input = { workspaceId: own.workspaceId, path: repo.path, operationId: "register-once" };
    const first = await registerRepository(own.core, input);
    renameSync(join(repo.path, ".git", "HEAD"), join(repo.path, ".git", "HEAD-away"));
    expect(await registerRepository(own.core, input)).toEqual(first);
    await expect(registerRepository(own.core, { ...input, name: "other" })).rejects.toMatchObject({ code: "OPERATION_CONFLICT" });
  });
});

describe("unregistering a repository", () => {
  it("is refused while anything refers to it", async () => {
    const { repositoryId } = await own.repository();
    const taskId = await own.task();
    await own.create(taskId, [{ repositoryId }]);
    await expect(unregisterRepository(own.core, { repositoryId })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const { jobIds } = await archiveTask(own.core, { taskId });
    await expect(unregisterRepository(own.core, { repositoryId })).rejects.toMatchObject({ code: "CLEANUP_IN_PROGRESS", jobId: jobIds[0] });
  });

  it("forgets the row, and leaves the repository as it is", async () => {
    const { repo, repositoryId } = await own.repository();
    writeFileSync(join(repo.path, "wip"), "wip");
    await unregisterRepository(own.core, { repositoryId });
    expect(await own.one.repository(repositoryId)).toBe(null);
    expect(await repo.git("status", "--porcelain")).toBe("?? wip");
    await expect(unregisterRepository(own.core, { repositoryId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
