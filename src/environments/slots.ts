import type { Core } from "../core.js";
import type { Repository } from "../db/generated/client.js";
import { requireId } from "../db/ids.js";
import { BranchRefusedError, InvalidInputError, NotFoundError, RefNotFoundError, RepositoryMissingError } from "../errors.js";
import { assertBranchFree, freeBranchName } from "../git/branches.js";
import { branchHolders } from "../git/holders.js";
import { checkBranchName } from "../git/names.js";
import { readRef, resolveCommit } from "../git/refs.js";
import { probeRepository } from "../git/repository.js";
import { claimOn, collide, refuseClaimed } from "./branchClaims.js";
import { parseGlobs } from "./globs.js";
import { requireLine } from "./input.js";
import { isSlot, SLOT_CHARS, slotFromName } from "./names.js";

export const MAX_SLOTS = 32;
const REVISION_CHARS = 1_000;

/** One worktree of a new environment, as a caller asks for it. */
export interface SlotInput {
  repositoryId: string;
  /** Its place in the environment; made from the repository's name when not given. */
  slot?: string | null | undefined;
  /** The repository's default branch when not given. */
  baseRef?: string | null | undefined;
  /** A new branch; made from the task's title when neither this nor `existingBranch` is given. */
  branch?: string | null | undefined;
  existingBranch?: string | null | undefined;
  /** Whether to fetch first. */
  fetch?: boolean | null | undefined;
  /** Globs, relative to the repository's main checkout. */
  copyFiles?: readonly string[] | null | undefined;
}

/** A slot whose facts were looked at: everything that its row needs. */
export interface PlannedSlot {
  repository: Repository;
  slot: string;
  baseRef: string;
  /** Null where a fetch comes first, or for an existing branch: it is read when the worktree is made. */
  baseCommit: string | null;
  branch: string;
  isNew: boolean;
  /** Whether the name was ours to choose. */
  chosen: boolean;
  fetchFirst: boolean;
  copyGlobs: readonly string[];
}

/** Plain data of the input, for the comparison of a repeated operation. @throws InvalidInputError for its shape and sizes alone */
export function readSlots(inputs: readonly SlotInput[]): SlotInput[] {
  if (inputs.length === 0) throw new InvalidInputError("input.slots", "Give at least one slot.");
  if (inputs.length > MAX_SLOTS) throw new InvalidInputError("input.slots", `At most ${MAX_SLOTS} slots.`);
  const slots = inputs.map((input, at) => readSlot(input, `input.slots.${at}`));
  const seen = new Set<string>();
  slots.forEach(({ slot }, at) => {
    if (slot === null || slot === undefined) return;
    // Two that differ in letters' case only would be one directory where file names ignore it.
    if (seen.has(slot.toLowerCase())) throw new InvalidInputError(`input.slots.${at}.slot`, `Two slots are called ${slot}.`);
    seen.add(slot.toLowerCase());
  });
  return slots;
}

/** One slot. `field` is the path of the argument, for the error. @throws InvalidInputError */
export function readSlot(input: SlotInput, field: string): SlotInput {
  const repositoryId = requireId("repository", input.repositoryId, `${field}.repositoryId`);
  const slot = input.slot ?? null;
  if (slot !== null && !isSlot(slot)) {
    throw new InvalidInputError(
      `${field}.slot`,
      `A slot has 1 to ${SLOT_CHARS} letters, digits, dots, underscores and hyphens, and begins with a letter or a digit.`,
    );
  }
  const branch = input.branch ?? null;
  const existingBranch = input.existingBranch ?? null;
  if (branch !== null && existingBranch !== null)
    throw new InvalidInputError(`${field}.existingBranch`, "Give branch or existingBranch, not both.");
  if (existingBranch !== null && input.baseRef != null) {
    throw new InvalidInputError(`${field}.baseRef`, "An existing branch is checked out as it is: it takes no baseRef.");
  }
  const baseRef = input.baseRef == null ? null : requireLine(`${field}.baseRef`, input.baseRef, { max: REVISION_CHARS });
  const copyFiles = [...(input.copyFiles ?? [])];
  parseGlobs(`${field}.copyFiles`, copyFiles);
  return { repositoryId, slot, baseRef, branch, existingBranch, fetch: input.fetch === true, copyFiles };
}

/**
 * Looks at git for each slot, before any row is made: the repository is there, the base names a commit, the branch can be made or used.
 * Throws InvalidInputError, NotFoundError, RepositoryMissingError, RefNotFoundError, BranchRefusedError.
 */
export async function planSlots(
  core: Core,
  task: { workspaceId: string; title: string },
  inputs: readonly SlotInput[],
  /** Names of slots that are there already, and the arguments' paths. */
  o: { taken?: readonly string[]; field?: (at: number) => string } = {},
): Promise<PlannedSlot[]> {
  const field = o.field ?? ((at: number) => `input.slots.${at}`);
  const ids = [...new Set(inputs.map((input) => input.repositoryId))];
  const rows = await core.db.read.repository.findMany({ where: { id: { in: ids }, workspaceId: task.workspaceId } });
  const repositories = new Map(rows.map((row) => [row.id, row]));
  const missing = ids.find((id) => !repositories.has(id));
  if (missing !== undefined) throw new NotFoundError("repository", missing);
  for (const repository of rows) await requirePresent(core, repository);
  const planned: PlannedSlot[] = [];
  const names = slotNames(inputs, repositories, o.taken ?? []);
  for (const [at, input] of inputs.entries()) {
    const repository = repositories.get(input.repositoryId) as Repository;
    planned.push(await planSlot(core, task, input, repository, { field: field(at), slot: names[at] as string, before: planned }));
  }
  return planned;
}

/** @throws RepositoryMissingError its directory is not there, is another one, or does not hold our marker */
export async function requirePresent(core: Core, repository: Repository): Promise<void> {
  const { commonDir, device, inode } = repository;
  const probe = await probeRepository({ commonDir, device, inode, instanceId: core.root.instanceId, repositoryId: repository.id });
  if (probe.state === "present") return;
  throw new RepositoryMissingError(
    repository.id,
    `The repository ${repository.name} can't be used: ${probe.reason} Bring it back, or register it again.`,
  );
}

/** Names that were not given follow the repositories'; a second one gets a number. */
function slotNames(inputs: readonly SlotInput[], repositories: ReadonlyMap<string, Repository>, taken: readonly string[]): string[] {
  const given = inputs.flatMap(({ slot }) => (slot == null ? [] : [slot]));
  const used = new Set([...taken, ...given].map((slot) => slot.toLowerCase()));
  return inputs.map(({ slot, repositoryId }) => {
    if (slot != null) return slot;
    const base = slotFromName(repositories.get(repositoryId)?.name ?? "");
    let name = base;
    for (let count = 2; used.has(name.toLowerCase()); count += 1) name = `${base.slice(0, SLOT_CHARS - 3)}-${count}`;
    used.add(name.toLowerCase());
    return name;
  });
}

async function planSlot(
  core: Core,
  task: { title: string },
  input: SlotInput,
  repository: Repository,
  o: { field: string; slot: string; before: readonly PlannedSlot[] },
): Promise<PlannedSlot> {
  const copyGlobs = input.copyFiles ?? [];
  if (copyGlobs.length > 0 && repository.checkoutPath === null) {
    throw new InvalidInputError(
      `${o.field}.copyFiles`,
      `The repository ${repository.name} is bare: there is no checkout to copy files from.`,
    );
  }
  const siblings = o.before.filter((other) => isSamePlace(other.repository, repository)).map((other) => other.branch);
  const shared = { repository, slot: o.slot, fetchFirst: input.fetch === true, copyGlobs };
  if (input.existingBranch != null) {
    const branch = input.existingBranch;
    await requireUsableBranch(core, repository, branch);
    refuseSiblings(`${o.field}.existingBranch`, branch, siblings);
    return { ...shared, baseRef: branch, baseCommit: null, branch, isNew: false, chosen: false };
  }
  const base = await resolveBase(core, repository, input);
  if (input.branch != null) {
    await checkBranchName(core.git, input.branch);
    refuseSiblings(`${o.field}.branch`, input.branch, siblings);
    const claim = await claimOn(core.db.read, repository, input.branch);
    if (claim !== null) refuseClaimed(claim, input.branch, true);
    await assertBranchFree(core.git, repository.commonDir, input.branch);
    return { ...shared, ...base, branch: input.branch, isNew: true, chosen: false };
  }
  const taken = async (name: string): Promise<boolean> =>
    siblings.some((sibling) => collide(sibling, name)) || (await claimOn(core.db.read, repository, name)) !== null;
  const branch = await freeBranchName(core.git, repository.commonDir, task.title, taken);
  return { ...shared, ...base, branch, isNew: true, chosen: true };
}

export function refOf(branch: string): string {
  return `refs/heads/${branch}`;
}

export function isSamePlace(a: Repository, b: Repository): boolean {
  return a.id === b.id || (a.device === b.device && a.inode === b.inode);
}

function refuseSiblings(field: string, branch: string, siblings: readonly string[]): void {
  const other = siblings.find((sibling) => collide(sibling, branch));
  if (other !== undefined)
    throw new InvalidInputError(field, `Two slots of one repository can't have the branches ${other} and ${branch}.`);
}

/** Where a fetch comes first, what it brings can't be asked for yet. */
async function resolveBase(core: Core, repository: Repository, input: SlotInput): Promise<{ baseRef: string; baseCommit: string | null }> {
  const baseRef = input.baseRef ?? repository.defaultBranch ?? "HEAD";
  if (input.fetch === true) return { baseRef, baseCommit: null };
  const baseCommit = await resolveCommit(core.git, repository.commonDir, baseRef);
  if (baseCommit === null) throw new RefNotFoundError(baseRef, `${JSON.stringify(baseRef)} names no commit in ${repository.name}.`);
  return { baseRef, baseCommit };
}

/** A branch that exists, and that nobody has. */
async function requireUsableBranch(core: Core, repository: Repository, branch: string): Promise<void> {
  await checkBranchName(core.git, branch);
  const claim = await claimOn(core.db.read, repository, branch);
  if (claim !== null && (claim.by === "job" || claim.branch === branch)) refuseClaimed(claim, branch, false);
  if ((await readRef(core.git, repository.commonDir, refOf(branch))) === null) {
    throw new BranchRefusedError("MISSING", branch, null, `There is no branch ${branch} in ${repository.name}.`);
  }
  const found = await branchHolders(repository.commonDir, branch);
  if (found.state === "unknown")
    throw new BranchRefusedError("CHECKED_OUT", branch, null, `Whether the branch ${branch} is checked out can't be told: ${found.reason}`);
  if (found.holders.length > 0)
    throw new BranchRefusedError("CHECKED_OUT", branch, null, `The branch ${branch} is checked out at ${found.holders.join(", ")}.`);
}
