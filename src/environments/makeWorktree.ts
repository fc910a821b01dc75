import type { Worktree } from "../db/generated/client.js";
import { BranchRefusedError, RefNotFoundError, ServerBusyError } from "../errors.js";
import { assertBranchFree } from "../git/branches.js";
import type { CopiedFile } from "../git/copies.js";
import { fetchRemotes } from "../git/fetch.js";
import { lockReason } from "../git/lock.js";
import type { WorktreeFacts } from "../git/observe.js";
import { readRef, resolveCommit } from "../git/refs.js";
import { mendTorn } from "../git/torn.js";
import { addWorktree, type WorktreeStart, whyIncomplete } from "../git/worktree.js";
import { makeBranch, makerOf } from "./branchMark.js";
import { copyPlanned, planCopies } from "./copyFiles.js";
import { parseGlobs } from "./globs.js";
import { Interrupted, type Making, NotWanted } from "./making.js";
import { requirePresent } from "./slots.js";
import { factsOf, type Reserved, unmakeWorktree } from "./unmake.js";

const REASON_CHARS = 1_000;

/** Why a worktree could not be made, where it is known for sure. */
class NotMade extends Error {}

/**
 * Makes one reserved worktree, from whatever point an earlier run had reached: what is complete is confirmed, what is not is unmade and made again.
 * One that can't be made is unmade and FAILED, with the reason.
 *
 * @throws NotWanted, Interrupted, ServerBusyError
 */
export async function makeWorktree(making: Making, reserved: Reserved): Promise<void> {
  try {
    await make(making, reserved);
  } catch (error) {
    if (error instanceof NotWanted || error instanceof Interrupted || error instanceof ServerBusyError) throw error;
    making.checkpoint();
    making.core.log.warn({ err: error, environmentId: making.environment.id, worktreeId: reserved.id }, "a worktree could not be made");
    await fail(making, reserved, error);
  }
}

async function make(making: Making, reserved: Reserved): Promise<void> {
  const { core } = making;
  await requirePresent(core, reserved.repository);
  let worktree = reserved;
  let facts = await factsOf(worktree);
  // One that was being unmade when the server died may have left its administrative directory alone.
  if (facts.tree !== "absent" || facts.registration !== "absent" || facts.setAside !== "absent") {
    if ((await whyNotMade(making, worktree, facts)) !== null) {
      const unmade = await unmakeWorktree(core, making.environment, worktree);
      if (unmade.state === "kept") throw new NotMade(unmade.reason);
      facts = await factsOf(worktree);
    } else await mend(making, worktree);
  }
  if (facts.tree === "absent") worktree = await checkOut(making, worktree);
  making.checkpoint();
  await copy(making, worktree);
  await confirm(making, worktree);
}

/** What an earlier run had checked out may have met a power cut. */
async function mend(making: Making, worktree: Reserved): Promise<void> {
  const { core } = making;
  const note = { purpose: "make.add", row: worktree.id };
  const mended = await core.effects.run("make.add", () => mendTorn(core.git, worktree.path, note));
  if (mended > 0)
    core.log.warn({ worktreeId: worktree.id, files: mended }, "files of a checkout were empty after a power cut; written again");
}

/** Fetch, base, branch, `worktree add`: git's part. @returns the row with what was decided on the way */
async function checkOut(making: Making, reserved: Reserved): Promise<Reserved> {
  const { core } = making;
  const { commonDir } = reserved.repository;
  const slot = reserved.slot;
  // Once the base is decided, a fetch has done its part.
  const fetches = reserved.fetchFirst && reserved.baseCommit === null;
  const first = fetches
    ? ({ type: "FETCHING", message: `${slot}: fetching ${reserved.repository.name}.` } as const)
    : ({ type: "WORKTREE_STARTED", message: `${slot}: begun.` } as const);
  await making.progress("make.begin", reserved, {}, first);
  if (fetches) {
    const note = { purpose: "make.fetch", row: reserved.id };
    await core.turns.run(
      commonDir,
      () => core.effects.run("make.fetch", () => fetchRemotes(core.git, commonDir, note, making.signal)),
      making.signal,
    );
  }
  const baseCommit = await baseOf(making, reserved);
  making.checkpoint();
  // Not the signal: what git has begun in its turn, it ends.
  const worktree = await core.turns.run(commonDir, () => add(making, { ...reserved, baseCommit }));
  const why = await whyNotMade(making, worktree.row, await factsOf(worktree.row));
  if (why !== null) throw new NotMade(worktree.said === "" ? why : `git: ${worktree.said}`);
  return worktree.row;
}

async function baseOf(making: Making, worktree: Reserved): Promise<string> {
  const { git } = making.core;
  const { commonDir, name } = worktree.repository;
  if (worktree.branchExists && worktree.branch !== null) {
    const tip = await readRef(git, commonDir, `refs/heads/${worktree.branch}`);
    if (tip === null) throw new BranchRefusedError("MISSING", worktree.branch, null, `There is no branch ${worktree.branch} in ${name}.`);
    return tip;
  }
  const commit = worktree.baseCommit ?? (await resolveCommit(git, commonDir, worktree.baseRef));
  if (commit === null) throw new RefNotFoundError(worktree.baseRef, `${JSON.stringify(worktree.baseRef)} names no commit in ${name}.`);
  return commit;
}

/** In the repository's turn: the branch, then the worktree on it. */
async function add(making: Making, worktree: Reserved & { baseCommit: string }): Promise<{ row: Reserved; said: string }> {
  const { core } = making;
  const { branch, baseCommit } = worktree;
  const { commonDir, runHooks } = worktree.repository;
  const isNew = branch !== null && !worktree.branchExists;
  if (isNew) await requireFree(making, worktree, branch);
  const words = {
    type: "CHECKING_OUT",
    message: `${worktree.slot}: checking out ${branch ?? "a commit"} at ${baseCommit.slice(0, 12)}.`,
  } as const;
  // Ours is written down before it can be there: whatever ends this task now knows that the branch is to go with it.
  await making.progress("make.begin", worktree, { baseCommit, ...(isNew ? { branchCreated: true } : {}) }, words);
  if (isNew) await bringForth(making, worktree, branch);
  const start: WorktreeStart = branch === null ? { kind: "detached", commit: baseCommit } : { kind: "existing-branch", branch };
  const result = await core.effects.run("make.add", () =>
    addWorktree(core.git, {
      commonDir,
      path: worktree.path,
      start,
      lockReason: lockReason(core.root.instanceId, worktree.id, worktree.nonce),
      hooks: runHooks,
      note: { purpose: "make.add", row: worktree.id },
    }),
  );
  const row = { ...worktree, branchCreated: worktree.branchCreated || isNew };
  return { row, said: result.code === 0 ? "" : result.stderr.toString("utf8").trim().slice(-REASON_CHARS) };
}

/** @throws BranchRefusedError it is there, and was not made for this worktree; or it can't stand beside one that is */
async function requireFree(making: Making, worktree: Reserved, branch: string): Promise<void> {
  const { git } = making.core;
  const { commonDir } = worktree.repository;
  try {
    await assertBranchFree(git, commonDir, branch);
  } catch (error) {
    if (!(error instanceof BranchRefusedError) || error.reason !== "EXISTS") throw error;
    const maker = await makerOf(git, commonDir, branch, { worktreeId: worktree.id, nonce: worktree.nonce });
    if (maker !== "ours") throw await disown(making, worktree, branch);
  }
}

async function bringForth(making: Making, worktree: Reserved & { baseCommit: string }, branch: string): Promise<void> {
  const { core } = making;
  const mark = { worktreeId: worktree.id, nonce: worktree.nonce };
  const note = { purpose: "make.branch", row: worktree.id };
  const { commonDir } = worktree.repository;
  const maker = await core.effects.run("make.branch", () => makeBranch(core.git, commonDir, branch, worktree.baseCommit, mark, note));
  if (maker !== "ours") throw await disown(making, worktree, branch);
}

/** Somebody else made it since: whatever the rows and a job's snapshot say by now, it is not ours to delete. */
async function disown(making: Making, worktree: Pick<Worktree, "id">, branch: string): Promise<BranchRefusedError> {
  await making.core.effects.run("make.begin", () =>
    making.core.db.write(async (tx) => {
      await tx.worktree.updateMany({ where: { id: worktree.id }, data: { branchCreated: false } });
      await tx.cleanupResource.updateMany({ where: { worktreeId: worktree.id, phase: "QUEUED" }, data: { branchCreated: false } });
    }),
  );
  return new BranchRefusedError("EXISTS", branch, null, `The branch ${branch} exists, and was made by somebody else.`);
}

/** The facts, not git's exit code: a hook may fail after a complete checkout. Null when it stands as it was to be made. */
async function whyNotMade(making: Making, worktree: Reserved, facts: WorktreeFacts): Promise<string | null> {
  const { core } = making;
  if (!facts.linked) return "its registration was not made";
  const claim = facts.lock?.claim;
  if (claim?.worktreeId !== worktree.id || claim.nonce !== worktree.nonce || claim.instanceId !== core.root.instanceId)
    return "its lock was not made";
  if (facts.indexLock !== null) return "its checkout was interrupted";
  const head = facts.head;
  if (head === null || head.kind === "unknown") return "it has no HEAD";
  const expected =
    worktree.branch === null ? head.kind === "detached" : head.kind === "branch" && head.ref === `refs/heads/${worktree.branch}`;
  if (!expected) return "its HEAD is not on its branch";
  const { baseCommit } = worktree;
  const why = baseCommit === null ? "its base was not decided" : await whyIncomplete(core.git, worktree.path, baseCommit);
  if (why === null || head.kind === "detached") return why;
  // An existing branch may have moved on since its tip was read.
  const tip = await readRef(core.git, worktree.repository.commonDir, head.ref);
  return tip === null || tip === baseCommit ? why : whyIncomplete(core.git, worktree.path, tip);
}

async function copy(making: Making, worktree: Reserved): Promise<void> {
  const patterns = JSON.parse(worktree.copyGlobs) as string[];
  const checkout = worktree.repository.checkoutPath;
  if (patterns.length === 0 || checkout === null) return;
  const before = JSON.parse(worktree.copiedFiles) as CopiedFile[];
  const planned = await planCopies(checkout, worktree.path, parseGlobs("copyFiles", patterns), before);
  // Written down before a byte is copied: a copy that nobody wrote down would count as somebody's work.
  const words = { type: "COPYING", message: `${worktree.slot}: copying ${planned.length} files.` } as const;
  await making.progress("make.begin", worktree, { copiedFiles: JSON.stringify(planned) }, words);
  await making.core.effects.run("make.copy", () => copyPlanned(checkout, worktree.path, planned));
}

async function confirm(making: Making, worktree: Reserved): Promise<void> {
  const { registrationDir } = await factsOf(worktree);
  if (registrationDir === null) throw new NotMade("its registration is gone");
  const adminName = registrationDir.slice(registrationDir.lastIndexOf("/") + 1);
  await making.progress(
    "make.confirm",
    worktree,
    { status: "READY", adminName },
    { type: "WORKTREE_READY", message: `${worktree.slot}: ready at ${worktree.path}.` },
  );
}

/** What this attempt made goes, unless a job has taken the environment over: then it is the job's. */
async function fail(making: Making, reserved: Reserved, cause: unknown): Promise<void> {
  const { core } = making;
  const worktree = await core.db.read.worktree.findUnique({ where: { id: reserved.id }, include: { repository: true } });
  if (worktree === null || (await core.db.write((tx) => making.wanted(tx))) === null)
    throw new NotWanted("the making is not wanted any more");
  let reason = said(cause);
  try {
    const unmade = await unmakeWorktree(core, making.environment, worktree);
    if (unmade.state === "kept") reason = `${reason} What was begun stays: ${unmade.reason}.`;
  } catch (error) {
    core.log.warn({ err: error, worktreeId: worktree.id }, "a worktree that could not be made could not be unmade either");
    reason = `${reason} What was begun stays: ${said(error)}`;
  }
  await failWorktree(making, worktree, reason);
}

/** @throws NotWanted */
export async function failWorktree(making: Making, worktree: Pick<Worktree, "id" | "slot">, reason: string): Promise<void> {
  const error = reason.slice(0, REASON_CHARS);
  await making.progress(
    "make.confirm",
    worktree,
    { status: "FAILED", error },
    { type: "WORKTREE_FAILED", message: `${worktree.slot}: ${error}` },
  );
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
