import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entriesOf, quarantinedAt, rescuesOf } from "../casebook/home.js";
import type { Repo } from "../support/repo.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made, World } from "../support/world.js";

/** One environment, reclaimed and brought back, and reclaimed again. */
let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

async function back(made: Made): Promise<void> {
  await world.api.unarchiveTask({ taskId: made.taskId });
  await world.waitForEnvironment(made.environmentId, "READY");
}

async function archive(made: Made): Promise<string | null> {
  return (await world.endOne("archiveTask", made.taskId, { branchPolicy: "DELETE" })).tree.outcome;
}

/** A commit that is reset away, and whose traces in the reflogs go too. */
function forgotten(repo: Repo, made: Made, name: string): string {
  const commit = repo.commit({ [name]: `${name}\n` }, name, made.tree);
  world.sandbox.git(made.tree, "reset", "-q", "--hard", "HEAD~1");
  return commit;
}

function forget(made: Made): void {
  world.sandbox.git(made.tree, "reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all");
}

function other(repo: Repo, made: Made): string {
  return `${rescuePrefix(made)}/other` in rescuesOf(repo, made) ? repo.git("rev-parse", `${rescuePrefix(made)}/other`) : "";
}

function rescuePrefix(made: Made): string {
  return `refs/treekeeper/rescue/${made.environment.worktrees[0]?.id}`;
}

it("quarantined, restored and quarantined again, it is one entry, and comes back whole", async () => {
  const repo = world.sandbox.repository("entry");
  const made = await world.make(repo);
  world.sandbox.write(made.tree, { "first.txt": "first\n" });
  expect(await archive(made)).toBe("QUARANTINED");
  const [first] = entriesOf(world, made);
  await back(made);
  expect(entriesOf(world, made)).toMatchObject([{ id: first?.id, state: "RESTORED" }]);
  await waitFor(() => expect(world.names("quarantine")).not.toContain(`${basename(made.path)}.json`), LIMIT_MS);

  world.sandbox.write(made.tree, { "second.txt": "second\n" });
  expect(await archive(made)).toBe("QUARANTINED");
  expect(entriesOf(world, made)).toMatchObject([{ id: first?.id, state: "HELD" }]);
  const manifest = JSON.parse(readFileSync(`${quarantinedAt(world, made)}.json`, "utf8"));
  expect(manifest.worktrees).toMatchObject([{ kept: true, headBranch: made.branch }]);
  await back(made);
  expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("?? first.txt\n?? second.txt");
  expect(world.sandbox.git(made.tree, "branch", "--show-current")).toBe(made.branch);
});

it("a rescue follows its branch, and what it kept before is kept beside it", async () => {
  const repo = world.sandbox.repository("follows");
  const made = await world.make(repo);
  world.sandbox.write(made.tree, { "new.txt": "new\n" });
  world.sandbox.git(made.tree, "add", "new.txt");
  const old = repo.commit({ x: "old\n" }, "old", made.tree);
  world.sandbox.write(made.tree, { "loose.txt": "loose\n" });
  expect(await archive(made)).toBe("QUARANTINED");
  expect(rescuesOf(repo, made)).toEqual({ [`${rescuePrefix(made)}/tip`]: old });

  await back(made);
  world.sandbox.git(made.tree, "reset", "-q", "--hard", "HEAD~1");
  const now = repo.commit({ x: "now\n" }, "now", made.tree);
  // Only the rescue of the first settling still names the old commit.
  forget(made);
  await archive(made);
  expect(repo.git("rev-parse", `${rescuePrefix(made)}/tip`)).toBe(now);
  expect(repo.git("rev-parse", `${other(repo, made)}^1`)).toBe(old);
  repo.gc();
  expect(repo.missing([old, now])).toEqual([]);
});

it("a rescue that its branch went on from leaves nothing beside it", async () => {
  const repo = world.sandbox.repository("reachable");
  const made = await world.make(repo);
  const old = repo.commit({ x: "old\n" }, "old", made.tree);
  world.sandbox.write(made.tree, { "loose.txt": "loose\n" });
  expect(await archive(made)).toBe("QUARANTINED");
  await back(made);
  const now = repo.commit({ x: "now\n" }, "now", made.tree);
  await archive(made);
  expect(rescuesOf(repo, made)).toEqual({ [`${rescuePrefix(made)}/tip`]: now });
  expect(repo.git("rev-parse", `${now}^`)).toBe(old);
});

it("what only reflogs named is kept through two cleanups and everybody's gc", async () => {
  const repo = world.sandbox.repository("other");
  const made = await world.make(repo);
  const first = forgotten(repo, made, "first");
  world.sandbox.write(made.tree, { "loose.txt": "loose\n" });
  expect(await archive(made)).toBe("QUARANTINED");
  repo.gc();
  await back(made);
  forget(made);
  const second = forgotten(repo, made, "second");
  expect(await archive(made)).toBe("REMOVED");
  repo.gc();
  expect(repo.missing([first, second])).toEqual([]);
  const kept = repo.git("rev-list", other(repo, made)).split("\n");
  expect(kept).toEqual(expect.arrayContaining([first, second]));
  expect(world.rows("select [commit] from Rescue where ref = ?", `${rescuePrefix(made)}/other`)).toEqual([{ commit: other(repo, made) }]);
});

it("a .git that was copied from another worktree keeps the tree, and leaves the other as it was", async () => {
  const repo = world.sandbox.repository("copied");
  const [made, theirs] = [await world.make(repo), await world.make(repo)];
  world.sandbox.run("cp", [join(theirs.tree, ".git"), join(made.tree, ".git")]);
  expect(await archive(made)).toBe("QUARANTINED");
  const registration = repo.registrations().find((one) => basename(one.path) === basename(theirs.tree));
  expect(registration).toMatchObject({ path: theirs.tree, branch: `refs/heads/${theirs.branch}` });
  expect(repo.branches()).toContain(theirs.branch);
  await back(made);
  expect(repo.registrations().find((one) => basename(one.path) === basename(theirs.tree))?.path).toBe(theirs.tree);
  expect(world.sandbox.git(theirs.tree, "status", "--porcelain")).toBe("");
});

it("what a restore could not make again begins at its rescue when that is tried again", async () => {
  const repo = world.sandbox.repository("retried");
  const made = await world.make(repo);
  const only = repo.commit({ only: "here\n" }, "only here", made.tree);
  expect(await archive(made)).toBe("REMOVED");
  const inTheWay = `${made.branch}/in-the-way`;
  repo.git("branch", inTheWay, "main");
  await world.api.unarchiveTask({ taskId: made.taskId });
  const failed = await world.waitForEnvironment(made.environmentId, "FAILED");
  expect(failed.worktrees[0]?.error).toContain(made.branch);
  repo.git("branch", "-D", inTheWay);
  await world.api.retryEnvironment(made.environmentId);
  const ready = await world.waitForEnvironment(made.environmentId, "READY");
  expect(world.sandbox.git(ready.worktrees[0]?.path ?? "", "rev-parse", made.branch)).toBe(only);
});
