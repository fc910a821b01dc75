import { chmodSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { SpawnError } from "../../src/disk/child.js";
import { Git, GitError } from "../../src/git/git.js";
import { temporaryDirectory } from "../support/directory.js";
import { makeRepository } from "../support/repository.js";
import { gitFixture, NOTE } from "./fixture.js";

const { git, children, data } = gitFixture();
const before = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

test("GIT_DIR, GIT_INDEX_FILE and GIT_WORK_TREE around the server lead no command astray", async () => {
  const [right, wrong] = [await makeRepository({ files: { a: "right" } }), await makeRepository({ files: { a: "wrong" } })];
  Object.assign(process.env, {
    GIT_DIR: wrong.commonDir,
    GIT_INDEX_FILE: join(wrong.commonDir, "index"),
    GIT_WORK_TREE: wrong.path,
    GIT_OBJECT_DIRECTORY: join(wrong.commonDir, "objects"),
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.bare",
    GIT_CONFIG_VALUE_0: "true",
  });
  expect(await git.text(["rev-parse", "HEAD:a"], { dir: right.path })).toBe(
    await git.text(["hash-object", "--stdin"], { dir: right.path, stdin: "right" }),
  );
  expect(await git.text(["rev-parse", "--show-toplevel"], { dir: right.path })).toBe(right.path);
});

test("where the user's configuration lies is kept: files are described as in the user's shell", async () => {
  const config = join(temporaryDirectory("config"), "mine");
  writeFileSync(config, "[treekeeper]\n\ttest = seen\n");
  process.env["GIT_CONFIG_GLOBAL"] = config;
  expect(await git.text(["config", "treekeeper.test"])).toBe("seen");
});

test("what would change an answer or start something is neutralised by name", async () => {
  const repository = await makeRepository();
  const witness = join(data, "witness");
  const hook = join(temporaryDirectory("hooks"), "fsmonitor");
  writeFileSync(hook, `#!/bin/sh\ntouch ${witness}\n`);
  chmodSync(hook, 0o755);
  for (const [name, value] of [
    ["core.fsmonitor", hook],
    ["status.showUntrackedFiles", "no"],
    ["status.relativePaths", "true"],
    ["diff.orderFile", "/nowhere"],
    ["status.branch", "true"],
  ] as const)
    await repository.git("config", name, value);
  repository.write({ "sub/new": "new" });
  const { stdout, stderr } = await git.run(["status", "--porcelain", "-z"], { dir: repository.path });
  expect(stdout.toString()).toBe("?? sub/\0");
  expect(stderr.toString()).toBe("");
  expect(existsSync(witness)).toBe(false);
});

test("core.excludesFile still hides what it hides", async () => {
  const repository = await makeRepository();
  const ignore = join(data, "ignore");
  writeFileSync(ignore, ".env\n");
  await repository.git("config", "core.excludesFile", ignore);
  repository.write({ ".env": "TOKEN=s" });
  expect(await git.text(["status", "--porcelain", "-z", "--ignored=matching"], { dir: repository.path })).toBe("!! .env\0");
});

test("hooks run only when they are asked for", async () => {
  const repository = await makeRepository();
  const witness = join(data, "hook-ran");
  const hook = join(repository.commonDir, "hooks", "reference-transaction");
  mkdirSync(join(repository.commonDir, "hooks"), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\ntouch ${witness}\n`);
  chmodSync(hook, 0o755);
  const head = await repository.commitOf("HEAD");
  await git.run(["update-ref", "refs/heads/a", head], { gitDir: repository.commonDir, note: NOTE });
  expect(existsSync(witness)).toBe(false);
  await git.run(["update-ref", "refs/heads/b", head], { gitDir: repository.commonDir, note: NOTE, hooks: true });
  expect(existsSync(witness)).toBe(true);
});

test("reading writes nothing, not even a refreshed index", async () => {
  const repository = await makeRepository({ files: { a: "a\n" } });
  const index = join(repository.commonDir, "index");
  utimesSync(join(repository.path, "a"), 1, 1);
  const written = readFileSync(index);
  expect(await git.text(["status", "--porcelain", "-z"], { dir: repository.path })).toBe("");
  expect(readFileSync(index)).toEqual(written);
});

test("another exit code is an error that states it; an allowed one is an answer", async () => {
  const repository = await makeRepository();
  const asked = git.run(["rev-parse", "--verify", "nothing"], { dir: repository.path });
  await expect(asked).rejects.toMatchObject({ name: "GitError", code: 128, timedOut: false, args: ["rev-parse", "--verify", "nothing"] });
  const { code } = await git.run(["rev-parse", "--verify", "nothing"], { dir: repository.path, ok: [0, 128] });
  expect(code).toBe(128);
});

test("a time-out and a cut answer are errors, whatever was said until then", async () => {
  const repository = await makeRepository({ files: { big: "x".repeat(100_000) } });
  const slow = join(temporaryDirectory("slow"), "git");
  writeFileSync(slow, "#!/bin/sh\nexec sleep 60\n");
  chmodSync(slow, 0o755);
  const stuck = new Git({ children, binary: slow, safeCwd: data });
  await expect(stuck.run(["status"], { timeoutMs: 100 })).rejects.toMatchObject({ name: "GitError", timedOut: true });
  await expect(git.run(["cat-file", "-p", "HEAD:big"], { dir: repository.path, maxOutputBytes: 1_000 })).rejects.toThrow(GitError);
});

test("an aborted command throws the signal's reason", async () => {
  const slow = join(temporaryDirectory("slow"), "git");
  writeFileSync(slow, "#!/bin/sh\nexec sleep 60\n");
  chmodSync(slow, 0o755);
  const stop = new AbortController();
  const running = new Git({ children, binary: slow, safeCwd: data }).run(["status"], { signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
});

test("output is bytes", async () => {
  const repository = await makeRepository();
  writeFileSync(Buffer.concat([Buffer.from(`${repository.path}/`), Buffer.from([0x66, 0xff, 0x0a])]), "");
  const { stdout } = await git.run(["ls-files", "--others", "-z"], { dir: repository.path });
  expect([...stdout]).toEqual([0x66, 0xff, 0x0a, 0]);
});

test("its version is a number; a git that is not there can't be started", async () => {
  const { major, minor } = await git.version();
  expect(major * 1_000 + minor).toBeGreaterThanOrEqual(2_036);
  await expect(new Git({ children, binary: "/nowhere/git", safeCwd: data }).version()).rejects.toThrow(SpawnError);
});
