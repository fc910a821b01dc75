import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Repo } from "../support/repo.js";
import type { Sandbox } from "../support/sandbox.js";
import type { Worked } from "../support/steering.js";
import { World } from "../support/world.js";
import type { Said } from "./said.js";
import type { GitMode } from "./steps.js";
import { Violation } from "./violation.js";

/** More pieces than any sequence has: a scheduler that finds work for ever is found. */
const MANY_PIECES = 400;
/** Longer than the longest time limit of a git command of the server. */
const GIT_LIMIT_MS = 31 * 60_000;
const LOOK_AGAIN_MS = 20;
/** A child that has begun before the server's timer for it outlasts the clock that was moved: so much later it is moved again. */
const OUTLAST_AGAIN_MS = 3_000;

const GIT = `#!/bin/sh
if [ -e "$HOME/git-fault" ]; then
  read -r mode word <"$HOME/git-fault"
  case " $* " in
    *" $word "*)
      case "$mode" in
        fail) echo "fatal: it does not work today" >&2; exit 128 ;;
        late) git "$@"; echo "fatal: it did not work, or did it" >&2; exit 1 ;;
        hang) : >"$HOME/git-hangs"; exec sleep 3600 ;;
      esac ;;
  esac
fi
exec git "$@"
`;

export interface Place {
  readonly name: "app" | "lib";
  readonly repo: Repo;
  /** Where its branches are pushed. */
  readonly remote: string;
  /** The repository's id in the workspace of the present sequence. */
  id: string;
  /** And in those that came before it. */
  readonly ids: Set<string>;
}

/** One server whose scheduler is driven by hand, and two repositories: for many sequences, each in a workspace of its own. */
export class Stage {
  #db: Sqlite.Database | null = null;
  readonly #inside = new Map<string, ChildProcess>();
  #outlastedAt: number | null = null;
  #gitFault: { command: string; mode: GitMode } | null = null;

  private constructor(
    readonly world: World,
    readonly places: readonly Place[],
    readonly said: Said,
  ) {}

  static async begin(said: Said): Promise<Stage> {
    const world = await World.start({
      env: { TEST_BY_HAND: "1" },
      prepare: (sandbox) => ({ flags: ["--git", gitOf(sandbox), "--log-level", "warn"] }),
    });
    const { sandbox } = world;
    const files = { ".gitignore": "node_modules\n.env\n", "a.txt": "a\n", "src/b.txt": "b\n".repeat(40), "src/c.txt": "c\n" };
    const places = [placeIn(sandbox, "app", files), placeIn(sandbox, "lib", { ".gitignore": ".env\nnode_modules\n", "l.txt": "l\n" })];
    return new Stage(world, places, said);
  }

  get sandbox(): Sandbox {
    return this.world.sandbox;
  }

  rows<T>(sql: string, ...values: unknown[]): T[] {
    this.#db ??= new Sqlite(join(this.world.dataDir, "treekeeper.db"), { readonly: true, fileMustExist: true });
    return this.#db.prepare(sql).all(...values) as T[];
  }

  get gitFault(): { command: string; mode: GitMode } | null {
    return this.#gitFault;
  }

  /** The server's git fails like this from now on; null: it is well again. */
  setGitFault(fault: { command: string; mode: GitMode } | null): void {
    this.#gitFault = fault;
    rmSync(this.#home("git-hangs"), { force: true });
    if (fault === null) rmSync(this.#home("git-fault"), { force: true });
    else writeFileSync(this.#home("git-fault"), `${fault.mode} ${fault.command}\n`);
  }

  #home(name: string): string {
    return join(this.sandbox.home, name);
  }

  /** Runs so many pieces of work; all that are due when not said. A server that dies meanwhile is started again: then it answers with null. */
  async work(pieces = MANY_PIECES): Promise<Worked | null> {
    const working = this.world.server.work(pieces);
    working.catch(() => {});
    try {
      if (this.#gitFault?.mode !== "hang") return this.#checked(await working, pieces);
      this.#outlastedAt = null;
      const done = working.then((worked) => ({ worked }));
      for (;;) {
        const ended = await Promise.race([done, new Promise<null>((resolve) => setTimeout(resolve, LOOK_AGAIN_MS, null))]);
        if (ended !== null) return this.#checked(ended.worked, pieces);
        await this.#outlast();
      }
    } catch (error) {
      if (!(await this.gone())) throw error;
      await this.world.boot();
      return null;
    }
  }

  /** A git that hangs is given up when its time is over. */
  async #outlast(): Promise<void> {
    const isLate = this.#outlastedAt !== null && performance.now() - this.#outlastedAt > OUTLAST_AGAIN_MS;
    if (!isLate && !existsSync(this.#home("git-hangs"))) return;
    rmSync(this.#home("git-hangs"), { force: true });
    this.#outlastedAt = performance.now();
    await this.world.advance(GIT_LIMIT_MS);
  }

  /** Runs something that may wait for a git that hangs. */
  async outlasting<T>(work: Promise<T>): Promise<T> {
    if (this.#gitFault?.mode !== "hang") return await work;
    this.#outlastedAt = null;
    const timer = setInterval(() => void this.#outlast().catch(() => {}), LOOK_AGAIN_MS);
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }

  #checked(worked: Worked, pieces: number): Worked {
    if (worked.stuck) throw new Violation("what is due can be claimed", [JSON.stringify(worked)]);
    if (pieces === MANY_PIECES && worked.ran === MANY_PIECES) throw new Violation("work comes to an end", [JSON.stringify(worked)]);
    return worked;
  }

  /** Whether the server is gone, or goes within a moment. */
  async gone(): Promise<boolean> {
    const { server } = this.world;
    return await Promise.race([server.ended.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false))]);
  }

  async crash(): Promise<void> {
    await this.world.crash();
    await this.world.boot();
  }

  /** A process that has the directory as its own. */
  async enter(directory: string): Promise<void> {
    if (this.#inside.has(directory)) return;
    const child = spawn("sleep", ["3600"], { cwd: directory, stdio: "ignore" });
    await new Promise((resolve) => child.once("spawn", resolve));
    this.#inside.set(directory, child);
  }

  async leave(directory: string): Promise<void> {
    const child = this.#inside.get(directory);
    if (child === undefined) return;
    this.#inside.delete(directory);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async leaveAll(): Promise<void> {
    for (const directory of [...this.#inside.keys()]) await this.leave(directory);
  }

  /** Names in live/, trash/ or quarantine/. */
  names(area: "live" | "trash" | "quarantine"): string[] {
    return readdirSync(join(this.world.root, area)).sort();
  }

  async close(): Promise<void> {
    await this.leaveAll();
    this.#db?.close();
    this.#db = null;
    await this.world.close();
  }
}

function placeIn(sandbox: Sandbox, name: Place["name"], files: Record<string, string>): Place {
  const repo = sandbox.repository(name, files);
  const remote = sandbox.path(`${name}.git`);
  sandbox.git(sandbox.dir, "clone", "-q", "--bare", repo.path, remote);
  repo.git("remote", "add", "origin", remote);
  return { name, repo, remote, id: "", ids: new Set() };
}

function gitOf(sandbox: Sandbox): string {
  const path = sandbox.path("git");
  writeFileSync(path, GIT, { mode: 0o755 });
  return path;
}
