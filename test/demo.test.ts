/** The demo, as a stranger runs it: what it refuses, what it leaves, and one run through its kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { parseOptions } from "../demo/options.js";
import { PROJECT } from "./support/compile.js";
import { temporaryDirectory } from "./support/directory.js";
import { git, makeRepository } from "./support/repository.js";
import { waitFor } from "./support/waitFor.js";

const LIMIT_MS = 240_000;

interface Demo {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
}

/** With its temporary files in `place`, and nothing of git's configuration. */
function demo(place: string, ...flags: string[]): Demo {
  const child = spawn(process.execPath, ["--import", "tsx", join(PROJECT, "demo/main.ts"), ...flags], {
    cwd: PROJECT,
    env: { PATH: process.env["PATH"], HOME: place, TMPDIR: place, GIT_CONFIG_NOSYSTEM: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  return { child, said: () => said, ended: once(child, "close").then(([code]) => code as number | null) };
}

const left = (place: string): string[] => readdirSync(place).filter((name) => name.startsWith("treekeeper-demo-"));

/** Everything of a repository that the demo must not change; its objects may be more. */
async function snapshot(path: string): Promise<unknown> {
  const files = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const full = join(folder, entry.name);
      const name = relative(path, full);
      if (name === join(".git", "objects")) continue;
      files.set(name, entry.isDirectory() ? "directory" : readFileSync(full, "base64"));
      if (entry.isDirectory()) walk(full);
    }
  };
  walk(path);
  return { files, refs: await git(path, "for-each-ref"), worktrees: await git(path, "worktree", "list", "--porcelain") };
}

/** A checkout in use, with everything in its configuration that could get in the way; no remote, and not on main. */
async function aRepositoryInUse(): Promise<string> {
  const { path } = await makeRepository();
  mkdirSync(join(path, "node_modules"));
  writeFileSync(join(path, "node_modules/tracked.js"), "tracked\n");
  writeFileSync(join(path, ".gitignore"), "*.md\n");
  await git(path, "add", "--force", ".");
  await git(path, "commit", "--quiet", "-m", "tracked build output, and few things that are not ignored");
  await git(path, "checkout", "--quiet", "-b", "feature/in-use");
  writeFileSync(join(path, "staged.txt"), "staged\n");
  await git(path, "add", "staged.txt");
  writeFileSync(join(path, "untracked.txt"), "untracked\n");
  const hooks = join(temporaryDirectory("demo-hooks"), "hooks");
  mkdirSync(hooks);
  for (const hook of ["reference-transaction", "post-checkout", "prepare-commit-msg", "post-commit"])
    writeFileSync(join(hooks, hook), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  for (const [name, value] of [
    ["commit.gpgSign", "true"],
    ["user.signingKey", "NOBODY"],
    ["core.hooksPath", hooks],
    ["core.logAllRefUpdates", "always"],
    ["branch.autoSetupMerge", "always"],
  ])
    await git(path, "config", name as string, value as string);
  return path;
}

describe("the demo's flags", () => {
  test.each([
    [["--heep", "3"], {}, /Unknown option '--heep'/],
    [["PATH"], {}, /Unexpected argument 'PATH'/],
    [["--repo"], {}, /--repo/],
    [["--repo="], {}, /--repo takes the path/],
    [["--heap", "many"], {}, /--heap takes a number from 2000/],
    [["--heap", "1999"], {}, /--heap takes a number from 2000/],
    [["--end", "/x", "--keep"], {}, /--end goes alone/],
    [[], { npm_config_keep: "true", npm_lifecycle_event: "demo" }, /npm run demo -- --keep/],
  ])("%j with %j is a mistake that is named", (argv, env, text) => {
    expect(parseOptions(argv, env)).toEqual({ kind: "mistake", text: expect.stringMatching(text) });
  });

  test("a path is as it is seen from where npm was called", () => {
    expect(parseOptions(["--repo", "../mine"], { INIT_CWD: "/home/me/here" })).toMatchObject({ kind: "run", repo: "/home/me/mine" });
  });
});

describe("the demo refuses with a sentence and 2, and leaves nothing", () => {
  test.each([
    ["a path that is not there", (place: string) => join(place, "nothing"), /^demo: \S+nothing does not exist\.$/m],
    ["a directory without a repository", (place: string) => place, /^demo: \S+ is not a git repository\.$/m],
    [
      "a repository without a commit",
      async (place: string) => {
        await git(place, "init", "--quiet", "empty");
        return join(place, "empty");
      },
      /^demo: \S+empty has no commit yet/m,
    ],
    [
      "a directory inside a repository",
      async () => {
        const { path } = await makeRepository();
        mkdirSync(join(path, "inside"));
        return join(path, "inside");
      },
      /^demo: \S+inside lies inside a repository\. Give the repository itself: --repo \S+$/m,
    ],
  ])("%s", { timeout: LIMIT_MS }, async (_what, given, words) => {
    const place = temporaryDirectory("demo");
    const { said, ended } = demo(place, "--repo", await given(place));
    expect(await ended).toBe(2);
    expect(said()).toMatch(words);
    expect(said()).not.toContain("ENOENT");
    expect(left(place)).toEqual([]);
  });
});

test("the demo in a repository that is in use holds, and leaves it as it was", { timeout: LIMIT_MS }, async () => {
  const place = temporaryDirectory("demo");
  const repository = await aRepositoryInUse();
  const before = await snapshot(repository);
  const { said, ended } = demo(place, "--repo", repository, "--heap", "10000");
  expect(await ended, said()).toBe(0);
  expect(said()).toContain(">> SIGKILL");
  expect(said().trimEnd().split("\n").at(-1)).toMatch(/^Done in \d+ s: 4 tasks ended, .* nothing leaked, nothing lost\.$/);
  expect(await snapshot(repository)).toEqual(before);
  expect(left(place)).toEqual([]);
});

test("an interrupted demo ends with 130 and leaves nothing", { timeout: LIMIT_MS }, async () => {
  const place = temporaryDirectory("demo");
  const repository = await aRepositoryInUse();
  const before = await snapshot(repository);
  const { child, said, ended } = demo(place, "--repo", repository, "--heap", "10000");
  await waitFor(() => expect(said()).toContain("“Upgrade the build” works in"), LIMIT_MS / 2);
  child.kill("SIGINT");
  expect(await ended, said()).toBe(130);
  expect(await snapshot(repository)).toEqual(before);
  expect(left(place)).toEqual([]);
});

test("what an ended process left goes by --end", { timeout: LIMIT_MS }, async () => {
  const place = temporaryDirectory("demo");
  const repository = await aRepositoryInUse();
  const before = await snapshot(repository);
  const killed = demo(place, "--repo", repository, "--heap", "10000");
  await waitFor(() => expect(killed.said()).toContain("“Upgrade the build” works in"), LIMIT_MS / 2);
  killed.child.kill("SIGKILL");
  await killed.ended;
  const [directory = ""] = left(place).map((name) => join(place, name));
  expect(existsSync(directory)).toBe(true);
  const end = demo(place, "--end", directory);
  expect(await end.ended, end.said()).toBe(0);
  expect(await snapshot(repository)).toEqual(before);
  expect(left(place)).toEqual([]);
});
