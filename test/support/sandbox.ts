import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Repo } from "./repo.js";
import type { User } from "./server.js";
import { runCommand, runHere } from "./shell.js";

/** An ordinary user for what root would simply be allowed. */
export const ORDINARY: User = { uid: 65_534, gid: 65_534 };
export const isRoot = process.getuid?.() === 0;

const GIT_CONFIG = `[user]
\temail = t@example.test
\tname = t
[init]
\tdefaultBranch = main
[protocol "file"]
\tallow = always
[advice]
\tdetachedHead = false
`;

/** A directory of one test file: a home, repositories, data directories. Everything in it goes with it. */
export class Sandbox {
  readonly home: string;

  private constructor(
    readonly dir: string,
    /** Who runs git and the server in it; undefined: whoever runs the tests. */
    readonly user: User | undefined,
  ) {
    this.home = join(dir, "home");
    mkdirSync(this.home);
    writeFileSync(join(this.home, ".gitconfig"), GIT_CONFIG);
    if (user !== undefined) for (const path of [dir, this.home]) chownSync(path, user.uid, user.gid);
  }

  static create(o: { user?: User; within?: string } = {}): Sandbox {
    return new Sandbox(realpathSync(mkdtempSync(join(o.within ?? tmpdir(), "treekeeper-"))), o.user);
  }

  path(...parts: string[]): string {
    return join(this.dir, ...parts);
  }

  /** Runs as the sandbox's user. @throws with stderr, unless `ok` says that the code may be this. */
  run(
    command: string,
    args: readonly string[],
    o: { cwd?: string; input?: string | Buffer; env?: Record<string, string>; ok?: readonly number[] } = {},
  ): string {
    const cwd = o.cwd ?? this.dir;
    const env = { PATH: process.env.PATH, HOME: this.home, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C", GIT_EDITOR: "true", ...o.env };
    const asked = { command, args, cwd, env, input: o.input };
    const { code, stdout, stderr } = this.user === undefined ? runCommand(asked) : runHere(asked, this.user);
    if (!(o.ok ?? [0]).includes(code)) throw new Error(`${command} ${args.join(" ")} ended with ${code}: ${stderr.toString()}`);
    return stdout.toString().replace(/\n$/, "");
  }

  git(cwd: string, ...args: string[]): string {
    return this.run("git", args, { cwd });
  }

  /** A shell script in a directory, as in the casebook. */
  sh(cwd: string, script: string, env: Record<string, string> = {}): string {
    return this.run("bash", ["-ec", script], { cwd, env });
  }

  /** Writes files, owned by the sandbox's user. */
  write(base: string, files: Readonly<Record<string, string | Buffer>>): void {
    for (const [name, content] of Object.entries(files)) {
      const path = join(base, name);
      if (this.user === undefined) mkdirSync(dirname(path), { recursive: true });
      else this.run("mkdir", ["-p", dirname(path)]);
      writeFileSync(path, content);
      if (this.user !== undefined) chownSync(path, this.user.uid, this.user.gid);
    }
  }

  /** A repository with one commit on main. */
  repository(name = "repo", files: Readonly<Record<string, string | Buffer>> = { f: "a\n" }): Repo {
    const path = this.path(name);
    this.run("git", ["init", "-q", path]);
    const repo = new Repo(this, path);
    repo.commit(files, "init");
    return repo;
  }

  remove(): void {
    // As whoever runs the tests: what other users own in it goes too.
    spawnSync("chmod", ["-R", "u+rwX", this.dir]);
    spawnSync("rm", ["-rf", this.dir]);
  }
}
