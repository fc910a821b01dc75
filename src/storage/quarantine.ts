import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { CleanupJob, CleanupResource } from "../db/generated/client.js";
import { newId, shortId } from "../db/ids.js";
import { renameSynced } from "../disk/move.js";
import { presenceOf } from "../disk/presence.js";
import { type Manifest, type ManifestWorktree, readManifest, removeManifest, writeManifest } from "./manifest.js";

export function manifestWorktree(resource: CleanupResource, o: { kept: boolean; reason: string }): ManifestWorktree {
  return {
    worktreeId: resource.worktreeId as string,
    repositoryId: resource.repositoryId as string,
    commonDir: resource.commonDir as string,
    slot: resource.slot as string,
    directory: resource.directory as string,
    kept: o.kept,
    branch: resource.branch,
    branchCreated: resource.branchCreated,
    headBranch: resource.headBranch,
    headCommit: resource.headCommit,
    baseRef: resource.baseRef as string,
    baseCommit: resource.baseCommit,
    nonce: resource.nonce as string,
    adminName: resource.adminName,
    copyGlobs: resource.copyGlobs,
    copiedFiles: resource.copiedFiles,
    verdict: resource.verdict,
    reason: o.reason,
  };
}

export function manifestOf(
  core: Core,
  job: CleanupJob,
  o: Pick<Manifest, "entryId" | "kind" | "directory" | "reason" | "worktrees">,
): Manifest {
  return {
    version: 1,
    instanceId: core.root.instanceId,
    workspaceId: job.workspaceId,
    hostId: job.hostId,
    environmentId: job.environmentId,
    materialisationId: job.materialisationId,
    nonce: job.nonce,
    taskId: job.taskId,
    taskTitle: job.taskTitle,
    jobId: job.id,
    createdAt: new Date(core.clock.now()).toISOString(),
    ...o,
  };
}

/** The row of a directory that was moved aside. One that was restored since, and is moved aside again, is held again under its old id. */
export async function recordEntry(tx: Tx, manifest: Manifest, sizeBytes: bigint | null): Promise<void> {
  const { entryId: id, kind, workspaceId, hostId, jobId, environmentId, taskId, taskTitle, directory, reason } = manifest;
  // Also whose it is: it may have been restored to somebody of another workspace meanwhile.
  const held = {
    kind,
    state: "HELD",
    workspaceId,
    jobId,
    environmentId,
    taskId,
    taskTitle,
    reason,
    worktrees: JSON.stringify(manifest.worktrees),
    sizeBytes,
    createdAt: new Date(manifest.createdAt),
    restoredAt: null,
  } as const;
  await tx.quarantineEntry.upsert({
    where: { id },
    update: held,
    create: { id, hostId, directory, ...held },
  });
}

/** An entry without a directory: a locked registration whose tree is gone, kept for what only it names. */
export async function recordRegistrationEntry(
  core: Core,
  tx: Tx,
  job: CleanupJob,
  resource: CleanupResource,
  o: { adminName: string; reason: string },
): Promise<string> {
  const entryId = newId("quarantine");
  const worktrees = [manifestWorktree({ ...resource, adminName: o.adminName }, { kept: false, reason: o.reason })];
  // Its name under quarantine/ is never made: it only has to be unique.
  await recordEntry(
    tx,
    manifestOf(core, job, { entryId, kind: "REGISTRATION", directory: `${resource.directory}.registration`, reason: o.reason, worktrees }),
    null,
  );
  return entryId;
}

/** Residues of an environment under quarantine/ begin with this. */
const residuePrefix = (job: CleanupJob): string => `${job.directory}.residue-`;

/** What was moved aside by a run that was killed before it had recorded the entry: its manifest says all of it. */
export async function unrecordedResidues(core: Core, job: CleanupJob): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  const names = await readdir(core.root.quarantine);
  for (const name of names) {
    if (!name.startsWith(residuePrefix(job))) continue;
    // Killed while the manifest was written: nothing was moved.
    if (name.endsWith(".json.tmp") && !names.includes(name.slice(0, -".tmp".length)))
      await removeManifest(core, name.slice(0, -".json.tmp".length));
    if (!name.endsWith(".json")) continue;
    const directory = name.slice(0, -".json".length);
    const manifest = await readManifest(core, directory);
    if (manifest === null || (await core.db.read.quarantineEntry.findUnique({ where: { id: manifest.entryId } })) !== null) continue;
    if ((await presenceOf(join(core.root.quarantine, directory))) === "present") manifests.push(manifest);
    // Killed between the manifest and the rename: it describes nothing.
    else await removeManifest(core, directory);
  }
  return manifests;
}

/**
 * Moves what somebody made anew at a reclaimed path aside, manifest first. The caller has seen that it is there, and records the
 * entry in its own transaction.
 */
export async function moveResidueAside(core: Core, job: CleanupJob, path: string): Promise<Manifest> {
  const entryId = newId("quarantine");
  const directory = `${residuePrefix(job)}${shortId(entryId)}`;
  const holdsGit = await readdir(path).then(
    (names) => names.includes(".git"),
    () => false,
  );
  const manifest = manifestOf(core, job, {
    entryId,
    kind: "RESIDUE",
    directory,
    reason: `It was made anew at a path that had been reclaimed.${holdsGit ? " It holds a .git." : ""}`,
    worktrees: [],
  });
  await writeManifest(core, manifest);
  await renameSynced(path, join(core.root.quarantine, directory));
  return manifest;
}
