import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { makeDirectorySynced, writeFileSynced } from "../disk/move.js";
import { commonDirOf, realDirectory, refused } from "./discover.js";
import { codeOf, isAbsence, readSmallFile } from "./files.js";
import type { Git } from "./git.js";
import { inspector } from "./inspector.js";
import { samePlace } from "./link.js";
import { isRef, resolveCommit } from "./refs.js";
import { refspecsReachingOurRefs } from "./refspecs.js";

export interface ResolvedRepository {
  /** Canonical path of the common directory. */
  commonDir: string;
  /** Main checkout, null for a bare repository. */
  checkoutPath: string | null;
  /** Of commonDir, decimal. */
  device: string;
  inode: string;
  /** Short name; null when HEAD is detached and no remote says one. */
  defaultBranch: string | null;
  bare: boolean;
}

/**
 * The repository at a path: its main checkout, a linked worktree of it, its git directory, or a bare repository. A directory that
 * merely lies inside one is refused: a repository around somebody's home is not what was meant.
 * @throws RepositoryRefusedError
 */
export async function resolveRepository(git: Git, given: string): Promise<ResolvedRepository> {
  const place = await realDirectory(given);
  const commonDir = await commonDirOf(git, place);
  const bare = (await git.text(["rev-parse", "--is-bare-repository"], { gitDir: commonDir })) === "true";
  const reaching = (await refspecsReachingOurRefs(git, commonDir)).at(0);
  if (reaching !== undefined) {
    throw refused("FETCH_REFSPEC", place, `A fetch would reach refs/treekeeper/ (${reaching}). Narrow the remote's fetch refspec first.`);
  }
  if (!(await hasCommit(git, commonDir))) throw refused("NO_COMMIT", place, `${place} has no commit yet. Make one first.`);
  const facts = await stat(commonDir, { bigint: true });
  return {
    commonDir,
    checkoutPath: bare ? null : await checkoutOf(git, commonDir, place),
    device: facts.dev.toString(),
    inode: facts.ino.toString(),
    defaultBranch: await defaultBranchOf(git, commonDir),
    bare,
  };
}

async function hasCommit(git: Git, commonDir: string): Promise<boolean> {
  if ((await resolveCommit(git, commonDir, "HEAD")) !== null) return true;
  return (await git.text(["for-each-ref", "--count=1", "refs/heads", "refs/remotes", "refs/tags"], { gitDir: commonDir })) !== "";
}

/** The main checkout, also when a linked worktree of it was given. Null when no checkout can be named. */
async function checkoutOf(git: Git, commonDir: string, place: string): Promise<string | null> {
  const parent = path.dirname(commonDir);
  if (path.basename(commonDir) === ".git") return parent;
  const { code, stdout } = await git.run(["config", "--null", "core.worktree"], { gitDir: commonDir, ok: [0, 1] });
  if (code === 0) return path.resolve(commonDir, stdout.toString("utf8").replace(/\0$/, ""));
  // A separate git directory says nothing about its checkout: known only when it was the one given.
  const isMain = (await samePlace(await inspector(git, place).revparse(["--absolute-git-dir"]), commonDir)) === true;
  return isMain && place !== commonDir ? place : null;
}

async function defaultBranchOf(git: Git, commonDir: string): Promise<string | null> {
  for (const [name, prefix] of [
    ["refs/remotes/origin/HEAD", "refs/remotes/origin/"],
    ["HEAD", "refs/heads/"],
  ] as const) {
    const { code, stdout } = await git.run(["symbolic-ref", "--quiet", name], { gitDir: commonDir, ok: [0, 1] });
    const ref = stdout.toString("utf8").trim();
    if (code !== 0 || !ref.startsWith(prefix)) continue;
    const branch = ref.slice(prefix.length);
    if (await isRef(git, commonDir, `refs/heads/${branch}`)) return branch;
  }
  return null;
}

export interface RepositoryMark {
  instanceId: string;
  repositoryId: string;
}

export type RepositoryProbe =
  | { state: "present" }
  /** Its directory, or our marker in it, is positively not there: never "its worktrees are gone". */
  | { state: "missing"; reason: string }
  | { state: "unknown"; reason: string };

function markerPath(commonDir: string, repositoryId: string): string {
  return path.join(commonDir, "treekeeper", "repositories", `${repositoryId}.json`);
}

/** Leaves our marker in a repository's common directory, synced. One file per registration: several servers may know one repository. */
export async function writeRepositoryMarker(commonDir: string, mark: RepositoryMark): Promise<void> {
  const { instanceId, repositoryId } = mark;
  await makeDirectorySynced(path.join(commonDir, "treekeeper"));
  await makeDirectorySynced(path.join(commonDir, "treekeeper", "repositories"));
  await writeFileSynced(markerPath(commonDir, repositoryId), `${JSON.stringify({ instanceId, repositoryId })}\n`);
}

/** Whether our marker for this registration lies in the directory: one that can't be read is none. */
export async function bearsMark(commonDir: string, { instanceId, repositoryId }: RepositoryMark): Promise<boolean> {
  const marker = await readSmallFile(markerPath(commonDir, repositoryId));
  const mark = marker.state === "present" ? parse(marker.bytes) : null;
  return mark?.instanceId === instanceId && mark.repositoryId === repositoryId;
}

/**
 * Whether the repository that was registered lies at its common directory now: the inode and our marker agree. The device number
 * alone may differ: a disk gets another one when it is plugged in again.
 */
export async function probeRepository(o: { commonDir: string; device: string; inode: string } & RepositoryMark): Promise<RepositoryProbe> {
  let facts: BigIntStats;
  try {
    facts = await stat(o.commonDir, { bigint: true });
  } catch (error) {
    if (isAbsence(error)) return { state: "missing", reason: `${o.commonDir} is not there` };
    return { state: "unknown", reason: `${o.commonDir} can't be seen: ${codeOf(error)}` };
  }
  if (!facts.isDirectory()) return { state: "missing", reason: `${o.commonDir} is not a directory` };
  const marker = await readSmallFile(markerPath(o.commonDir, o.repositoryId));
  if (marker.state === "unknown") return marker;
  if (marker.state === "absent") return { state: "missing", reason: `${o.commonDir} does not hold our marker` };
  const mark = parse(marker.bytes);
  if (mark === null) return { state: "unknown", reason: `our marker in ${o.commonDir} can't be read` };
  if (mark.instanceId !== o.instanceId || mark.repositoryId !== o.repositoryId) {
    return { state: "missing", reason: `the marker in ${o.commonDir} is another server's` };
  }
  if (facts.ino.toString() !== o.inode) return { state: "unknown", reason: `${o.commonDir} is a copy: another directory with our marker` };
  return { state: "present" };
}

function parse(bytes: Buffer): Partial<RepositoryMark> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
