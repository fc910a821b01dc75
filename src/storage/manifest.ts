import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Core } from "../core.js";
import { writeFileSynced } from "../disk/move.js";
import { remove } from "../disk/remove.js";

const worktreeSchema = z.object({
  worktreeId: z.string(),
  repositoryId: z.string(),
  commonDir: z.string(),
  slot: z.string(),
  directory: z.string(),
  /** Whether its tree lies in the entry. False: it was clean, and went; a restore makes it anew from branch or rescue. */
  kept: z.boolean(),
  /** The branch that the reservation named. */
  branch: z.string().nullable(),
  branchCreated: z.boolean(),
  /** The branch that HEAD named before it was detached. */
  headBranch: z.string().nullable(),
  headCommit: z.string().nullable(),
  baseRef: z.string(),
  baseCommit: z.string().nullable(),
  nonce: z.string(),
  adminName: z.string().nullable(),
  copyGlobs: z.string().default("[]"),
  copiedFiles: z.string(),
  verdict: z.string().nullable(),
  reason: z.string(),
});

const manifestSchema = z.object({
  version: z.literal(1),
  instanceId: z.string(),
  entryId: z.string(),
  kind: z.enum(["DIRECTORY", "REGISTRATION", "RESIDUE"]),
  workspaceId: z.string(),
  hostId: z.string(),
  environmentId: z.string(),
  materialisationId: z.string(),
  nonce: z.string(),
  directory: z.string(),
  taskId: z.string(),
  taskTitle: z.string(),
  jobId: z.string().nullable(),
  reason: z.string(),
  createdAt: z.string(),
  worktrees: z.array(worktreeSchema),
});

export type ManifestWorktree = z.infer<typeof worktreeSchema>;
/** What lies beside a quarantined directory, so that it can be understood, and put back, without a database. */
export type Manifest = z.infer<typeof manifestSchema>;

export function manifestPath(core: Core, directory: string): string {
  return join(core.root.quarantine, `${directory}.json`);
}

/** Written and synced before the directory moves. */
export async function writeManifest(core: Core, manifest: Manifest): Promise<void> {
  await writeFileSynced(manifestPath(core, manifest.directory), `${JSON.stringify(manifest, null, 2)}\n`, 0o600);
}

/** Null when there is none; throws when it can't be read. */
export async function readManifest(core: Core, directory: string): Promise<Manifest | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(manifestPath(core, directory), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export function parseManifestWorktrees(json: string): ManifestWorktree[] {
  return z.array(worktreeSchema).parse(JSON.parse(json));
}

/** After a restore: the entry has no directory any more that it would describe. */
export async function removeManifest(core: Core, directory: string): Promise<void> {
  const outcome = await remove(
    { root: core.root, dataDir: core.config.dataDir, repositories: [], children: core.children },
    { kind: "manifest", name: directory },
    { note: { purpose: "restore.manifest", row: directory } },
  );
  if (outcome.state === "refused" || outcome.state === "failed")
    throw new Error(`the manifest of ${directory} was not removed: ${outcome.reason}`);
}
