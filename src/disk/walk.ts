import { lstat, readdir } from "node:fs/promises";
import type { Children } from "./child.js";
import { FIND_ENVIRONMENT, hasGnuFind } from "./find.js";

/** Device and inode, "dev:ino". */
export type InodeKey = `${string}:${string}`;
export type InodeSet = ReadonlySet<InodeKey>;

export interface WalkResult {
  /** Files, directories, links and special files below the top, the top not counted. */
  readonly entries: number;
  /** Allocated bytes that go when the tree goes: hard links once, and only where the last link lies inside. */
  readonly bytes: number;
  /** Of directories, the top too, and of files without another link: a file that is also linked elsewhere (a package store) is not only here. */
  readonly inodes: InodeSet;
  /** Relative paths, as bytes, of every `.git` (file, directory or link) below the top one. */
  readonly nestedGit: readonly Buffer[];
  /** Of directories with an `objects/pack` that are not named `.git`: bare repositories, as far as names tell. */
  readonly bareGit: readonly Buffer[];
  /** What could not be read, in the words of whoever tried; not empty means that the rest is not the whole. */
  readonly unreadable: readonly string[];
  readonly truncated: boolean;
}

/** A walk that takes longer is not answered. */
const WALK_TIMEOUT_MS = 10 * 60_000;
/** What a larger tree holds is not remembered: its answer is truncated. */
const MAX_WALK_ENTRIES = 4_000_000;
const BLOCK_BYTES = 512;
const MAX_UNREADABLE = 20;
const SLASH = 0x2f;
const BLANK = 0x20;
const DIRECTORY = 0x64;
const GIT = Buffer.from("/.git");
const PACK = Buffer.from("/objects/pack");

/**
 * One pass over a tree. Links are not followed, and other file systems not entered. GNU find where there is one, whose names are bytes
 * and which goes below PATH_MAX; else by ourselves.
 * @throws the signal's reason; when it took too long; SpawnError
 */
export async function walkTree(tree: string, children: Children, o: { signal?: AbortSignal | undefined } = {}): Promise<WalkResult> {
  o.signal?.throwIfAborted();
  return (await hasGnuFind(children)) ? walkByFind(tree, children, o.signal) : walkByNode(tree, o.signal);
}

async function walkByFind(tree: string, children: Children, signal: AbortSignal | undefined): Promise<WalkResult> {
  const tally = new Tally();
  let rest: Buffer = Buffer.alloc(0);
  const result = await children.run({
    command: "find",
    args: [tree, "-xdev", "-printf", "%D:%i %n %b %y %P\\0"],
    cwd: "/",
    env: FIND_ENVIRONMENT,
    timeoutMs: WALK_TIMEOUT_MS,
    signal,
    onStdout(chunk) {
      rest = tally.records(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
    },
  });
  signal?.throwIfAborted();
  if (result.timedOut) throw new Error(`${tree} could not be walked within ${WALK_TIMEOUT_MS / 60_000} minutes`);
  for (const line of result.stderr.toString("utf8").split("\n")) if (line !== "") tally.unreadable.push(line);
  if (result.code !== 0 && tally.unreadable.length === 0) tally.unreadable.push(`find ended with ${result.code ?? result.signal}`);
  return tally.result(rest.length > 0);
}

/** Where there is no GNU find. Names are bytes here too; what lies below PATH_MAX is unreadable. */
export async function walkByNode(tree: string, signal?: AbortSignal): Promise<WalkResult> {
  const tally = new Tally();
  const top = Buffer.from(tree);
  const queue = [top];
  let device: bigint | null = null;
  for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
    signal?.throwIfAborted();
    try {
      const facts = await lstat(here, { bigint: true });
      device ??= facts.dev;
      const path = here.subarray(Math.min(here.length, top.length + 1)).toString("latin1");
      tally.add(`${facts.dev}:${facts.ino}`, Number(facts.nlink), Number(facts.blocks), facts.isDirectory(), path);
      if (!facts.isDirectory() || facts.dev !== device) continue;
      for (const name of await readdir(here, { encoding: "buffer" })) queue.push(Buffer.concat([here, Buffer.of(SLASH), name]));
    } catch (error) {
      tally.unreadable.push((error as Error).message);
    }
  }
  return tally.result(false);
}

function numberAt(buffer: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + (buffer[at] ?? 0) - 0x30;
  return value;
}

function endsWith(buffer: Buffer, end: number, name: Buffer): boolean {
  return end >= name.length && buffer.compare(name, 0, name.length, end - name.length, end) === 0;
}

class Tally {
  #entries = -1;
  #bytes = 0;
  readonly #inodes = new Set<InodeKey>();
  readonly #nestedGit: Buffer[] = [];
  readonly #bareGit: Buffer[] = [];
  readonly #linked = new Map<InodeKey, { links: number; seen: number; bytes: number }>();
  readonly unreadable: string[] = [];

  /** Takes whole records "dev:inode links blocks type path NUL"; gives back what is left of the last one. */
  records(buffer: Buffer): Buffer {
    let start = 0;
    for (;;) {
      const end = buffer.indexOf(0, start);
      if (end === -1) return buffer.subarray(start);
      const afterKey = buffer.indexOf(BLANK, start);
      const afterLinks = buffer.indexOf(BLANK, afterKey + 1);
      const afterBlocks = buffer.indexOf(BLANK, afterLinks + 1);
      // Of most names nothing is asked but their end.
      const path = endsWith(buffer, end, GIT) || endsWith(buffer, end, PACK) ? buffer.toString("latin1", afterBlocks + 3, end) : "";
      this.add(
        buffer.toString("latin1", start, afterKey) as InodeKey,
        numberAt(buffer, afterKey + 1, afterLinks),
        numberAt(buffer, afterLinks + 1, afterBlocks),
        buffer[afterBlocks + 1] === DIRECTORY,
        path,
      );
      start = end + 1;
    }
  }

  /** `path` is latin1: one character a byte. */
  add(key: InodeKey, links: number, blocks: number, isDirectory: boolean, path: string): void {
    this.#entries += 1;
    if (this.#entries > MAX_WALK_ENTRIES) return;
    const bytes = blocks * BLOCK_BYTES;
    if (isDirectory || links <= 1) {
      this.#inodes.add(key);
      this.#bytes += bytes;
    } else {
      const seen = this.#linked.get(key);
      if (seen === undefined) this.#linked.set(key, { links, seen: 1, bytes });
      else seen.seen += 1;
    }
    if (path.endsWith("/.git")) this.#nestedGit.push(Buffer.from(path, "latin1"));
    else if (path.endsWith("/objects/pack") && !path.endsWith("/.git/objects/pack") && isDirectory) {
      this.#bareGit.push(Buffer.from(path.slice(0, -"/objects/pack".length), "latin1"));
    }
  }

  result(cut: boolean): WalkResult {
    let bytes = this.#bytes;
    for (const file of this.#linked.values()) if (file.seen >= file.links) bytes += file.bytes;
    return {
      entries: Math.max(0, this.#entries),
      bytes,
      inodes: this.#inodes,
      nestedGit: this.#nestedGit,
      bareGit: this.#bareGit,
      unreadable: this.unreadable.slice(0, MAX_UNREADABLE),
      truncated: cut || this.#entries > MAX_WALK_ENTRIES,
    };
  }
}
