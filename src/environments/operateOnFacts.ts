import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import { type OperationRequest, operate, requireOperationId } from "../db/operation.js";

class NotYetDone extends Error {}

/**
 * `operate` for what has to look at git or files first, which no transaction waits for. Said again, it answers as it did without looking: the
 * facts have changed since, not least by what it did.
 */
export async function operateOnFacts<F, R extends object>(
  core: Core,
  op: OperationRequest,
  gather: () => Promise<F>,
  work: (tx: Tx, operationId: string, facts: F) => Promise<R>,
): Promise<R> {
  // What is gathered may have made something already.
  if (typeof op.operationId === "string") requireOperationId(op.operationId);
  const before = await answered<R>(core, op);
  if (before !== null) return before;
  let facts: F;
  try {
    facts = await gather();
  } catch (error) {
    // Two at the same moment: what stands in the way may be what the other one has just made.
    const meanwhile = await answered<R>(core, op);
    if (meanwhile !== null) return meanwhile;
    throw error;
  }
  return operate(core.db, core.clock, op, (tx, operationId) => work(tx, operationId, facts));
}

async function answered<R extends object>(core: Core, op: OperationRequest): Promise<R | null> {
  const id = op.operationId ?? null;
  if (id === null) return null;
  if ((await core.db.read.operation.findUnique({ where: { id }, select: { id: true } })) === null) return null;
  try {
    return await operate<R>(core.db, core.clock, op, () => Promise.reject(new NotYetDone()));
  } catch (error) {
    if (error instanceof NotYetDone) return null;
    throw error;
  }
}
