import { readdir, rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { assertNever } from "../errors.js";
import type { ChildNote, ChildResult } from "./child.js";
import { FIND_ENVIRONMENT, hasGnuFind } from "./find.js";
import { MARKER_FILES } from "./marker.js";
import { syncDirectory, temporaryOf } from "./move.js";
import { presenceOf } from "./presence.js";
import { locate, mountedIn, type Place, type RemoveGuards, type RemoveTarget } from "./removeTarget.js";

export type { RemoveGuards, RemoveTarget } from "./removeTarget.js";

export type RemoveOutcome =
  | { state: "removed"; entries: number }
  | { state: "absent"; entries: 0 }
  /** Nothing was touched: a guard says why. */
  | { state: "refused"; reason: string }
  /** Part of it may have gone. External: permissions; which places, and whose. Transient: anything that may pass by itself. */
  | { state: "failed"; cause: "transient" | "external"; reason: string; paths: string[]; owners: string[] };

export interface RemoveOptions {
  /** Entries gone so far, in steps of some thousands. What it throws ends the removal, and is thrown. */
  onProgress?: ((p: { entries: number }) => void) | undefined;
  /** Ends the removal: failed, transient, and repeatable. */
  signal?: AbortSignal | undefined;
  /** The deleting child is noted: a starting server waits for it. */
  note: ChildNote;
}

/** A writer inside that makes files anew: we try that often at once, then its owner's schedule decides. */
const MAX_PASSES = 5;
const MAX_NAMED = 20;
/** Messages that stay until a person does something. In the C locale, as FIND_ENVIRONMENT asks for. */
const NOT_ALLOWED = /^.*: (Permission denied|Operation not permitted|Read-only file system)$/m;

/**
 * THE one function that deletes. It may be killed at any moment and run again; what is absent is done, and stays so in a power cut
 * when it has returned. Links are deleted, never followed.
 * @throws SpawnError, what the file system says where a child could not be noted, what `onProgress` throws.
 */
export async function remove(guards: RemoveGuards, target: RemoveTarget, options: RemoveOptions): Promise<RemoveOutcome> {
  const located = await locate(guards, target);
  switch (located.state) {
    case "refused":
      return located;
    case "absent":
      // One that was killed while it was written has only its temporary file.
      if (target.kind === "manifest") await unlink(path.join(located.from, temporaryOf(`${target.name}.json`))).catch(ignoreAbsent);
      // A removal that was killed may have gone without its sync.
      await syncDirectory(located.from);
      return { state: "absent", entries: 0 };
    case "found":
      return removePlace(guards, located.place, options);
    default:
      return assertNever(located);
  }
}

async function removePlace(guards: RemoveGuards, place: Place, options: RemoveOptions): Promise<RemoveOutcome> {
  switch (place.as) {
    case "tree":
      return removeTree(guards, place.path, options);
    case "file":
      return attempt(place.path, async () => {
        await unlink(place.path);
        await unlink(temporaryOf(place.path)).catch(ignoreAbsent);
        return 1;
      });
    case "emptied": {
      const strangers = (await readdir(place.path)).filter((name) => !MARKER_FILES.includes(name));
      if (strangers.length > 0)
        return { state: "refused", reason: `${place.path} holds more than our marker: ${strangers.slice(0, 3).join(", ")}` };
      // What somebody puts there meanwhile makes the last step fail, and stays.
      return attempt(place.path, async () => {
        for (const name of MARKER_FILES) await unlink(path.join(place.path, name)).catch(ignoreAbsent);
        await rmdir(place.path);
        return 1;
      });
    }
    default:
      return assertNever(place.as);
  }
}

async function removeTree(guards: RemoveGuards, tree: string, options: RemoveOptions): Promise<RemoveOutcome> {
  const counter = { entries: 0 };
  let said = "";
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const result = await deletePass(guards, tree, options, counter);
    if (result.aborted) return failed("transient", "the removal was interrupted");
    if ((await presenceOf(tree)) === "absent") {
      await syncDirectory(path.dirname(tree));
      return { state: "removed", entries: counter.entries };
    }
    said = result.stderr.toString("utf8").trim();
    const notAllowed = NOT_ALLOWED.exec(said)?.[0];
    if (notAllowed !== undefined) {
      if (pass > 1) return refusedByOthers(guards, tree, notAllowed, options);
      await repair(guards, tree, options);
    }
    const mounted = await mountedIn(tree);
    if (mounted !== null) return failed("external", mounted, [tree]);
  }
  return failed("transient", `${tree} could not be emptied: ${lastLine(said)}`, [tree]);
}

/** One process deletes the whole tree, below PATH_MAX too, and says one byte for each entry that has gone. */
async function deletePass(guards: RemoveGuards, tree: string, options: RemoveOptions, counter: { entries: number }): Promise<ChildResult> {
  const gnu = await hasGnuFind(guards.children);
  const [command, args] = gnu
    ? ["find", [tree, "-xdev", "-ignore_readdir_race", "-delete", "-printf", "."]]
    : ["rm", [process.platform === "darwin" ? "-rfv" : "-rf", tree]];
  return guards.children.run({
    command,
    args,
    cwd: "/",
    env: FIND_ENVIRONMENT,
    note: options.note,
    signal: options.signal,
    onStdout(chunk) {
      if (gnu) counter.entries += chunk.length;
      else for (const byte of chunk) if (byte === 0x0a) counter.entries += 1;
      options.onProgress?.({ entries: counter.entries });
    },
  });
}

/**
 * Gives ourselves the right to empty directories that we own: real directories only. -execdir names them from where they lie, so that
 * no link on the way is followed. Those that we can't even enter are opened one by one, before the walk goes on into them.
 */
async function repair(guards: RemoveGuards, tree: string, options: RemoveOptions): Promise<void> {
  const uid = String(process.getuid?.() ?? 0);
  await guards.children.run({
    command: "find",
    args: [
      ...[tree, "-xdev", "-type", "d", "-user", uid, "!", "-perm", "-u+rwx"],
      ...[
        "(",
        "(",
        "!",
        "-perm",
        "-u+rx",
        "-execdir",
        "chmod",
        "u+rwx",
        "{}",
        ";",
        ")",
        "-o",
        "-execdir",
        "chmod",
        "u+rwx",
        "{}",
        "+",
        ")",
      ],
    ],
    cwd: "/",
    env: FIND_ENVIRONMENT,
    note: options.note,
    signal: options.signal,
  });
}

/** Says what is in the way and whose it is: directories that we may not write, or, where none is, whatever is left. */
async function refusedByOthers(guards: RemoveGuards, tree: string, said: string, options: RemoveOptions): Promise<RemoveOutcome> {
  const blocking = (await hasGnuFind(guards.children))
    ? ((await listed(guards, tree, ["-type", "d", "!", "-writable"], options)) ?? (await listed(guards, tree, ["-depth"], options)) ?? [])
    : [];
  const paths = blocking.length === 0 ? [tree] : blocking.map((entry) => entry.path);
  return failed("external", `${tree} can't be emptied: ${lastLine(said)}`, paths, [...new Set(blocking.map((entry) => entry.owner))]);
}

async function listed(
  guards: RemoveGuards,
  tree: string,
  which: string[],
  options: RemoveOptions,
): Promise<{ path: string; owner: string }[] | null> {
  const { stdout } = await guards.children.run({
    command: "find",
    args: [tree, "-xdev", ...which, "-printf", "%u\\0%p\\0"],
    cwd: "/",
    env: FIND_ENVIRONMENT,
    signal: options.signal,
    maxOutputBytes: 64 * 1024,
  });
  const fields = stdout.toString("utf8").split("\0");
  const found: { path: string; owner: string }[] = [];
  for (let at = 0; at + 2 < fields.length && found.length < MAX_NAMED; at += 2)
    found.push({ owner: fields[at] ?? "", path: fields[at + 1] ?? "" });
  return found.length === 0 ? null : found;
}

async function attempt(place: string, work: () => Promise<number>): Promise<RemoveOutcome> {
  try {
    const entries = await work();
    await syncDirectory(path.dirname(place));
    return { state: "removed", entries };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { state: "absent", entries: 0 };
    return failed(code === "EACCES" || code === "EPERM" || code === "EROFS" ? "external" : "transient", message, [place]);
  }
}

function failed(cause: "transient" | "external", reason: string, paths: string[] = [], owners: string[] = []): RemoveOutcome {
  return { state: "failed", cause, reason, paths, owners };
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

function lastLine(said: string): string {
  return (
    said
      .split("\n")
      .at(-1)
      ?.replace(/^find: /, "") || "it is still there"
  );
}
