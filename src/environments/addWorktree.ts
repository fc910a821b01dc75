import type { Core } from "../core.js";
import { enterActiveTask } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import { requireId } from "../db/ids.js";
import { EnvironmentBusyError, InvalidInputError, NotFoundError, TaskArchivedError } from "../errors.js";
import { requireRoot } from "./create.js";
import { environmentEvent } from "./events.js";
import { operateOnFacts } from "./operateOnFacts.js";
import { choosing, requireStillFree, reservedSlot, reserveWorktrees, titleFor } from "./reserve.js";
import { MAX_SLOTS, type PlannedSlot, planSlots, readSlot, type SlotInput } from "./slots.js";
import { requireUsable } from "./usable.js";

export interface AddWorktreeInput {
  environmentId: string;
  slot: SlotInput;
  operationId?: string | null | undefined;
}

export interface AddWorktreeResult {
  environmentId: string;
  worktreeId: string;
}

/**
 * Reserves one more slot in an environment that is READY, and answers; it is made then, and the environment is PROVISIONING meanwhile. What is there
 * already is not touched. Throws InvalidInputError, NotFoundError, TaskArchivedError, CleanupInProgressError, EnvironmentBusyError,
 * RepositoryMissingError, RefNotFoundError, BranchRefusedError, RootUnavailableError, OperationConflictError.
 */
export async function addWorktree(core: Core, input: AddWorktreeInput): Promise<AddWorktreeResult> {
  const environmentId = requireId("environment", input.environmentId, "input.environmentId");
  const slot = readSlot(input.slot, "input.slot");
  const op = { operationId: input.operationId, name: "addWorktree", input: { environmentId, slot } };
  return choosing((choice) =>
    core.effects.run("make.reserve", () =>
      operateOnFacts(
        core,
        op,
        () => gather(core, environmentId, slot, choice),
        (tx, _operationId, planned) => reserve(core, tx, environmentId, planned),
      ),
    ),
  );
}

async function gather(core: Core, environmentId: string, slot: SlotInput, choice: number): Promise<PlannedSlot> {
  const environment = await core.db.read.environment.findUnique({
    where: { id: environmentId },
    include: { task: true, worktrees: { select: { slot: true } } },
  });
  if (environment === null) throw new NotFoundError("environment", environmentId);
  const { task, worktrees } = environment;
  if (task.archivedAt !== null) throw new TaskArchivedError(task.id);
  await requireRoot(core);
  const taken = worktrees.map((worktree) => worktree.slot);
  refuseTaken(slot.slot ?? null, taken);
  const where = { workspaceId: environment.workspaceId, title: titleFor(choice, task.title) };
  const [planned] = await planSlots(core, where, [slot], { taken, field: () => "input.slot" });
  return planned as PlannedSlot;
}

async function reserve(core: Core, tx: Tx, environmentId: string, planned: PlannedSlot): Promise<AddWorktreeResult> {
  const found = await tx.environment.findUnique({ where: { id: environmentId } });
  if (found === null) throw new NotFoundError("environment", environmentId);
  const task = await enterActiveTask(tx, found.taskId);
  await requireUsable(tx, found);
  if (found.status !== "READY")
    throw new EnvironmentBusyError(
      environmentId,
      found.status,
      `The environment ${environmentId} is ${found.status}: add to it when it is READY.`,
    );
  const there = await tx.worktree.findMany({ where: { environmentId }, select: { slot: true } });
  if (there.length >= MAX_SLOTS) throw new InvalidInputError("input.slot", `An environment has at most ${MAX_SLOTS} slots.`);
  refuseTaken(
    planned.slot,
    there.map(({ slot }) => slot),
  );
  await requireStillFree(tx, planned);
  const now = new Date(core.clock.now());
  const environment = await tx.environment.update({
    where: { id: environmentId },
    data: { status: "PROVISIONING", error: null, lastActivityAt: now },
  });
  const [worktreeId] = await reserveWorktrees(core, tx, environment, [reservedSlot(planned)], now);
  await tx.task.update({ where: { id: task.id }, data: { lastActivityAt: now } });
  await environmentEvent(tx, environment, { type: "QUEUED", message: `Reserved beside what is there: ${planned.slot}.`, at: now });
  return { environmentId, worktreeId: worktreeId as string };
}

/** Two that differ in letters' case only would be one directory where file names ignore it. */
function refuseTaken(slot: string | null, taken: readonly string[]): void {
  if (slot !== null && taken.some((other) => other.toLowerCase() === slot.toLowerCase()))
    throw new InvalidInputError("input.slot.slot", `The environment has a slot ${slot} already.`);
}
