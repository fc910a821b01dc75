import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { CleanupResource } from "../../db/generated/client.js";
import { MARKER_FILES, readMarker } from "../../disk/marker.js";
import { walkTree } from "../../disk/walk.js";
import { judgeWorktree } from "../../git/judge.js";
import { lockReason, writeLock } from "../../git/lock.js";
import { foreignWorktreeAt } from "../../git/nested.js";
import { readRef } from "../../git/refs.js";
import type { Judgement } from "../../git/verdict.js";
import { ExternalCause, TransientFailure } from "../failure.js";
import type { Run } from "../run.js";
import type { Subject } from "../subject.js";
import { somebodysInside } from "./guards.js";
import { judgedByEarlierRuns, standOnCommit } from "./judgeAgain.js";
import { moveBack } from "./move.js";
import { agreeable, factsOf, isOurLock, locate, placePath, repositoryOf } from "./place.js";

const copiedSchema = z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() }));

/**
 * Each worktree, once, in the trash. The verdict is stored; of an earlier run's, only one that would let a tree go that still lies in the
 * trash is asked again. Trees that are absent have none.
 */
export async function judge(run: Run): Promise<void> {
  if ((await locate(run)) !== "trash") return;
  const waiting = [...run.worktrees.filter((r) => r.phase === "MOVED" && r.verdict === null), ...(await judgedByEarlierRuns(run))];
  if (waiting.length === 0 && run.directory?.phase !== "MOVED") return;
  const foreign: string[] = await foreignBeside(run, "trash");
  const judged: { resource: CleanupResource; judgement: Judgement }[] = [];
  for (const resource of waiting) {
    run.checkpoint();
    if (resource.phase === "SETTLING") await standOnCommit(run, resource);
    const judgement = await judgeOne(run, resource);
    if (judgement === null) continue;
    foreign.push(...judgement.foreignWorktrees);
    judged.push({ resource, judgement });
  }
  if (foreign.length > 0) {
    // Once a slot of it has been settled there is no way back as it was: then the whole is kept, in quarantine.
    const settled = run.worktrees.some((r) => r.phase === "SETTLING" || r.phase === "PURGING" || r.outcome === "REMOVED");
    if (!settled) {
      await moveBack(run);
      throw somebodysInside(foreign);
    }
  }
  if (judged.length === 0) return;
  for (const { resource, judgement } of judged) if (judgement.inodes !== null) run.inodes.set(resource.id, judgement.inodes);
  const tips = new Map<string, string | null>();
  for (const { resource, judgement } of judged) tips.set(resource.id, await judgedTip(run, resource, judgement));
  await run.write("judge.store", async (tx, job) => {
    for (const { resource, judgement } of judged) {
      const before = resource.phase === "MOVED" ? null : resource;
      await run.setResource(tx, resource, [resource.phase], {
        phase: "JUDGED",
        verdict: judgement.verdict,
        verdictDetail: JSON.stringify(detailOf(judgement)),
        headCommit: judgement.headCommit,
        headBranch: judgement.headBranch ?? (before?.headCommit === judgement.headCommit ? before.headBranch : null),
        // A branch that moved since it was first judged was never looked at.
        tipCommit: before?.tipCommit ?? tips.get(resource.id) ?? null,
        entriesTotal: judgement.entries,
        bytesTotal: judgement.bytes === null ? null : BigInt(judgement.bytes),
      });
      await run.event(tx, job, {
        type: "STEP_FINISHED",
        step: "JUDGE",
        resourceId: resource.id,
        worktreeId: resource.worktreeId,
        message: `${resource.slot}: ${before === null ? "" : "judged again, "}${judgement.verdict}. ${judgement.reason}`,
      });
    }
  });
}

/** Where our branch stood when its tree was judged: a commit that lands on it afterwards was never looked at, and keeps it. */
export async function judgedTip(run: Subject, resource: CleanupResource, judgement: Judgement): Promise<string | null> {
  if (resource.branch === null || judgement.headCommit === null) return null;
  if (judgement.headBranch === resource.branch) return judgement.headCommit;
  return readRef(run.core.git, resource.commonDir as string, `refs/heads/${resource.branch}`);
}

/** What of a judgement is stored with the resource, for a person to read. */
export function detailOf(judgement: Judgement): object {
  const { reason, unsaved, unsavedTotal, processes, rebuildable } = judgement;
  return { reason, unsaved, unsavedTotal, processes, rebuildable };
}

/** The verdict on one tree; null when there is no tree. */
async function judgeOne(run: Run, resource: CleanupResource): Promise<Judgement | null> {
  const look = await lookBeforeJudging(run, resource, "trash");
  if (look.state !== "judgeable") return look.state === "absent" ? null : look.judgement;
  // One marker of the two is enough to go on; the missing one is written again, so that nobody's prune takes the registration.
  if (look.lockMissing)
    await writeLock(look.adminDir, lockReason(run.core.root.instanceId, resource.worktreeId as string, resource.nonce as string));
  return judgeTree(run, resource, "trash", look.adminDir);
}

/** In the trash, where a run judges; at its live path, where a preview does. */
type JudgedPlace = "trash" | "live";

type TreeLook =
  | { readonly state: "absent" }
  | { readonly state: "unknown"; readonly judgement: Judgement }
  | { readonly state: "judgeable"; readonly adminDir: string; readonly lockMissing: boolean };

/**
 * Whether there is a tree that can be judged. Changes nothing.
 * @throws ExternalCause somebody has locked it; TransientFailure it could not be told whether it is there
 */
export async function lookBeforeJudging(run: Subject, resource: CleanupResource, place: JudgedPlace): Promise<TreeLook> {
  const repository = await repositoryOf(run, resource);
  const facts = await factsOf(run, resource, place);
  if (facts.tree === "unknown") throw new TransientFailure(`could not tell whether the tree of ${resource.slot} is there`);
  if (facts.tree === "absent") return { state: "absent" };
  if (repository.state !== "present") return doubt(`Its repository can't be seen: ${repository.reason}`);
  if (facts.isLink) return doubt("Its path is a symbolic link.");
  // A registration that names another place is told where the tree lies when that is moved: at the live path it would be.
  const linked = facts.linked || (place === "live" && agreeable(run, resource, facts) !== null);
  if (!linked || facts.adminDir === null)
    return doubt("git's registration of it is gone or names another place, so nothing can be proven.");
  if (facts.lock !== null && !isOurLock(run, facts.lock, resource)) {
    throw new ExternalCause(
      `The worktree ${resource.path} was locked by somebody: “${facts.lock.reason}”.`,
      `Unlock it: git worktree unlock ${resource.path}`,
    );
  }
  if (facts.lock === null) {
    const marker = await readMarker(placePath(run, place));
    if (marker.state !== "present" || marker.marker.nonce !== run.job.nonce)
      return doubt("Both markers that prove it to be ours are gone.");
  }
  return { state: "judgeable", adminDir: facts.adminDir, lockMissing: facts.lock === null };
}

export function judgeTree(run: Subject, resource: CleanupResource, place: JudgedPlace, adminDir: string): Promise<Judgement> {
  return judgeWorktree(run.core.git, run.core.children, {
    tree: join(placePath(run, place), resource.directory as string),
    originalPath: resource.path,
    adminDir,
    commonDir: resource.commonDir as string,
    copiedFiles: copiedSchema.parse(JSON.parse(resource.copiedFiles)),
    rebuildable: run.policy.rebuildable,
    inPlace: place === "live",
    signal: run.signal,
  });
}

function doubt(reason: string): TreeLook {
  return { state: "unknown", judgement: unknown(reason) };
}

function unknown(reason: string): Judgement {
  return {
    verdict: "UNKNOWN",
    reason,
    unsaved: [],
    unsavedTotal: 0,
    headCommit: null,
    headBranch: null,
    processes: [],
    foreignWorktrees: [],
    entries: null,
    bytes: null,
    inodes: null,
    rebuildable: [],
  };
}

/** Somebody's worktrees in what lies beside the slots, at any depth. */
export async function foreignBeside(run: Subject, place: JudgedPlace): Promise<string[]> {
  const directory = placePath(run, place);
  const slots = new Set(run.worktrees.map((r) => r.directory));
  const foreign: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (slots.has(entry.name) || MARKER_FILES.includes(entry.name) || !entry.isDirectory()) continue;
    const walked = await walkTree(join(directory, entry.name), run.core.children, { signal: run.signal });
    for (const nested of walked.nestedGit) {
      const where = join(run.live, entry.name, nested.toString("utf8"), "..");
      const found = await foreignWorktreeAt(join(directory, entry.name, nested.toString("utf8"), ".."), where);
      if (found !== null) foreign.push(found);
    }
  }
  return foreign;
}
