import type { CleanupResource } from "../../db/generated/client.js";
import type { Run } from "../run.js";
import { factsOf, repositoryOf } from "./place.js";

/** The branch that a kept tree is on, which its entry has to name, so that a restore attaches it again; null when it is on none. */
export async function headBranchOf(run: Run, resource: CleanupResource): Promise<string | null> {
  if ((await repositoryOf(run, resource)).state !== "present") return null;
  const facts = await factsOf(run, resource, "trash");
  if (!facts.linked) return null;
  if (facts.head?.kind === "branch") return facts.head.ref.replace(/^refs\/heads\//, "");
  return facts.head?.kind === "detached" ? beforeGivenUpRestore(run, resource, facts.head.commit) : null;
}

/** A restore that was given up has left the tree as we had detached it: the branch is the one that the job before knew. */
async function beforeGivenUpRestore(run: Run, resource: CleanupResource, commit: string): Promise<string | null> {
  const { read } = run.core.db;
  const restore = await read.environmentAttempt.findFirst({
    where: { environmentId: run.job.environmentId, kind: "RESTORE" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  if (restore?.state !== "FAILED") return null;
  const before = await read.cleanupResource.findFirst({
    where: { worktreeId: resource.worktreeId, jobId: { not: run.job.id }, headCommit: commit, headBranch: { not: null } },
    orderBy: [{ job: { createdAt: "desc" } }, { id: "desc" }],
  });
  return before?.headBranch ?? null;
}
