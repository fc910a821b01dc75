/** Jobs that the payload of an ending gives at most. */
export const JOBS_SHOWN = 200;

export const MORE_JOBS =
  "at most 200 of them: `jobsTotal` says how many there are, and `cleanupJobs(filter: {operationId})` gives them page by page";

export const JOB_ORDER = [{ createdAt: "asc" as const }, { id: "asc" as const }];
