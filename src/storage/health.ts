import type { Core } from "../core.js";
import { parseFailures } from "../scheduler/recurring.js";

export interface HealthIssue {
  readonly id: string;
  readonly severity: "INFO" | "WARNING" | "CRITICAL";
  readonly message: string;
  readonly whatToDo: string;
}

/** Named one by one up to here; the rest is counted. */
const NAMED = 20;
/** A job that waits for something outside for longer than this is worth a look. */
const LONG_WAITS = 3;

/** What a person should look at, each with what to do about it. */
export async function healthIssues(core: Core): Promise<HealthIssue[]> {
  const issues: HealthIssue[] = [];
  if ((await core.root.probe()) !== "present") {
    issues.push({
      id: "root-unavailable",
      severity: "CRITICAL",
      message: `The managed root ${core.root.path} can't be seen. Nothing is made, moved or removed meanwhile.`,
      whatToDo: "Plug in or mount its disk again; the jobs go on by themselves.",
    });
  }
  if (!core.root.confirmed) {
    issues.push({
      id: "root-unconfirmed",
      severity: "CRITICAL",
      message: "The database and the managed root disagree about their generation (a restored copy of one of them?). Nothing is reclaimed.",
      whatToDo: "Make sure that this database belongs to this root, then restart the server once with --adopt-root.",
    });
  }
  const { read } = core.db;
  const failed = await read.cleanupJob.findMany({
    where: { state: "FAILED" },
    orderBy: [{ completedAt: "desc" }, { id: "asc" }],
    take: NAMED + 1,
  });
  for (const job of failed.slice(0, NAMED)) {
    issues.push({
      id: `job-failed:${job.id}`,
      severity: "CRITICAL",
      message: `The cleanup of “${job.taskTitle}” failed ${job.attempts} times: ${job.lastError ?? ""}`,
      whatToDo: `See to the cause, then call retryCleanupJob(${job.id}).`,
    });
  }
  if (failed.length > NAMED) {
    issues.push({
      id: "jobs-failed-more",
      severity: "CRITICAL",
      message: "More cleanup jobs have failed.",
      whatToDo: "List them: cleanupJobs(filter: {states: [FAILED]}).",
    });
  }
  const waiting = await read.cleanupJob.findMany({
    where: {
      OR: [
        { state: "RETRY_WAIT", waits: { gte: LONG_WAITS } },
        { state: "RETRY_WAIT", attempts: { gte: LONG_WAITS } },
        { state: "BLOCKED" },
      ],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: NAMED,
  });
  for (const job of waiting) {
    issues.push({
      id: `job-waiting:${job.id}`,
      severity: job.state === "BLOCKED" ? "INFO" : "WARNING",
      message: `The cleanup of “${job.taskTitle}” is ${job.state}: ${job.waitingFor ?? job.lastError ?? ""}`,
      whatToDo: job.waitingFor ?? "It is tried again by itself; see its lastError.",
    });
  }
  for (const work of await read.recurring.findMany({ where: { failures: { not: "[]" } }, orderBy: { kind: "asc" } })) {
    for (const { id, message } of parseFailures(work.failures)) {
      issues.push({
        id: `recurring-failed:${work.kind}:${id}`,
        severity: "WARNING",
        message: `The last run of ${work.kind}, at ${work.lastRunAt.toISOString()}, failed for ${id}: ${message}`,
        whatToDo: "See to the cause. It is tried again by the next run, and after a restart.",
      });
    }
  }
  return issues;
}
