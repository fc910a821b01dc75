import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Children } from "./child.js";

/** Device and inode, "dev:ino". */
export type InodeKey = `${string}:${string}`;
export type InodeSet = ReadonlySet<InodeKey>;

export interface WalkResult {
  /** Files, directories, links and special files below the top, the top not counted. */
  readonly entries: number;
  /** Allocated bytes that go when the tree goes: hard links once, and only where the last link lies inside. */
  readonly bytes: number;
  readonly inodes: InodeSet;
  /** Relative paths, as bytes, of every `.git` (file, directory or link) below the top one. */
  readonly nestedGit: readonly Buffer[];
  /** What could not be read, in the words of whoever tried; not empty means that the rest is not the whole. */
  readonly unreadable: readonly string[];
  readonly truncated: boolean;
}

/** A walk that takes longer is not answered. */
const WALK_TIMEOUT_MS = 10 * 60_000;
const MAX_WALK_ENTRIES = 20_000_000;
const BLOCK_BYTES = 512;
const MAX_UNREADABLE = 20;

/** One pass over a tree; links are not followed. Linux: GNU find, whose names are bytes and which goes below PATH_MAX; else by ourselves. */
export async function walkTree(tree: string, children: Children, o: { signal?: AbortSignal } = {}): Promise<WalkResult> {
  const tally = new Tally();
  if (process.platform !== "linux") {
    await walkHere(tree, "", tally);
    return tally.result([], false);
  }
  let rest: Buffer = Buffer.alloc(0);
  const result = await children.run({
    command: "find",
    args: [tree, "-mindepth", "0", "-printf", "%D %i %n %b %y %P\\0"],
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" },
    timeoutMs: WALK_TIMEOUT_MS,
    ...(o.signal === undefined ? {} : { signal: o.signal }),
    onStdout(chunk) {
      rest = tally.records(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
    },
  });
  o.signal?.throwIfAborted();
  if (result.timedOut) throw new Error(`${tree} could not be walked within ${WALK_TIMEOUT_MS / 60_000} minutes`);
  const said = result.stderr
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
  if (result.code !== 0 && said.length === 0) said.push(`find ended with ${result.code ?? result.signal}`);
  return tally.result(said.slice(0, MAX_UNREADABLE), result.truncated || rest.length > 0);
}

class Tally {
  #entries = -1;
  #bytes = 0;
  readonly #inodes = new Set<InodeKey>();
  readonly #nestedGit: Buffer[] = [];
  readonly #linked = new Map<InodeKey, { links: number; seen: number; bytes: number }>();
  readonly unreadable: string[] = [];

  /** Takes whole records "dev inode links blocks type path NUL"; gives back what is left of the last one. */
  records(buffer: Buffer): Buffer {
    let start = 0;
    for (;;) {
      const end = buffer.indexOf(0, start);
      if (end === -1) return buffer.subarray(start);
      const record = buffer.toString("latin1", start, end);
      start = end + 1;
      const a = record.indexOf(" ");
      const b = record.indexOf(" ", a + 1);
      const c = record.indexOf(" ", b + 1);
      const d = record.indexOf(" ", c + 1);
      const key: InodeKey = `${record.slice(0, a)}:${record.slice(a + 1, b)}`;
      this.add(key, Number(record.slice(b + 1, c)), Number(record.slice(c + 1, d)), record[d + 1] === "d", record.slice(d + 3));
    }
  }

  /** `path` is latin1: one character a byte. */
  add(key: InodeKey, links: number, blocks: number, isDirectory: boolean, path: string): void {
    this.#entries += 1;
    this.#inodes.add(key);
    const bytes = blocks * BLOCK_BYTES;
    if (isDirectory || links <= 1) this.#bytes += bytes;
    else {
      const seen = this.#linked.get(key);
      if (seen === undefined) this.#linked.set(key, { links, seen: 1, bytes });
      else seen.seen += 1;
    }
    if (path.endsWith("/.git")) this.#nestedGit.push(Buffer.from(path, "latin1"));
  }

  result(unreadable: readonly string[], truncated: boolean): WalkResult {
    let bytes = this.#bytes;
    for (const file of this.#linked.values()) if (file.seen >= file.links) bytes += file.bytes;
    return {
      entries: Math.max(0, this.#entries),
      bytes,
      inodes: this.#inodes,
      nestedGit: this.#nestedGit,
      unreadable: [...this.unreadable, ...unreadable],
      truncated: truncated || this.#entries > MAX_WALK_ENTRIES,
    };
  }
}

/** Where there is no GNU find. */
async function walkHere(tree: string, relative: string, tally: Tally): Promise<void> {
  const here = relative === "" ? tree : join(tree, relative);
  try {
    const facts = await lstat(here);
    const name = Buffer.from(relative, "utf8").toString("latin1");
    tally.add(`${facts.dev}:${facts.ino}`, facts.nlink, facts.blocks, facts.isDirectory(), name);
    if (!facts.isDirectory()) return;
    for await (const entry of await opendir(here)) await walkHere(tree, relative === "" ? entry.name : `${relative}/${entry.name}`, tally);
  } catch (error) {
    tally.unreadable.push((error as Error).message);
  }
}
