import { basename, join } from "node:path";
import type { CleanupResource } from "../../db/generated/client.js";
import { renameSynced } from "../../disk/move.js";
import { presenceOf } from "../../disk/presence.js";
import { processesInside } from "../../disk/processes.js";
import { walkTree } from "../../disk/walk.js";
import { removeBranchSection } from "../../git/branches.js";
import type { WorktreeFacts } from "../../git/observe.js";
import { readRef } from "../../git/refs.js";
import { judgeRegistration } from "../../git/registration.js";
import { setAside } from "../../git/setAside.js";
import { recordRegistrationEntry } from "../../storage/quarantine.js";
import { classify, ExternalCause, type Failure, LostRace, TransientFailure } from "../failure.js";
import type { Run } from "../run.js";
import type { Subject } from "../subject.js";
import { factsOf, isOurLock, locate, type Place, repositoryOf } from "./place.js";
import { recordRescues, type SettledRefs, settleRefs } from "./refs.js";

/**
 * Each CLEAN worktree: its refs, then its slot to `.purging` (from here only forward), then its registration. Absent trees and
 * branches that an earlier job kept meet the same refs. Each is tried on its own; the failures come back.
 */
export async function settle(run: Run): Promise<Failure[]> {
  const place = await locate(run);
  const failures: Failure[] = [];
  for (const resource of run.worktrees) {
    try {
      run.checkpoint();
      await settleOne(run, resource, place);
    } catch (error) {
      const failure = classify(error);
      if (failure instanceof LostRace) throw failure;
      failures.push(failure);
      run.core.log.warn({ err: failure, jobId: run.job.id, resourceId: resource.id }, "a worktree was not settled");
    }
  }
  return failures;
}

async function settleOne(run: Run, resource: CleanupResource, place: Place): Promise<void> {
  switch (resource.phase) {
    case "JUDGED":
      return resource.verdict === "CLEAN" ? settleClean(run, resource) : undefined;
    case "SETTLING":
      return resource.verdict === "CLEAN" ? settleClean(run, resource) : settleAbsent(run, resource, place);
    case "MOVED":
      return settleAbsent(run, resource, place);
    default:
      return;
  }
}

async function settleClean(run: Run, resource: CleanupResource): Promise<void> {
  const worktreeId = resource.worktreeId as string;
  const tree = join(run.trash, resource.directory as string);
  const purging = run.purging(worktreeId);
  await requireRepository(run, resource);
  await run.write("settle.begin", async (tx, job) => {
    await run.setResource(tx, resource, ["JUDGED", "SETTLING"], { phase: "SETTLING" });
    await run.event(tx, job, {
      type: "STEP_STARTED",
      step: "SETTLE",
      resourceId: resource.id,
      worktreeId,
      message: `${resource.slot}: keeping its commits, dropping its branch and registration.`,
    });
  });
  await run.core.turns.run(resource.commonDir as string, async () => {
    const facts = await factsOf(run, resource, "trash");
    requireSeen(resource, facts);
    const refs = await settleRefs(run, resource, facts);
    // Neither here nor there: it went without us, and absent is done.
    if ((await presenceOf(purging)) !== "present" && facts.tree !== "absent") {
      const inodes = run.inodes.get(resource.id) ?? (await walkTree(tree, run.core.children)).inodes;
      const busy = await processesInside(tree, { inodes, children: run.core.children });
      if (busy.state === "unknown" || busy.processes.length > 0) return keepInstead(run, resource, refs, busy);
      // From this rename on there is only forward: nothing comes back from .purging, and nothing judges it again.
      await run.core.effects.run("settle.purging", () => renameSynced(tree, purging));
    }
    await dropRegistration(run, resource, facts, refs);
    await settled(run, resource, refs, "PURGING", null);
  });
}

/** A process came in after the judgement: what was clean is kept whole after all, and says by whom. */
async function keepInstead(
  run: Run,
  resource: CleanupResource,
  refs: SettledRefs,
  busy: Awaited<ReturnType<typeof processesInside>>,
): Promise<void> {
  const reason =
    busy.state === "unknown"
      ? `Could not tell whether a process is inside: ${busy.reason}`
      : `A process is inside: ${busy.processes.map((p) => `${p.command} (${p.pid})`).join(", ")}.`;
  await run.write("judge.store", async (tx, job) => {
    await run.setResource(tx, resource, ["SETTLING"], {
      phase: "JUDGED",
      verdict: busy.state === "unknown" ? "UNKNOWN" : "UNSAVED",
      verdictDetail: JSON.stringify({
        reason,
        unsaved: [],
        unsavedTotal: 0,
        processes: busy.state === "unknown" ? [] : busy.processes,
        rebuildable: [],
      }),
      branchOutcome: refs.branch.outcome,
      branchReason: refs.branch.reason,
      tipCommit: refs.rescues.find((r) => r.kind === "TIP")?.commit ?? null,
    });
    await recordRescues(run, tx, resource, refs);
    await run.event(tx, job, {
      type: "STEP_FINISHED",
      step: "SETTLE",
      resourceId: resource.id,
      worktreeId: resource.worktreeId,
      message: reason,
    });
  });
}

/** The configuration section of a deleted branch, then git's administrative directory: the registration is gone with one rename. */
async function dropRegistration(run: Run, resource: CleanupResource, facts: WorktreeFacts, refs: SettledRefs): Promise<void> {
  const commonDir = resource.commonDir as string;
  const note = { purpose: "settle.config", row: resource.id };
  if (refs.branch.outcome === "DELETED" && refs.branchName !== null) {
    const branch = refs.branchName;
    await run.core.effects.run("settle.config", () => removeBranchSection(run.core.git, commonDir, branch, note));
  }
  if (facts.registrationDir === null) return;
  const registrationDir = facts.registrationDir;
  await run.core.effects.run("settle.set-aside", () => setAside(commonDir, registrationDir, resource.worktreeId as string));
}

async function settled(run: Run, resource: CleanupResource, refs: SettledRefs, phase: "PURGING", absent: string | null): Promise<void> {
  await run.write("settle.done", async (tx, job) => {
    await run.setResource(tx, resource, ["SETTLING"], {
      phase,
      branchOutcome: refs.branch.outcome,
      branchReason: refs.branch.reason,
      presentBranch: refs.branchName,
      tipCommit: refs.rescues.find((r) => r.kind === "TIP")?.commit ?? null,
      otherCommits: refs.rescues.find((r) => r.kind === "OTHER")?.commit ?? null,
      outcomeReason: absent,
    });
    await recordRescues(run, tx, resource, refs);
    await run.event(tx, job, {
      type: "STEP_FINISHED",
      step: "SETTLE",
      resourceId: resource.id,
      worktreeId: resource.worktreeId,
      message: `${resource.slot}: its registration is gone. ${refs.branch.reason ?? ""}`.trim(),
    });
  });
}

/** What can't be seen is not absent. */
export function requireSeen(resource: CleanupResource, facts: WorktreeFacts): void {
  if (facts.tree === "unknown") throw new TransientFailure(`could not tell whether the tree of ${resource.slot} is there`);
  if (facts.registration === "unknown") throw new TransientFailure(`the registration of ${resource.slot} can't be read`);
}

export async function requireRepository(run: Subject, resource: CleanupResource): Promise<void> {
  const repository = await repositoryOf(run, resource);
  if (repository.state === "present") return;
  throw new ExternalCause(
    `The repository ${resource.repositoryName} can't be seen: ${repository.reason}`,
    `The repository ${resource.commonDir} has to be there again.`,
  );
}

/** No tree to judge: its directory went before us, or an earlier job has seen to it and only the branch is left to meet the policy. */
async function settleAbsent(run: Run, resource: CleanupResource, place: Place): Promise<void> {
  if (place === "live") throw new TransientFailure("the directory is at its live path again");
  await requireRepository(run, resource);
  await run.core.turns.run(resource.commonDir as string, async () => {
    const quarantined = resource.quarantineEntryId !== null;
    const facts = quarantined ? null : await factsOf(run, resource, place === "quarantine" ? "quarantine" : "trash");
    if (facts !== null) requireSeen(resource, facts);
    if (facts?.tree === "present") return keepFound(run, resource, facts);
    const why = await whyRegistrationStays(run, resource, facts);
    if (why !== null && facts !== null) return keepRegistration(run, resource, facts, why);
    await run.write("settle.begin", (tx) => run.setResource(tx, resource, ["MOVED", "SETTLING"], { phase: "SETTLING" }));
    const refs = await settleRefs(run, resource, facts);
    if (facts !== null) await dropRegistration(run, resource, facts, refs);
    await settled(run, resource, refs, "PURGING", quarantined ? "Its tree is in quarantine." : "Its directory was gone before.");
  });
}

/** There is a tree after all, which nobody has judged (a restore of it was given up, say): it is kept whole. */
async function keepFound(run: Run, resource: CleanupResource, facts: WorktreeFacts): Promise<void> {
  const { head } = facts;
  const branch = facts.linked && head?.kind === "branch" ? head.ref : null;
  const detached = facts.linked && head?.kind === "detached" ? head.commit : null;
  const headCommit = branch === null ? detached : await readRef(run.core.git, resource.commonDir as string, branch);
  const reason = NOT_JUDGED;
  await run.write("judge.store", async (tx, job) => {
    await run.setResource(tx, resource, ["MOVED", "SETTLING"], {
      phase: "JUDGED",
      verdict: "UNKNOWN",
      verdictDetail: JSON.stringify({ reason, unsaved: [], unsavedTotal: 0, processes: [], rebuildable: [] }),
      headCommit,
      headBranch: branch?.replace(/^refs\/heads\//, "") ?? resource.headBranch,
    });
    await run.event(tx, job, {
      type: "STEP_FINISHED",
      step: "JUDGE",
      resourceId: resource.id,
      worktreeId: resource.worktreeId,
      message: `${resource.slot}: UNKNOWN. ${reason}`,
    });
  });
}

/**
 * Why the registration of an absent tree stays: what only it names; null when it names nothing that would be missed. Changes nothing.
 * @throws ExternalCause somebody has locked it
 */
export async function whyRegistrationStays(run: Subject, resource: CleanupResource, facts: WorktreeFacts | null): Promise<string | null> {
  if (facts === null || facts.registrationDir === null) return null;
  if (facts.lock !== null && !isOurLock(run, facts.lock, resource)) {
    throw new ExternalCause(
      `The worktree ${resource.path} is locked: “${facts.lock.reason}”.`,
      `Unlock it: git worktree unlock ${resource.path}`,
    );
  }
  // SETTLING says that nothing is lost with its registration: its refs may be settled, and an index without its branch looks like work.
  if (resource.phase === "SETTLING") return null;
  const { verdict, reason } = await judgeRegistration(run.core.git, facts.registrationDir, run.signal);
  return verdict === "CLEAN" ? null : reason;
}

export const NOT_JUDGED = "It was not judged where it lies, so nothing is proven.";
export const HELD_BY_REGISTRATION = "Its registration holds it.";

async function keepRegistration(run: Run, resource: CleanupResource, facts: WorktreeFacts, why: string): Promise<void> {
  await run.write("quarantine.done", async (tx, job) => {
    const entryId = await recordRegistrationEntry(run.core, tx, job, resource, {
      adminName: basename(facts.registrationDir as string),
      reason: why,
    });
    const outcomeReason = `Its directory was gone before. ${why} Its registration stays, locked.`;
    await run.setResource(tx, resource, ["MOVED"], {
      phase: "DONE",
      outcome: "QUARANTINED",
      outcomeReason,
      quarantineEntryId: entryId,
      branchOutcome: "KEPT",
      branchReason: HELD_BY_REGISTRATION,
    });
    await run.event(tx, job, {
      type: "QUARANTINED",
      step: "SETTLE",
      resourceId: resource.id,
      worktreeId: resource.worktreeId,
      outcome: "QUARANTINED",
      message: outcomeReason,
    });
  });
}
