import { createHash } from "node:crypto";
import type { Clock } from "../clock.js";
import { InvalidInputError, OperationConflictError } from "../errors.js";
import type { Database } from "./database.js";
import { newId } from "./ids.js";
import type { Tx } from "./writer.js";

/** An operation id is remembered this long. A caller that repeats itself after that does it again. */
export const OPERATION_MEMORY_MS = 7 * 24 * 60 * 60 * 1000;
const LONGEST_OPERATION_ID = 200;

export interface OperationRequest {
  /** The caller's id of what it wants done; without one it is done each time. */
  operationId?: string | null | undefined;
  /** The mutation. */
  name: string;
  /** Everything that decides what is done, as plain data; the operation id itself is not part of it. */
  input: unknown;
  /** False where nothing of it is work for later. Default true. */
  makesWork?: boolean;
}

/**
 * Does something once per operation id, in one transaction: the same request again is answered with what the first one gave, without doing
 * it again. `work` gives a JSON of ids that the answer is made of.
 *
 * @throws InvalidInputError the operation id can't be one
 * @throws OperationConflictError the id was used for another mutation or another input
 */
export async function operate<R extends object>(
  db: Database,
  clock: Clock,
  op: OperationRequest,
  work: (tx: Tx, operationId: string) => Promise<R>,
): Promise<R> {
  const given = op.operationId ?? null;
  if (given !== null) requireOperationId(given);
  const id = given ?? newId("operation");
  const inputHash = hashOf(op.input);
  const once = async (tx: Tx): Promise<R> => {
    const now = clock.now();
    if (given !== null) {
      const known = await tx.operation.findUnique({ where: { id } });
      if (known !== null && !isForgotten(known.createdAt, now)) {
        if (known.name !== op.name || known.inputHash !== inputHash) throw new OperationConflictError(id);
        return JSON.parse(known.result) as R;
      }
      await tx.operation.deleteMany({ where: { createdAt: { lte: new Date(now - OPERATION_MEMORY_MS) } } });
    }
    const result = await work(tx, id);
    await tx.operation.createMany({ data: { id, name: op.name, inputHash, result: JSON.stringify(result), createdAt: new Date(now) } });
    return result;
  };
  return db.write(once, { makesWork: () => op.makesWork ?? true });
}

function isForgotten(createdAt: Date, now: number): boolean {
  return now - createdAt.getTime() >= OPERATION_MEMORY_MS;
}

/** @throws InvalidInputError the operation id can't be one */
export function requireOperationId(id: string): void {
  // Also refuses lone surrogates: they would not come back from the database as they were.
  if (id.length < 1 || id.length > LONGEST_OPERATION_ID || !/^[^\p{C}\p{Z}]+( +[^\p{C}\p{Z}]+)*$/u.test(id)) {
    throw new InvalidInputError("operationId", `An operation id has 1 to ${LONGEST_OPERATION_ID} printable characters.`);
  }
}

function hashOf(input: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(canonical(input)))
    .digest("hex");
}

/** The same for the same meaning: keys in order, what is not given left out. */
function canonical(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return { bigint: value.toString() };
  if (value instanceof Date) return { date: value.getTime() };
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== null);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, canonical(entry)]));
  }
  return value;
}
