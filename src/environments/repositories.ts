import { realpath } from "node:fs/promises";
import { basename, dirname, relative, sep } from "node:path";
import type { Core } from "../core.js";
import { enterWorkspace } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { Repository } from "../db/generated/client.js";
import { newId, requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { CleanupInProgressError, InvalidInputError, NotFoundError, RepositoryRefusedError, StateError } from "../errors.js";
import { bearsMark, type ResolvedRepository, resolveRepository, writeRepositoryMarker } from "../git/repository.js";
import { optionalLine } from "./input.js";
import { operateOnFacts } from "./operateOnFacts.js";

const NAME_CHARS = 200;
const MOST_ALIKE = 20;

export interface RegisterRepositoryInput {
  workspaceId: string;
  /** Absolute: a checkout, a linked worktree of it, its git directory, or a bare repository. */
  path: string;
  /** The directory's name when not given. */
  name?: string | null | undefined;
  /** Whether the repository's own hooks run when worktrees are made. False when not given. */
  runHooks?: boolean | null | undefined;
  operationId?: string | null | undefined;
}

/**
 * Registers a repository by its common directory. The same one again is the same row, brought up to date, also where it was moved.
 * Throws InvalidInputError, NotFoundError, RepositoryRefusedError, OperationConflictError.
 */
export async function registerRepository(core: Core, input: RegisterRepositoryInput): Promise<{ repositoryId: string }> {
  const workspaceId = requireId("workspace", input.workspaceId, "input.workspaceId");
  const name = optionalLine("input.name", input.name, { max: NAME_CHARS });
  const runHooks = input.runHooks ?? null;
  const op = { operationId: input.operationId, name: "registerRepository", input: { workspaceId, path: input.path, name, runHooks } };
  const { repositoryId } = await operateOnFacts(
    core,
    op,
    () => look(core, workspaceId, input.path),
    async (tx, _operationId, found) => {
      await enterWorkspace(tx, workspaceId);
      const same = await registeredAs(core, tx, workspaceId, found);
      const place = {
        commonDir: found.commonDir,
        checkoutPath: found.checkoutPath,
        device: found.device,
        inode: found.inode,
        defaultBranch: found.defaultBranch,
      };
      if (same !== null) {
        const data = { ...place, ...(name === null ? {} : { name }), ...(runHooks === null ? {} : { runHooks }) };
        await tx.repository.update({ where: { id: same.id }, data });
        return { repositoryId: same.id };
      }
      const id = newId("repository");
      await tx.repository.create({
        data: {
          id,
          workspaceId,
          hostId: core.hostId,
          name: name ?? nameOf(found),
          ...place,
          runHooks: runHooks ?? false,
          createdAt: new Date(core.clock.now()),
        },
      });
      return { repositoryId: id };
    },
  );
  await mark(core, repositoryId);
  return { repositoryId };
}

/** The row of the repository that was found, wherever it lay when it was registered. */
async function registeredAs(core: Core, tx: Tx, workspaceId: string, found: ResolvedRepository): Promise<Repository | null> {
  const alike = await tx.repository.findMany({
    where: { workspaceId, inode: found.inode, OR: [{ device: found.device }, { commonDir: found.commonDir }] },
    take: MOST_ALIKE,
  });
  // A number that was freed is given to the next directory that is made: elsewhere, only our marker says that it is the same one, moved.
  for (const row of alike) {
    if (row.commonDir === found.commonDir) return row;
    if (await bearsMark(found.commonDir, { instanceId: core.root.instanceId, repositoryId: row.id })) return row;
  }
  return null;
}

async function look(core: Core, workspaceId: string, path: string): Promise<ResolvedRepository> {
  if ((await core.db.read.workspace.findUnique({ where: { id: workspaceId }, select: { id: true } })) === null)
    throw new NotFoundError("workspace", workspaceId);
  if (path === "") throw new InvalidInputError("input.path", "Give the repository's absolute path.");
  const found = await resolveRepository(core.git, path);
  if (lies(found.commonDir, core.root.path)) {
    throw new RepositoryRefusedError(
      "INSIDE_MANAGED_ROOT",
      found.commonDir,
      `${found.commonDir} lies inside the managed root, where only worktrees belong.`,
    );
  }
  const allowed = core.config.allowedRepositoryRoots;
  if (allowed.length === 0) return found;
  for (const root of allowed) if (lies(found.commonDir, await canonical(root))) return found;
  throw new RepositoryRefusedError(
    "OUTSIDE_ALLOWED_ROOTS",
    found.commonDir,
    `${found.commonDir} lies outside the directories that this server takes repositories from.`,
  );
}

/** The row first, then the marker: a crash between them leaves a repository that says that it is missing, and that registering again mends. */
async function mark(core: Core, repositoryId: string): Promise<void> {
  const row = await core.db.read.repository.findUnique({ where: { id: repositoryId } });
  // Said again after it was unregistered: there is nothing to mark.
  if (row === null) return;
  try {
    await writeRepositoryMarker(row.commonDir, { instanceId: core.root.instanceId, repositoryId });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RepositoryRefusedError("UNREADABLE", row.commonDir, `Treekeeper can't leave its marker in ${row.commonDir}: ${why}`);
  }
}

function nameOf(found: ResolvedRepository): string {
  const last = basename(found.checkoutPath ?? (basename(found.commonDir) === ".git" ? dirname(found.commonDir) : found.commonDir));
  return last.replace(/\.git$/, "").slice(0, NAME_CHARS) || "repository";
}

/** Whether a canonical path is the directory or lies in it. */
function lies(path: string, directory: string): boolean {
  const between = relative(directory, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`) && !between.startsWith(sep));
}

/** One that is not there holds nothing. */
async function canonical(directory: string): Promise<string> {
  try {
    return await realpath(directory);
  } catch {
    return directory;
  }
}

export interface UnregisterRepositoryInput {
  repositoryId: string;
  operationId?: string | null | undefined;
}

/**
 * Forgets a repository to which nothing refers any more. The repository itself is not touched.
 * Throws InvalidInputError (worktrees refer to it), NotFoundError, CleanupInProgressError (a job does), StateError (a quarantine entry or a
 * rescue does), OperationConflictError.
 */
export async function unregisterRepository(core: Core, input: UnregisterRepositoryInput): Promise<{ repositoryId: string }> {
  const repositoryId = requireId("repository", input.repositoryId, "input.repositoryId");
  const op = { operationId: input.operationId, name: "unregisterRepository", input: { repositoryId } };
  return operate(core.db, core.clock, op, async (tx) => {
    const repository = await tx.repository.findUnique({ where: { id: repositoryId } });
    if (repository === null) throw new NotFoundError("repository", repositoryId);
    await enterWorkspace(tx, repository.workspaceId);
    await requireUnused(tx, repository);
    await tx.repository.delete({ where: { id: repositoryId } });
    return { repositoryId };
  });
}

async function requireUnused(tx: Tx, { id, name }: Repository): Promise<void> {
  const resource = await tx.cleanupResource.findFirst({ where: { repositoryId: id, job: { holdsEnvironmentId: { not: null } } } });
  if (resource !== null)
    throw new CleanupInProgressError(resource.jobId, `The cleanup ${resource.jobId} has not finished with the repository ${name}.`);
  const entry = await tx.quarantineEntry.findFirst({ where: { state: { not: "RESTORED" }, worktrees: { contains: id } } });
  if (entry !== null)
    throw new StateError(
      "ENTRY_STATE",
      entry.id,
      entry.state,
      `The quarantine entry ${entry.id} holds a worktree of the repository ${name}.`,
    );
  const rescue = await tx.rescue.findFirst({ where: { repositoryId: id, droppedAt: null } });
  if (rescue !== null)
    throw new StateError("RESCUE_STATE", rescue.id, rescue.kind, `The rescue ${rescue.id} keeps commits in the repository ${name}.`);
  const worktree = await tx.worktree.findFirst({ where: { repositoryId: id } });
  if (worktree !== null) {
    throw new InvalidInputError(
      "input.repositoryId",
      `The environment ${worktree.environmentId} has a worktree of the repository ${name}. Delete its task first.`,
    );
  }
}
