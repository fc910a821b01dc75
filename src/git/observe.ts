import { lstatSync } from "node:fs";
import path from "node:path";
import { type Presence, presenceOf } from "../disk/presence.js";
import { isAbsence } from "./files.js";
import { type HeadFact, readHead } from "./head.js";
import { readDotGit, readGitdir, samePlace } from "./link.js";
import { readLock, type WorktreeLock } from "./lock.js";

/** What the files say about one worktree, now. Nothing here was inferred from an error: what could not be seen is "unknown". */
export interface WorktreeFacts {
  /** Whether anything lies at the tree's path. */
  tree: Presence;
  /** The path is a symbolic link: never followed, never moved, never removed. */
  isLink: boolean;
  /** "broken" is a file that names nothing. */
  dotGit: "file" | "directory" | "link" | "absent" | "broken" | "unknown";
  /** The administrative directory that the tree's `.git` names, absolute; wherever that lies. */
  adminDir: string | null;
  registration: Presence;
  /** `<common>/worktrees/<name>`; null when it is absent or unknown. */
  registrationDir: string | null;
  /** Where the registration says that the tree lies (without "/.git"). */
  registrationPath: string | null;
  /** Both directions agree: the tree names this registration, and it names this tree. */
  linked: boolean;
  /** Null when it is not locked. `claim` says whose it is; null for a lock that is not ours. */
  lock: WorktreeLock | null;
  /** Null when there is no registration, or it has no HEAD yet. */
  head: HeadFact | null;
  /** A git command is at the index, or was killed there. Milliseconds since the epoch. */
  indexLock: { mtimeMs: number } | null;
  indexPresent: boolean;
  /** Whether `<common>/treekeeper/<worktree id>` is there; "unknown" when no id was given. */
  setAside: Presence;
}

export interface ObserveInput {
  commonDir: string;
  /** Where the tree should be now. */
  path: string;
  /** The tree's unique last component, which git names the registration after. */
  directory: string;
  /** The registration's name as it was once read from the link. */
  adminName?: string | null;
  worktreeId?: string;
}

/** Observes one worktree by reading its files: no git process, no look at any other worktree. Never throws for what it meets. */
export async function observeWorktree(o: ObserveInput): Promise<WorktreeFacts> {
  const [tree, dotGit] = await Promise.all([lookAt(o.path), readDotGit(o.path)]);
  const named = !tree.isLink && dotGit.kind === "file" ? dotGit.adminDir : null;
  const registrations = path.join(o.commonDir, "worktrees");
  const isOfHere = named !== null && (await samePlace(path.dirname(named), registrations)) === true;
  // The name is read from the tree's link where that names one of this repository's registrations; then what was read before.
  const expected = path.join(registrations, isOfHere ? path.basename(named) : (o.adminName ?? o.directory));
  const adminDir = isOfHere ? expected : named;
  const [found, setAside] = await Promise.all([
    lookAt(expected),
    o.worktreeId === undefined ? Promise.resolve<Presence>("unknown") : presenceOf(setAsideDir(o.commonDir, o.worktreeId)),
  ]);
  // A link in place of a registration is nobody's: not followed, and no proof of anything.
  const registration: Presence = found.presence === "present" && !found.isDirectory ? "unknown" : found.presence;
  const facts: WorktreeFacts = {
    tree: tree.presence,
    isLink: tree.isLink,
    dotGit: dotGit.kind,
    adminDir,
    registration,
    registrationDir: null,
    registrationPath: null,
    linked: false,
    lock: null,
    head: null,
    indexLock: null,
    indexPresent: false,
    setAside,
  };
  if (registration !== "present") return facts;
  const [gitdir, lock, head, indexLock, index] = await Promise.all([
    readGitdir(expected),
    readLock(expected),
    readHead(expected),
    lookAt(path.join(expected, "index.lock")),
    lookAt(path.join(expected, "index")),
  ]);
  facts.registrationDir = expected;
  facts.registrationPath = gitdir.state === "present" ? gitdir.treePath : null;
  facts.lock = lock;
  facts.head = head;
  // One that can't be seen counts as there, and young.
  facts.indexLock = indexLock.presence === "absent" ? null : { mtimeMs: indexLock.mtimeMs ?? Number.MAX_SAFE_INTEGER };
  facts.indexPresent = index.presence === "present";
  if (adminDir !== null && facts.registrationPath !== null) {
    const both = await Promise.all([samePlace(adminDir, expected), samePlace(facts.registrationPath, o.path)]);
    facts.linked = both.every((agrees) => agrees === true);
  }
  return facts;
}

/** Where git's administrative directory lies once a worktree's registration was dropped. */
export function setAsideDir(commonDir: string, worktreeId: string): string {
  return path.join(commonDir, "treekeeper", worktreeId);
}

interface Look {
  presence: Presence;
  isLink: boolean;
  isDirectory: boolean;
  mtimeMs: number | null;
}

function lookAt(place: string): Look {
  try {
    const facts = lstatSync(place);
    return { presence: "present", isLink: facts.isSymbolicLink(), isDirectory: facts.isDirectory(), mtimeMs: facts.mtimeMs };
  } catch (error) {
    return { presence: isAbsence(error) ? "absent" : "unknown", isLink: false, isDirectory: false, mtimeMs: null };
  }
}
