import { cleanupPolicyOf } from "../cleanup/policy.js";
import { type Ending, makeJobs } from "../cleanup/snapshot.js";
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { CleanupJob, Environment, Task } from "../db/generated/client.js";
import type { BranchPolicy, CleanupTrigger } from "../db/generated/enums.js";
import { eachPart, inParts } from "../db/parts.js";
import { stopSessionsOf } from "../environments/sessions.js";
import { policyOf } from "../environments/workspacePolicy.js";

/** What one mutation ends, and why. */
export interface EndingRequest {
  readonly trigger: CleanupTrigger;
  /** What the workspace's policy says when not given. */
  readonly branchPolicy?: BranchPolicy | null | undefined;
  readonly operationId: string;
  readonly cascadeId?: string | null;
  readonly nowMs: number;
}

/** The ending of tasks of one workspace, by the policy that is in force there. */
export async function endingOf(core: Core, tx: Pick<Tx, "workspace">, tasks: readonly Task[], o: EndingRequest): Promise<Ending> {
  const [first] = tasks;
  if (first === undefined) throw new Error("an ending of no task");
  const policy = policyOf(core.config, await tx.workspace.findUniqueOrThrow({ where: { id: first.workspaceId } }));
  return {
    operationId: o.operationId,
    cascadeId: o.cascadeId ?? null,
    trigger: o.trigger,
    branchPolicy: o.branchPolicy ?? policy.branchPolicies[o.trigger],
    policy: cleanupPolicyOf(policy),
    tasks: new Map(tasks.map((task) => [task.id, task])),
    nowMs: o.nowMs,
  };
}

/** What the tasks of an ending own, in the order of ids. Their own live sessions are asked to stop. */
export async function stopAndCollect(tx: Tx, ending: Ending): Promise<Environment[]> {
  const taskIds = [...ending.tasks.keys()];
  await stopSessionsOf(tx, taskIds, ending.policy.stopGraceMs, ending.nowMs);
  return environmentsOf(tx, taskIds);
}

/** In the order of ids. */
export async function environmentsOf(from: Pick<Tx, "environment">, taskIds: readonly string[]): Promise<Environment[]> {
  const environments = await inParts(taskIds, (part) => from.environment.findMany({ where: { taskId: { in: part } } }));
  return environments.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Ends environments in the transaction that ends their owners: their making is called off, and the jobs that reclaim them are written, one
 * for each of which something is left.
 */
export async function endEnvironments(tx: Tx, environments: readonly Environment[], ending: Ending): Promise<CleanupJob[]> {
  // A making that has not begun never will; one that runs is refused its confirmation, and the job waits for it. A restore runs to
  // its end: half-way, a directory would lie in two rows' reach.
  await eachPart(
    environments.map((environment) => environment.id),
    (part) =>
      tx.environmentAttempt.updateMany({
        where: { environmentId: { in: part }, kind: "MAKE", state: "PENDING" },
        data: { state: "CANCELLED", completedAt: new Date(ending.nowMs), error: "Its task ended first." },
      }),
  );
  return makeJobs(tx, environments, ending);
}
