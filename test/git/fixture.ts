import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { systemClock } from "../../src/clock.js";
import { Children } from "../../src/disk/child.js";
import { Git } from "../../src/git/git.js";
import { temporaryDirectory } from "../support/directory.js";
import { makeRepository, type TestRepository, type TestRepositoryOptions, git as userGit } from "../support/repository.js";

export const NOTE = { purpose: "test", row: "test" };

export interface GitFixture {
  git: Git;
  children: Children;
  /** The server's directory: outlives every repository. */
  data: string;
}

/** Git as the server runs it; after every test no child may be left. */
export function gitFixture(): GitFixture {
  const data = temporaryDirectory("data");
  const notesDir = join(data, "notes");
  mkdirSync(notesDir);
  const children = new Children({ notesDir, clock: systemClock });
  afterEach(() => expect(children.live).toBe(0));
  return { git: new Git({ children, safeCwd: data }), children, data };
}

/** A repository with a linked worktree beside it, on a new branch, made as a user would. */
export async function withWorktree(
  branch = "task-1",
  options: TestRepositoryOptions = {},
): Promise<TestRepository & { tree: string; adminDir: string; inTree: (...args: string[]) => Promise<string> }> {
  const repository = await makeRepository(options);
  const tree = join(temporaryDirectory("tree"), "app-0001");
  await repository.git("worktree", "add", "--quiet", "-b", branch, tree);
  const adminDir = join(repository.commonDir, "worktrees", "app-0001");
  return { ...repository, tree, adminDir, inTree: (...args) => userGit(tree, ...args) };
}
