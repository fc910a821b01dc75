import { join } from "node:path";
import type { Core } from "../core.js";
import { enterActiveTask } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { Task } from "../db/generated/client.js";
import { newId, requireId } from "../db/ids.js";
import { NotFoundError, RootUnavailableError, ServerBusyError, TaskArchivedError } from "../errors.js";
import { slug } from "../git/names.js";
import { claimOn, refuseClaimed } from "./branchClaims.js";
import { environmentEvent } from "./events.js";
import { environmentDirectory, newNonce, worktreeDirectory } from "./names.js";
import { operateOnFacts } from "./operateOnFacts.js";
import { type PlannedSlot, planSlots, readSlots, type SlotInput } from "./slots.js";

/** How often a name of our own choice is chosen again because another creation took it meanwhile. */
const CHOICES = 5;
const OWN_NAME_CHARS = 48;

export interface CreateEnvironmentInput {
  taskId: string;
  /** 1 to 32. */
  slots: readonly SlotInput[];
  operationId?: string | null | undefined;
}

/** A name that was ours to choose was promised to somebody else since: choose again. */
class ChosenBranchTaken extends Error {}

/**
 * Reserves an environment and answers: rows with final paths and branches, and the attempt that will make it, commit together, PROVISIONING.
 * What git has to say was asked before, so that nothing is half-made for a wrong input.
 * Throws InvalidInputError, NotFoundError, TaskArchivedError, RepositoryMissingError, RefNotFoundError, BranchRefusedError,
 * RootUnavailableError, OperationConflictError.
 */
export async function createEnvironment(core: Core, input: CreateEnvironmentInput): Promise<{ environmentId: string }> {
  const taskId = requireId("task", input.taskId, "input.taskId");
  const slots = readSlots(input.slots);
  const op = { operationId: input.operationId, name: "createEnvironment", input: { taskId, slots } };
  for (let choice = 1; choice <= CHOICES; choice += 1) {
    try {
      return await core.effects.run("make.reserve", () =>
        operateOnFacts(
          core,
          op,
          () => gather(core, taskId, slots, choice),
          (tx, _operationId, planned) => reserve(core, tx, taskId, planned),
        ),
      );
    } catch (error) {
      if (!(error instanceof ChosenBranchTaken)) throw error;
    }
  }
  throw new ServerBusyError("Too many environments are being made at once. Nothing was done: try again.");
}

async function gather(core: Core, taskId: string, slots: readonly SlotInput[], choice: number): Promise<PlannedSlot[]> {
  const task = await core.db.read.task.findUnique({ where: { id: taskId } });
  if (task === null) throw new NotFoundError("task", taskId);
  if (task.archivedAt !== null) throw new TaskArchivedError(taskId);
  await requireRoot(core);
  // Those that look at the same moment choose the same name; the next time round they must not.
  const title = choice === 1 ? task.title : `${slug(task.title, OWN_NAME_CHARS)} ${newNonce().slice(0, 6)}`;
  return planSlots(core, { workspaceId: task.workspaceId, title }, slots);
}

/** @throws RootUnavailableError it can't be read now, or a person has to confirm it */
export async function requireRoot(core: Core): Promise<void> {
  if (!core.root.confirmed)
    throw new RootUnavailableError(`The database is behind the managed root ${core.root.path}: a person has to confirm it.`);
  if ((await core.root.probe()) !== "present") throw new RootUnavailableError(`The managed root ${core.root.path} can't be read.`);
}

async function reserve(core: Core, tx: Tx, taskId: string, planned: readonly PlannedSlot[]): Promise<{ environmentId: string }> {
  const task = await enterActiveTask(tx, taskId);
  for (const slot of planned) await requireStillFree(tx, slot);
  return insert(core, tx, task, planned);
}

/** What may have changed since git was asked, as far as rows say it. What git alone knows is met when the worktree is made. */
async function requireStillFree(tx: Tx, slot: PlannedSlot): Promise<void> {
  const repository = await tx.repository.findUnique({ where: { id: slot.repository.id } });
  if (repository === null) throw new NotFoundError("repository", slot.repository.id);
  const claim = await claimOn(tx, repository, slot.branch);
  if (claim === null) return;
  if (slot.chosen) throw new ChosenBranchTaken();
  refuseClaimed(claim, slot.branch, slot.isNew);
}

async function insert(core: Core, tx: Tx, task: Task, planned: readonly PlannedSlot[]): Promise<{ environmentId: string }> {
  const now = new Date(core.clock.now());
  const environmentId = newId("environment");
  const materialisationId = newId("materialisation");
  const directory = environmentDirectory(task.title, materialisationId);
  const environment = await tx.environment.create({
    data: {
      id: environmentId,
      workspaceId: task.workspaceId,
      hostId: core.hostId,
      taskId: task.id,
      status: "PROVISIONING",
      materialisationId,
      directory,
      nonce: newNonce(),
      createdAt: now,
      lastActivityAt: now,
    },
  });
  await tx.worktree.createMany({
    data: planned.map((slot) => {
      const id = newId("worktree");
      const own = worktreeDirectory(slot.slot, id);
      return {
        id,
        environmentId,
        materialisationId,
        repositoryId: slot.repository.id,
        slot: slot.slot,
        directory: own,
        path: join(core.root.live, directory, own),
        branch: slot.branch,
        // Until the making is about to create it, the branch is not ours.
        branchCreated: false,
        branchExists: !slot.isNew,
        baseRef: slot.baseRef,
        baseCommit: slot.baseCommit,
        fetchFirst: slot.fetchFirst,
        copyGlobs: JSON.stringify(slot.copyGlobs),
        nonce: newNonce(),
        status: "PROVISIONING" as const,
        createdAt: now,
      };
    }),
  });
  await tx.environmentAttempt.create({
    data: { id: newId("attempt"), environmentId, kind: "MAKE", state: "PENDING", dueAt: now, createdAt: now },
  });
  await tx.task.update({ where: { id: task.id }, data: { lastActivityAt: now } });
  await environmentEvent(tx, environment, {
    type: "QUEUED",
    message: `Reserved: ${planned.map((slot) => slot.slot).join(", ")}.`,
    at: now,
    percent: 0,
  });
  return { environmentId };
}
