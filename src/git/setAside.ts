import { readdir } from "node:fs/promises";
import path from "node:path";
import { makeDirectorySynced, renameSynced } from "../disk/move.js";
import { presenceOf } from "../disk/presence.js";
import { readSmallFile } from "./files.js";
import { readGitdir, samePlace } from "./link.js";
import { lockReason, readLock } from "./lock.js";
import { setAsideDir } from "./observe.js";
import { syncPath } from "./sync.js";

/** What `worktree add` writes before it has said whose the registration is. */
const FIRST_FILES: ReadonlySet<string> = new Set(["locked", "gitdir", "commondir", "HEAD"]);

/**
 * Drops a registration: git's administrative directory moves to `<common>/treekeeper/<worktree id>`, synced, in constant time and
 * without a look at any other worktree. Only after the refs are settled: objects that only a set-aside index or reflog names are
 * not safe from gc. Absent is done.
 * @throws when something lies at both places, and what the file system says.
 */
export async function setAside(commonDir: string, registrationDir: string, worktreeId: string): Promise<"moved" | "absent"> {
  requireRegistration(commonDir, registrationDir);
  const from = await presenceOf(registrationDir);
  if (from === "unknown") throw new Error(`${registrationDir} can't be seen`);
  if (from === "absent") {
    // Perhaps moved by a run that was killed before it could say so to the disk.
    await syncPath(path.dirname(registrationDir));
    await syncPath(path.join(commonDir, "treekeeper"));
    return "absent";
  }
  // What lies in it was put there after it had been synced itself.
  if ((await presenceOf(path.join(commonDir, "treekeeper", "repositories"))) !== "present")
    await makeDirectorySynced(path.join(commonDir, "treekeeper"));
  await renameSynced(registrationDir, setAsideDir(commonDir, worktreeId));
  return "moved";
}

export interface UnmakeProofs {
  instanceId: string;
  worktreeId: string;
  nonce: string;
  /** Where the tree was to be made. */
  path: string;
}

/**
 * Drops the registration of a worktree that was never confirmed, when it is proven to be what this reservation made: our lock
 * with this worktree's id and nonce; or no lock yet, and a `gitdir` that names our path or was not written yet.
 * The branch and the tree are the caller's.
 */
export async function unmakeRegistration(
  commonDir: string,
  registrationDir: string,
  proofs: UnmakeProofs,
): Promise<{ state: "moved" | "absent" } | { state: "refused"; reason: string }> {
  const found = await presenceOf(registrationDir);
  if (found === "absent") return { state: "absent" };
  if (found === "unknown") return { state: "refused", reason: `${registrationDir} can't be seen` };
  const doubt = await doubtAbout(registrationDir, proofs);
  if (doubt !== null) return { state: "refused", reason: doubt };
  return { state: await setAside(commonDir, registrationDir, proofs.worktreeId) };
}

async function doubtAbout(registrationDir: string, proofs: UnmakeProofs): Promise<string | null> {
  const ours = lockReason(proofs.instanceId, proofs.worktreeId, proofs.nonce);
  const [lock, gitdir] = await Promise.all([readLock(registrationDir), readGitdir(registrationDir)]);
  if (lock?.reason === ours) return null;
  // A power cut may leave the beginning of what was written, or nothing of it.
  if (lock !== null && !ours.startsWith(lock.reason)) return `${registrationDir} is locked by somebody else: ${lock.reason}`;
  if (gitdir.state === "present") {
    return (await samePlace(gitdir.treePath, proofs.path)) === true ? null : `${registrationDir} belongs to ${gitdir.treePath}`;
  }
  // Its name is the tree's, which is unique for ever, and there is nothing in it that says otherwise or that anybody could miss.
  const isOurName = path.basename(registrationDir) === path.basename(proofs.path);
  if (isOurName && ((await isTorn(path.join(registrationDir, "gitdir"))) || (await hasOnlyFirstFiles(registrationDir)))) return null;
  return `nothing proves that ${registrationDir} is ours`;
}

/** There, and without content: what a power cut makes of a file that was never synced. */
async function isTorn(file: string): Promise<boolean> {
  const read = await readSmallFile(file);
  return read.state === "present" && read.bytes.every((byte) => byte === 0);
}

async function hasOnlyFirstFiles(registrationDir: string): Promise<boolean> {
  return (await readdir(registrationDir)).every((name) => FIRST_FILES.has(name.replace(/\.lock$/, "")));
}

/** Only ever a direct child of the repository's `worktrees`: a wrong path must not move anything else. */
function requireRegistration(commonDir: string, registrationDir: string): void {
  const name = path.basename(registrationDir);
  if (path.resolve(registrationDir) === path.join(path.resolve(commonDir), "worktrees", name) && name !== "worktrees") return;
  throw new Error(`${registrationDir} is not a registration of ${commonDir}`);
}
