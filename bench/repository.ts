import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { timed } from "./measure.js";

const FILES_PER_DIRECTORY = 100;
const LINES_PER_FILE = 25;

/** The shell's way of ending a worktree. */
const SHELL = 'git -C "$1" worktree remove --force "$2" && git -C "$1" branch --quiet -D "$3"';

export function git(directory: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", ["-C", directory, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

/** A repository with one commit of so many files. */
export async function makeRepository(path: string, files: number): Promise<string> {
  await mkdir(path, { recursive: true });
  git(path, "init", "--quiet", "--initial-branch=main");
  const child = spawn("git", ["-C", path, "fast-import", "--quiet"], { stdio: ["pipe", "inherit", "inherit"] });
  const ended = once(child, "exit");
  child.stdin.write("commit refs/heads/main\ncommitter Bench <bench@localhost> 1700000000 +0000\ndata 0\n");
  for (let i = 0; i < files; i++) {
    const text = `export const line = ${i};\n`.repeat(LINES_PER_FILE);
    const file = `src/part-${Math.floor(i / FILES_PER_DIRECTORY)}/file-${i}.ts`;
    if (!child.stdin.write(`M 100644 inline ${file}\ndata ${text.length}\n${text}\n`)) await once(child.stdin, "drain");
  }
  child.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  git(path, "reset", "--quiet", "--hard");
  return path;
}

/** A worktree as a shell makes it, on a branch of its own. */
export function addWorktree(repository: string, path: string, branch: string): void {
  git(repository, "worktree", "add", "--quiet", "-b", branch, path, "main");
}

/** What some use leaves behind: an index that is sure of its files. A fresh one is not sure of those written in its own second. */
export function use(...trees: string[]): void {
  for (const tree of trees) git(tree, "update-index", "--refresh");
}

/** Ends a worktree as a shell does, in ms. */
export function endWorktree(repository: string, path: string, branch: string): Promise<number> {
  return timed(() => run("sh", ["-c", SHELL, "sh", repository, path, branch]));
}

export function removeByShell(path: string): Promise<number> {
  return timed(() => run("rm", ["-rf", path]));
}

export function shell(script: string, cwd: string): Promise<void> {
  return run("bash", ["-ec", script], cwd);
}

async function run(command: string, args: readonly string[], cwd = "/"): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}

/** More worktrees beside: one that git makes, without files, and copies of it, since git takes a while for hundreds. */
export async function crowd(repository: string, directory: string, count: number): Promise<void> {
  const model = join(directory, "beside-0");
  git(repository, "worktree", "add", "--quiet", "--no-checkout", "-b", "beside-0", model, "main");
  const registrations = join(repository, ".git", "worktrees");
  const tip = await readFile(join(repository, ".git", "refs", "heads", "beside-0"));
  for (let i = 1; i < count; i++) {
    const name = `beside-${i}`;
    const registration = join(registrations, name);
    await cp(join(registrations, "beside-0"), registration, { recursive: true });
    await writeFile(join(registration, "gitdir"), `${join(directory, name, ".git")}\n`);
    await writeFile(join(registration, "HEAD"), `ref: refs/heads/${name}\n`);
    await writeFile(join(repository, ".git", "refs", "heads", name), tip);
    await mkdir(join(directory, name));
    await writeFile(join(directory, name, ".git"), `gitdir: ${registration}\n`);
  }
  const listed = git(repository, "worktree", "list", "--porcelain")
    .split("\n")
    .filter((line) => line.startsWith("branch refs/heads/beside-"));
  if (listed.length !== count) throw new Error(`git sees ${listed.length} of ${count} worktrees`);
}
