import { stat } from "node:fs/promises";
import path from "node:path";
import type { ChildNote } from "../disk/child.js";
import { BranchRefusedError } from "../errors.js";
import { isAbsence, readSmallFile } from "./files.js";
import { type Git, GitError } from "./git.js";
import { branchFromTitle } from "./names.js";
import { refsAround } from "./refs.js";

const MAX_CONFIG_BYTES = 16 * 1024 * 1024;
const MOST_NAME_TRIES = 100;

/**
 * Refuses a branch that exists, or that can't stand beside one that does (`task` and `task/1`), packed or loose, and in other
 * letters where file names ignore case.
 * @throws BranchRefusedError EXISTS, NESTED
 */
export async function assertBranchFree(git: Git, commonDir: string, name: string): Promise<void> {
  const found = await whatTakes(git, commonDir, name);
  if (found === null) return;
  throw found.exists
    ? new BranchRefusedError("EXISTS", name, null, `The branch ${found.branch} exists.`)
    : new BranchRefusedError("NESTED", name, null, `The branch ${name} can't stand beside the branch ${found.branch}.`);
}

/**
 * A free name made from a task's title: the title's own, else with a number. `taken` knows the names that are promised and not
 * made yet.
 * @throws BranchRefusedError EXISTS when a hundred of them are taken.
 */
export async function freeBranchName(
  git: Git,
  commonDir: string,
  title: string,
  taken: (name: string) => boolean | Promise<boolean> = () => false,
): Promise<string> {
  const base = branchFromTitle(title);
  for (let count = 1; count <= MOST_NAME_TRIES; count += 1) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!(await taken(name)) && (await whatTakes(git, commonDir, name)) === null) return name;
  }
  throw new BranchRefusedError("EXISTS", base, null, `The branches ${base} to ${base}-${MOST_NAME_TRIES} exist.`);
}

async function whatTakes(git: Git, commonDir: string, name: string): Promise<{ branch: string; exists: boolean } | null> {
  const ref = `refs/heads/${name}`;
  const around = await refsAround(git, commonDir, ref, await ignoresCase(commonDir));
  const related = around.includes(ref) ? ref : around.at(0);
  if (related === undefined) return null;
  return { branch: related.slice("refs/heads/".length), exists: related.length === ref.length };
}

/** Whether the repository's file system takes two spellings of a name for one: HEAD is always there to be tried. */
async function ignoresCase(commonDir: string): Promise<boolean> {
  try {
    const [one, other] = await Promise.all(["HEAD", "hEaD"].map((name) => stat(path.join(commonDir, name), { bigint: true })));
    return one?.ino === other?.ino;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/**
 * Takes a branch's section out of the repository's configuration. Absent is done, and found out by reading the file.
 * Writes shared state: call it in the repository's turn.
 * @throws GitError for trouble: a lock file, no space.
 */
export async function removeBranchSection(
  git: Git,
  commonDir: string,
  branch: string,
  note: ChildNote,
  signal?: AbortSignal,
): Promise<void> {
  const file = path.join(commonDir, "config");
  const options = signal === undefined ? {} : { signal };
  if (!(await mayHaveSection(file, branch))) return;
  const section = `branch.${branch}`;
  try {
    await git.run(["config", "--file", file, "--remove-section", section], { note, ...options });
  } catch (error) {
    if (!(error instanceof GitError) || error.timedOut) throw error;
    const { stdout } = await git.run(["config", "--file", file, "--null", "--name-only", "--list"], options);
    const names = stdout.toString("utf8").split("\0");
    // A section without a setting in it is no trouble: it says nothing.
    if (names.some((name) => name.startsWith(`${section}.`) && !name.slice(section.length + 1).includes("."))) throw error;
  }
}

/** Cheap and one-sided: true where the file can't be read, or names the section in any of its spellings. */
async function mayHaveSection(file: string, branch: string): Promise<boolean> {
  const config = await readSmallFile(file, MAX_CONFIG_BYTES);
  if (config.state !== "present") return config.state === "unknown";
  const quoted = branch.replace(/["\\]/g, "\\$&");
  const text = config.bytes.toString("utf8");
  return text.includes(`"${quoted}"`) || /\[\s*branch\./i.test(text);
}
