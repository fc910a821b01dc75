import path from "node:path";
import { type BytePath, textOfPath } from "./bytePath.js";
import { readDotGit, readGitdir, samePlace } from "./link.js";

/**
 * Whether what lies at `tree` is a linked worktree of somebody, registered at `originalTree`, where it lay before we moved what
 * holds it. Answers with that path. Null: no worktree, or one that is registered elsewhere, or that can't be told.
 */
export async function foreignWorktreeAt(tree: string, originalTree: string): Promise<string | null> {
  const link = await readDotGit(tree);
  if (link.kind !== "file") return null;
  // A relative link may lead out of what was moved: then it is read from where it was written.
  for (const adminDir of new Set([link.adminDir, path.resolve(originalTree, path.relative(tree, link.adminDir))])) {
    const registered = await readGitdir(adminDir);
    if (registered.state === "present" && (await samePlace(registered.treePath, originalTree))) return originalTree;
  }
  return null;
}

/** Which of the nested `.git` of a tree are repositories by themselves, and not those of its submodules. */
export function nestedRepositories(found: readonly Buffer[], submodules: ReadonlySet<BytePath>): BytePath[] {
  return found.map((name) => parentOf(name.toString("latin1"))).filter((place) => !submodules.has(place));
}

/** Where a nested repository lies as text, now and before; null for a name that no path of ours can say. */
export function nestedPlace(tree: string, originalTree: string, place: BytePath): { now: string; before: string } | null {
  const text = textOfPath(place);
  return text === null ? null : { now: path.join(tree, text), before: path.join(originalTree, text) };
}

function parentOf(dotGit: BytePath): BytePath {
  return dotGit.slice(0, Math.max(0, dotGit.lastIndexOf("/")));
}
