import type { ChildResult } from "../disk/child.js";
import { type Git, GitError, type GitRun } from "./git.js";

/** Something could not be proven: the verdict is UNKNOWN, with this sentence. Never a transient trouble: those are thrown as they are. */
export class Unproven extends Error {
  override readonly name = "Unproven";
}

/** A repository and a tree, both named: nothing is discovered, so a moved tree can't reach another's index. */
export interface TreePlace {
  /** git's administrative directory of the tree. */
  gitDir: string;
  /** Where the tree lies now. */
  tree: string;
}

/** Long enough for a huge tree on a cold cache; what takes longer is not answered. */
const JUDGE_TIMEOUT_MS = 10 * 60_000;
const SHOWN_CHARS = 300;

/**
 * Asks git about a tree. Only exit code 0 (or one of `ok`) without a word on stderr is an answer.
 * @throws Unproven for every other answer; GitError with `timedOut`, and the signal's reason, as they are.
 */
export async function ask(git: Git, place: TreePlace, args: readonly string[], o: GitRun = {}): Promise<ChildResult> {
  return answered(commandOf(args), async () => {
    const result = await git.run(args, { timeoutMs: JUDGE_TIMEOUT_MS, ...o, ...named(place) });
    return silent(commandOf(args), result);
  });
}

async function answered<T>(command: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitError && !error.timedOut) {
      const how = error.code === null ? "was ended, or said too much" : `ended with ${error.code}`;
      throw new Unproven(`git ${command} ${how}: ${shown(error.stderr)}`);
    }
    throw error;
  }
}

function silent<T extends ChildResult>(command: string, answer: T): T {
  if (answer.stderr.length > 0) throw new Unproven(`git ${command} gave a warning: ${shown(answer.stderr.toString("utf8"))}`);
  return answer;
}

function named(place: TreePlace): Pick<GitRun, "dir" | "gitDir" | "workTree"> {
  return { dir: place.tree, gitDir: place.gitDir, workTree: place.tree };
}

/** The command's name among its arguments. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-c") ?? "";
}

/** The records of a -z answer. @throws Unproven when the last one was cut. */
export function records(answer: Buffer): string[] {
  if (answer.length === 0) return [];
  if (answer[answer.length - 1] !== 0) throw new Unproven("git's answer was cut.");
  return answer.toString("latin1", 0, answer.length - 1).split("\0");
}

function shown(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line === "" ? "it said nothing." : line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)}…` : line;
}
