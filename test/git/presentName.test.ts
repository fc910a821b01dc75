import { expect, test } from "vitest";
import { presentName } from "../../src/git/presentName.js";
import { gitFixture, withWorktree } from "./fixture.js";

const { git } = gitFixture();

async function begin() {
  const made = await withWorktree("task/2");
  const now = (): Promise<string | null> => presentName(git, made.commonDir, { recorded: "task/2", adminDir: made.adminDir });
  return { ...made, now };
}

test("a branch that was not renamed has its own name, wherever HEAD went", async () => {
  const { now, inTree, git: run } = await begin();
  expect(await now()).toBe("task/2");
  await run("branch", "release");
  await inTree("checkout", "-q", "release");
  expect(await now()).toBe("task/2");
  await inTree("checkout", "-q", "--detach");
  expect(await now()).toBe("task/2");
});

test("C13: a renamed branch is followed, by several steps, and after HEAD has left it", async () => {
  const { now, inTree } = await begin();
  await inTree("branch", "-m", "feat/nice");
  expect(await now()).toBe("feat/nice");
  await inTree("branch", "-m", "feat/nicer");
  expect(await now()).toBe("feat/nicer");
  await inTree("checkout", "-q", "--detach");
  expect(await now()).toBe("feat/nicer");
});

test("renamed from another checkout, or renamed back, it is still ours", async () => {
  const { now, inTree, git: run } = await begin();
  await run("branch", "-m", "task/2", "elsewhere");
  expect(await now()).toBe("elsewhere");
  await inTree("branch", "-m", "elsewhere", "task/2");
  expect(await now()).toBe("task/2");
});

test("a branch that somebody made anew under the old name is not ours; the renamed one is", async () => {
  const { now, inTree } = await begin();
  await inTree("branch", "-m", "feat/nice");
  await inTree("checkout", "-q", "-b", "task/2", "main");
  expect(await now()).toBe("feat/nice");
  await inTree("branch", "-D", "feat/nice");
  expect(await now()).toBeNull();
});

test("a branch that was renamed onto the old name, or copied from ours, is not ours", async () => {
  const { now, inTree, git: run } = await begin();
  await inTree("branch", "-c", "task/2", "copy");
  await inTree("checkout", "-q", "copy");
  expect(await now()).toBe("task/2");
  await run("branch", "-D", "task/2");
  expect(await now()).toBeNull();
  await run("branch", "theirs", "main");
  await run("branch", "-m", "theirs", "task/2");
  expect(await now()).toBeNull();
});

test("a user's branch that HEAD is on is never taken for ours", async () => {
  const { now, inTree, git: run } = await begin();
  await run("branch", "release");
  await inTree("checkout", "-q", "release");
  await run("branch", "-D", "task/2");
  expect(await now()).toBeNull();
});

test("without the registration only the recorded name is left to go by", async () => {
  const { commonDir, inTree } = await begin();
  const ask = (): Promise<string | null> => presentName(git, commonDir, { recorded: "task/2", adminDir: null });
  expect(await ask()).toBe("task/2");
  await inTree("branch", "-m", "feat/nice");
  expect(await ask()).toBeNull();
});
