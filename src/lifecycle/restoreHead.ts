import type { Core } from "../core.js";
import { makeBranch } from "../environments/branchMark.js";
import { GitError } from "../git/git.js";
import { attachHead } from "../git/head.js";
import { branchHolders } from "../git/holders.js";
import type { WorktreeFacts } from "../git/observe.js";
import { operationInProgress } from "../git/operations.js";
import { readRef, relatedRefs } from "../git/refs.js";
import { rescueRef } from "../git/rescue.js";
import type { RestoreSlot } from "./restorePlan.js";

/**
 * Attaches a restored tree's HEAD to the branch that it was on: made anew where we had deleted it; in use or elsewhere by now, it
 * stays there, and the tree comes back detached. Answers with a sentence that says so.
 */
export async function attach(core: Core, slot: RestoreSlot, facts: WorktreeFacts, row: string): Promise<string> {
  if (!facts.linked || facts.adminDir === null || facts.head === null) return "back as it was; its registration is not readable.";
  const adminDir = facts.adminDir;
  return core.turns.run(slot.commonDir, async () => {
    const head = await attachHeadOf(core, slot, { ...facts, adminDir }, row);
    const branch = await makeOwnBranch(core, slot, row);
    return branch === null ? head : `${head} ${branch}`;
  });
}

async function attachHeadOf(core: Core, slot: RestoreSlot, facts: WorktreeFacts & { adminDir: string }, row: string): Promise<string> {
  const { adminDir } = facts;
  if (facts.head?.kind === "branch") {
    const there = await readRef(core.git, slot.commonDir, facts.head.ref);
    if (there !== null || slot.headCommit === null) return "back as it was.";
    const name = facts.head.ref.replace(/^refs\/heads\//, "");
    if (await createBranch(core, slot, name, slot.headCommit, row)) return "back as it was; its branch was made again.";
    return `back as it was, but its branch ${name} can't be made again.`;
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
    if (!(await createBranch(core, slot, branch, commit, row)))
      return `back, detached at ${commit}: the branch ${branch} can't be made again.`;
  } else {
    if (tip !== commit) return `back, detached at ${commit}: the branch ${branch} is at ${tip} by now.`;
    const holders = await branchHolders(slot.commonDir, branch, adminDir);
    if (holders.state === "unknown") return `back, detached at ${commit}: could not tell who has the branch ${branch}.`;
    if (holders.holders.length > 0) return `back, detached at ${commit}: the branch ${branch} is in use by ${holders.holders.join(", ")}.`;
  }
  await core.effects.run("restore.attach", () => attachHead(core.git, { adminDir }, branch, { purpose: "restore.attach", row }));
  return "back as it was.";
}

/** Our branch, where HEAD was on another one and we had deleted it: at the commit that its rescue keeps. */
async function makeOwnBranch(core: Core, slot: RestoreSlot, row: string): Promise<string | null> {
  if (!slot.branchCreated || slot.branch === null) return null;
  const ref = rescueRef(slot.worktreeId, "tip");
  const tip = await readRef(core.git, slot.commonDir, ref);
  if (tip === null) return null;
  const rescue = await core.db.read.rescue.findUnique({ where: { repositoryId_ref: { repositoryId: slot.repositoryId, ref } } });
  const name = rescue?.branch ?? slot.branch;
  if ((await readRef(core.git, slot.commonDir, `refs/heads/${name}`)) !== null) return null;
  // Without its row a rescue does not say what its branch was called in the end: then HEAD's, at the same commit, is the one.
  const isHeads = rescue === null && slot.headBranch !== null;
  if (isHeads && (await readRef(core.git, slot.commonDir, `refs/heads/${slot.headBranch}`)) === tip) return null;
  if (await createBranch(core, slot, name, tip, row)) return `The branch ${name} was made again.`;
  return `The branch ${name} can't be made again; ${tip} is kept by its rescue.`;
}

/** With the words that say whose it is. False when another branch is in its way. */
async function createBranch(core: Core, slot: RestoreSlot, branch: string, commit: string, row: string): Promise<boolean> {
  const note = { purpose: "restore.branch", row };
  try {
    await core.effects.run("restore.branch", () => makeBranch(core.git, slot.commonDir, branch, commit, slot, note));
  } catch (error) {
    if (!(error instanceof GitError) || (await relatedRefs(core.git, slot.commonDir, `refs/heads/${branch}`)).length === 0) throw error;
    return false;
  }
  return (await readRef(core.git, slot.commonDir, `refs/heads/${branch}`)) === commit;
}
