import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import type { Repo } from "./repo.js";
import type { World } from "./world.js";

/** One server's database and root, as a test looks at them. */
export type Place = Pick<World, "root" | "rows" | "names" | "find">;

/** What nothing may lose: files by their content, commits by their name. Grows with the life of a world. */
export class Precious {
  readonly files: { environment: string; path: string; sha256: string }[] = [];
  readonly commits: { repo: Repo; commit: string; what: string }[] = [];

  /** Notes a file as it is now, by its environment's directory and its path in it. */
  file(environmentPath: string, path: string): void {
    this.files.push({ environment: basename(environmentPath), path, sha256: sha256(join(environmentPath, path)) });
  }

  commit(repo: Repo, commit: string, what: string): void {
    this.commits.push({ repo, commit, what });
  }
}

/** What is on disk beside what a world's rows say; branches of the user are named. */
export interface Expected {
  repos: readonly Repo[];
  /** Branches that a user made, by repository path. */
  branches: Readonly<Record<string, readonly string[]>>;
}

interface EnvironmentRow {
  id: string;
  directory: string;
  status: string;
}

interface EntryRow {
  id: string;
  kind: string;
  directory: string;
  worktrees: string;
}

/** At rest: every directory, registration, ref and row has its owner, and nothing is left of what went. */
export function assertNothingLeaks(world: Place, expected: Expected): void {
  expect(
    world.rows("select id, state from CleanupJob where state in ('PENDING','RUNNING','BLOCKED','RETRY_WAIT')"),
    "unfinished jobs",
  ).toEqual([]);
  expect(world.rows("select id, kind, state from EnvironmentAttempt where state in ('PENDING','RUNNING')"), "unfinished attempts").toEqual(
    [],
  );
  assertDirectories(world);
  for (const repo of expected.repos) assertRepository(world, repo, expected.branches[repo.path] ?? ["main"]);
  assertEvents(world);
}

function assertDirectories(world: Place): void {
  const environments = world.rows<EnvironmentRow>("select id, directory, status from Environment");
  const entries = world.rows<EntryRow>("select id, kind, directory, worktrees from QuarantineEntry where state <> 'RESTORED'");
  expect(readdirSync(world.root).sort(), "in the root").toEqual(
    readdirSync(world.root)
      .filter((name) => /^(instance\.json|lock.*|live|trash|quarantine)$/.test(name))
      .sort(),
  );
  const ready = environments.filter((row) => row.status === "READY").map((row) => row.directory);
  const mayLive = new Set(environments.filter((row) => ["READY", "FAILED"].includes(row.status)).map((row) => row.directory));
  const live = world.names("live");
  expect(
    live.filter((name) => !mayLive.has(name)),
    "directories in live/ that no environment owns",
  ).toEqual([]);
  expect(
    ready.filter((name) => !live.includes(name)),
    "READY environments without their directory",
  ).toEqual([]);
  expect(world.names("trash"), "in trash/").toEqual([]);
  const held = entries.flatMap((entry) =>
    entry.kind === "REGISTRATION" ? [`${entry.directory}.json`] : [entry.directory, `${entry.directory}.json`],
  );
  expect(
    world.names("quarantine").filter((name) => !held.includes(name)),
    "in quarantine/ without an entry",
  ).toEqual([]);
  expect(
    entries.filter((entry) => entry.kind !== "REGISTRATION" && !world.names("quarantine").includes(entry.directory)),
    "entries without their directory",
  ).toEqual([]);
  const trees = world.rows<{ path: string; status: string }>("select path, status from Worktree where status = 'READY'");
  for (const tree of trees) expect(existsSync(join(tree.path, ".git")), `${tree.path} is there`).toBe(true);
}

function assertRepository(world: Place, repo: Repo, usersBranches: readonly string[]): void {
  const live = world.rows<{ id: string; path: string; branch: string | null }>(
    `select w.id, w.path, w.branch from Worktree w join Repository r on r.id = w.repositoryId where w.status = 'READY' and r.commonDir = ?`,
    repo.common,
  );
  const registrations = repo.registrations();
  const kept = world
    .rows<EntryRow>("select id, kind, directory, worktrees from QuarantineEntry where state <> 'RESTORED'")
    .flatMap(({ kind, worktrees }) => (JSON.parse(worktrees) as { directory: string; kept: boolean }[]).map((tree) => ({ kind, ...tree })))
    .filter((tree) => tree.kept || tree.kind === "REGISTRATION")
    .map((tree) => tree.directory);
  const unowned = registrations.filter(({ path }) => !live.some((row) => row.path === path) && !kept.includes(basename(path)));
  expect(unowned, `registrations in ${repo.path} that nothing owns`).toEqual([]);
  for (const row of live) {
    const registration = registrations.find((one) => one.path === row.path);
    expect(registration, `the registration of ${row.path}`).toBeDefined();
    expect(registration?.locked, `the lock of ${row.path}`).toMatch(new RegExp(`^treekeeper \\S+ ${row.id} \\S+$`));
  }
  expect(repo.setAside(), `set-aside directories in ${repo.common}/treekeeper`).toEqual([]);

  const keptBranches = world
    .rows<{ branch: string }>(
      "select distinct branch from CleanupResource where branchOutcome = 'KEPT' and branch is not null and commonDir = ?",
      repo.common,
    )
    .map((row) => row.branch);
  const owned = new Set([...usersBranches, ...live.map((row) => row.branch), ...keptBranches]);
  expect(
    repo.branches().filter((branch) => !owned.has(branch)),
    `branches in ${repo.path} that nothing owns`,
  ).toEqual([]);
  const rescues = world
    .rows<{ ref: string }>(
      "select s.ref from Rescue s join Repository r on r.id = s.repositoryId where s.droppedAt is null and r.commonDir = ?",
      repo.common,
    )
    .map((row) => row.ref);
  expect(Object.keys(repo.refs("refs/treekeeper/")).sort(), "rescue refs and their rows").toEqual(rescues.sort());
  const sections = repo.sandbox
    .run("git", ["config", "--local", "--name-only", "--get-regexp", "^branch\\."], { cwd: repo.path, ok: [0, 1] })
    .split("\n")
    .filter((line) => line !== "");
  for (const section of sections) {
    const branch = section.slice("branch.".length, section.lastIndexOf("."));
    expect(repo.branches(), `the branch of the configuration section ${section}`).toContain(branch);
  }
}

/** Numbers without a gap or a duplicate, and nothing said twice that happens once. */
function assertEvents(world: Place): void {
  const events = world.rows<{ workspaceId: string; number: number; type: string; jobId: string | null; kind: string; message: string }>(
    "select workspaceId, number, type, jobId, kind, message from Event order by workspaceId, number",
  );
  const streams = world.rows<{ workspaceId: string; lastNumber: number }>("select workspaceId, lastNumber from EventStream");
  for (const stream of streams) {
    const numbers = events.filter((event) => event.workspaceId === stream.workspaceId).map((event) => event.number);
    expect(numbers, "the numbers of the events").toEqual(Array.from({ length: stream.lastNumber }, (_, index) => index + 1));
  }
  const once = new Map<string, number>();
  for (const event of events) {
    if (event.jobId === null || !["QUEUED", "SUCCEEDED", "SUPERSEDED"].includes(event.type)) continue;
    // Taken up again by a person, it is queued again.
    if (event.message === "Retried by a person.") continue;
    const key = `${event.jobId} ${event.type}`;
    once.set(key, (once.get(key) ?? 0) + 1);
  }
  expect(
    [...once].filter(([, times]) => times > 1),
    "events that happened once and are there twice",
  ).toEqual([]);
  const succeeded = world.rows<{ id: string }>("select id from CleanupJob where state = 'SUCCEEDED'");
  expect(
    succeeded.filter((job) => !once.has(`${job.id} SUCCEEDED`)),
    "jobs that succeeded without saying so",
  ).toEqual([]);
}

/** Every noted file lies with its bytes in its environment or in quarantine; every noted commit can be read, also after the worst `gc`. */
export function assertNothingLost(world: Place, precious: Precious, o: { gc: boolean }): void {
  for (const file of precious.files) {
    const path = world.find(file.environment, file.path);
    expect(path, `${file.environment}/${file.path} is somewhere`).not.toBeNull();
    if (path !== null && lstatSync(path).isFile()) expect(sha256(path), path).toBe(file.sha256);
  }
  for (const repo of new Set(precious.commits.map((one) => one.repo))) {
    if (o.gc) repo.gc();
    const commits = precious.commits.filter((one) => one.repo === repo);
    const missing = repo.missing(commits.map((one) => one.commit));
    expect(
      commits.filter((one) => missing.includes(one.commit)).map(({ what, commit }) => `${what} (${commit})`),
      `commits of ${repo.path} that can't be read any more`,
    ).toEqual([]);
  }
}

export function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
