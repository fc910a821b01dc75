import type { CleanupResource, Rescue } from "../../db/generated/client.js";
import { presenceOf } from "../../disk/presence.js";
import { makeAfresh, planAfresh } from "../../environments/afresh.js";
import { lastingRefHolding, type RefCommand, refTransaction } from "../../git/refs.js";
import type { Manifest } from "../../storage/manifest.js";
import { moveResidueAside, recordEntry, unrecordedResidues } from "../../storage/quarantine.js";
import { ExternalCause, TransientFailure } from "../failure.js";
import { changeJobState, NAMING_STATES } from "../job.js";
import { requireRoot } from "../root.js";
import type { Run } from "../run.js";
import { factsOf, repositoryOf } from "./place.js";

interface Dropped {
  readonly rescue: Rescue;
  readonly heldBy: string;
}

/** A job is SUCCEEDED only when the facts were observed: path, registration and set-aside directory absent, ref absent or kept with a reason. */
export async function release(run: Run): Promise<void> {
  run.checkpoint();
  await requireRoot(run.core);
  for (const resource of run.resources) {
    if (resource.phase !== "DONE") throw new TransientFailure(`${resource.slot ?? "the directory"} is still ${resource.phase}`);
  }
  const residues = await takeResidue(run);
  for (const resource of run.worktrees) await observe(run, resource);
  const dropped = await dropHeldRescues(run);

  const afresh = run.job.makeAfresh ? await planAfresh(run.core, run.job.environmentId) : null;

  await run.write(afresh === null ? "release.commit" : "reset.afresh", async (tx, job) => {
    const at = new Date(run.core.clock.now());
    for (const residue of residues) await recordEntry(tx, residue, null);
    for (const { rescue, heldBy } of dropped) {
      await tx.rescue.update({ where: { id: rescue.id }, data: { droppedAt: at, droppedReason: `Held by ${heldBy}.` } });
    }
    for (const resource of run.worktrees) {
      const status = resource.outcome === "QUARANTINED" ? "QUARANTINED" : "REMOVED";
      await tx.worktree.updateMany({ where: { id: resource.worktreeId as string }, data: { status } });
    }
    // A reset leaves the environment to be made again, whatever of it was kept.
    const kept = job.trigger !== "ENVIRONMENT_RESET" && run.resources.some((r) => r.outcome === "QUARANTINED");
    await tx.environment.updateMany({
      where: { id: job.environmentId, materialisationId: job.materialisationId },
      data: { status: kept ? "QUARANTINED" : "EMPTY", error: null },
    });
    // A deleted task's session that was waited for has had its time.
    await tx.session.deleteMany({ where: { environmentId: job.environmentId, taskId: null } });
    const done = await changeJobState(tx, job, "SUCCEEDED", { completedAt: at, lastError: null, waitingFor: null, running: false });
    if (done === null) return;
    await run.event(tx, done, { type: "SUCCEEDED", step: "RELEASE", message: summary(run, dropped, residues) });
    const environment = afresh === null ? null : await tx.environment.findUnique({ where: { id: job.environmentId } });
    if (afresh !== null && environment?.materialisationId === job.materialisationId)
      await makeAfresh(run.core, tx, environment, afresh, at);
  });
}

function summary(run: Run, dropped: readonly Dropped[], residues: readonly Manifest[]): string {
  const counts = new Map<string, number>();
  for (const resource of run.worktrees) counts.set(resource.outcome ?? "", (counts.get(resource.outcome ?? "") ?? 0) + 1);
  const parts = [...counts].map(([outcome, count]) => `${count} ${outcome.toLowerCase().replaceAll("_", " ")}`);
  if (dropped.length > 0) parts.push(`${dropped.length} rescue${dropped.length === 1 ? "" : "s"} not needed`);
  if (residues.length > 0) parts.push("residue moved aside");
  return `Done: ${parts.join(", ") || "nothing was left to do"}.`;
}

/** What somebody made anew at the live path since. Not when we left something foreign there. */
async function takeResidue(run: Run): Promise<Manifest[]> {
  if (run.resources.some((r) => r.outcome === "PRESERVED_FOREIGN" || r.outcome === "SUPERSEDED")) return [];
  const residues = await unrecordedResidues(run.core, run.job);
  const presence = await presenceOf(run.live);
  if (presence === "unknown") throw new TransientFailure(`could not tell whether ${run.live} is there`);
  if (presence === "present")
    residues.push(await run.core.effects.run("restore.residue", () => moveResidueAside(run.core, run.job, run.live)));
  return residues;
}

async function observe(run: Run, resource: CleanupResource): Promise<void> {
  if (resource.outcome !== "REMOVED" && resource.outcome !== "ALREADY_ABSENT") return;
  const repository = await repositoryOf(run, resource);
  if (repository.state !== "present")
    throw new ExternalCause(
      `The repository of ${resource.slot} can't be seen: ${repository.reason}`,
      `The repository ${resource.commonDir} has to be there again.`,
    );
  const facts = await factsOf(run, resource, "live");
  if (facts.tree !== "absent") throw new TransientFailure(`${resource.path} is there again`);
  if (facts.registration !== "absent") throw new TransientFailure(`the registration of ${resource.slot} is still there`);
  if (facts.setAside !== "absent") throw new TransientFailure(`the set-aside registration of ${resource.slot} is still there`);
}

/** Rescues whose commit a lasting ref holds are not needed; each repository's go in one transaction that verifies those refs. */
async function dropHeldRescues(run: Run): Promise<Dropped[]> {
  const worktreeIds = run.worktrees.map((r) => r.worktreeId as string);
  const rescues = await run.core.db.read.rescue.findMany({
    where: { worktreeId: { in: worktreeIds }, droppedAt: null, kind: { not: "OTHER" } },
  });
  const dropped: Dropped[] = [];
  for (const repositoryId of new Set(rescues.map((r) => r.repositoryId))) {
    const resource = run.worktrees.find((r) => r.repositoryId === repositoryId) as CleanupResource;
    dropped.push(
      ...(await dropIn(
        run,
        resource,
        rescues.filter((r) => r.repositoryId === repositoryId),
      )),
    );
  }
  return dropped;
}

async function dropIn(run: Run, resource: CleanupResource, rescues: readonly Rescue[]): Promise<Dropped[]> {
  const { git, turns, effects } = run.core;
  const commonDir = resource.commonDir as string;
  const except = await branchesOfOtherJobs(run, resource.repositoryId as string);
  const evidence = new Map<string, { ref: string; oid: string } | null>();
  for (const { commit } of rescues) {
    if (!evidence.has(commit)) evidence.set(commit, await lastingRefHolding(git, commonDir, commit, { except }));
  }
  const held = rescues.flatMap((rescue) => {
    const by = evidence.get(rescue.commit);
    return by === null || by === undefined ? [] : [{ rescue, heldBy: by.ref, oid: by.oid }];
  });
  if (held.length === 0) return [];
  const verify = new Map(held.map(({ heldBy, oid }) => [heldBy, oid]));
  const commands: RefCommand[] = [
    ...[...verify].map(([ref, old]) => ({ kind: "verify" as const, ref, old })),
    ...held.map(({ rescue }) => ({ kind: "delete" as const, ref: rescue.ref, old: rescue.commit })),
  ];
  const note = { purpose: "release.rescue", row: run.job.id };
  const done = await turns.run(commonDir, () => effects.run("release.rescue", () => refTransaction(git, commonDir, commands, note)));
  // Refused: the evidence moved meanwhile. The rescues stay, and lose nothing by it.
  return done.state === "done" ? held : [];
}

/** A branch that another unfinished job may yet delete is no lasting evidence. */
async function branchesOfOtherJobs(run: Run, repositoryId: string): Promise<Set<string>> {
  const named = await run.core.db.read.cleanupResource.findMany({
    where: {
      repositoryId,
      branchCreated: true,
      branch: { not: null },
      jobId: { not: run.job.id },
      job: { branchPolicy: "DELETE", state: { in: [...NAMING_STATES] } },
    },
    select: { branch: true, headBranch: true },
  });
  return new Set(
    named
      .flatMap((r) => [r.branch, r.headBranch])
      .filter((b): b is string => b !== null)
      .map((b) => `refs/heads/${b}`),
  );
}
