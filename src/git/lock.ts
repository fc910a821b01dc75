import path from "node:path";
import { writeFileSynced } from "../disk/move.js";
import { readSmallFile, textOf } from "./files.js";

/** Whose a worktree is, as its lock says. */
export interface LockClaim {
  instanceId: string;
  worktreeId: string;
  nonce: string;
}

/** What a worktree's `locked` file says. `claim` is null when the words are not ours: somebody said keep. */
export interface WorktreeLock {
  reason: string;
  claim: LockClaim | null;
}

/** The reason that our worktrees are locked with, from git's first step: a marker, and a fence against everybody's prune. */
export function lockReason(instanceId: string, worktreeId: string, nonce: string): string {
  return `treekeeper ${instanceId} ${worktreeId} ${nonce}`;
}

/** Null when the reason was not written by a Treekeeper. */
export function readLockReason(reason: string): LockClaim | null {
  const found = /^treekeeper (\S+) (\S+) (\S+)$/.exec(reason);
  if (found === null) return null;
  const [, instanceId = "", worktreeId = "", nonce = ""] = found;
  return { instanceId, worktreeId, nonce };
}

/** The lock of a registration; null when there is none. One that can't be read counts as somebody else's. */
export async function readLock(registrationDir: string): Promise<WorktreeLock | null> {
  const file = await readSmallFile(path.join(registrationDir, "locked"));
  if (file.state === "absent") return null;
  if (file.state === "unknown") return { reason: `(${file.reason})`, claim: null };
  const reason = (textOf(file.bytes) ?? file.bytes.toString("latin1")).trim();
  return { reason, claim: readLockReason(reason) };
}

/** Writes our lock again where it is missing: the registration must have been proven ours by the other signs. Synced. */
export async function writeLock(registrationDir: string, reason: string): Promise<void> {
  await writeFileSynced(path.join(registrationDir, "locked"), `${reason}\n`);
}
