import { join } from "node:path";
import type { Core } from "../core.js";
import { enterTasks } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { Environment, QuarantineEntry, Task } from "../db/generated/client.js";
import { newId, requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { inProgress, jobNaming } from "../environments/usable.js";
import { InvalidInputError, NotFoundError, StateError, TaskArchivedError } from "../errors.js";
import { type Manifest, type ManifestWorktree, parseManifestWorktrees, readManifest } from "../storage/manifest.js";
import { queueRevival } from "./restoreQueue.js";

export interface RestoreEntryInput {
  entryId: string;
  /** The task that it goes to when its own is archived or gone: one of the same workspace; of any when that was deleted. */
  taskId?: string | null;
  operationId?: string | null;
}

/**
 * Moves a quarantined environment back as it was, for its own task if that is active, else for the task named. Answers when the
 * durable intent is committed. Throws NotFoundError, InvalidInputError, StateError (ENTRY_STATE), TaskArchivedError,
 * CleanupInProgressError, OperationConflictError.
 */
export async function restoreQuarantineEntry(core: Core, input: RestoreEntryInput): Promise<{ entryId: string; environmentId: string }> {
  const entryId = requireId("quarantine", input.entryId, "input.entryId");
  if (input.taskId != null) requireId("task", input.taskId, "input.taskId");
  const known = await core.db.read.quarantineEntry.findUnique({ where: { id: entryId } });
  if (known === null) throw new NotFoundError("quarantine entry", entryId);
  // Read before the transaction: no file work inside it. A manifest is never written again once its entry is there.
  const manifest = known.kind === "DIRECTORY" ? await readManifest(core, known.directory) : null;
  const { operationId: _, ...rest } = input;
  return core.effects.run("restore.begin", () =>
    operate(core.db, core.clock, { operationId: input.operationId, name: "restoreQuarantineEntry", input: rest }, async (tx) => {
      const entry = await tx.quarantineEntry.findUniqueOrThrow({ where: { id: entryId } });
      requireRestorable(core, entry);
      const task = await taskFor(tx, entry, input.taskId ?? null);
      await enterBoth(tx, entry.environmentId, task.id);
      const nowMs = core.clock.now();
      const environment = await environmentFor(core, tx, entry, manifest, task, nowMs);
      // One beside its old environment comes back by the entry alone: that one's jobs are not its own.
      const jobId = environment.id === entry.environmentId ? entry.jobId : null;
      await queueRevival(tx, environment, { kind: "RESTORE", jobId, entryId }, nowMs);
      return { entryId, environmentId: environment.id };
    }),
  );
}

/** With the task that has the environment's row and the one that it goes to, in the order of ids. */
async function enterBoth(tx: Tx, environmentId: string, taskId: string): Promise<void> {
  const there = await tx.environment.findUnique({ where: { id: environmentId }, select: { taskId: true } });
  const tasks = await enterTasks(tx, there === null ? [taskId] : [taskId, there.taskId]);
  if (tasks.get(taskId)?.archivedAt != null) throw new TaskArchivedError(taskId);
}

function requireRestorable(core: Core, entry: QuarantineEntry): void {
  if (entry.state !== "HELD") {
    throw new StateError(
      "ENTRY_STATE",
      entry.id,
      entry.state,
      `The entry ${entry.id} is ${entry.state}: only one that is HELD can be restored.`,
    );
  }
  if (entry.kind !== "DIRECTORY") throw new StateError("ENTRY_STATE", entry.id, entry.kind, `The entry ${entry.id} ${byHand(core, entry)}`);
}

/** How a person gets at what has no environment to go back to. */
function byHand(core: Core, entry: QuarantineEntry): string {
  if (entry.kind === "RESIDUE")
    return `is residue, which has no environment to go back to. Take what you need from ${join(core.root.quarantine, entry.directory)}.`;
  const [worktree] = parseManifestWorktrees(entry.worktrees);
  const where = worktree === undefined ? "its repository" : join(worktree.commonDir, "worktrees", worktree.adminName ?? worktree.directory);
  return `is a registration whose directory is gone. Its index can be checked out by hand: git --git-dir=${where} checkout-index --all --prefix=<directory>/`;
}

async function taskFor(tx: Tx, entry: QuarantineEntry, named: string | null): Promise<Task> {
  const own = await tx.task.findUnique({ where: { id: entry.taskId } });
  if (own !== null && own.archivedAt === null) return own;
  const { deletedAt } = await tx.workspace.findUniqueOrThrow({ where: { id: entry.workspaceId }, select: { deletedAt: true } });
  if (named === null) throw new InvalidInputError("input.taskId", whomToName(entry, own, deletedAt !== null));
  const task = await tx.task.findUnique({ where: { id: named } });
  if (task === null) throw new NotFoundError("task", named);
  if (task.workspaceId !== entry.workspaceId && deletedAt === null)
    throw new InvalidInputError("input.taskId", `The task ${named} is in another workspace than the entry.`);
  return task;
}

function whomToName(entry: QuarantineEntry, own: Task | null, isWorkspaceDeleted: boolean): string {
  if (isWorkspaceDeleted)
    return `The entry's workspace ${entry.workspaceId} was deleted: name an active task of a workspace in which its repositories are registered.`;
  const why = own === null ? "is gone" : "is archived";
  return `The entry's task ${entry.taskId} ${why}: name an active task of the workspace that it goes to, or unarchive the task.`;
}

/**
 * The environment's row, made again from the manifest when it went with its task. Where the environment was made afresh since (a reset), what
 * comes back is an environment of its own beside it, of the trees that were kept.
 */
async function environmentFor(
  core: Core,
  tx: Tx,
  entry: QuarantineEntry,
  manifest: Manifest | null,
  task: Task,
  nowMs: number,
): Promise<Environment> {
  const there = await tx.environment.findUnique({ where: { id: entry.environmentId } });
  const isBeside = there !== null && there.directory !== entry.directory;
  const naming = isBeside ? null : await jobNaming(tx, entry.environmentId);
  if (naming !== null) throw inProgress(entry.environmentId, naming);
  if (there !== null && !isBeside) {
    if (there.taskId === task.id) return there;
    return tx.environment.update({ where: { id: there.id }, data: { taskId: task.id } });
  }
  if (manifest === null)
    throw new StateError("ENTRY_STATE", entry.id, entry.state, `The manifest of ${entry.id} is missing, so nothing says what it holds.`);
  const worktrees = parseManifestWorktrees(entry.worktrees).filter((worktree) => !isBeside || worktree.kept);
  const repositories = await repositoriesFor(tx, worktrees, task);
  const at = new Date(nowMs);
  const environment = await tx.environment.create({
    data: {
      id: isBeside ? newId("environment") : entry.environmentId,
      workspaceId: task.workspaceId,
      hostId: entry.hostId,
      taskId: task.id,
      status: "RESTORING",
      materialisationId: manifest.materialisationId,
      directory: entry.directory,
      nonce: manifest.nonce,
      createdAt: at,
      lastActivityAt: at,
    },
  });
  for (const w of worktrees) {
    const repositoryId = repositories.get(w.repositoryId) ?? w.repositoryId;
    // What its rescues keep is found where its repository is registered from now on.
    if (repositoryId !== w.repositoryId)
      await tx.rescue.updateMany({
        where: { worktreeId: w.worktreeId, repositoryId: w.repositoryId },
        data: { repositoryId, workspaceId: task.workspaceId },
      });
    await tx.worktree.create({
      data: {
        id: w.worktreeId,
        environmentId: environment.id,
        materialisationId: manifest.materialisationId,
        repositoryId,
        slot: w.slot,
        directory: w.directory,
        path: join(core.root.live, entry.directory, w.directory),
        branch: w.branch,
        branchCreated: w.branchCreated,
        baseRef: w.baseRef,
        baseCommit: w.baseCommit,
        copyGlobs: w.copyGlobs,
        copiedFiles: w.copiedFiles,
        nonce: w.nonce,
        adminName: w.adminName,
        status: "RESTORING",
        createdAt: at,
      },
    });
  }
  return environment;
}

/**
 * The repositories of a deleted workspace's entry as the task's workspace has them registered, by the ids that the entry knows.
 * @throws InvalidInputError one is not registered there
 */
async function repositoriesFor(tx: Tx, worktrees: readonly ManifestWorktree[], task: Task): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { repositoryId, commonDir } of worktrees) {
    const known = await tx.repository.findUnique({ where: { id: repositoryId } });
    if (known?.workspaceId === task.workspaceId) continue;
    // The same one, by what a registration goes by; one that was forgotten, by where it lay.
    const same = known === null ? { commonDir } : { inode: known.inode, OR: [{ device: known.device }, { commonDir: known.commonDir }] };
    const there = await tx.repository.findFirst({ where: { workspaceId: task.workspaceId, ...same } });
    if (there === null)
      throw new InvalidInputError(
        "input.taskId",
        `The repository ${commonDir} is not registered in the workspace ${task.workspaceId} of the task ${task.id}: register it there, then restore the entry again.`,
      );
    found.set(repositoryId, there.id);
  }
  return found;
}
