import { lstat } from "node:fs/promises";
import path from "node:path";
import { ask, records, type TreePlace, Unproven } from "./ask.js";
import type { BytePath } from "./bytePath.js";
import { isAbsence } from "./files.js";
import type { Git, GitRun } from "./git.js";
import type { IndexEntry } from "./tracked.js";

/** What says how git reads a tree, and how we make it read this one. */
export interface TreeSettings {
  /** More of "-c" for what looks at files, see `truthful`. */
  look: readonly string[];
  /** Whether the file system keeps executable bits. */
  modes: boolean;
  /** core.autocrlf is true or input: every file without a text attribute may be converted. */
  autocrlf: boolean;
  sparse: boolean;
  /** Names of filters that are configured, whichever way. */
  filters: ReadonlySet<string>;
}

/** How a path's bytes may differ from what git stores while git calls it unchanged. */
export type Conversion =
  /** A filter, an encoding, $Id$: two contents may have one stored form, and a refresh of the index forgets which it saw. */
  | "content"
  /** Line endings alone. */
  | "text";

const SETTINGS = "^(core\\.autocrlf|core\\.sparsecheckout|filter\\..*\\.(clean|smudge|process))$";

/**
 * Settings with which git looks at files as closely as this file system allows: a repository that was made on another one may say
 * that executable bits mean nothing, or take an untracked "Readme" for the tracked "README"; and a user's setting may say that
 * a changed ctime means nothing, which hides an edit that kept size and mtime. By facts about the tree's own .git file.
 */
export async function truthful(tree: string): Promise<{ look: string[]; modes: boolean }> {
  const dotGit = await lstat(path.join(tree, ".git"));
  const modes = (dotGit.mode & 0o111) === 0;
  const ignoresCase = await lstat(path.join(tree, ".GIT")).then(
    () => true,
    (error: unknown) => !isAbsence(error),
  );
  const look = ["-c", "core.trustctime=true", "-c", "core.checkStat=default"];
  if (modes) look.push("-c", "core.fileMode=true");
  if (!ignoresCase) look.push("-c", "core.ignoreCase=false");
  return { look, modes };
}

/** @throws Unproven */
export async function settingsOf(git: Git, place: TreePlace, o: GitRun): Promise<Omit<TreeSettings, "look" | "modes">> {
  const { stdout } = await ask(git, place, ["config", "-z", "--get-regexp", SETTINGS], { ...o, ok: [0, 1] });
  const settings = { autocrlf: false, sparse: false, filters: new Set<string>() };
  for (const record of records(stdout)) {
    // Without "=" in the file there is no line feed here, and the setting is true.
    const [key = "", ...rest] = record.split("\n");
    const value = rest.length === 0 ? "true" : rest.join("\n").toLowerCase();
    if (key === "core.autocrlf") settings.autocrlf = value === "input" || isTrue(value);
    else if (key === "core.sparsecheckout") settings.sparse = isTrue(value);
    else if (value !== "") settings.filters.add(key.slice("filter.".length, key.lastIndexOf(".")));
  }
  return settings;
}

function isTrue(value: string): boolean {
  return ["true", "yes", "on"].includes(value) || /^[-+]?0*[1-9]/.test(value);
}

/** The paths of the index whose bytes git may convert. @throws Unproven */
export async function conversionsOf(
  git: Git,
  place: TreePlace,
  files: readonly IndexEntry[],
  settings: TreeSettings,
  o: GitRun,
): Promise<Map<BytePath, Conversion>> {
  if (files.length === 0) return new Map();
  const stdin = Buffer.from(`${files.map((file) => file.path).join("\0")}\0`, "latin1");
  const { stdout } = await ask(git, place, ["check-attr", "-z", "-a", "--stdin"], { ...o, stdin });
  return parseConversions(stdout, files, settings);
}

/** `check-attr -z -a`: path, attribute, value. @throws Unproven */
export function parseConversions(answer: Buffer, files: readonly IndexEntry[], settings: TreeSettings): Map<BytePath, Conversion> {
  const fields = records(answer);
  if (fields.length % 3 !== 0) throw new Unproven("git check-attr answered with something that is not understood.");
  const found = new Map<BytePath, Conversion>();
  const binary = new Set<BytePath>();
  for (let i = 0; i < fields.length; i += 3) {
    const [path, attribute, value] = fields.slice(i, i + 3) as [string, string, string];
    if (isContent(attribute, value, settings)) found.set(path, "content");
    else if (attribute === "text" && value === "unset") binary.add(path);
    else if (isText(attribute, value) && found.get(path) !== "content") found.set(path, "text");
  }
  if (settings.autocrlf) {
    for (const { path } of files) if (!found.has(path) && !binary.has(path)) found.set(path, "text");
  }
  return found;
}

function isContent(attribute: string, value: string, settings: TreeSettings): boolean {
  if (value === "unset" || value === "unspecified") return false;
  return (attribute === "filter" && settings.filters.has(value)) || attribute === "ident" || attribute === "working-tree-encoding";
}

function isText(attribute: string, value: string): boolean {
  return value !== "unset" && value !== "unspecified" && (attribute === "text" || attribute === "eol" || attribute === "crlf");
}

/** The paths whose file is not as the index remembers it (size, times, inode), whether or not git calls the content the same. @throws Unproven */
export async function statDirty(git: Git, place: TreePlace, settings: TreeSettings, o: GitRun): Promise<Set<BytePath>> {
  const { stdout } = await ask(git, place, [...settings.look, "diff-files", "-z", "--raw", "--no-renames", "--ignore-submodules=all"], o);
  const fields = records(stdout);
  const dirty = new Set<BytePath>();
  for (let i = 0; i < fields.length; i += 2) {
    const path = fields[i + 1];
    if (!fields[i]?.startsWith(":") || path === undefined)
      throw new Unproven("git diff-files answered with something that is not understood.");
    dirty.add(path);
  }
  return dirty;
}
