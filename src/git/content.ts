import { createHash, type Hash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readlink } from "node:fs/promises";
import { ask, type TreePlace, Unproven } from "./ask.js";
import { type BytePath, placeOf, showPath } from "./bytePath.js";
import { codeOf, isAbsence } from "./files.js";
import type { Git, GitRun } from "./git.js";
import type { IndexEntry } from "./tracked.js";

/** Files read at once. */
const PARALLEL = 4;
/** The one permission bit that git keeps. */
const OWNER_EXECUTES = 0o100;

export type Compared = "same" | "absent" | "differs";

/**
 * Compares files with what the index has stored for them, byte by byte: the same is what equals the stored bytes, or the bytes
 * that a checkout would write here (filters, encodings and line endings applied). The index's memory of the file is not asked.
 * @param how.converted the paths that a checkout may convert.
 * @param how.modes whether the file system keeps executable bits: then these are compared too.
 * @throws Unproven
 */
export async function compareContents(
  git: Git,
  place: TreePlace,
  entries: readonly IndexEntry[],
  how: { converted: (path: BytePath) => boolean; modes: boolean },
  o: GitRun,
): Promise<Map<IndexEntry, Compared>> {
  const results = new Map<IndexEntry, Compared>();
  const written: { entry: IndexEntry; sha256: string }[] = [];
  const queue = [...entries];
  const worker = async (): Promise<void> => {
    for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
      o.signal?.throwIfAborted();
      const file = await hashFile(place.tree, entry, how.modes);
      if (typeof file === "string") results.set(entry, file);
      else if (how.converted(entry.path) && canBeAsked(entry.path)) written.push({ entry, sha256: file.sha256 });
      else results.set(entry, "differs");
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  if (written.length === 0) return results;
  const asked = written.map(({ entry }) => entry);
  const hashes = await checkedOutHashes(git, place, asked, o);
  for (const [index, { entry, sha256 }] of written.entries()) results.set(entry, hashes[index] === sha256 ? "same" : "differs");
  return results;
}

/** A file whose bytes are the stored ones is "same"; one that may still be what a checkout writes gives its hash. */
async function hashFile(tree: string, entry: IndexEntry, modes: boolean): Promise<Compared | { sha256: string }> {
  const where = placeOf(tree, entry.path);
  try {
    const facts = await lstat(where);
    if (facts.isSymbolicLink()) {
      if (entry.mode !== "120000") return "differs";
      const target = await readlink(where, { encoding: "buffer" });
      return blobHash(entry, target.length).update(target).digest("hex") === entry.oid ? "same" : "differs";
    }
    if (!facts.isFile()) return "differs";
    if (modes && entry.mode !== "120000" && ((facts.mode & OWNER_EXECUTES) !== 0) !== (entry.mode === "100755")) return "differs";
    const handle = await open(where, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size } = await handle.stat();
      const stored = blobHash(entry, size);
      const plain = createHash("sha256");
      for await (const chunk of handle.createReadStream({ autoClose: false })) {
        stored.update(chunk as Buffer);
        plain.update(chunk as Buffer);
      }
      return stored.digest("hex") === entry.oid ? "same" : { sha256: plain.digest("hex") };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isAbsence(error)) return "absent";
    throw new Unproven(`${showPath(entry.path)} can't be read: ${codeOf(error)}.`);
  }
}

/** git's id of a blob is the hash of this heading and the bytes. */
function blobHash(entry: IndexEntry, size: number): Hash {
  return createHash(entry.oid.length === 64 ? "sha256" : "sha1").update(`blob ${size}\0`);
}

/** `cat-file --batch` takes lines, and strips blanks from the front of a name. What can't be asked differs. */
function canBeAsked(path: BytePath): boolean {
  return !/[\n\r]|^[ \t]/.test(path);
}

/** SHA-256 of what a checkout would write for each. */
async function checkedOutHashes(git: Git, place: TreePlace, entries: readonly IndexEntry[], o: GitRun): Promise<string[]> {
  const fence = randomBytes(16).toString("hex");
  const reader = new FencedReader(fence);
  const stdin = Buffer.from(entries.map((entry) => `${entry.oid} ${entry.path}\n`).join(""), "latin1");
  await ask(git, place, ["cat-file", `--batch=${fence}`, "--filters"], { ...o, stdin, onStdout: (chunk) => reader.take(chunk) });
  return reader.finish(entries.length);
}

/**
 * Reads `cat-file --batch=<fence> --filters` as it comes, keeping hashes only: contents may be larger than memory. Before each content
 * stands a line that is the fence. git can't say the size instead: it knows the stored one, not the converted one. No content can hold a fence
 * that was thrown after it was written.
 */
export class FencedReader {
  readonly #fence: Buffer;
  readonly #hashes: string[] = [];
  /** As if a content had ended before the first line. */
  #held: Buffer = Buffer.from("\n");
  #hash: Hash | null = null;

  constructor(fence: string) {
    this.#fence = Buffer.from(`\n${fence}\n`);
  }

  take(chunk: Buffer): void {
    let data = Buffer.concat([this.#held, chunk]);
    for (let at = data.indexOf(this.#fence); at !== -1; at = data.indexOf(this.#fence)) {
      this.#end(data.subarray(0, at));
      this.#hash = createHash("sha256");
      data = data.subarray(at + this.#fence.length);
    }
    // What may be the beginning of a fence, or the line feed after the last content.
    const sure = Math.max(0, data.length - this.#fence.length);
    this.#hash?.update(data.subarray(0, sure));
    if (this.#hash === null && sure > 0) throw notUnderstood();
    this.#held = data.subarray(sure);
  }

  /** @throws Unproven when there is not one answer for each question. */
  finish(expected: number): string[] {
    const last = this.#held.length - 1;
    if (this.#hash === null || this.#held[last] !== 0x0a) throw notUnderstood();
    this.#end(this.#held.subarray(0, last));
    if (this.#hashes.length !== expected) throw notUnderstood();
    return this.#hashes;
  }

  #end(rest: Buffer): void {
    if (this.#hash !== null) this.#hashes.push(this.#hash.update(rest).digest("hex"));
    else if (rest.length > 0) throw notUnderstood();
    this.#hash = null;
  }
}

function notUnderstood(): Unproven {
  return new Unproven("git cat-file's answer was cut, or is not understood.");
}
