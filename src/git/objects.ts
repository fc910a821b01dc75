import { createHash, type Hash } from "node:crypto";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { ask, type TreePlace, Unproven } from "./ask.js";
import { readSmallFile } from "./files.js";
import type { Git, GitRun } from "./git.js";
import type { HeadFact } from "./head.js";
import { isOid } from "./oid.js";
import { USUAL_REFS } from "./refs.js";

/** Of more than these only the existence is proven: a repository without another branch or a remote may be all history. */
const MAX_READ_OBJECTS = 20_000;
const MAX_LOOSE_BYTES = 64 * 1024;
const MAX_INFLATED_BYTES = 1024 * 1024;
const MAX_PACKED_REFS_BYTES = 4 * 1024 * 1024;
const MAX_REFS_READ = 5;
const HEADS = "refs/heads/";
const LASTING = /^refs\/(heads|tags|remotes)\//;

/**
 * Proves that what only HEAD reaches can be read, whole: `git status` trusts the index's memory of trees and blobs, so after a power
 * cut that emptied a fresh object, the files of a "clean" tree are the only copy. What another branch, a tag or a remote reaches is
 * not read: usually that is all of it.
 * @throws Unproven
 */
export async function provePresent(git: Git, place: TreePlace, commonDir: string, head: HeadFact, o: GitRun): Promise<void> {
  if (await heldElsewhere(commonDir, head)) return;
  const ownBranch = head.kind === "branch" ? head.ref.slice(HEADS.length) : null;
  const others = ownBranch === null ? [] : [`--exclude=${ownBranch}`];
  // In a partial clone only what the remote promised may be missing.
  const args = [
    "rev-list",
    "--objects",
    "--no-object-names",
    "--missing=allow-promisor",
    "HEAD",
    "--not",
    ...others,
    "--branches",
    "--remotes",
    "--tags",
  ];
  const answer = (await ask(git, place, args, o)).stdout.toString("latin1");
  if (answer === "") return;
  const oids = answer.trimEnd().split("\n");
  if (!oids.every(isOid)) throw new Unproven("git rev-list answered with something that is not understood.");
  if (oids.length > MAX_READ_OBJECTS) return;
  const left: string[] = [];
  for (const oid of oids) if (!(await isLooseAndWhole(commonDir, oid))) left.push(oid);
  if (left.length === 0) return;
  const reader = new ObjectReader();
  const stdin = `${left.join("\n")}\n`;
  await ask(git, place, ["cat-file", "--batch", "--buffer"], { ...o, stdin, onStdout: (chunk) => reader.take(chunk) });
  reader.finish(left.length);
}

/** A fresh object is a small file of its own: read here, it costs no process. What is not is left to git. */
async function isLooseAndWhole(commonDir: string, oid: string): Promise<boolean> {
  const file = await readSmallFile(path.join(commonDir, "objects", oid.slice(0, 2), oid.slice(2)), MAX_LOOSE_BYTES);
  if (file.state !== "present") return false;
  try {
    const whole = inflateSync(file.bytes, { maxOutputLength: MAX_INFLATED_BYTES });
    return (
      createHash(oid.length === 64 ? "sha256" : "sha1")
        .update(whole)
        .digest("hex") === oid
    );
  } catch {
    return false;
  }
}

/** Whether another ref stands at HEAD's commit, by a few file reads. False says nothing: git is asked then. */
async function heldElsewhere(commonDir: string, head: HeadFact): Promise<boolean> {
  const packed = await smallText(path.join(commonDir, "packed-refs"));
  const lines =
    packed === null ? [] : packed.split("\n").flatMap((line) => (line.startsWith("#") || line.startsWith("^") ? [] : [line.split(" ")]));
  const commitOf = async (ref: string): Promise<string | null> =>
    (await smallText(path.join(commonDir, ref)))?.trim() ?? lines.find(([, name]) => name === ref)?.[0] ?? null;
  const own = head.kind === "branch" ? head.ref : null;
  const commit = head.kind === "detached" ? head.commit : own === null ? null : await commitOf(own);
  if (commit === null || !isOid(commit)) return false;
  const standing = lines.flatMap(([oid, name]) => (oid === commit && name !== undefined && LASTING.test(name) ? [name] : []));
  for (const ref of [...USUAL_REFS, ...standing.slice(0, MAX_REFS_READ)]) {
    // The loose file of a ref goes before its packed line.
    if (ref !== own && (await commitOf(ref)) === commit) return true;
  }
  return false;
}

async function smallText(file: string): Promise<string | null> {
  const read = await readSmallFile(file, MAX_PACKED_REFS_BYTES);
  return read.state === "present" ? read.bytes.toString("latin1") : null;
}

/** Reads `cat-file --batch` as it comes, and sees that every object is what its name says. */
export class ObjectReader {
  #read = 0;
  #heading = "";
  #oid = "";
  #left = 0;
  #hash: Hash | null = null;

  /** @throws Unproven */
  take(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#hash === null) {
        const end = chunk.indexOf(0x0a, at);
        this.#heading += chunk.toString("latin1", at, end === -1 ? chunk.length : end);
        if (end === -1) return;
        at = end + 1;
        this.#begin();
        continue;
      }
      const end = Math.min(chunk.length, at + this.#left);
      this.#hash.update(chunk.subarray(at, end));
      this.#left -= end - at;
      at = end;
      // The line feed after the content.
      if (this.#left === 0 && at < chunk.length) {
        if (chunk[at] !== 0x0a || this.#hash.digest("hex") !== this.#oid) throw new Unproven(`The object ${this.#oid} is damaged.`);
        this.#hash = null;
        this.#read += 1;
        at += 1;
      }
    }
  }

  /** @throws Unproven when there is not one answer for each question. */
  finish(expected: number): void {
    if (this.#hash !== null || this.#heading !== "" || this.#read !== expected) throw new Unproven("git cat-file's answer was cut.");
  }

  #begin(): void {
    const [oid = "", type, size] = this.#heading.split(" ");
    if (!isOid(oid) || size === undefined) throw new Unproven(`git cat-file could not show an object: ${this.#heading.slice(0, 200)}`);
    this.#heading = "";
    this.#oid = oid;
    this.#left = Number(size);
    this.#hash = createHash(oid.length === 64 ? "sha256" : "sha1").update(`${type} ${size}\0`);
  }
}

/**
 * Whether a repository that goes as a whole holds a commit that its remotes don't: by any ref, HEAD or reflog, a stash included.
 * @throws Unproven
 */
export async function hasOwnCommits(git: Git, place: TreePlace, o: GitRun): Promise<boolean> {
  const { stdout } = await ask(git, place, ["rev-list", "--max-count=1", "--all", "--reflog", "HEAD", "--not", "--remotes"], o);
  return stdout.length > 0;
}

/** Whether an index without its tree holds something that HEAD does not. @throws Unproven */
export async function indexDiffers(git: Git, place: TreePlace, o: GitRun): Promise<boolean> {
  const { code } = await ask(git, place, ["diff-index", "--cached", "--quiet", "HEAD", "--"], { ...o, ok: [0, 1] });
  return code === 1;
}
