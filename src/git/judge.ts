import path from "node:path";
import type { Children } from "../disk/child.js";
import { mountsWithin } from "../disk/mounts.js";
import { presenceOf } from "../disk/presence.js";
import { type ProcessInside, processesInside } from "../disk/processes.js";
import { type InodeKey, type InodeSet, type WalkResult, walkTree } from "../disk/walk.js";
import { countAdministrative } from "./admin.js";
import { Unproven } from "./ask.js";
import { type BytePath, bytePathOf } from "./bytePath.js";
import type { CopiedFile } from "./copies.js";
import type { Git } from "./git.js";
import { readHead } from "./head.js";
import { readDotGit, samePlace } from "./link.js";
import { type Inquiry, lookAtTree } from "./look.js";
import { foreignWorktreeAt, nestedPlace, nestedRepositories } from "./nested.js";
import { provePresent } from "./objects.js";
import type { RebuildableRule } from "./rebuildable.js";
import { settled } from "./settled.js";
import { countSubmodules } from "./submodules.js";
import { Findings, type Judgement } from "./verdict.js";

export interface JudgeInput {
  /** Where the tree lies now. */
  tree: string;
  /** Where it lay when it was made; the same as `tree` in place. */
  originalPath: string;
  /** git's administrative directory of it, as read from the link. */
  adminDir: string;
  commonDir: string;
  copiedFiles: readonly CopiedFile[];
  rebuildable: readonly RebuildableRule[];
  /** A preview: the tree was not moved, and lies where git's registration looks for it, whatever `originalPath` says. */
  inPlace?: boolean;
  signal?: AbortSignal;
}

/**
 * Says whether a worktree may go. CLEAN is proven: every part below has answered, and found nothing that exists only here. Reads
 * only; the index is not refreshed. A moved tree is judged as it would be in place.
 * Never throws for what it meets in the tree: that is UNKNOWN, with the reason.
 * @throws GitError with `timedOut`, SpawnError, the signal's reason: trouble that may be over next time.
 */
export async function judgeWorktree(git: Git, children: Children, input: JudgeInput): Promise<Judgement> {
  const o = input.inPlace === true ? { ...input, originalPath: input.tree } : input;
  const findings = new Findings();
  const judgement: Pick<Judgement, "headCommit" | "headBranch" | "processes" | "entries" | "bytes" | "inodes"> = {
    headCommit: null,
    headBranch: null,
    processes: [],
    entries: null,
    bytes: null,
    inodes: null,
  };
  const attempt = (part: Promise<void>): Promise<void> =>
    part.catch((error: unknown) => {
      if (!(error instanceof Unproven)) throw error;
      findings.doubt(error.message);
    });

  // Before git looks: who writes something and goes while git looks is seen here, by path or, once the tree is walked, by inode.
  const asked = new AskedInodes();
  await attempt(countProcesses(children, o.tree, asked, findings, judgement.processes));
  const linked = proveLink(o);
  const looked = linked.then(() => lookAtRepository(git, o, findings, judgement));
  const walked = linked.then(() => walkTree(o.tree, children, o.signal === undefined ? {} : { signal: o.signal }));
  await settled(
    [
      attempt(looked.then(() => {})),
      attempt(proveNoMounts(o.tree)),
      attempt(countAdministrative(o.adminDir, findings, bytePathOf("(git) "))),
      attempt(
        walked.then(async (result) => {
          judgement.entries = result.entries;
          judgement.bytes = result.bytes;
          judgement.inodes = result.inodes;
          if (asked.within(result.inodes)) await countProcesses(children, o.tree, result.inodes, findings, judgement.processes);
          // Also when git could not be asked: somebody's worktree inside decides what happens to all of it.
          await countNested(o, result, await looked.catch(() => new Set<BytePath>()), findings);
          proveWhole(result);
        }),
      ),
    ],
    () => false,
  );
  return {
    verdict: findings.verdict,
    reason: findings.reason,
    unsaved: findings.items,
    unsavedTotal: findings.total,
    ...judgement,
    foreignWorktrees: findings.foreignWorktrees,
    rebuildable: findings.rebuildable,
  };
}

/** The tree's own link must name the administrative directory that we are about to ask: else git's answer is about another tree. */
async function proveLink(o: JudgeInput): Promise<void> {
  const link = await readDotGit(o.tree);
  if (link.kind === "unknown") throw new Unproven(`${link.reason}.`);
  if (link.kind !== "file")
    throw new Unproven(`Its .git is ${link.kind === "broken" ? "no link to a repository" : link.kind}, so git can't be asked about it.`);
  if ((await samePlace(link.adminDir, o.adminDir)) !== true)
    throw new Unproven(`Its .git names ${link.adminDir}, not its own registration.`);
}

/** What lies under a mount point can't be seen, and what is mounted is somebody else's. */
async function proveNoMounts(tree: string): Promise<void> {
  const mounts = await mountsWithin(tree);
  if (mounts.state === "unknown") throw new Unproven(`Mounts can't be told: ${mounts.reason}.`);
  const [first] = mounts.mounts;
  if (first !== undefined) throw new Unproven(`Something is mounted inside it, at ${first}.`);
}

/** Files, submodules and HEAD's objects; answers with the places of registered submodules. */
async function lookAtRepository(
  git: Git,
  o: JudgeInput,
  findings: Findings,
  head: Pick<Judgement, "headCommit" | "headBranch">,
): Promise<Set<BytePath>> {
  const inquiry: Inquiry = { git, findings, copied: o.copiedFiles, rules: o.rebuildable, signal: o.signal };
  const place = { gitDir: o.adminDir, tree: o.tree };
  const fact = await readHead(o.adminDir);
  if (fact?.kind === "branch" && fact.ref.startsWith("refs/heads/")) head.headBranch = fact.ref.slice("refs/heads/".length);
  if (fact === null || fact.kind === "unknown") throw new Unproven(fact === null ? "It has no HEAD." : `${fact.reason}.`);
  if (fact.kind === "detached") head.headCommit = fact.commit;
  const looking = lookAtTree(inquiry, place, o.commonDir, "");
  const proven = provePresent(git, place, o.commonDir, fact, o.signal === undefined ? {} : { signal: o.signal }).catch(
    async (error: unknown) => {
      // An unborn branch has no objects. One whose ref is there is not unborn but damaged.
      const unborn = error instanceof Unproven && (await looking).headCommit === null;
      if (!unborn) throw error;
      if (fact.kind === "branch" && (await presenceOf(path.join(o.commonDir, fact.ref))) !== "absent") {
        throw new Unproven(`The branch ${fact.ref} names no commit.`);
      }
    },
  );
  const [looked] = await settled([looking, proven]);
  head.headCommit = looked.headCommit;
  return countSubmodules(inquiry, looked, { place, originalTree: o.originalPath, prefix: "" });
}

/**
 * A process whose working directory, root or open file lies inside.
 * @throws Unproven
 */
async function countProcesses(
  children: Children,
  tree: string,
  inodes: InodeSet,
  findings: Findings,
  into: ProcessInside[],
): Promise<void> {
  const found = await processesInside(tree, { inodes, children });
  if (found.state === "unknown") throw new Unproven(`Processes inside it can't be told: ${found.reason}.`);
  for (const process of found.processes) {
    if (into.some((known) => known.pid === process.pid)) continue;
    into.push(process);
    findings.unsaved(
      "process",
      bytePathOf(process.path ?? "."),
      `process ${process.pid} (${process.command}) has its ${HOW[process.how]} there`,
    );
  }
}

/** What processes have open elsewhere, for when the tree's own inodes are known: /proc is read once, before anything else. */
class AskedInodes extends Set<InodeKey> {
  override has(key: InodeKey): boolean {
    this.add(key);
    return false;
  }

  within(inodes: InodeSet): boolean {
    for (const key of this) if (inodes.has(key)) return true;
    return false;
  }
}

const HOW = { cwd: "working directory", root: "root", file: "open file" } as const;

/** Every nested `.git`, wherever it lies, is a repository of somebody, unless it is a registered submodule's; so is a bare one in what does not count. */
async function countNested(o: JudgeInput, walked: WalkResult, submodules: ReadonlySet<BytePath>, findings: Findings): Promise<void> {
  for (const place of nestedRepositories(walked.nestedGit, submodules)) {
    findings.unsaved("nested-repository", place);
    const where = nestedPlace(o.tree, o.originalPath, place);
    if (where !== null && (await foreignWorktreeAt(where.now, where.before)) !== null) findings.foreign(place);
  }
  // Elsewhere its files are tracked, or count by themselves.
  const rebuildable = findings.rebuildablePaths;
  for (const name of walked.bareGit) {
    const place = name.toString("latin1");
    if (rebuildable.some((directory) => place.startsWith(`${directory}/`))) findings.unsaved("nested-repository", place);
  }
}

function proveWhole(walked: WalkResult): void {
  const [first] = walked.unreadable;
  if (first !== undefined) throw new Unproven(`${first} can't be looked into.`);
  if (walked.truncated) throw new Unproven("It could not be walked to the end.");
}
