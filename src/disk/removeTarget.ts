import { type BigIntStats, realpathSync, type Stats, statSync } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { assertNever } from "../errors.js";
import type { Children } from "./child.js";
import { mountsWithin } from "./mounts.js";
import type { ManagedRoot } from "./root.js";

/** What the remover must never touch, or go above. */
export interface RemoveGuards {
  root: ManagedRoot;
  dataDir: string;
  /** Common directories and checkouts of every registered repository, canonical. */
  repositories: readonly string[];
  children: Children;
}

/** What may be deleted. The path is built here, from the id or the name: no caller hands one in. */
export type RemoveTarget =
  /** A settled tree: `<trash>/<worktree id>.purging`. */
  | { kind: "purging"; worktreeId: string }
  /** The administrative directory of a settled worktree: `<common>/treekeeper/<worktree id>`, of a registered repository. */
  | { kind: "set-aside"; commonDir: string; worktreeId: string }
  /** An emptied environment's directory in the trash: refused when it holds more than our marker. */
  | { kind: "trash"; name: string }
  /** What was never confirmed: the tree of a slot; without a slot an emptied environment's directory, as in the trash. */
  | { kind: "live"; name: string; slot?: string | undefined }
  /** The plain file beside a quarantined directory. */
  | { kind: "manifest"; name: string };

export interface Place {
  /** Canonical, and there. */
  path: string;
  /** A tree goes with everything in it, a file by itself, an emptied directory only when nothing of anybody is in it. */
  as: "tree" | "file" | "emptied";
}

/** `from`: the directory that does not hold it. */
export type Located = { state: "found"; place: Place } | { state: "absent"; from: string } | { state: "refused"; reason: string };

const MAX_NAME_BYTES = 255;

/**
 * Finds what a target means and proves that it may go: the root was read in this step; nothing on the way is a symbolic link; it is
 * neither the root, the data directory, a repository, the home or the working directory, nor above one; nothing is mounted in it.
 */
export async function locate(guards: RemoveGuards, target: RemoveTarget): Promise<Located> {
  const { root } = guards;
  if (!root.confirmed) return refused("the root is not confirmed: its database is behind it");
  if ((await root.probe()) !== "present") return refused(`the root ${root.path} can't be seen`);
  const built = build(guards, target);
  if (typeof built === "string") return refused(built);
  const { base, steps, as } = built;
  try {
    if ((await realpath(base)) !== base) return refused(`${base} is reached through a symbolic link`);
    let at = base;
    for (const [index, step] of steps.entries()) {
      const from = at;
      at = path.join(at, step);
      const facts = await lstatIn(from, at);
      if (facts === null) return { state: "absent", from };
      if (facts.isSymbolicLink()) return refused(`${at} is a symbolic link`);
      const last = index === steps.length - 1;
      if (!last || as === "emptied") {
        if (!facts.isDirectory()) return refused(`${at} is not a directory`);
      } else if (as === "file" && !facts.isFile()) return refused(`${at} is not a plain file`);
    }
    const reason = (await aboveSomething(at, guards)) ?? (await mountedIn(at));
    return reason === null ? { state: "found", place: { path: at, as } } : refused(reason);
  } catch (error) {
    return refused(`it can't be looked at: ${(error as Error).message}`);
  }
}

function build(guards: RemoveGuards, target: RemoveTarget): { base: string; steps: string[]; as: Place["as"] } | string {
  const { root, repositories } = guards;
  const inRoot = (place: string, names: string[], as: Place["as"]) =>
    names.every(isPlainName)
      ? { base: root.path, steps: [path.basename(place), ...names], as }
      : `${JSON.stringify(names)} is no name of ours`;
  switch (target.kind) {
    case "purging":
      return isId(target.worktreeId) ? inRoot(root.trash, [`${target.worktreeId}.purging`], "tree") : noId(target.worktreeId);
    case "trash":
      return inRoot(root.trash, [target.name], "emptied");
    case "live":
      return target.slot === undefined
        ? inRoot(root.live, [target.name], "emptied")
        : inRoot(root.live, [target.name, target.slot], "tree");
    case "manifest":
      return inRoot(root.quarantine, [`${target.name}.json`], "file");
    case "set-aside":
      if (!isId(target.worktreeId)) return noId(target.worktreeId);
      if (!repositories.includes(target.commonDir)) return `${target.commonDir} is not a registered repository`;
      return { base: target.commonDir, steps: ["treekeeper", target.worktreeId], as: "tree" };
    default:
      return assertNever(target);
  }
}

const noId = (id: string): string => `${JSON.stringify(id)} is not an id`;
const refused = (reason: string): Located => ({ state: "refused", reason });

function isId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,120}$/.test(id) && id !== "repositories";
}

function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

/** Null: it is absent from a directory that is there. */
async function lstatIn(directory: string, place: string): Promise<Stats | null> {
  try {
    return await lstat(place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && (await stat(directory)).isDirectory()) return null;
    throw error;
  }
}

/** By device and inode, so that no other name of a directory, a bind mount or letter case hides that it is the same. */
async function aboveSomething(target: string, { root, dataDir, repositories }: RemoveGuards): Promise<string | null> {
  const { dev, ino } = await stat(target, { bigint: true });
  const asked = new Set<string>();
  for (const kept of [root.path, root.live, root.trash, root.quarantine, dataDir, ...repositories, homedir(), process.cwd()]) {
    // Synchronously: hundreds of small looks at directories that the server lives by.
    for (const above of upFrom(kept)) {
      if (asked.has(above)) continue;
      asked.add(above);
      const facts = factsOf(above);
      if (above === target || (facts !== null && facts.dev === dev && facts.ino === ino)) return `${target} is, or holds, ${kept}`;
    }
  }
  return null;
}

function factsOf(place: string): BigIntStats | null {
  try {
    return statSync(place, { bigint: true });
  } catch {
    return null;
  }
}

function upFrom(place: string): string[] {
  const all = new Set<string>();
  for (const start of [path.resolve(place), realOf(place)]) {
    for (let at = start; ; at = path.dirname(at)) {
      all.add(at);
      if (at === path.dirname(at)) break;
    }
  }
  return [...all];
}

function realOf(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    return path.resolve(place);
  }
}

/** Why it must not be emptied: a sentence that names the mounts. Null: nothing is mounted in it. */
export async function mountedIn(target: string): Promise<string | null> {
  const mounts = await mountsWithin(target);
  if (mounts.state === "unknown") return `mounts in it can't be told: ${mounts.reason}`;
  return mounts.mounts.length === 0 ? null : `something is mounted in it, at ${mounts.mounts.slice(0, 5).join(", ")}`;
}
