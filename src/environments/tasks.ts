import type { Core } from "../core.js";
import { enterTasks, enterWorkspace } from "../db/barrier.js";
import type { Tx } from "../db/database.js";
import type { TaskKind } from "../db/generated/enums.js";
import { newId, requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { NotFoundError, TakenError, TaskArchivedError } from "../errors.js";
import { optionalId, optionalLine, requireLine } from "./input.js";

const TITLE_CHARS = 500;
const EXTERNAL_ID_CHARS = 200;

export interface CreateTaskInput {
  workspaceId: string;
  title: string;
  /** STANDARD when not given. */
  kind?: TaskKind | null | undefined;
  /** The caller's own id, unique in the workspace. */
  externalId?: string | null | undefined;
  parentId?: string | null | undefined;
  operationId?: string | null | undefined;
}

/**
 * Makes a task, under a parent of the same workspace when one is named. Throws InvalidInputError, NotFoundError, TaskArchivedError (the
 * parent is archived), TakenError (the external id), OperationConflictError.
 */
export async function createTask(core: Core, input: CreateTaskInput): Promise<{ taskId: string }> {
  const workspaceId = requireId("workspace", input.workspaceId, "input.workspaceId");
  const parentId = optionalId("task", input.parentId, "input.parentId");
  const title = requireLine("input.title", input.title, { max: TITLE_CHARS });
  const externalId = optionalLine("input.externalId", input.externalId, { max: EXTERNAL_ID_CHARS });
  const kind = input.kind ?? "STANDARD";
  const op = {
    operationId: input.operationId,
    name: "createTask",
    input: { workspaceId, parentId, title, externalId, kind },
    makesWork: false,
  };
  return operate(core.db, core.clock, op, async (tx) => {
    await enterWorkspace(tx, workspaceId);
    if (parentId !== null) await requireParent(tx, workspaceId, parentId);
    if (externalId !== null) await requireFreeExternalId(tx, workspaceId, externalId);
    const taskId = newId("task");
    const now = new Date(core.clock.now());
    await tx.task.create({ data: { id: taskId, workspaceId, parentId, title, kind, externalId, createdAt: now, lastActivityAt: now } });
    return { taskId };
  });
}

async function requireParent(tx: Tx, workspaceId: string, parentId: string): Promise<void> {
  const parent = (await enterTasks(tx, [parentId])).get(parentId);
  // One of another workspace is not there, as far as this one can see.
  if (parent?.workspaceId !== workspaceId) throw new NotFoundError("task", parentId);
  if (parent.archivedAt !== null) throw new TaskArchivedError(parentId);
}

async function requireFreeExternalId(tx: Tx, workspaceId: string, externalId: string): Promise<void> {
  const other = await tx.task.findUnique({ where: { workspaceId_externalId: { workspaceId, externalId } }, select: { id: true } });
  if (other === null) return;
  throw new TakenError("EXTERNAL_ID_TAKEN", "input.externalId", other.id, `The task ${other.id} has this external id.`);
}
