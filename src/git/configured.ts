import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { ask, type TreePlace } from "./ask.js";
import { isAbsence } from "./files.js";
import type { Git, GitRun } from "./git.js";
import { type ConfiguredSettings, parseSettings, SETTINGS_ARGS } from "./settings.js";

interface Known {
  settings: ConfiguredSettings;
  /** What every file said that took part, or would have. */
  contents: Map<string, string | null>;
}

const MAX_KNOWN = 1_000;
const MAX_CONFIG_BYTES = 1024 * 1024;
const known = new WeakMap<Git, Map<string, Known>>();

/**
 * The settings of a tree. Many trees of one repository are judged, and starting a process costs more than the answer: it is kept for as
 * long as every configuration file says the same, and not at all where files are included by a condition.
 * @throws Unproven
 */
export async function settingsOf(git: Git, place: TreePlace, commonDir: string, o: GitRun): Promise<ConfiguredSettings> {
  let ofGit = known.get(git);
  if (ofGit === undefined) {
    ofGit = new Map();
    known.set(git, ofGit);
  }
  // A worktree with a configuration of its own shares no answer.
  const own = path.join(place.gitDir, "config.worktree");
  const key = stampOf(own) === ABSENT ? commonDir : place.gitDir;
  const found = ofGit.get(key);
  if (found !== undefined && isAsKnown(found)) return found.settings;
  const before = new Map([own, ...usualFiles(commonDir)].map((file) => [file, stampOf(file)]));
  const { settings, files } = parseSettings((await ask(git, place, SETTINGS_ARGS, o)).stdout);
  ofGit.delete(key);
  if (files === null || ofGit.size >= MAX_KNOWN) return settings;
  // Paths are relative to the tree, where git was asked.
  const all = [...before.keys(), ...files.map((file) => path.resolve(place.tree, file))];
  const contents = new Map(all.map((file) => [file, contentOf(file)]));
  // Written meanwhile: who knows which one git read.
  if ([...before].some(([file, stamp]) => stampOf(file) !== stamp)) return settings;
  ofGit.set(key, { settings, contents });
  return settings;
}

const ABSENT = "absent";

/** Where a setting may turn up tomorrow; system-wide files that exist are among those that git names. */
function usualFiles(commonDir: string): string[] {
  const home = process.env["HOME"] || homedir();
  return [
    path.join(commonDir, "config"),
    path.join(home, ".gitconfig"),
    path.join(process.env["XDG_CONFIG_HOME"] || path.join(home, ".config"), "git/config"),
    "/etc/gitconfig",
    ...["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"].flatMap((name) => process.env[name] ?? []),
  ];
}

function isAsKnown(found: Known): boolean {
  return [...found.contents].every(([file, content]) => content !== null && contentOf(file) === content);
}

/** What it says: git writes the file anew also where it changes nothing, with every branch that somebody deletes. */
function contentOf(file: string): string | null {
  try {
    const facts = statSync(file);
    return facts.isFile() && facts.size <= MAX_CONFIG_BYTES ? `= ${readFileSync(file, "latin1")}` : null;
  } catch (error) {
    // What can't be seen is never the same as before.
    return isAbsence(error) ? ABSENT : null;
  }
}

/** Another one for every time that it was written. */
function stampOf(file: string): string | null {
  try {
    const facts = statSync(file, { bigint: true });
    return `${facts.dev} ${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}`;
  } catch (error) {
    return isAbsence(error) ? ABSENT : null;
  }
}
