import { readdir } from "node:fs/promises";
import type { CleanupResource } from "../../db/generated/client.js";
import { newId } from "../../db/ids.js";
import { MARKER_FILES } from "../../disk/marker.js";
import { renameSynced } from "../../disk/move.js";
import { presenceOf } from "../../disk/presence.js";
import { detachHead } from "../../git/head.js";
import { operationInProgress } from "../../git/operations.js";
import { type Manifest, readManifest, writeManifest } from "../../storage/manifest.js";
import { manifestOf, manifestWorktree, recordEntry } from "../../storage/quarantine.js";
import { TransientFailure } from "../failure.js";
import type { Run } from "../run.js";
import { removeEmptied } from "./emptied.js";
import { headBranchOf } from "./headBranch.js";
import { agreeGitdirs, factsOf, locate, repositoryOf } from "./place.js";
import { type BranchFate, recordRescues, type SettledRefs, settleRefs } from "./refs.js";

/**
 * What is left of the directory beside our marker moves to quarantine, whole, its manifest before; kept worktrees stay registered
 * and locked, their HEAD detached at its commit, so that their branches are free and meet the policy. A directory with nothing left
 * in it goes.
 */
export async function quarantineRest(run: Run): Promise<void> {
  const { directory } = run;
  if (directory === null || directory.phase === "DONE") return;
  run.checkpoint();
  const place = await locate(run);
  if (place === "live") throw new TransientFailure("the directory is at its live path again");
  if (place === "absent") return directoryDone(run, directory, "ALREADY_ABSENT", "Its directory was gone before, or is empty and gone.");
  if (place === "trash") {
    const left = (await readdir(run.trash)).filter((name) => !MARKER_FILES.includes(name));
    if (left.length === 0) {
      await removeEmptied(run.core, run.job.directory, directory.id, run.signal);
      return directoryDone(run, directory, "REMOVED", "Beside its worktrees the environment's directory held nothing more: it is gone.");
    }
  }
  await begin(run, directory);
  const manifest = await ensureManifest(run, run.again(directory));
  const settled = new Map<string, SettledRefs>();
  for (const resource of run.worktrees) {
    if (resource.phase === "QUARANTINING") {
      const refs = await freeBranch(run, resource, place);
      if (refs !== null) settled.set(resource.id, refs);
    }
  }
  if (place === "trash") {
    await run.core.effects.run("quarantine.rename", () => renameSynced(run.trash, run.quarantine));
    await agreeGitdirs(run, "quarantine", "quarantine.gitdir");
  }
  await finish(run, run.again(directory), manifest, settled);
}

/** The entry's id and what HEAD names are stored before anything changes, so that a repeat says the same. */
async function begin(run: Run, directory: CleanupResource): Promise<void> {
  if (directory.phase === "QUARANTINING") return;
  const heads = new Map<string, string | null>();
  for (const resource of run.worktrees) {
    if (resource.phase !== "JUDGED" || resource.verdict === "CLEAN") continue;
    heads.set(resource.id, resource.headBranch ?? (await headBranchOf(run, resource)));
  }
  // A directory has one entry: one that was restored since, or whose restore was given up, is held again.
  const before = await run.core.db.read.quarantineEntry.findUnique({ where: { directory: run.job.directory }, select: { id: true } });
  const entryId = before?.id ?? newId("quarantine");
  await run.write("quarantine.entry", async (tx, job) => {
    await run.setResource(tx, directory, ["MOVED"], { phase: "QUARANTINING", quarantineEntryId: entryId });
    for (const resource of run.worktrees) {
      const headBranch = heads.get(resource.id);
      if (headBranch === undefined) continue;
      await run.setResource(tx, resource, ["JUDGED"], { phase: "QUARANTINING", quarantineEntryId: entryId, headBranch });
    }
    await run.event(tx, job, {
      type: "STEP_STARTED",
      step: "SETTLE",
      resourceId: directory.id,
      message: "Moving what is not provably clean to quarantine.",
    });
  });
}

async function ensureManifest(run: Run, directory: CleanupResource): Promise<Manifest> {
  const there = await readManifest(run.core, run.job.directory);
  if (there !== null && there.entryId === directory.quarantineEntryId && there.jobId === run.job.id) return there;
  const kept = run.worktrees.filter((r) => r.phase === "QUARANTINING");
  const reasons = kept.map((r) => `${r.slot}: ${reasonOf(r)}`);
  if (reasons.length === 0) reasons.push("There are files beside the worktrees.");
  const manifest = manifestOf(run.core, run.job, {
    entryId: directory.quarantineEntryId as string,
    kind: "DIRECTORY",
    directory: run.job.directory,
    reason: reasons.join(" "),
    worktrees: run.worktrees.map((r) =>
      manifestWorktree(r, { kept: r.quarantineEntryId === directory.quarantineEntryId, reason: reasonOf(r) }),
    ),
  });
  await run.core.effects.run("quarantine.manifest", () => writeManifest(run.core, manifest));
  return manifest;
}

function reasonOf(resource: CleanupResource): string {
  if (resource.verdictDetail === null) return resource.outcomeReason ?? "";
  return (JSON.parse(resource.verdictDetail) as { reason: string }).reason;
}

/** Detaches HEAD at its commit and lets the branch meet the policy; null when nothing can be read, or an operation holds it. */
async function freeBranch(run: Run, resource: CleanupResource, place: "trash" | "quarantine"): Promise<SettledRefs | null> {
  if ((await repositoryOf(run, resource)).state !== "present") return null;
  return run.core.turns.run(resource.commonDir as string, async () => {
    const facts = await factsOf(run, resource, place);
    if (!facts.linked || facts.adminDir === null) return null;
    const adminDir = facts.adminDir;
    const held = await heldByOperation(adminDir);
    if (held !== null) return { branch: held, branchName: resource.branch, rescues: [] };
    if (facts.head?.kind === "branch" && resource.headCommit !== null) {
      const commit = resource.headCommit;
      await run.core.effects.run("quarantine.detach", () =>
        detachHead(run.core.git, { adminDir }, commit, { purpose: "quarantine.detach", row: resource.id }),
      );
    }
    return run.core.effects.run("quarantine.branch", async () => settleRefs(run, resource, await factsOf(run, resource, place)));
  });
}

/** The fate of a kept tree's branch that a rebase or bisect holds; null when none does. */
export async function heldByOperation(adminDir: string): Promise<BranchFate | null> {
  const operations = await operationInProgress(adminDir);
  if (!operations.some((name) => /rebase|bisect/i.test(name))) return null;
  return { outcome: "KEPT", reason: `An operation in progress holds it: ${operations.join(", ")}.` };
}

/** The fate of a kept tree's branch about which nothing could be read. */
export function unreadBranch(resource: CleanupResource): BranchFate {
  return {
    outcome: resource.branchOutcome ?? (resource.branch === null ? null : "KEPT"),
    reason: resource.branchReason ?? "Nothing could be read about it, so it was left.",
  };
}

async function finish(run: Run, directory: CleanupResource, manifest: Manifest, settled: ReadonlyMap<string, SettledRefs>): Promise<void> {
  await run.write("quarantine.done", async (tx, job) => {
    const bytes = run.worktrees.filter((r) => r.phase === "QUARANTINING").map((r) => r.bytesTotal);
    const size = bytes.length > 0 && bytes.every((b): b is bigint => b !== null) ? bytes.reduce((a, b) => a + b, 0n) : null;
    await recordEntry(tx, manifest, size);
    for (const resource of run.worktrees) {
      if (resource.phase !== "QUARANTINING") continue;
      const refs = settled.get(resource.id);
      const branch = refs?.branch ?? unreadBranch(resource);
      await run.setResource(tx, resource, ["QUARANTINING"], {
        phase: "DONE",
        outcome: "QUARANTINED",
        outcomeReason: reasonOf(resource),
        branchOutcome: branch.outcome,
        presentBranch: refs?.branchName ?? resource.presentBranch,
        branchReason: branch.reason,
      });
      if (refs !== undefined) await recordRescues(run, tx, resource, refs);
      await run.event(tx, job, {
        type: "QUARANTINED",
        step: "SETTLE",
        resourceId: resource.id,
        worktreeId: resource.worktreeId,
        outcome: "QUARANTINED",
        message: `${resource.slot}: moved aside whole. ${reasonOf(resource)}`,
      });
    }
    await run.setResource(tx, directory, ["QUARANTINING"], { phase: "DONE", outcome: "QUARANTINED", outcomeReason: manifest.reason });
    await run.event(tx, job, {
      type: "QUARANTINED",
      step: "SETTLE",
      resourceId: directory.id,
      outcome: "QUARANTINED",
      message: "The environment's directory is in quarantine.",
    });
  });
}

async function directoryDone(run: Run, directory: CleanupResource, outcome: "REMOVED" | "ALREADY_ABSENT", reason: string): Promise<void> {
  if ((await presenceOf(run.trash)) === "unknown") throw new TransientFailure(`could not tell whether ${run.trash} is there`);
  await run.write("quarantine.done", async (tx, job) => {
    await run.setResource(tx, directory, ["MOVED", "QUARANTINING"], { phase: "DONE", outcome, outcomeReason: reason });
    // A kept tree that was to move and is nowhere any more went without us.
    for (const resource of run.worktrees) {
      if (resource.phase !== "QUARANTINING" && !(resource.phase === "JUDGED" && resource.verdict !== "CLEAN")) continue;
      await run.setResource(tx, resource, [resource.phase], {
        phase: "DONE",
        outcome: "ALREADY_ABSENT",
        outcomeReason: "Its tree went while it was being moved aside.",
      });
    }
    await run.event(tx, job, { type: "STEP_FINISHED", step: "SETTLE", resourceId: directory.id, outcome, message: reason });
  });
}
