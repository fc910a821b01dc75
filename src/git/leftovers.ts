import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { Unproven } from "./ask.js";
import { type BytePath, placeOf, showPath } from "./bytePath.js";
import type { Copies } from "./copies.js";
import { codeOf } from "./files.js";
import type { Rebuildables } from "./rebuildable.js";
import type { Findings, UnsavedKind } from "./verdict.js";

/** Files below one ignored directory that are told apart; of a larger heap we say only that it is one. */
const MAX_TOLD_APART = 10_000;

/** What decides whether a file that git does not track counts as somebody's work. */
export interface Discount {
  /** Paths are relative to this repository's tree. */
  tree: string;
  /** What stands before them in a finding: "" at the top, "sub/" in a submodule. */
  prefix: BytePath;
  copies: Copies;
  rebuildables: Rebuildables;
  findings: Findings;
  signal: AbortSignal | undefined;
}

/** Untracked files count, except our own unchanged copies. Never because of where they lie: git was not told to ignore them. */
export async function countUntracked(d: Discount, paths: readonly BytePath[]): Promise<void> {
  for (const path of paths) {
    d.signal?.throwIfAborted();
    if (path.endsWith("/")) d.findings.unsaved("nested-repository", d.prefix + path.slice(0, -1));
    else if (!(await d.copies.isUnchanged(path))) d.findings.unsaved("untracked", d.prefix + path);
  }
}

/** Ignored files count, except our own unchanged copies and what lies in rebuildable directories. */
export async function countIgnored(d: Discount, paths: readonly BytePath[]): Promise<void> {
  for (const path of paths) {
    d.signal?.throwIfAborted();
    const isDirectory = path.endsWith("/");
    const bare = isDirectory ? path.slice(0, -1) : path;
    if (await foundRebuildable(d, bare, isDirectory)) continue;
    if (isDirectory) await countWithin(d, bare, "ignored");
    else if (!(await d.copies.isUnchanged(path))) d.findings.unsaved("ignored", d.prefix + path);
  }
}

/** Everything below a directory that git does not look into. Empty directories, FIFOs, sockets and devices hold nothing. */
export async function countWithin(d: Discount, top: BytePath, kind: UnsavedKind, detail?: string): Promise<void> {
  const todo = [top];
  let told = 0;
  for (let directory = todo.pop(); directory !== undefined; directory = todo.pop()) {
    d.signal?.throwIfAborted();
    for (const entry of await entriesOf(d.tree, directory)) {
      const name = entry.name.toString("latin1");
      const path = `${directory}/${name}`;
      if (entry.isDirectory()) {
        // A repository's own directory is seen by whoever looks for nested ones.
        if (name !== ".git" && !(await foundRebuildable(d, path, true))) todo.push(path);
      } else if (entry.isFile() || entry.isSymbolicLink() || !isSpecial(entry)) {
        if (await d.copies.isUnchanged(path)) continue;
        d.findings.unsaved(kind, d.prefix + path, detail);
        told += 1;
        if (told === MAX_TOLD_APART) return d.findings.unsaved(kind, d.prefix + top, "and more of it");
      }
    }
  }
}

async function foundRebuildable(d: Discount, path: BytePath, isDirectory: boolean): Promise<boolean> {
  const held = await d.rebuildables.holding(path, isDirectory).catch((error: unknown) => {
    throw new Unproven(`${showPath(path)} can't be looked into: ${codeOf(error)}.`);
  });
  if (held === null) return false;
  d.findings.rebuilt(d.prefix + held.directory, held.rule.name);
  return true;
}

async function entriesOf(tree: string, directory: BytePath): Promise<Dirent<Buffer>[]> {
  try {
    return await readdir(placeOf(tree, directory), { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    throw new Unproven(`${showPath(directory)} can't be looked into: ${codeOf(error)}.`);
  }
}

function isSpecial(entry: Dirent<Buffer>): boolean {
  return entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice();
}
