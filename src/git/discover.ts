import { access, constants, lstat, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { GitError as SimpleGitError } from "simple-git";
import { type RepositoryRefusal, RepositoryRefusedError } from "../errors.js";
import { codeOf, isAbsence, textOf } from "./files.js";
import { type Git, GitError } from "./git.js";
import { inspector } from "./inspector.js";
import { samePlace } from "./link.js";
import { hasControls } from "./refs.js";

const MAX_PATH_BYTES = 4_096;

/** The error for a path that can't be registered. */
export function refused(reason: RepositoryRefusal, place: string, message: string): RepositoryRefusedError {
  return new RepositoryRefusedError(reason, place.slice(0, MAX_PATH_BYTES), message);
}

/**
 * The canonical path, when it is a directory whose name is text.
 * @throws RepositoryRefusedError
 */
export async function realDirectory(given: string): Promise<string> {
  if (Buffer.byteLength(given) > MAX_PATH_BYTES) throw refused("NOT_FOUND", given.slice(0, 200), "The path is too long.");
  if (hasControls(given)) throw refused("NAME_NOT_TEXT", given, "The path holds control characters.");
  if (!path.isAbsolute(given)) throw refused("NOT_FOUND", given, "The path must be absolute.");
  try {
    const place = textOf(await realpath(given, { encoding: "buffer" }));
    if (place === null || hasControls(place)) throw refused("NAME_NOT_TEXT", given, `The real path of ${given} is not plain text.`);
    if (!(await stat(place)).isDirectory()) throw refused("NOT_A_REPOSITORY", given, `${given} is not a directory.`);
    await access(place, constants.R_OK | constants.X_OK);
    return place;
  } catch (error) {
    if (error instanceof RepositoryRefusedError) throw error;
    if (isAbsence(error)) throw refused("NOT_FOUND", given, `There is nothing at ${given}.`);
    throw refused("UNREADABLE", given, `${given} can't be read: ${codeOf(error)}.`);
  }
}

/**
 * The canonical common directory of the repository at `place` (canonical): its checkout, a linked worktree, a git directory.
 * @throws RepositoryRefusedError
 */
export async function commonDirOf(git: Git, place: string): Promise<string> {
  const at = inspector(git, place);
  let common: string;
  try {
    const answers = (
      await at.revparse(["--path-format=absolute", "--is-inside-work-tree", "--absolute-git-dir", "--git-common-dir"])
    ).split("\n");
    const [inside, gitDir, named] = answers;
    if (answers.length !== 3 || gitDir === undefined || named === undefined) throw notText(place);
    common = named;
    // Asked for the git directory itself, there is no checkout to be at the top of.
    if ((await samePlace(gitDir, place)) !== true) {
      const top = inside === "true" ? await at.revparse(["--show-toplevel"]) : gitDir;
      if ((await samePlace(top, place)) !== true) {
        throw refused("NOT_A_REPOSITORY", place, `${place} only lies inside the repository at ${top}.`);
      }
    }
  } catch (error) {
    if (error instanceof SimpleGitError) throw await whyNot(git, place, error);
    throw error;
  }
  try {
    const real = textOf(await realpath(common, { encoding: "buffer" }));
    if (real !== null && !hasControls(real)) return real;
  } catch (error) {
    if (!isAbsence(error)) throw refused("UNREADABLE", place, `${common} can't be read: ${codeOf(error)}.`);
  }
  throw notText(place);
}

function notText(place: string): RepositoryRefusedError {
  return refused("NAME_NOT_TEXT", place, `The path of ${place}'s git directory is not plain text.`);
}

/** git refused the place. Why is found by facts: a git directory that git opens when it is named outright was refused for its owner. */
async function whyNot(git: Git, place: string, error: Error): Promise<RepositoryRefusedError> {
  for (let at = place; ; at = path.dirname(at)) {
    for (const candidate of [path.join(at, ".git"), at]) {
      if (!(await looksLikeGitDir(candidate))) continue;
      try {
        await access(candidate, constants.R_OK);
      } catch (cause) {
        return refused("UNREADABLE", place, `${candidate} can't be read: ${codeOf(cause)}.`);
      }
      try {
        await git.run(["rev-parse", "--git-dir"], { gitDir: candidate });
      } catch (cause) {
        if (!(cause instanceof GitError)) throw cause;
        return refused("NOT_A_REPOSITORY", place, `git can't read the repository at ${candidate}: ${cause.stderr}`);
      }
      const advice = "Make it the server's user's, or add it to safe.directory in that user's git configuration";
      return refused(
        "DUBIOUS_OWNERSHIP",
        place,
        `git refuses ${candidate}, which belongs to another user. ${advice}. (${error.message.trim()})`,
      );
    }
    if (path.dirname(at) === at) return refused("NOT_A_REPOSITORY", place, `${place} is not a git repository.`);
  }
}

async function looksLikeGitDir(candidate: string): Promise<boolean> {
  try {
    if (path.basename(candidate) === ".git") return (await lstat(candidate)) !== undefined;
    await Promise.all(["HEAD", "objects", "refs"].map((name) => lstat(path.join(candidate, name))));
    return true;
  } catch (error) {
    // One that may not be entered is there.
    return !isAbsence(error);
  }
}
