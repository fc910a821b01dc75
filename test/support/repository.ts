import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "./directory.js";
import { runCommand } from "./shell.js";

/** Runs git in a directory and gives its standard output, without the last line end. Rejects when git fails. */
export async function git(directory: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = runCommand({ command: "git", args: ["-C", directory, ...args], cwd: process.cwd(), env: process.env });
  if (code !== 0) throw new Error(`git ${args.join(" ")} ended with ${code}: ${stderr.toString()}`);
  return stdout.toString().replace(/\n$/, "");
}

export interface TestRepository {
  /** The checkout, or the bare repository. */
  path: string;
  commonDir: string;
  git(...args: string[]): Promise<string>;
  /** Writes files, by their paths in the checkout. */
  write(files: Record<string, string | Buffer>): void;
  /** Writes files and commits everything. Gives the commit. */
  commit(files: Record<string, string | Buffer>, message?: string): Promise<string>;
  /** The commit that a revision names. */
  commitOf(revision: string): Promise<string>;
}

export interface TestRepositoryOptions {
  /** Default: one file. */
  files?: Record<string, string | Buffer>;
  /** Besides `files`, this many small ones. */
  fileCount?: number;
  /** Gives it a bare repository as `origin`, with everything pushed to it. */
  remote?: boolean;
}

/** A real repository with one commit on `main`. */
export async function makeRepository({
  files = { "README.md": "# A repository\n" },
  fileCount = 0,
  remote = false,
}: TestRepositoryOptions = {}): Promise<TestRepository> {
  const directory = temporaryDirectory("repo");
  const path = join(directory, "repo");
  mkdirSync(path);
  await git(path, "init", "--quiet", "--initial-branch=main");
  const repository = repositoryAt(path, join(path, ".git"));
  if (fileCount > 0) writeManyFiles(path, fileCount);
  await repository.commit(files, "Begin");
  if (remote) {
    const origin = join(directory, "origin.git");
    await git(directory, "init", "--quiet", "--bare", "--initial-branch=main", origin);
    await repository.git("remote", "add", "origin", origin);
    await repository.git("push", "--quiet", "--set-upstream", "origin", "main");
  }
  return repository;
}

/** A bare repository, cloned from another. */
export async function makeBareClone(of: TestRepository): Promise<TestRepository> {
  const path = join(temporaryDirectory("bare"), "repo.git");
  await git(of.path, "clone", "--quiet", "--bare", of.path, path);
  return repositoryAt(path, path);
}

/** Small files in directories of 100. */
export function writeManyFiles(directory: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const parent = join(directory, `dir${Math.floor(index / 100)}`);
    if (index % 100 === 0) mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, `file${index % 100}.txt`), `file ${index}\n`);
  }
}

export function repositoryAt(path: string, commonDir: string): TestRepository {
  const write = (files: Record<string, string | Buffer>): void => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    }
  };
  const commitOf = (revision: string): Promise<string> => git(path, "rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`);
  return {
    path,
    commonDir,
    git: (...args) => git(path, ...args),
    write,
    async commit(files, message = "Change") {
      write(files);
      await git(path, "add", "--all");
      await git(path, "commit", "--quiet", "--message", message);
      return commitOf("HEAD");
    },
    commitOf,
  };
}
