import type { ChildNote, ChildResult, Children } from "../disk/child.js";
import { DURABLE_CONFIG, gitEnvironment, NEUTRAL_CONFIG, NO_HOOKS_CONFIG } from "./environment.js";

/** A question that is not answered by then is not answered (L6). */
const READ_TIMEOUT_MS = 2 * 60_000;
/** A checkout of a large repository, or a fetch. */
const WRITE_TIMEOUT_MS = 30 * 60_000;
const SHOWN_STDERR_CHARS = 2_000;

/** git ran and did not do what was asked: another exit code than the allowed ones, a signal, a time-out, a truncated answer. */
export class GitError extends Error {
  override readonly name = "GitError";
  constructor(
    /** The command's arguments, without the configuration that every command gets. */
    readonly args: readonly string[],
    /** Exit code; null when a signal or a time-out ended it. */
    readonly code: number | null,
    /** What it said, shortened. For people: decisions are made by facts. */
    readonly stderr: string,
    readonly timedOut: boolean,
    why = "",
  ) {
    const how = timedOut ? "did not answer in time" : why !== "" ? why : `ended with ${code === null ? "a signal" : `code ${code}`}`;
    super(`git ${args[0] ?? ""} ${how}${stderr === "" ? "" : `: ${stderr}`}`);
  }
}

export interface GitRun {
  /** `-C`: where git looks for the repository. */
  dir?: string;
  /** `--git-dir`: a common directory, or a worktree's administrative directory. */
  gitDir?: string;
  /** `--work-tree`. */
  workTree?: string;
  stdin?: Buffer | string;
  timeoutMs?: number;
  /** Exit codes that are answers; every other one throws. Default [0]. "any" where facts are looked at afterwards. */
  ok?: readonly number[] | "any";
  /** A command that changes something: noted before it starts, and written with fsync. */
  note?: ChildNote;
  /** Whether the repository's own hooks run. Default false. */
  hooks?: boolean;
  /** Takes stdout in pieces; the result's stdout is empty then. */
  onStdout?: (chunk: Buffer) => void;
  signal?: AbortSignal;
  maxOutputBytes?: number;
}

/**
 * Every git command of the server: scrubbed environment, the user's settings neutralised by name, an explicit working
 * directory (the server's own may have been deleted), output as bytes.
 */
export class Git {
  readonly #children: Children;
  /** The command that is run as git. */
  readonly binary: string;
  readonly #safeCwd: string;

  /** `safeCwd` is a directory that outlives every worktree: the data directory. */
  constructor(o: { children: Children; binary?: string; safeCwd: string }) {
    this.#children = o.children;
    this.binary = o.binary ?? "git";
    this.#safeCwd = o.safeCwd;
  }

  /**
   * Runs git and answers when its exit code is an allowed one.
   * @throws GitError for any other end; the signal's reason when aborted; SpawnError when git can't be started.
   */
  async run(args: readonly string[], o: GitRun = {}): Promise<ChildResult> {
    const result = await this.#children.run({
      command: this.binary,
      args: [...globalArgs(o), ...args],
      cwd: this.#safeCwd,
      env: gitEnvironment(),
      timeoutMs: o.timeoutMs ?? (o.note === undefined ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS),
      ...(o.stdin === undefined ? {} : { stdin: o.stdin }),
      ...(o.signal === undefined ? {} : { signal: o.signal }),
      ...(o.onStdout === undefined ? {} : { onStdout: o.onStdout }),
      ...(o.maxOutputBytes === undefined ? {} : { maxOutputBytes: o.maxOutputBytes }),
      ...(o.note === undefined ? {} : { note: o.note }),
    });
    if (result.aborted) o.signal?.throwIfAborted();
    const stderr = result.stderr.toString("utf8").trim().slice(0, SHOWN_STDERR_CHARS);
    if (result.truncated) throw new GitError(args, result.code, stderr, false, "gave an answer that is too long");
    const ok = o.ok ?? [0];
    const answered = ok === "any" || (result.code !== null && ok.includes(result.code));
    if (result.timedOut || result.aborted || !answered) {
      throw new GitError(args, result.code, stderr, result.timedOut);
    }
    return result;
  }

  /** `run`, its stdout as text without the line feed at the end. For answers that are ids, refs or settings. */
  async text(args: readonly string[], o: GitRun = {}): Promise<string> {
    return (await this.run(args, o)).stdout.toString("utf8").replace(/\n$/, "");
  }

  /** The version of the git that is used. */
  async version(): Promise<{ major: number; minor: number }> {
    const said = await this.text(["version"]);
    const found = /^git version (\d+)\.(\d+)/.exec(said);
    if (found === null) throw new GitError(["version"], 0, said, false, "gave a version that can't be read");
    return { major: Number(found[1]), minor: Number(found[2]) };
  }
}

function globalArgs(o: GitRun): string[] {
  const config = [...NEUTRAL_CONFIG];
  if (o.hooks !== true) config.push(NO_HOOKS_CONFIG);
  if (o.note !== undefined) config.push(...DURABLE_CONFIG);
  const args = config.flatMap((setting) => ["-c", setting]);
  args.push("--no-pager", "--no-replace-objects", "--literal-pathspecs");
  if (o.dir !== undefined) args.push("-C", o.dir);
  if (o.gitDir !== undefined) args.push(`--git-dir=${o.gitDir}`);
  if (o.workTree !== undefined) args.push(`--work-tree=${o.workTree}`);
  return args;
}
