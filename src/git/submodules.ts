import type { Dirent } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { countOperations } from "./admin.js";
import { type TreePlace, Unproven } from "./ask.js";
import { type BytePath, bytePathOf, showPath, textOfPath } from "./bytePath.js";
import { codeOf, isAbsence } from "./files.js";
import { countWithin } from "./leftovers.js";
import { readDotGit } from "./link.js";
import { type Inquiry, type Looked, lookAtTree } from "./look.js";
import { hasOwnCommits, indexDiffers } from "./objects.js";
import type { IndexEntry } from "./tracked.js";

/** A tree of one repository, the top one or a submodule's, that may have submodules. */
interface Holder {
  place: TreePlace;
  /** Where the tree lay when it was made: a link may be relative to that. */
  originalTree: string;
  prefix: BytePath;
}

/** How deep a submodule's name may lie under `modules`: names contain slashes. */
const MAX_NAME_DEPTH = 16;

/**
 * Judges the submodules of a tree, and theirs: the files of those that are checked out, and for every repository under git's
 * `modules`, checked out or not, whether it has anything of its own. Each is asked by its two directories, because in a moved tree a
 * submodule's own setting of its tree is wrong. Answers with the places (below the top) that are registered submodules.
 * @throws Unproven
 */
export async function countSubmodules(inquiry: Inquiry, top: Looked, holder: Holder): Promise<Set<BytePath>> {
  const places = new Set<BytePath>();
  const judged = new Set<string>();
  for (const gitlink of top.tracked.gitlinks) {
    inquiry.signal?.throwIfAborted();
    const at = holder.prefix + gitlink.path;
    const checkedOut = await checkedOutAt(holder, gitlink.path);
    if (checkedOut === "nothing") continue;
    if (checkedOut === "plain") {
      await countWithin(top.discount, gitlink.path, "untracked", "lies where a submodule would be checked out");
    } else if (checkedOut === "foreign") {
      // Seen again by whoever looks for nested repositories.
      inquiry.findings.unsaved("nested-repository", at, "not kept under this worktree's submodules");
    } else {
      judged.add(checkedOut.gitDir);
      places.add(at);
      for (const deeper of await countCheckedOut(inquiry, gitlink, { ...checkedOut, prefix: `${at}/` })) places.add(deeper);
    }
  }
  for (const gitDir of await modulesOf(holder.place.gitDir)) {
    inquiry.signal?.throwIfAborted();
    if (!judged.has(gitDir)) await countNotCheckedOut(inquiry, gitDir);
  }
  return places;
}

async function countCheckedOut(
  inquiry: Inquiry,
  gitlink: IndexEntry,
  module: { gitDir: string; tree: string; originalTree: string; prefix: BytePath },
): Promise<Set<BytePath>> {
  const { findings } = inquiry;
  const at = module.prefix.slice(0, -1);
  const place = { gitDir: module.gitDir, tree: module.tree };
  const looked = await lookAtTree(inquiry, place, module.gitDir, module.prefix);
  if (looked.headCommit !== gitlink.oid) findings.unsaved("submodule", at, "another commit is checked out than the one recorded");
  await countRepository(inquiry, place, at);
  return countSubmodules(inquiry, looked, { place, originalTree: module.originalTree, prefix: module.prefix });
}

/** The submodules' repositories of an administrative directory whose tree is gone. @throws Unproven */
export async function countModules(inquiry: Pick<Inquiry, "git" | "findings" | "signal">, gitDir: string): Promise<void> {
  for (const module of await modulesOf(gitDir)) await countNotCheckedOut(inquiry, module);
}

/** A repository whose tree was taken away (another commit has no such submodule, or it was deinitialised): it may hold work all the same. */
async function countNotCheckedOut(inquiry: Pick<Inquiry, "git" | "findings" | "signal">, gitDir: string): Promise<void> {
  const name = bytePathOf(gitDir.slice(gitDir.indexOf("/modules/") + 1));
  const place = { gitDir, tree: gitDir };
  const o = inquiry.signal === undefined ? {} : { signal: inquiry.signal };
  await countRepository(inquiry, place, name);
  if (await indexDiffers(inquiry.git, place, o)) inquiry.findings.unsaved("submodule", name, "its index differs from its HEAD");
  await countModules(inquiry, gitDir);
}

/** What a submodule's repository itself has that exists nowhere else. */
async function countRepository(inquiry: Pick<Inquiry, "git" | "findings" | "signal">, place: TreePlace, shownAt: BytePath): Promise<void> {
  const { findings, signal, git } = inquiry;
  const o = signal === undefined ? {} : { signal };
  if (await hasOwnCommits(git, place, o)) findings.unsaved("submodule", shownAt, "it has commits that its remotes don't have");
  await countOperations(place.gitDir, findings, `${shownAt}: `);
  if ((await entriesIn(path.join(place.gitDir, "worktrees"))).length > 0)
    findings.unsaved("submodule", shownAt, "somebody has worktrees of it");
}

type CheckedOut = "nothing" | "plain" | "foreign" | { gitDir: string; tree: string; originalTree: string };

async function checkedOutAt(holder: Holder, at: BytePath): Promise<CheckedOut> {
  const text = textOfPath(at);
  if (text === null) throw new Unproven(`The submodule ${showPath(at)} has a name that git can't be asked by.`);
  const tree = path.join(holder.place.tree, text);
  const originalTree = path.join(holder.originalTree, text);
  try {
    // A file or a link in its place is a change that status reports.
    if (!(await lstat(tree)).isDirectory()) return "nothing";
  } catch (error) {
    if (isAbsence(error)) return "nothing";
    throw new Unproven(`${tree} can't be seen: ${codeOf(error)}.`);
  }
  const link = await readDotGit(tree);
  if (link.kind === "absent") return "plain";
  if (link.kind === "unknown") throw new Unproven(`${link.reason}.`);
  if (link.kind !== "file") return "foreign";
  const modules = path.join(holder.place.gitDir, "modules");
  // Relative to where the submodule was checked out, which may not be where it lies now.
  for (const named of new Set([link.adminDir, path.resolve(originalTree, path.relative(tree, link.adminDir))])) {
    const gitDir = await canonical(named);
    if (gitDir?.startsWith(`${(await canonical(modules)) ?? modules}/`)) return { gitDir, tree, originalTree };
  }
  return "foreign";
}

/** Every repository under `modules`, as canonical paths. */
async function modulesOf(gitDir: string): Promise<string[]> {
  const top = await canonical(path.join(gitDir, "modules"));
  return top === null ? [] : repositoriesBelow(top, 0);
}

async function repositoriesBelow(directory: string, depth: number): Promise<string[]> {
  if (depth > MAX_NAME_DEPTH) throw new Unproven(`${directory} lies too deep to be looked at.`);
  const entries = await entriesIn(directory);
  if (depth > 0 && entries.some((entry) => entry.name === "HEAD")) return [directory];
  const found: string[] = [];
  for (const entry of entries) {
    const place = path.join(directory, entry.name);
    if (entry.isDirectory()) found.push(...(await repositoriesBelow(place, depth + 1)));
    else throw new Unproven(`${place} is no submodule's repository.`);
  }
  return found;
}

async function entriesIn(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (isAbsence(error)) return [];
    throw new Unproven(`${directory} can't be read: ${codeOf(error)}.`);
  }
}

async function canonical(place: string): Promise<string | null> {
  try {
    return await realpath(place);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw new Unproven(`${place} can't be seen: ${codeOf(error)}.`);
  }
}
