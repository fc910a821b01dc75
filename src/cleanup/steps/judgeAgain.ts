import { join } from "node:path";
import type { CleanupResource } from "../../db/generated/client.js";
import { presenceOf } from "../../disk/presence.js";
import { detachHead } from "../../git/head.js";
import { readRef } from "../../git/refs.js";
import { TransientFailure } from "../failure.js";
import type { Run } from "../run.js";
import { factsOf, isOurLock, repositoryOf } from "./place.js";

/**
 * Trees that an earlier run found clean and did not get out of sight: until they are `.purging`, anybody may have written into them
 * (docs/decisions/0012). A repository that can't be seen is no reason: settling waits for it, and this is asked again then.
 */
export async function judgedByEarlierRuns(run: Run): Promise<CleanupResource[]> {
  const again: CleanupResource[] = [];
  for (const resource of run.worktrees) {
    if (resource.verdict !== "CLEAN" || (resource.phase !== "JUDGED" && resource.phase !== "SETTLING")) continue;
    const purging = await presenceOf(run.purging(resource.worktreeId as string));
    if (purging === "unknown") throw new TransientFailure(`could not tell whether ${resource.worktreeId}.purging is there`);
    if (purging === "present") continue;
    if ((await presenceOf(join(run.trash, resource.directory as string))) === "absent") continue;
    if ((await repositoryOf(run, resource)).state === "present") again.push(resource);
  }
  return again;
}

/** The settling that was cut short may have deleted the branch that HEAD names: on nothing, every file of the tree would look like work. */
export async function standOnCommit(run: Run, resource: CleanupResource): Promise<void> {
  const commit = resource.headCommit;
  if (commit === null) return;
  const commonDir = resource.commonDir as string;
  await run.core.turns.run(commonDir, async () => {
    const facts = await factsOf(run, resource, "trash");
    if (!facts.linked || facts.adminDir === null || facts.head?.kind !== "branch") return;
    if (facts.lock !== null && !isOurLock(run, facts.lock, resource)) return;
    if ((await readRef(run.core.git, commonDir, facts.head.ref)) !== null) return;
    const adminDir = facts.adminDir;
    await run.core.effects.run("quarantine.detach", () =>
      detachHead(run.core.git, { adminDir }, commit, { purpose: "quarantine.detach", row: resource.id }),
    );
  });
}
