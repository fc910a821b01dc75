import type { Core } from "../core.js";
import { newId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { requireLine } from "./input.js";

const NAME_CHARS = 200;

export interface CreateWorkspaceInput {
  name: string;
  operationId?: string | null | undefined;
}

/** Makes a tenant. Throws InvalidInputError, OperationConflictError. */
export async function createWorkspace(core: Core, input: CreateWorkspaceInput): Promise<{ workspaceId: string }> {
  const name = requireLine("input.name", input.name, { max: NAME_CHARS });
  const op = { operationId: input.operationId, name: "createWorkspace", input: { name } };
  return operate(core.db, core.clock, op, async (tx) => {
    const workspaceId = newId("workspace");
    await tx.workspace.create({ data: { id: workspaceId, name, createdAt: new Date(core.clock.now()) } });
    return { workspaceId };
  });
}
