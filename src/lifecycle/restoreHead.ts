import type { Core } from "../core.js";
import { attachHead } from "../git/head.js";
import { branchHolders } from "../git/holders.js";
import type { WorktreeFacts } from "../git/observe.js";
import { operationInProgress } from "../git/operations.js";
import { readRef, refTransaction } from "../git/refs.js";
import type { RestoreSlot } from "./restorePlan.js";

/**
 * Attaches a restored tree's HEAD to the branch that it was on: made anew where we had deleted it; in use or elsewhere by now, it
 * stays there, and the tree comes back detached. Answers with a sentence that says so.
 */
export async function attach(core: Core, slot: RestoreSlot, facts: WorktreeFacts, row: string): Promise<string> {
  if (!facts.linked || facts.adminDir === null || facts.head === null) return "back as it was; its registration is not readable.";
  const adminDir = facts.adminDir;
  return core.turns.run(slot.commonDir, async () => {
    if (facts.head?.kind === "branch") {
      const there = await readRef(core.git, slot.commonDir, facts.head.ref);
      if (there !== null || slot.headCommit === null) return "back as it was.";
      await createBranch(core, slot, facts.head.ref, slot.headCommit, row);
      return "back as it was; its branch was made again.";
    }
    const branch = slot.headBranch;
    if (
      facts.head?.kind !== "detached" ||
      branch === null ||
      (await operationInProgress(adminDir)).some((name) => /rebase|bisect/i.test(name))
    )
      return "back as it was.";
    const commit = facts.head.commit;
    const ref = `refs/heads/${branch}`;
    const tip = await readRef(core.git, slot.commonDir, ref);
    if (tip === null) {
      if (!slot.branchCreated) return `back, detached at ${commit}: the branch ${branch} is gone, and was not ours to make again.`;
      if (!(await createBranch(core, slot, ref, commit, row)))
        return `back, detached at ${commit}: the branch ${branch} can't be made again.`;
    } else {
      if (tip !== commit) return `back, detached at ${commit}: the branch ${branch} is at ${tip} by now.`;
      const holders = await branchHolders(slot.commonDir, branch, adminDir);
      if (holders.state === "unknown") return `back, detached at ${commit}: could not tell who has the branch ${branch}.`;
      if (holders.holders.length > 0)
        return `back, detached at ${commit}: the branch ${branch} is in use by ${holders.holders.join(", ")}.`;
    }
    await core.effects.run("restore.attach", () => attachHead(core.git, { adminDir }, branch, { purpose: "restore.attach", row }));
    return "back as it was.";
  });
}

async function createBranch(core: Core, slot: RestoreSlot, ref: string, commit: string, row: string): Promise<boolean> {
  const note = { purpose: "restore.branch", row };
  const done = await core.effects.run("restore.branch", () =>
    refTransaction(core.git, slot.commonDir, [{ kind: "create", ref, commit }], note),
  );
  return done.state === "done";
}
