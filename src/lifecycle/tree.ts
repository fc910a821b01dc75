import type { Tx } from "../db/database.js";
import { InvalidInputError } from "../errors.js";

/** Tasks that one cascade takes at most: above it, its transaction would keep everybody else waiting for too long. */
export const CASCADE_TASKS_LIMIT = 20_000;

/**
 * A task and everything below it, archived or not, in one statement. The tree can't grow meanwhile: who makes a task under a parent enters
 * with that parent first.
 *
 * @throws InvalidInputError there are too many
 */
export async function treeOf(from: Pick<Tx, "$queryRaw">, taskId: string, field = "input.cascade"): Promise<string[]> {
  const limit = CASCADE_TASKS_LIMIT + 1;
  const rows = await from.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE "tree"("id") AS (
      SELECT "id" FROM "Task" WHERE "id" = ${taskId}
      UNION
      SELECT "Task"."id" FROM "Task" JOIN "tree" ON "Task"."parentId" = "tree"."id"
    )
    SELECT "id" FROM "tree" LIMIT ${limit}`;
  if (rows.length > CASCADE_TASKS_LIMIT) {
    throw new InvalidInputError(
      field,
      `More than ${CASCADE_TASKS_LIMIT} tasks lie below ${taskId}: end some of its subtasks by themselves first.`,
    );
  }
  return rows.map((row) => row.id);
}
