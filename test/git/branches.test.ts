import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assertBranchFree, freeBranchName, removeBranchSection } from "../../src/git/branches.js";
import { GitError } from "../../src/git/git.js";
import { makeRepository } from "../support/repository.js";
import { gitFixture, NOTE } from "./fixture.js";

const { git } = gitFixture();

test.each(["loose", "packed"])("a branch that exists or nests is refused: %s", async (kind) => {
  const { commonDir, git: run } = await makeRepository();
  await run("branch", "task");
  await run("branch", "feat/a/b");
  await run("branch", "feat2");
  if (kind === "packed") await run("pack-refs", "--all");
  const refusal = (name: string): Promise<unknown> => assertBranchFree(git, commonDir, name).catch((error: unknown) => error);
  expect(await refusal("task")).toMatchObject({ reason: "EXISTS", branch: "task" });
  expect(await refusal("task/1")).toMatchObject({ reason: "NESTED", branch: "task/1" });
  expect(await refusal("task/1/2")).toMatchObject({ reason: "NESTED" });
  expect(await refusal("feat")).toMatchObject({ reason: "NESTED" });
  expect(await refusal("feat/a")).toMatchObject({ reason: "NESTED" });
  for (const free of ["task2", "tas", "feat/a/c", "feat/c", "feat3", "Task"]) expect(await refusal(free), free).toBeUndefined();
});

test("a name made from a title steps aside for what is there, and for what is promised", async () => {
  const { commonDir, git: run } = await makeRepository();
  expect(await freeBranchName(git, commonDir, "Fix login")).toBe("fix-login");
  await run("branch", "fix-login/old");
  expect(await freeBranchName(git, commonDir, "Fix login")).toBe("fix-login-2");
  await run("branch", "fix-login-2");
  expect(await freeBranchName(git, commonDir, "Fix login", (name) => name === "fix-login-3")).toBe("fix-login-4");
});

test("a deleted branch's section leaves the configuration, and only it", async () => {
  const { commonDir, git: run } = await makeRepository({ remote: true });
  const config = join(commonDir, "config");
  for (const branch of ["task-1", "task-12", 'od"d', "Task-1"]) await run("config", `branch.${branch}.remote`, "origin");
  await removeBranchSection(git, commonDir, "task-1", NOTE);
  await removeBranchSection(git, commonDir, 'od"d', NOTE);
  const left = (await run("config", "--local", "--name-only", "--get-regexp", "^branch\\.")).split("\n");
  expect(left).toEqual(["branch.main.remote", "branch.main.merge", "branch.task-12.remote", "branch.Task-1.remote"]);
  const before = readFileSync(config);
  await removeBranchSection(git, commonDir, "task-1", NOTE);
  await removeBranchSection(git, commonDir, "never", NOTE);
  // A value that only looks like the section.
  await run("config", "treekeeper.like", '"never"');
  await removeBranchSection(git, commonDir, "never", NOTE);
  expect(readFileSync(config).subarray(0, before.length)).toEqual(before);
});

test("C30: a held config.lock is trouble, and only where there is a section", async () => {
  const { commonDir, git: run } = await makeRepository();
  await run("config", "branch.task-1.remote", "origin");
  writeFileSync(join(commonDir, "config.lock"), "");
  await expect(removeBranchSection(git, commonDir, "task-1", NOTE)).rejects.toThrow(GitError);
  await removeBranchSection(git, commonDir, "task-2", NOTE);
});
