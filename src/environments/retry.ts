import type { Core } from "../core.js";
import { enterActiveTask } from "../db/barrier.js";
import { newId, requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { EnvironmentBusyError, NotFoundError } from "../errors.js";
import { claimOn, refuseClaimed } from "./branchClaims.js";
import { requireRoot } from "./create.js";
import { environmentEvent } from "./events.js";
import { BEGUN_AT_COMMIT } from "./restoredFrom.js";
import { requireUsable } from "./usable.js";

export interface RetryEnvironmentInput {
  environmentId: string;
  operationId?: string | null | undefined;
}

/**
 * Makes what FAILED again, from its base as it is now, or where a restore had begun it; keeps what is READY.
 * Throws InvalidInputError, NotFoundError, TaskArchivedError, CleanupInProgressError, EnvironmentBusyError (nothing of it FAILED),
 * BranchRefusedError, RootUnavailableError, OperationConflictError.
 */
export async function retryEnvironment(core: Core, input: RetryEnvironmentInput): Promise<{ environmentId: string }> {
  const environmentId = requireId("environment", input.environmentId, "input.environmentId");
  const op = { operationId: input.operationId, name: "retryEnvironment", input: { environmentId } };
  await requireRoot(core);
  return core.effects.run("make.reserve", () =>
    operate(core.db, core.clock, op, async (tx) => {
      const found = await tx.environment.findUnique({ where: { id: environmentId } });
      if (found === null) throw new NotFoundError("environment", environmentId);
      await enterActiveTask(tx, found.taskId);
      await requireUsable(tx, found);
      const failed = await tx.worktree.findMany({
        where: { environmentId, materialisationId: found.materialisationId, status: "FAILED" },
        include: { repository: true },
      });
      if (found.status !== "FAILED" || failed.length === 0) {
        throw new EnvironmentBusyError(
          environmentId,
          found.status,
          `The environment ${environmentId} is ${found.status}: there is nothing to make again.`,
        );
      }
      for (const worktree of failed) {
        if (worktree.branch === null) continue;
        const claim = await claimOn(tx, worktree.repository, worktree.branch, environmentId);
        if (claim !== null) refuseClaimed(claim, worktree.branch, !worktree.branchExists);
      }
      const now = new Date(core.clock.now());
      const again = { id: { in: failed.map((worktree) => worktree.id) } };
      await tx.worktree.updateMany({ where: again, data: { status: "PROVISIONING", error: null } });
      const atBase = { OR: [{ restoredFrom: null }, { restoredFrom: { notIn: [...BEGUN_AT_COMMIT] } }] };
      await tx.worktree.updateMany({ where: { AND: [again, atBase] }, data: { baseCommit: null } });
      const environment = await tx.environment.update({
        where: { id: environmentId },
        data: { status: "PROVISIONING", error: null, lastActivityAt: now },
      });
      await tx.environmentAttempt.create({
        data: { id: newId("attempt"), environmentId, kind: "MAKE", state: "PENDING", dueAt: now, createdAt: now },
      });
      await environmentEvent(tx, environment, {
        type: "QUEUED",
        message: `To be made again: ${failed.map((worktree) => worktree.slot).join(", ")}.`,
        at: now,
      });
      return { environmentId };
    }),
  );
}
