import type { ChildNote } from "../disk/child.js";
import { assertNever } from "../errors.js";
import { type Git, GitError } from "./git.js";
import { isNullOid, isOid } from "./oid.js";
import { readRefFiles } from "./refFiles.js";

/** An `old` of zeros in a verify says that the ref must not be there. */
export type RefCommand =
  | { kind: "create"; ref: string; commit: string }
  | { kind: "delete"; ref: string; old: string }
  | { kind: "verify"; ref: string; old: string }
  | { kind: "update"; ref: string; commit: string; old: string };

export type RefOutcome = { state: "done" } | { state: "refused"; reason: string };

const MAX_REVISION_CHARS = 1_000;
/** Where most worktrees' commits come from. */
export const USUAL_REFS: readonly string[] = ["heads", "remotes/origin"].flatMap((where) =>
  ["main", "master"].map((name) => `refs/${where}/${name}`),
);

/**
 * Changes refs in one transaction, each by compare-and-set, synced. What a killed run had already done counts as done: a ref that
 * is created with this very commit, deleted, or moved. A `verify` has to hold all the same.
 * Writes shared state: call it in the repository's turn. It ignores checkouts, as git does here: look for holders yourself.
 * @returns refused, with a sentence, when a ref is not as the commands need it.
 * @throws GitError for trouble that says nothing about the refs: a lock file, no space, a time-out; the signal's reason.
 */
export async function refTransaction(
  git: Git,
  commonDir: string,
  commands: readonly RefCommand[],
  note: ChildNote,
  signal?: AbortSignal,
): Promise<RefOutcome> {
  const trouble = await attempt(git, commonDir, commands, note, signal);
  if (trouble === null) return { state: "done" };
  // Why it failed is asked of the refs, never of the words on stderr.
  const refs = commands.map((command) => command.ref);
  const now = await readRefs(git, commonDir, refs, signal);
  const rest: RefCommand[] = [];
  let halfDone = false;
  for (const command of commands) {
    const at = now.get(command.ref) ?? null;
    const holds = resultHolds(command, at);
    if (!holds && !conditionHolds(command, at)) return { state: "refused", reason: refusal(command, at) };
    if (!holds || command.kind === "verify") {
      rest.push(command);
      continue;
    }
    halfDone = true;
    if (at !== null) rest.push({ kind: "verify", ref: command.ref, old: at });
  }
  if (!halfDone) {
    for (const command of rest) {
      if (command.kind !== "create") continue;
      const inTheWay = (await relatedRefs(git, commonDir, command.ref)).at(0);
      if (inTheWay !== undefined) return { state: "refused", reason: `${inTheWay} is in the way of ${command.ref}` };
    }
    throw trouble;
  }
  if (rest.every((command) => resultHolds(command, now.get(command.ref) ?? null))) return { state: "done" };
  const again = await attempt(git, commonDir, rest, note, signal);
  if (again !== null) throw again;
  return { state: "done" };
}

/** Null when the transaction was committed. */
async function attempt(
  git: Git,
  commonDir: string,
  commands: readonly RefCommand[],
  note: ChildNote,
  signal: AbortSignal | undefined,
): Promise<GitError | null> {
  const stdin = ["start", ...commands.flatMap(lineOf), "prepare", "commit", ""].join("\0");
  const args = ["update-ref", "-m", "treekeeper", "-z", "--stdin"];
  try {
    const { code, stdout, stderr } = await git.run(args, { gitDir: commonDir, stdin, note, ...(signal === undefined ? {} : { signal }) });
    if (stdout.toString("latin1").includes("commit: ok")) return null;
    return new GitError(args, code, stderr.toString("utf8"), false, "did not commit");
  } catch (error) {
    if (error instanceof GitError && !error.timedOut) return error;
    throw error;
  }
}

/** A symbolic ref in the place of one of ours is changed itself: what it points at is somebody else's. */
function lineOf(command: RefCommand): string[] {
  switch (command.kind) {
    case "create":
      return ["option no-deref", `create ${command.ref}`, command.commit];
    case "delete":
      return ["option no-deref", `delete ${command.ref}`, command.old];
    case "verify":
      return [`verify ${command.ref}`, command.old];
    case "update":
      return ["option no-deref", `update ${command.ref}`, command.commit, command.old];
    default:
      return assertNever(command);
  }
}

function resultHolds(command: RefCommand, at: string | null): boolean {
  switch (command.kind) {
    case "create":
    case "update":
      return at === command.commit;
    case "delete":
      return at === null;
    case "verify":
      return at === (isNullOid(command.old) ? null : command.old);
    default:
      return assertNever(command);
  }
}

function conditionHolds(command: RefCommand, at: string | null): boolean {
  return command.kind === "create" ? at === null : at === (isNullOid(command.old) ? null : command.old);
}

function refusal(command: RefCommand, at: string | null): string {
  const wanted = command.kind === "create" || isNullOid(command.old) ? "absent" : `at ${command.old}`;
  return `${command.ref} is ${at === null ? "absent" : `at ${at}`}, not ${wanted}`;
}

/**
 * The object that a ref (its full name) names, peeled of nothing. Null when it is positively not there.
 * @throws GitError when git says anything beside its answer: a damaged ref is not an absent one.
 */
export async function readRef(git: Git, commonDir: string, ref: string, signal?: AbortSignal): Promise<string | null> {
  return (await readRefs(git, commonDir, [ref], signal)).get(ref) ?? null;
}

/** `readRef` for several, in one call: absent ones are not in the map. */
export async function readRefs(git: Git, commonDir: string, refs: readonly string[], signal?: AbortSignal): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map();
  const wanted = new Set(refs);
  const args = ["for-each-ref", "--format=%(objectname) %(refname)", ...wanted];
  const found = new Map<string, string>();
  for (const line of await answerLines(git, commonDir, args, signal)) {
    const [oid = "", ref = ""] = split(line);
    if (wanted.has(ref)) found.set(ref, oid);
  }
  return found;
}

/** Whether there is such a ref: its file says so without a process, and git is asked where that says nothing. @throws GitError as `readRef` */
export async function isRef(git: Git, commonDir: string, ref: string): Promise<boolean> {
  if ((await readRefFiles(commonDir, [ref]))?.has(ref) === true) return true;
  return (await readRef(git, commonDir, ref)) !== null;
}

/** Refs that can't stand beside this one: its own prefixes, and those below it. Never itself. */
export async function relatedRefs(git: Git, commonDir: string, ref: string): Promise<string[]> {
  return (await refsAround(git, commonDir, ref, false)).filter((found) => found !== ref);
}

/** The ref itself, where it is there, and what can't stand beside it: also in other letters where file names ignore case. */
export async function refsAround(git: Git, commonDir: string, ref: string, ignoreCase: boolean): Promise<string[]> {
  const parts = ref.split("/");
  // From "refs/heads/a": what is above that is no ref of anybody.
  const prefixes = parts.map((_, end) => parts.slice(0, end + 1).join("/")).slice(2);
  const args = ["for-each-ref", "--format=%(refname)", ...(ignoreCase ? ["--ignore-case"] : []), ...prefixes];
  const fold = (name: string): string => (ignoreCase ? name.toLowerCase() : name);
  const folded = fold(ref);
  return (await answerLines(git, commonDir, args, undefined)).filter((found) => {
    const name = fold(found);
    return name === folded || folded.startsWith(`${name}/`) || name.startsWith(`${folded}/`);
  });
}

/**
 * The commit that a revision names, as git reads it in the main checkout. Null when it names none, or is nothing that could be one.
 * @throws GitError when the repository itself can't be asked.
 */
export async function resolveCommit(git: Git, commonDir: string, revision: string, signal?: AbortSignal): Promise<string | null> {
  if (revision === "" || revision.length > MAX_REVISION_CHARS || hasControls(revision)) return null;
  const options = { gitDir: commonDir, ...(signal === undefined ? {} : { signal }) };
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const { code, stdout } = await git.run(args, { ...options, ok: [0, 1, 128, 129] });
  const oid = stdout.toString("latin1").trim();
  if (code === 0 && isOid(oid)) return oid;
  // 128 is for bad revisions and for bad repositories: the second throws here.
  if (code !== 1) await git.run(["rev-parse", "--git-dir"], options);
  return null;
}

/**
 * A ref that will last (heads, tags, remotes; never a stash, never one of ours) and reaches the commit, with the object that it
 * names now: what a transaction verifies. `except` are refs that are no evidence, because something is about to delete them.
 * Null also where git could only say so with a warning: then nothing is known to hold the commit.
 */
export async function lastingRefHolding(
  git: Git,
  commonDir: string,
  commit: string,
  o: { except?: ReadonlySet<string>; signal?: AbortSignal } = {},
): Promise<{ ref: string; oid: string } | null> {
  const usual = (await readRefFiles(commonDir, USUAL_REFS)) ?? [];
  for (const [ref, oid] of usual) if (oid === commit && o.except?.has(ref) !== true) return { ref, oid };
  const args = ["for-each-ref", `--contains=${commit}`, "--format=%(objectname) %(refname)", "refs/heads", "refs/tags", "refs/remotes"];
  const { stdout } = await git.run(args, { gitDir: commonDir, ...(o.signal === undefined ? {} : { signal: o.signal }) });
  for (const line of linesOf(stdout)) {
    const [oid = "", ref = ""] = split(line);
    if (isOid(oid) && o.except?.has(ref) !== true) return { ref, oid };
  }
  return null;
}

export function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return /[\u0000-\u001f\u007f]/.test(text);
}

async function answerLines(git: Git, commonDir: string, args: readonly string[], signal: AbortSignal | undefined): Promise<string[]> {
  const { code, stdout, stderr } = await git.run(args, { gitDir: commonDir, ...(signal === undefined ? {} : { signal }) });
  if (stderr.length > 0) throw new GitError(args, code, stderr.toString("utf8").trim(), false, "could not read a ref");
  return linesOf(stdout);
}

/** A ref name holds no line feed and no space: lines are whole. */
function linesOf(stdout: Buffer): string[] {
  return stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function split(line: string): [string, string] {
  const space = line.indexOf(" ");
  return [line.slice(0, space), line.slice(space + 1)];
}
