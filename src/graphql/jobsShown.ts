import type { CleanupJob } from "../db/generated/client.js";
import type { Context } from "./context.js";

/** Jobs that the payload of an ending gives at most. */
const JOBS_SHOWN = 200;

export const MORE_JOBS =
  "at most 200 of them: `jobsTotal` says how many there are, and `cleanupJobs(filter: {operationId})` gives them page by page";

const JOB_ORDER = [{ createdAt: "asc" as const }, { id: "asc" as const }];

/** The jobs of an ending's payload. `query` is what the operation selects of them. */
export function jobsShown(context: Context, query: object, ids: readonly string[]): Promise<CleanupJob[]> {
  return context.core.db.read.cleanupJob.findMany({ ...query, where: { id: { in: ids.slice(0, JOBS_SHOWN) } }, orderBy: JOB_ORDER });
}
