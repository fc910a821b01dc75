import { join } from "node:path";
import type { CleanupResource } from "../db/generated/client.js";
import type { BranchOutcome } from "../db/generated/enums.js";
import { walkTree } from "../disk/walk.js";
import type { WorktreeFacts } from "../git/observe.js";
import { type OnlyHere, onlyHere } from "../git/onlyHere.js";
import type { Judgement } from "../git/verdict.js";
import { judgedTip, judgeTree, lookBeforeJudging } from "./steps/judge.js";
import { factsOf, type Place, placePath, repositoryOf } from "./steps/place.js";
import { heldByOperation, unreadBranch } from "./steps/quarantine.js";
import { type BranchFate, lookAtRefs, type RefsLook } from "./steps/refs.js";
import { HELD_BY_REGISTRATION, NOT_JUDGED, requireRepository, requireSeen, whyRegistrationStays } from "./steps/settle.js";
import type { Subject } from "./subject.js";

export type WorktreeFate = "REMOVED" | "QUARANTINED" | "WAITING" | "ABSENT" | "PRESERVED";

/** What a worktree would be made again from, when a reset has torn it down. */
export type AfreshFrom = "BRANCH" | "BASE";

/** What a reset would push first, and where. */
export interface PushPreview {
  readonly branch: string;
  readonly remote: string;
}

type Verdict = Pick<Judgement, "verdict" | "reason" | "unsaved" | "unsavedTotal">;

export interface WorktreePreview {
  readonly worktreeId: string;
  readonly repositoryId: string;
  readonly repositoryName: string;
  readonly slot: string;
  readonly path: string;
  readonly branch: string | null;
  /** What the branch is called now. */
  readonly presentBranch: string | null;
  readonly fate: WorktreeFate;
  /** One sentence. */
  readonly reason: string;
  /** Null where there is nothing to judge, or it could not be looked at. */
  readonly verdict: Verdict | null;
  readonly headCommit: string | null;
  readonly headBranch: string | null;
  readonly branchOutcome: BranchOutcome | null;
  readonly branchReason: string | null;
  /** Null when it could not be told. */
  readonly onlyHere: OnlyHere | null;
  readonly entries: number | null;
  readonly bytes: number | null;
  readonly rebuildable: Judgement["rebuildable"];
  readonly rebuildableBytes: number | null;
  /** Whether its tree lies in the environment's directory. */
  readonly inDirectory: boolean;
  readonly push: PushPreview | null;
  readonly madeAfreshFrom: AfreshFrom | null;
}

interface Found {
  readonly preview: WorktreePreview;
  readonly foreignWorktrees: readonly string[];
}

/**
 * What would become of one worktree.
 * @throws ExternalCause, TransientFailure what a run would wait for; the signal's reason
 */
export async function previewWorktree(subject: Subject, resource: CleanupResource, place: Place): Promise<Found> {
  if ((place === "live" || place === "trash") && resource.verdict === null) {
    const look = await lookBeforeJudging(subject, resource, place);
    if (look.state !== "absent") {
      const judgement = look.state === "unknown" ? look.judgement : await judgeTree(subject, resource, place, look.adminDir);
      const preview = await previewJudged(subject, resource, place, judgement, look.state === "judgeable");
      return { preview, foreignWorktrees: judgement.foreignWorktrees };
    }
  }
  return { preview: await previewAbsent(subject, resource, place), foreignWorktrees: [] };
}

async function previewJudged(
  subject: Subject,
  before: CleanupResource,
  place: "live" | "trash",
  judgement: Judgement,
  isReadable: boolean,
): Promise<WorktreePreview> {
  const { verdict, headCommit, headBranch } = judgement;
  // What the runner stores of a judgement, which the fate of the branch goes by.
  const judged: CleanupResource = { ...before, verdict, headCommit, headBranch };
  const resource: CleanupResource = { ...judged, tipCommit: isReadable ? await judgedTip(subject, judged, judgement) : null };
  const facts = await factsOf(subject, resource, place);
  const { refs, branch } =
    verdict === "CLEAN" ? await refsOf(subject, resource, facts) : await keptRefs(subject, resource, facts, isReadable);
  return {
    ...withoutLook(resource, verdict === "CLEAN" ? "REMOVED" : "QUARANTINED", judgement.reason),
    verdict: judgement,
    headCommit,
    headBranch,
    presentBranch: refs?.named ?? resource.branch,
    branchOutcome: branch.outcome,
    branchReason: branch.reason,
    onlyHere: refs === null ? null : await commitsOnlyHere(subject, resource, refs),
    entries: judgement.entries,
    bytes: judgement.bytes,
    rebuildable: judgement.rebuildable,
    rebuildableBytes: await sizeOf(subject, resource, place, judgement),
    inDirectory: true,
  };
}

interface Refs {
  readonly refs: RefsLook | null;
  readonly branch: BranchFate;
}

async function refsOf(subject: Subject, resource: CleanupResource, facts: WorktreeFacts | null): Promise<Refs> {
  const refs = await lookAtRefs(subject, resource, facts);
  return { refs, branch: refs.branch };
}

/** A kept tree's HEAD is detached at its commit first, unless an operation in progress holds it. */
async function keptRefs(subject: Subject, resource: CleanupResource, facts: WorktreeFacts, isReadable: boolean): Promise<Refs> {
  if (!isReadable || facts.adminDir === null || (await repositoryOf(subject, resource)).state !== "present")
    return { refs: null, branch: unreadBranch(resource) };
  const held = await heldByOperation(facts.adminDir);
  const commit = facts.head?.kind === "branch" ? resource.headCommit : null;
  const detached: WorktreeFacts = commit === null ? facts : { ...facts, head: { kind: "detached", commit } };
  const looked = await refsOf(subject, resource, detached);
  return held === null ? looked : { refs: looked.refs, branch: held };
}

/** No tree to judge: it went before, lies in quarantine, or only its branch is left to meet the policy. */
async function previewAbsent(subject: Subject, resource: CleanupResource, place: Place): Promise<WorktreePreview> {
  await requireRepository(subject, resource);
  const isQuarantined = resource.quarantineEntryId !== null;
  const facts = isQuarantined ? null : await factsOf(subject, resource, place === "absent" ? "trash" : place);
  if (facts !== null) requireSeen(resource, facts);
  if (facts?.tree === "present") {
    const { refs, branch } = await keptRefs(subject, resource, facts, facts.linked);
    return {
      ...withoutLook(resource, "QUARANTINED", NOT_JUDGED),
      verdict: { verdict: "UNKNOWN", reason: NOT_JUDGED, unsaved: [], unsavedTotal: 0 },
      presentBranch: refs?.named ?? resource.branch,
      branchOutcome: branch.outcome,
      branchReason: branch.reason,
      inDirectory: true,
    };
  }
  const why = await whyRegistrationStays(subject, resource, facts);
  if (why !== null) {
    const reason = `Its directory was gone before. ${why} Its registration stays, locked.`;
    return { ...withoutLook(resource, "QUARANTINED", reason), branchOutcome: "KEPT", branchReason: HELD_BY_REGISTRATION };
  }
  const refs = await lookAtRefs(subject, resource, facts);
  const reason = isQuarantined ? "Its tree is in quarantine." : "Its directory was gone before.";
  return {
    ...withoutLook(resource, isQuarantined ? "QUARANTINED" : "ABSENT", reason),
    presentBranch: refs.named ?? resource.branch,
    branchOutcome: refs.branch.outcome,
    branchReason: refs.branch.reason,
    onlyHere: await commitsOnlyHere(subject, resource, refs),
    ...(isQuarantined ? {} : { entries: 0, bytes: 0 }),
  };
}

/** What is known of it without a look. */
export function withoutLook(resource: CleanupResource, fate: WorktreeFate, reason: string): WorktreePreview {
  return {
    worktreeId: resource.worktreeId as string,
    repositoryId: resource.repositoryId as string,
    repositoryName: resource.repositoryName as string,
    slot: resource.slot as string,
    path: resource.path,
    branch: resource.branch,
    presentBranch: resource.branch,
    fate,
    reason,
    verdict: null,
    headCommit: null,
    headBranch: null,
    branchOutcome: null,
    branchReason: null,
    onlyHere: null,
    entries: null,
    bytes: null,
    rebuildable: [],
    rebuildableBytes: 0,
    inDirectory: false,
    push: null,
    madeAfreshFrom: null,
  };
}

function commitsOnlyHere(subject: Subject, resource: CleanupResource, refs: RefsLook): Promise<OnlyHere> {
  const from = [refs.keeps.tip, refs.keeps.head, resource.headCommit, ...refs.others].filter((oid): oid is string => oid !== null);
  const branches = [refs.named, resource.headBranch].filter((name): name is string => name !== null);
  return onlyHere(subject.core.git, resource.commonDir as string, { from: [...new Set(from)], branches, signal: subject.signal });
}

/** Of the directories that can be rebuilt; null when it could not be told. */
async function sizeOf(subject: Subject, resource: CleanupResource, place: Place, judgement: Judgement): Promise<number | null> {
  let bytes = 0;
  for (const { path } of judgement.rebuildable) {
    const tree = join(placePath(subject, place), resource.directory as string, path);
    const walked = await walkTree(tree, subject.core.children, { signal: subject.signal });
    if (walked.truncated || walked.unreadable.length > 0) return null;
    bytes += walked.bytes;
  }
  return bytes;
}
