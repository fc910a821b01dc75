import type { Core } from "../core.js";
import { enterActiveTask } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { Task } from "../db/generated/client.js";
import { newId, requireId } from "../db/ids.js";
import { NotFoundError, RootUnavailableError, TaskArchivedError } from "../errors.js";
import { environmentEvent } from "./events.js";
import { environmentDirectory, newNonce } from "./names.js";
import { operateOnFacts } from "./operateOnFacts.js";
import { choosing, requireStillFree, reservedSlot, reserveWorktrees, titleFor } from "./reserve.js";
import { type PlannedSlot, planSlots, readSlots, type SlotInput } from "./slots.js";

export interface CreateEnvironmentInput {
  taskId: string;
  /** 1 to 32. */
  slots: readonly SlotInput[];
  operationId?: string | null | undefined;
}

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
  return choosing((choice) =>
    core.effects.run("make.reserve", () =>
      operateOnFacts(
        core,
        op,
        () => gather(core, taskId, slots, choice),
        (tx, _operationId, planned) => reserve(core, tx, taskId, planned),
      ),
    ),
  );
}

async function gather(core: Core, taskId: string, slots: readonly SlotInput[], choice: number): Promise<PlannedSlot[]> {
  const task = await core.db.read.task.findUnique({ where: { id: taskId } });
  if (task === null) throw new NotFoundError("task", taskId);
  if (task.archivedAt !== null) throw new TaskArchivedError(taskId);
  await requireRoot(core);
  return planSlots(core, { workspaceId: task.workspaceId, title: titleFor(choice, task.title) }, slots);
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
  await reserveWorktrees(core, tx, environment, planned.map(reservedSlot), now);
  await tx.task.update({ where: { id: task.id }, data: { lastActivityAt: now } });
  await environmentEvent(tx, environment, {
    type: "QUEUED",
    message: `Reserved: ${planned.map((slot) => slot.slot).join(", ")}.`,
    at: now,
    percent: 0,
  });
  return { environmentId };
}
