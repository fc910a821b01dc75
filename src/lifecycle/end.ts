import { currentPolicy } from "../cleanup/policy.js";
import { type Ending, makeJob } from "../cleanup/snapshot.js";
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { CleanupJob, Environment, Task } from "../db/generated/client.js";
import type { BranchPolicy, CleanupTrigger } from "../db/generated/enums.js";

/** What a trigger does with the branches that we made, unless the call says otherwise. */
export function defaultBranchPolicy(trigger: CleanupTrigger): BranchPolicy {
  switch (trigger) {
    case "ARCHIVE":
    case "CASCADE_ARCHIVE":
    case "ENVIRONMENT_RESET":
      return "KEEP";
    default:
      return "DELETE";
  }
}

export function endingOf(
  core: Core,
  task: Task,
  o: { trigger: CleanupTrigger; branchPolicy?: BranchPolicy | null | undefined; operationId: string; nowMs: number },
): Ending {
  return {
    operationId: o.operationId,
    trigger: o.trigger,
    branchPolicy: o.branchPolicy ?? defaultBranchPolicy(o.trigger),
    policy: currentPolicy(core.config.rebuildable),
    task,
    nowMs: o.nowMs,
  };
}

/**
 * Ends one environment in the transaction that ends its owner: its making is called off, its rows say that it is being reclaimed
 * once a step begins, and the job that does it is written. Null when nothing of it is left.
 */
export async function endEnvironment(tx: Tx, environment: Environment, ending: Ending): Promise<CleanupJob | null> {
  // A making that has not begun never will; one that runs is refused its confirmation, and the job waits for it. A restore runs to
  // its end: half-way, a directory would lie in two rows' reach.
  await tx.environmentAttempt.updateMany({
    where: { environmentId: environment.id, kind: "MAKE", state: "PENDING" },
    data: { state: "CANCELLED", completedAt: new Date(ending.nowMs), error: "Its task ended first." },
  });
  return makeJob(tx, environment, ending);
}
