import type { Tx } from "../../db/database.js";
import type { CleanupJob } from "../../db/generated/client.js";
import { renameSynced } from "../../disk/move.js";
import { heldBy } from "../../environments/held.js";
import { settled } from "../../git/settled.js";
import { Refused } from "../failure.js";
import { waitsForUsers } from "../job.js";
import { requireUnpinned } from "../pin.js";
import type { Run } from "../run.js";
import { agreeGitdirs, locate } from "./place.js";

const BEFORE_MOVED = ["QUEUED", "MOVING"] as const;
/** Phases of a tree that lies in the trash: found at its live path again, it was restored meanwhile, and all is asked anew. */
const IN_TRASH: readonly string[] = ["MOVED", "JUDGED", "SETTLING", "QUARANTINING"];

/** One rename frees all paths of the environment, whatever their size; whatever lies beside the slots goes along. */
export async function move(run: Run): Promise<void> {
  const place = await locate(run);
  const anew = place === "live" ? run.resources.filter((r) => IN_TRASH.includes(r.phase)) : [];
  const begin = run.resources.filter((r) => (BEFORE_MOVED as readonly string[]).includes(r.phase));
  if (begin.length === 0 && anew.length === 0) return;

  const isFirst = run.job.begunAt === null;
  const move = async (tx: Tx, job: CleanupJob): Promise<void> => {
    if (isFirst) await requireStillOurs(run, tx, job);
    for (const resource of anew) {
      await run.setResource(tx, resource, [resource.phase], {
        phase: "MOVING",
        verdict: null,
        verdictDetail: null,
        headCommit: null,
        headBranch: null,
        quarantineEntryId: null,
      });
    }
    await run.setResources(tx, begin, BEFORE_MOVED, { phase: "MOVING" });
    if (isFirst) {
      await tx.environment.updateMany({
        where: { id: job.environmentId, materialisationId: job.materialisationId },
        data: { status: "RECLAIMING" },
      });
      await tx.worktree.updateMany({
        where: { environmentId: job.environmentId, status: { in: ["READY", "FAILED", "PROVISIONING", "RESTORING"] } },
        data: { status: "RECLAIMING" },
      });
    }
    await run.event(tx, job, { type: "STEP_STARTED", step: "MOVE", message: "Moving the environment's directory to the trash." });
  };
  await run.write("move.begin", move, isFirst ? { begunAt: new Date(run.core.clock.now()) } : {});
  if (place === "live") {
    await run.core.effects.run("move.rename", () => renameSynced(run.live, run.trash));
  }
  const done = async (tx: Tx, job: CleanupJob): Promise<void> => {
    await run.setResources(
      tx,
      run.resources.filter((r) => r.phase === "MOVING"),
      ["MOVING"],
      { phase: "MOVED" },
    );
    const message = place === "absent" ? "There was no directory to move." : "All paths of the environment are free.";
    await run.event(tx, job, { type: "STEP_FINISHED", step: "MOVE", message });
  };
  // Both say where the trees lie, and neither needs the other: a run that is cut off between them makes git agree before anything else.
  await settled([run.write("move.done", done), place === "live" ? agreeGitdirs(run, "trash", "move.gitdir") : Promise.resolve()]);
}

/** What the first destructive write asks in its own transaction: the same owner, a task that has ended, nobody inside. */
async function requireStillOurs(run: Run, tx: Tx, job: CleanupJob): Promise<void> {
  requireUnpinned(job);
  const environment = await tx.environment.findUnique({ where: { id: job.environmentId }, include: { task: true } });
  if (environment !== null) {
    if (environment.taskId !== job.taskId) throw new Refused("SUPERSEDED", `The environment belongs to ${environment.taskId} now.`);
    if (environment.materialisationId !== job.materialisationId) throw new Refused("SUPERSEDED", "The environment was made anew since.");
    if (environment.task.archivedAt === null && job.trigger !== "ENVIRONMENT_RESET" && job.trigger !== "AUTOMATION_RETENTION") {
      throw new Refused("SUPERSEDED", "The task is active again.");
    }
  }
  const holding = await heldBy(tx, job.environmentId, run.core.clock.now());
  if (holding.length > 0) throw new Refused("BLOCKED", waitsForUsers(holding));
}

/** Puts everything back: somebody's worktree lies inside, and its path has to stay true. */
export async function moveBack(run: Run): Promise<void> {
  await run.core.effects.run("move.back", () => renameSynced(run.trash, run.live));
  await agreeGitdirs(run, "live", "move.gitdir");
  await run.write("move.done", async (tx, job) => {
    for (const resource of run.resources) {
      if (resource.phase === "DONE") continue;
      await run.setResource(tx, resource, ["MOVED", "JUDGED"], { phase: "QUEUED", verdict: null, verdictDetail: null });
    }
    await run.event(tx, job, { type: "PRESERVED", step: "JUDGE", message: "Somebody's worktree lies inside: everything was moved back." });
  });
}
