import type { Tx } from "../../db/database.js";
import type { CleanupResource } from "../../db/generated/client.js";
import type { BranchOutcome, RescueKind } from "../../db/generated/enums.js";
import { newId } from "../../db/ids.js";
import { branchHolders } from "../../git/holders.js";
import type { WorktreeFacts } from "../../git/observe.js";
import { birthOf, presentName } from "../../git/presentName.js";
import { readRefFiles } from "../../git/refFiles.js";
import { type RefCommand, readRef, readRefs, refTransaction } from "../../git/refs.js";
import { makeOtherCommit, onlyReflogCommits, rescueRef } from "../../git/rescue.js";
import { TransientFailure } from "../failure.js";
import type { Run } from "../run.js";
import type { Subject } from "../subject.js";

/** How often a ref transaction is prepared anew when a ref moved between the look and the commit. */
const LOOKS = 3;

export interface BranchFate {
  readonly outcome: BranchOutcome | null;
  readonly reason: string | null;
}

export interface SettledRefs {
  readonly branch: BranchFate;
  /** The branch as it is called now: what the section of the configuration and a restore need. */
  readonly branchName: string | null;
  readonly rescues: { kind: RescueKind; ref: string; commit: string; branch: string | null }[];
}

/**
 * One ref transaction that always creates the rescue (its branch tip, its HEAD, and what only its reflogs name) and deletes the
 * branch where the policy says so, by compare-and-set. Run again after a kill it finds what is there and agrees. The caller has the
 * repository's turn.
 */
export async function settleRefs(run: Run, resource: CleanupResource, facts: WorktreeFacts | null): Promise<SettledRefs> {
  for (let look = 1; look <= LOOKS; look++) {
    const settled = await trySettle(run, resource, facts, look);
    if (settled !== null) return settled;
  }
  throw new TransientFailure(`the refs of ${resource.repositoryName} moved ${LOOKS} times while they were settled`);
}

/** Where the refs of one worktree stand, and what becomes of them. */
export interface RefsLook {
  /** The branch that we made, under its present name; null when there is none any more. */
  readonly named: string | null;
  readonly tip: string | null;
  readonly refs: { readonly tip: string; readonly head: string; readonly other: string };
  /** The rescues of an earlier settling. */
  readonly there: { readonly tip: string | null; readonly head: string | null; readonly other: string | null };
  readonly keeps: { readonly tip: string | null; readonly head: string | null };
  /** Commits that nothing but the worktree's own records name. */
  readonly others: readonly string[];
  readonly branch: BranchFate;
}

/** Reads only: a preview asks the same. `byFiles`: only for a transaction that holds where they were read right. */
export async function lookAtRefs(run: Subject, resource: CleanupResource, facts: WorktreeFacts | null, byFiles = false): Promise<RefsLook> {
  const { git } = run.core;
  const commonDir = resource.commonDir as string;
  const worktreeId = resource.worktreeId as string;
  const registration = facts?.registrationDir ?? null;
  const refs = { tip: rescueRef(worktreeId, "tip"), head: rescueRef(worktreeId, "head"), other: rescueRef(worktreeId, "other") };
  const recorded = resource.branch === null ? null : `refs/heads/${resource.branch}`;
  const headRef = facts?.head?.kind === "branch" ? facts.head.ref : null;
  const asked = [refs.tip, refs.head, refs.other, recorded, headRef].filter((ref): ref is string => ref !== null);
  // By their files first: the transaction holds only where they were read right. When it was refused, git is asked.
  const seen = (byFiles ? await readRefFiles(commonDir, asked) : null) ?? (await readRefs(git, commonDir, asked));
  const there = { tip: seen.get(refs.tip) ?? null, head: seen.get(refs.head) ?? null, other: seen.get(refs.other) ?? null };

  const recordedIsThere = recorded !== null && seen.has(recorded);
  const named = await branchOf(run, resource, registration, seen);
  const tip = named === null ? null : (seen.get(`refs/heads/${named}`) ?? (await readRef(git, commonDir, `refs/heads/${named}`)));
  const head =
    facts?.head?.kind === "detached" ? facts.head.commit : ((headRef === null ? null : seen.get(headRef)) ?? resource.headCommit);
  // A rescue of an earlier settling (of a tree that was brought back since, or of a branch that was kept) gives way to where tip and HEAD are
  // now; what it kept is kept by the third one, unless they reach it.
  const keeps = { tip: tip ?? there.tip, head: head !== null && head !== (tip ?? there.tip) ? head : there.head };
  const holding = [keeps.tip, keeps.head, there.other].filter((commit): commit is string => commit !== null);
  const replaced = [there.tip, there.head].filter((commit): commit is string => commit !== null && !holding.includes(commit));
  const records = { commonDir, adminDir: registration, branch: tip === null ? null : named, holding, also: replaced };
  const others = await onlyReflogCommits(git, records);
  const fate = await branchFate(run, resource, { named, tip, registration, recordedIsThere, rescued: there.tip });
  return { named, tip, refs, there, keeps, others, branch: alsoSay(resource, named, fate) };
}

async function trySettle(run: Run, resource: CleanupResource, facts: WorktreeFacts | null, look: number): Promise<SettledRefs | null> {
  const { git } = run.core;
  const commonDir = resource.commonDir as string;
  const { named, tip, refs, there, keeps, others, branch } = await lookAtRefs(run, resource, facts, look === 1);

  const commands: RefCommand[] = [];
  const rescues: SettledRefs["rescues"] = [];
  const keep = (kind: RescueKind, ref: string, present: string | null, commit: string | null, of: string | null): void => {
    if (commit === null) return;
    if (present === null) commands.push({ kind: "create", ref, commit });
    else if (present !== commit) commands.push({ kind: "update", ref, commit, old: present });
    rescues.push({ kind, ref, commit, branch: of });
  };
  keep("TIP", refs.tip, there.tip, keeps.tip, named ?? resource.branch);
  keep("HEAD", refs.head, there.head, keeps.head, null);
  const parents = there.other === null ? others : [there.other, ...others];
  const other =
    others.length === 0
      ? there.other
      : await run.core.effects.run("settle.rescue-commit", () =>
          makeOtherCommit(git, commonDir, parents, { purpose: "settle.rescue-commit", row: resource.id }),
        );
  keep("OTHER", refs.other, there.other, other, null);

  if (branch.outcome === "DELETED" && tip !== null) commands.push({ kind: "delete", ref: `refs/heads/${named}`, old: tip });
  if (commands.length > 0) {
    const done = await run.core.effects.run("settle.refs", () =>
      refTransaction(git, commonDir, commands, { purpose: "settle.refs", row: resource.id }),
    );
    if (done.state === "refused") return null;
  }
  return { branch, branchName: named ?? resource.branch, rescues };
}

/** The branch that we made, under its present name; null when there is none any more. One that existed before us keeps its recorded name. */
async function branchOf(
  run: Subject,
  resource: CleanupResource,
  registration: string | null,
  seen: ReadonlyMap<string, string>,
): Promise<string | null> {
  if (resource.branch === null) return null;
  if (!resource.branchCreated) return seen.has(`refs/heads/${resource.branch}`) ? resource.branch : null;
  const commonDir = resource.commonDir as string;
  const find = (recorded: string) => presentName(run.core.git, commonDir, { recorded, adminDir: registration, there: seen });
  let name = await find(resource.branch);
  if (name === null) {
    const first = await firstName(run, resource, resource.branch);
    if (first !== resource.branch) name = await find(first);
    // What bears the first name now is not where the later ones went.
    if (name === first) name = null;
  }
  return name !== null && (await isMadeForUs(run, resource, name)) ? name : null;
}

/** A worktree that was made anew on a renamed branch knows it by its later name; the branch's own log tells of the renames from its first one on. */
async function firstName(run: Subject, { slot }: CleanupResource, recorded: string): Promise<string> {
  const earlier = await run.core.db.read.cleanupResource.findMany({
    where: { slot, branchCreated: true, job: { environmentId: run.job.environmentId } },
    select: { branch: true, presentBranch: true },
    orderBy: [{ job: { createdAt: "desc" } }, { id: "desc" }],
  });
  return earlier.reduce((name, { branch, presentBranch }) => (presentBranch === name && branch !== null ? branch : name), recorded);
}

/** Not what somebody made under our name, nor what we made under it for another environment. What says nothing is taken for what the row says. */
async function isMadeForUs(run: Subject, resource: CleanupResource, name: string): Promise<boolean> {
  const birth = await birthOf(resource.commonDir as string, name);
  if (birth.by !== "us") return birth.by === "unknown";
  if (birth.worktreeId === resource.worktreeId) return true;
  // A worktree that was made anew has another id than the one that its branch was made for: their jobs know that both are of one environment.
  const { environmentId } = run.job;
  return (await run.core.db.read.cleanupResource.count({ where: { worktreeId: birth.worktreeId, job: { environmentId } } })) > 0;
}

/** An agent may have left HEAD on a branch of somebody's: that one's fate is said, too. */
function alsoSay(resource: CleanupResource, named: string | null, fate: BranchFate): BranchFate {
  const { headBranch } = resource;
  if (headBranch === null || headBranch === named || headBranch === resource.branch) return fate;
  return {
    outcome: fate.outcome,
    reason: `${fate.reason ?? ""} ${headBranch}, which was checked out here, stays: we did not make it.`.trim(),
  };
}

/** What becomes of the branch, by policy, origin and who else holds it; every refusal is said. */
async function branchFate(
  run: Subject,
  resource: CleanupResource,
  o: { named: string | null; tip: string | null; registration: string | null; recordedIsThere: boolean; rescued: string | null },
): Promise<BranchFate> {
  if (resource.branch === null) return { outcome: null, reason: null };
  if (!resource.branchCreated) return { outcome: "KEPT", reason: `The branch ${resource.branch} existed before us.` };
  if (o.named === null || o.tip === null) {
    if (o.recordedIsThere)
      return { outcome: "KEPT", reason: `${resource.branch} stays: what bears that name now is not provably the branch that we made.` };
    if (o.rescued !== null) return { outcome: "DELETED", reason: "It is held by its rescue." };
    return { outcome: "ABSENT", reason: `There is no branch ${resource.branch} any more.` };
  }
  // The tip as first judged: a later judgement of the tree has looked at HEAD anew.
  const tip = o.named === resource.branch ? resource.tipCommit : null;
  const judged = tip ?? (o.named === resource.headBranch ? resource.headCommit : null);
  if (judged !== null && resource.verdict !== null && judged !== o.tip)
    return { outcome: "KEPT", reason: `${o.named} stays: it has moved to ${o.tip} since it was judged.` };
  if (run.job.branchPolicy === "KEEP") return { outcome: "KEPT", reason: `${o.named} stays: the policy of this trigger is KEEP.` };
  const repository = await run.core.db.read.repository.findUnique({
    where: { id: resource.repositoryId as string },
    select: { defaultBranch: true },
  });
  if (repository?.defaultBranch === o.named) return { outcome: "KEPT", reason: `${o.named} stays: it is the repository's default branch.` };
  const holders = await branchHolders(resource.commonDir as string, o.named, o.registration ?? undefined);
  if (holders.state === "unknown")
    return { outcome: "KEPT", reason: `${o.named} stays: could not tell who else has it checked out (${holders.reason}).` };
  if (holders.holders.length > 0) return { outcome: "KEPT", reason: `${o.named} stays: it is in use by ${holders.holders.join(", ")}.` };
  return { outcome: "DELETED", reason: `${o.named} was at ${o.tip}, which its rescue holds.` };
}

/** Rows for the rescues that a settled worktree left, in the transaction that says it is settled. */
export async function recordRescues(run: Run, tx: Tx, resource: CleanupResource, settled: SettledRefs): Promise<void> {
  const at = new Date(run.core.clock.now());
  for (const rescue of settled.rescues) {
    const repositoryId = resource.repositoryId as string;
    // Whose it is by now: the worktree may have been restored to another task since it was first made.
    const { id: jobId, workspaceId, environmentId, taskId, taskTitle } = run.job;
    const owner = { jobId, workspaceId, environmentId, taskId, taskTitle };
    const data = { ...owner, commit: rescue.commit, branch: rescue.branch, droppedAt: null, droppedReason: null };
    await tx.rescue.upsert({
      where: { repositoryId_ref: { repositoryId, ref: rescue.ref } },
      update: data,
      create: {
        id: newId("rescue"),
        repositoryId,
        worktreeId: resource.worktreeId as string,
        kind: rescue.kind,
        ref: rescue.ref,
        createdAt: at,
        ...data,
      },
    });
  }
}
