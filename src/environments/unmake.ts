/**
 * Unmakes what was never confirmed: exactly what the attempt made, by its reservation and its marks. Each step looks first, and can be run again
 * from any point: registration, tree, set-aside administrative directory, branch.
 */
import { join } from "node:path";
import type { Core } from "../core.js";
import type { Environment, Repository, Worktree } from "../db/generated/client.js";
import { readMarker } from "../disk/marker.js";
import { processesInside } from "../disk/processes.js";
import { type RemoveGuards, type RemoveOutcome, type RemoveTarget, remove } from "../disk/remove.js";
import { assertNever } from "../errors.js";
import { branchHolders } from "../git/holders.js";
import { observeWorktree, type WorktreeFacts } from "../git/observe.js";
import { readRef, refTransaction } from "../git/refs.js";
import { unmakeRegistration } from "../git/setAside.js";
import { makerOf } from "./branchMark.js";
import { requireRoot } from "./create.js";
import { strangersIn } from "./strangers.js";

export type Reserved = Worktree & { repository: Repository };

export type Unmade =
  | { state: "unmade" }
  /** It stays as it is: something in it is not this attempt's, or could not be removed. A sentence. */
  | { state: "kept"; reason: string };

/** What lies at a reserved worktree's place, and its registration. */
export function factsOf(worktree: Reserved): Promise<WorktreeFacts> {
  const { path, directory, adminName, id } = worktree;
  return observeWorktree({ commonDir: worktree.repository.commonDir, path, directory, adminName, worktreeId: id });
}

/**
 * Unmakes one reserved worktree that was never confirmed. Somebody may have been quicker than the confirmation: with a file, a commit or a process
 * that is not ours in it, it is kept whole.
 *
 * @throws RootUnavailableError; GitError and what the file system says for trouble
 */
export async function unmakeWorktree(core: Core, environment: Pick<Environment, "id" | "directory">, worktree: Reserved): Promise<Unmade> {
  await requireRoot(core);
  const { commonDir } = worktree.repository;
  const facts = await factsOf(worktree);
  const doubt = await doubtAbout(core, environment, worktree, facts);
  if (doubt !== null) return { state: "kept", reason: doubt };
  const note = (purpose: string) => ({ purpose, row: worktree.id });
  const guards = await guardsOf(core);
  if (facts.tree === "absent" && facts.registration === "absent" && facts.setAside === "absent") {
    // Not even begun, as far as a repository that is not there can say.
    if (worktree.branchCreated) await core.turns.run(commonDir, () => unmakeBranch(core, worktree, note("unmake.branch")));
    return { state: "unmade" };
  }
  if (facts.registrationDir !== null) {
    const { registrationDir } = facts;
    // One left by an earlier unmaking of the same reservation would be in the way.
    await removeOrThrow(core, "unmake.set-aside", guards, { kind: "set-aside", commonDir, worktreeId: worktree.id }, worktree.id);
    const proofs = { instanceId: core.root.instanceId, worktreeId: worktree.id, nonce: worktree.nonce, path: worktree.path };
    const dropped = await core.turns.run(commonDir, () =>
      core.effects.run("unmake.registration", () => unmakeRegistration(commonDir, registrationDir, proofs)),
    );
    if (dropped.state === "refused") return { state: "kept", reason: dropped.reason };
  }
  await removeOrThrow(core, "unmake.tree", guards, { kind: "live", name: environment.directory, slot: worktree.directory }, worktree.id);
  await removeOrThrow(core, "unmake.set-aside", guards, { kind: "set-aside", commonDir, worktreeId: worktree.id }, worktree.id);
  await core.turns.run(commonDir, () => unmakeBranch(core, worktree, note("unmake.branch")));
  return { state: "unmade" };
}

/** Why the worktree can't be proven to hold nothing but what this reservation made; null when it can. */
async function doubtAbout(
  core: Core,
  environment: Pick<Environment, "id" | "directory">,
  worktree: Reserved,
  facts: WorktreeFacts,
): Promise<string | null> {
  if (facts.tree === "unknown" || facts.registration === "unknown") return `${worktree.path} or its registration can't be seen`;
  if (facts.isLink) return `${worktree.path} is a symbolic link`;
  if (facts.tree === "absent" && facts.registration === "absent") return null;
  if (facts.lock !== null && facts.lock.claim === null) return `${worktree.path} is locked by somebody else: ${facts.lock.reason}`;
  if (facts.head !== null) {
    const doubt = await doubtAboutHead(core, worktree, facts.head);
    if (doubt !== null) return doubt;
  }
  if (facts.tree === "absent") return null;
  const marker = await readMarker(join(core.root.live, environment.directory));
  if (
    marker.state !== "present" ||
    marker.marker.environmentId !== environment.id ||
    marker.marker.worktrees[worktree.directory] !== worktree.id
  ) {
    return `no marker proves that ${worktree.path} was made for ${worktree.id}`;
  }
  const inside = await processesInside(worktree.path, { children: core.children });
  if (inside.state === "unknown") return `whether a process is inside ${worktree.path} can't be told: ${inside.reason}`;
  const [process] = inside.processes;
  if (process !== undefined) return `a process is inside ${worktree.path}: ${process.command} (${process.pid})`;
  const [stranger] = await strangersIn(core.git, worktree, facts.indexPresent && facts.linked);
  return stranger === undefined ? null : `${worktree.path} holds what was not made with it: ${stranger}`;
}

/** git writes HEAD in two steps; anything but those two means that somebody went on from there. */
async function doubtAboutHead(core: Core, worktree: Reserved, head: NonNullable<WorktreeFacts["head"]>): Promise<string | null> {
  const moved = `somebody has worked in ${worktree.path}: its HEAD is not where it was made`;
  if (head.kind === "unknown") return `the HEAD of ${worktree.path} can't be told: ${head.reason}`;
  if (head.kind === "detached")
    return worktree.baseCommit === null || /^0+$/.test(head.commit) || head.commit === worktree.baseCommit ? null : moved;
  if (head.ref !== `refs/heads/${worktree.branch}`) return moved;
  const tip = await readRef(core.git, worktree.repository.commonDir, head.ref);
  return tip === null || tip === worktree.baseCommit ? null : moved;
}

/** Only a branch whose own log says that it was made for this worktree, that nobody has and nobody moved; by compare-and-set. */
async function unmakeBranch(core: Core, worktree: Reserved, note: { purpose: string; row: string }): Promise<void> {
  const { branch, baseCommit } = worktree;
  if (branch === null || baseCommit === null || worktree.branchExists) return;
  const { commonDir } = worktree.repository;
  if ((await makerOf(core.git, commonDir, branch, { worktreeId: worktree.id, nonce: worktree.nonce })) !== "ours") return;
  const found = await branchHolders(commonDir, branch);
  if (found.state === "unknown" || found.holders.length > 0) return;
  await core.effects.run("unmake.branch", () =>
    refTransaction(core.git, commonDir, [{ kind: "delete", ref: `refs/heads/${branch}`, old: baseCommit }], note),
  );
}

/**
 * Removes the directory of an environment of which nothing was made, when it holds nothing but our marker.
 *
 * @throws RootUnavailableError; what the file system says for trouble
 */
export async function unmakeDirectory(core: Core, environment: Pick<Environment, "id" | "directory">): Promise<void> {
  await requireRoot(core);
  const marker = await readMarker(join(core.root.live, environment.directory));
  const isOurs = marker.state === "present" ? marker.marker.environmentId === environment.id : marker.state === "absent";
  if (!isOurs) return;
  const guards = await guardsOf(core);
  const outcome = await core.effects.run("unmake.directory", () =>
    remove(guards, { kind: "live", name: environment.directory }, { note: { purpose: "unmake.directory", row: environment.id } }),
  );
  // Refused is kept: somebody left something in it.
  if (outcome.state !== "refused") requireRemoved(outcome);
}

async function removeOrThrow(
  core: Core,
  effect: "unmake.tree" | "unmake.set-aside",
  guards: RemoveGuards,
  target: RemoveTarget,
  row: string,
): Promise<void> {
  requireRemoved(await core.effects.run(effect, () => remove(guards, target, { note: { purpose: effect, row } })));
}

function requireRemoved(outcome: RemoveOutcome): void {
  switch (outcome.state) {
    case "removed":
    case "absent":
      return;
    case "refused":
    case "failed":
      throw new Error(`it could not be unmade: ${outcome.reason}`);
    default:
      assertNever(outcome);
  }
}

async function guardsOf(core: Core): Promise<RemoveGuards> {
  const rows = await core.db.read.repository.findMany({ select: { commonDir: true, checkoutPath: true } });
  return {
    root: core.root,
    dataDir: core.config.dataDir,
    repositories: rows.flatMap(({ commonDir, checkoutPath }) => (checkoutPath === null ? [commonDir] : [commonDir, checkoutPath])),
    children: core.children,
  };
}
