import type { CleanupResource as ResourceRow } from "../db/generated/client.js";
import type { VerdictKind as Verdict } from "../db/generated/enums.js";
import { groupedBy } from "../db/parts.js";
import { batched } from "./batch.js";
import { builder } from "./builder.js";
import { BranchOutcome, ResourceKind, ResourceOutcome, ResourcePhase, VerdictKind } from "./enums.js";
import { rowOf } from "./load.js";
import { CleanupProgressSummary } from "./progress.js";
import { type StoredVerdict, storedVerdict } from "./verdict.js";

const UnsavedItem = builder.objectRef<StoredVerdict["unsaved"][number]>("UnsavedItem").implement({
  description: "One thing in a worktree that is saved nowhere else, or that keeps the judge from being sure.",
  fields: (t) => ({
    kind: t.exposeString("kind", {
      description:
        "What it is: modified, staged, untracked, conflicted, ignored, skip-worktree, assume-unchanged, filtered, nested-repository, submodule, operation, process or index-lock.",
    }),
    path: t.exposeString("path", { description: "Where, from the worktree's top. Bytes that are no text are shown as escapes." }),
    detail: t.exposeString("detail", { nullable: true, description: "More about it, where there is more to say." }),
  }),
});

export const CleanupVerdict = builder.objectRef<StoredVerdict & { verdict: Verdict }>("CleanupVerdict").implement({
  description:
    "What the judge found out about a worktree. In a job: after it was moved away, once, and again only when a later run finds a CLEAN tree that was not settled yet. In a preview: now, where it lies.",
  fields: (t) => ({
    kind: t.field({ type: VerdictKind, description: "Whether it may go.", resolve: (verdict) => verdict.verdict }),
    reason: t.exposeString("reason", { description: "Why, in one sentence." }),
    unsaved: t.field({
      type: [UnsavedItem],
      description: "What is not saved elsewhere: the first 200.",
      complexity: { field: 1, multiplier: 5 },
      resolve: (verdict) => verdict.unsaved,
    }),
    unsavedTotal: t.exposeInt("unsavedTotal", { description: "How many there are in all." }),
  }),
});

builder.prismaNode("CleanupResource", {
  description:
    "One worktree, or the rest of the directory, in a cleanup job: what was known when the job was made, how far it is, and how it ended. The record that stays when the rows are gone.",
  id: { field: "id", description: "Its id: resource_…" },
  fields: (t) => ({
    job: t.relation("job", { description: "The job it belongs to." }),
    kind: t.expose("kind", { type: ResourceKind, description: "What it is." }),
    phase: t.expose("phase", { type: ResourcePhase, description: "How far it is." }),
    worktreeId: t.exposeID("worktreeId", { nullable: true, description: "The worktree's id. Null for the rest of the directory." }),
    repository: t.prismaField({
      type: "Repository",
      nullable: true,
      description: "The repository that it is a worktree of. Null for the rest of the directory, and when it is not registered any more.",
      resolve: (query, resource, _args, context, info) =>
        rowOf(context, info, resource.repositoryId, (where) => context.core.db.read.repository.findMany({ ...query, where })),
    }),
    repositoryName: t.exposeString("repositoryName", { nullable: true, description: "The repository's name when the job was made." }),
    slot: t.exposeString("slot", { nullable: true, description: "The worktree's slot. Null for the rest of the directory." }),
    path: t.exposeString("path", { description: "Where it lay when the job was made." }),
    branch: t.exposeString("branch", { nullable: true, description: "The branch it was made with. Null for none." }),
    branchCreated: t.exposeBoolean("branchCreated", { description: "Whether the branch was made for it: only then may it be deleted." }),
    baseRef: t.exposeString("baseRef", { nullable: true, description: "What it started from, as it was asked for." }),
    headCommit: t.exposeString("headCommit", {
      nullable: true,
      description: "The commit that was checked out when it was judged. Null before.",
    }),
    headBranch: t.exposeString("headBranch", {
      nullable: true,
      description: "The branch that was checked out when it was judged. Null before, and for a detached HEAD.",
    }),
    verdict: t.field({
      type: CleanupVerdict,
      nullable: true,
      description: "What the judge found out. Null before, and where there was nothing to judge.",
      resolve: (resource) => (resource.verdict === null ? null : { verdict: resource.verdict, ...storedVerdict(resource.verdictDetail) }),
    }),
    outcome: t.expose("outcome", { type: ResourceOutcome, nullable: true, description: "How it ended. Null until it has." }),
    outcomeReason: t.exposeString("outcomeReason", { nullable: true, description: "Why it ended so, in one sentence." }),
    branchOutcome: t.expose("branchOutcome", {
      type: BranchOutcome,
      nullable: true,
      description: "What became of the branch. Null until that is settled, and where there is none.",
    }),
    branchReason: t.exposeString("branchReason", { nullable: true, description: "Why the branch was kept, or what holds its commits." }),
    lastError: t.exposeString("lastError", { nullable: true, description: "What kept the last run from finishing it." }),
    progress: t.field({ type: CleanupProgressSummary, description: "How far it is, by itself.", resolve: progressOf }),
    quarantineEntry: t.prismaField({
      type: "QuarantineEntry",
      nullable: true,
      description: "Where it was moved aside to. Null when it was not.",
      resolve: (query, resource, _args, context, info) =>
        rowOf(context, info, resource.quarantineEntryId, (where) => context.core.db.read.quarantineEntry.findMany({ ...query, where })),
    }),
    rescues: t.prismaField({
      type: ["Rescue"],
      description: "What keeps the commits of its worktree readable.",
      complexity: { field: 1, multiplier: 3 },
      resolve: async (query, resource, _args, context, info) => {
        if (resource.worktreeId === null) return [];
        const rescues = await batched(context, info, resource.worktreeId, async (ids) => {
          const found = await context.core.db.read.rescue.findMany({
            ...query,
            where: { worktreeId: { in: ids } },
            orderBy: [{ createdAt: "asc" }, { id: "asc" }],
          });
          return groupedBy(found, (rescue) => rescue.worktreeId);
        });
        return rescues ?? [];
      },
    }),
  }),
});

function progressOf(resource: ResourceRow) {
  return {
    resourcesDone: resource.phase === "DONE" ? 1 : 0,
    resourcesTotal: 1,
    entriesDone: resource.entriesDone,
    entriesTotal: resource.entriesTotal,
    bytesDone: resource.bytesDone,
    bytesTotal: resource.bytesTotal,
    finished: resource.phase === "DONE",
  };
}
