import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { makeDirectorySynced, writeFileSynced } from "../disk/move.js";
import { codeOf, isAbsence, readSmallFile } from "./files.js";

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

/**
 * Whether the repository that was registered lies at its common directory now: the inode and our marker agree. The device number
 * alone may differ: a disk gets another one when it is plugged in again.
 */
export async function probeRepository(
  o: { commonDir: string; device: string; inode: string } & RepositoryMark,
): Promise<RepositoryProbe> {
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
