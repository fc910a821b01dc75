import { homedir } from "node:os";
import path from "node:path";
import { ask, records, type TreePlace, Unproven } from "./ask.js";
import { type BytePath, textOfPath } from "./bytePath.js";
import { readSmallFile } from "./files.js";
import type { Git, GitRun } from "./git.js";
import type { TreeSettings } from "./settings.js";
import type { IndexEntry, Tracked } from "./tracked.js";

/** How a path's bytes may differ from what git stores while git calls it unchanged. */
export type Conversion =
  /** A filter, an encoding, $Id$: two contents may have one stored form, and a refresh of the index forgets which it saw. */
  | "content"
  /** Line endings alone. */
  | "text";

/** What the attributes of a tree may say at all: when nobody names an attribute, no path has it. */
export interface Mentions {
  content: boolean;
  text: boolean;
}

const MAX_ATTRIBUTES_BYTES = 1024 * 1024;
/** Some hundred bytes for each path of the largest repositories. */
const MAX_CHECK_ATTR_BYTES = 512 * 1024 * 1024;
/** Where git's own prefix keeps system-wide attributes, for each binary; asked once. */
const systemFiles = new WeakMap<Git, Promise<string[]>>();

/**
 * Reads the files that attributes may come from, which is quicker than asking git about every path. One that can't be read, or is not there
 * though the index names it, may say anything.
 * @param copied untracked ones that we put there.
 */
export async function attributesMentioned(
  git: Git,
  place: TreePlace,
  commonDir: string,
  tracked: Tracked,
  copied: readonly BytePath[],
  settings: TreeSettings,
): Promise<Mentions> {
  const mentions: Mentions = { content: false, text: settings.autocrlf };
  const all = (): Mentions => ({ content: true, text: true });
  const files: { file: string; expected: boolean }[] = [
    { file: path.join(commonDir, "info/attributes"), expected: false },
    { file: path.join(place.gitDir, "info/attributes"), expected: false },
  ];
  for (const name of [...tracked.attributes, ...copied]) {
    const text = textOfPath(name);
    if (text === null) return all();
    files.push({ file: path.join(place.tree, text), expected: true });
  }
  const global = globalFile(settings.attributesFile);
  if (global === null) return all();
  files.push({ file: path.resolve(place.tree, global), expected: false });
  let system = systemFiles.get(git);
  if (system === undefined) {
    system = systemFilesOf(git);
    systemFiles.set(git, system);
  }
  for (const file of await system) files.push({ file, expected: false });

  for (const { file, expected } of files) {
    const read = await readSmallFile(file, MAX_ATTRIBUTES_BYTES);
    if (read.state === "unknown" || (read.state === "absent" && expected)) return all();
    if (read.state === "absent") continue;
    const text = read.bytes.toString("latin1");
    mentions.content ||= /filter|ident|encoding/.test(text);
    mentions.text ||= /text|eol|crlf/.test(text);
  }
  return mentions;
}

function globalFile(configured: string | null): string | null {
  if (configured === null)
    return path.join(process.env["XDG_CONFIG_HOME"] || path.join(process.env["HOME"] || homedir(), ".config"), "git/attributes");
  if (configured.startsWith("~/")) return path.join(process.env["HOME"] || homedir(), configured.slice(2));
  // Another user's home, or git's prefix.
  return configured.startsWith("~") || configured.startsWith("%(") ? null : configured;
}

async function systemFilesOf(git: Git): Promise<string[]> {
  // <prefix>/libexec/git-core or <prefix>/lib/git-core
  const prefix = path.resolve(await git.text(["--exec-path"]), "../..");
  return [...new Set([prefix, "/", "/usr/local", "/opt/homebrew"])].map((place) => path.join(place, "etc/gitattributes"));
}

/** Which of these paths git may convert. @throws Unproven */
export async function conversionsOf(
  git: Git,
  place: TreePlace,
  files: readonly IndexEntry[],
  settings: TreeSettings,
  o: GitRun,
): Promise<Map<BytePath, Conversion>> {
  if (files.length === 0) return new Map();
  const stdin = Buffer.from(`${files.map((file) => file.path).join("\0")}\0`, "latin1");
  const { stdout } = await ask(git, place, ["check-attr", "-z", "-a", "--stdin"], { ...o, stdin, maxOutputBytes: MAX_CHECK_ATTR_BYTES });
  return parseConversions(stdout, files, settings);
}

/** `check-attr -z -a`: path, attribute, value. @throws Unproven */
export function parseConversions(answer: Buffer, files: readonly IndexEntry[], settings: TreeSettings): Map<BytePath, Conversion> {
  const fields = records(answer);
  if (fields.length % 3 !== 0) throw new Unproven("git check-attr answered with something that is not understood.");
  const found = new Map<BytePath, Conversion>();
  const binary = new Set<BytePath>();
  for (let i = 0; i < fields.length; i += 3) {
    const [name, attribute, value] = fields.slice(i, i + 3) as [string, string, string];
    if (isContent(attribute, value, settings)) found.set(name, "content");
    else if (attribute === "text" && value === "unset") binary.add(name);
    else if (isText(attribute, value) && found.get(name) !== "content") found.set(name, "text");
  }
  if (settings.autocrlf) {
    for (const file of files) if (!found.has(file.path) && !binary.has(file.path)) found.set(file.path, "text");
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
    const name = fields[i + 1];
    if (!fields[i]?.startsWith(":") || name === undefined)
      throw new Unproven("git diff-files answered with something that is not understood.");
    dirty.add(name);
  }
  return dirty;
}
