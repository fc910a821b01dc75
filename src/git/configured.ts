import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { ask, type TreePlace } from "./ask.js";
import { isAbsence } from "./files.js";
import type { Git, GitRun } from "./git.js";
import { type ConfiguredSettings, parseSettings, SETTINGS_ARGS } from "./settings.js";

interface Known {
  settings: ConfiguredSettings;
  /** The state of every file that took part, or would have. */
  states: Map<string, string | null>;
}

const MAX_KNOWN = 1_000;
const known = new WeakMap<Git, Map<string, Known>>();

/**
 * The settings of a tree. Many trees of one repository are judged, and starting a process costs more than the answer: it is kept for as
 * long as no configuration file was written (by identity, size and times), and not at all where files are included by a condition.
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
  const key = (await stateOf(own)) === ABSENT ? commonDir : place.gitDir;
  const found = ofGit.get(key);
  if (found !== undefined && (await isAsKnown(found))) return found.settings;
  const before = await statesOf([own, ...usualFiles(commonDir)]);
  const { settings, files } = parseSettings((await ask(git, place, SETTINGS_ARGS, o)).stdout);
  ofGit.delete(key);
  if (files === null || ofGit.size >= MAX_KNOWN) return settings;
  // Paths are relative to the tree, where git was asked.
  const states = await statesOf([...before.keys(), ...files.map((file) => path.resolve(place.tree, file))]);
  // Written meanwhile: who knows which one git read.
  if ([...before].some(([file, state]) => states.get(file) !== state)) return settings;
  ofGit.set(key, { settings, states });
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

async function isAsKnown(found: Known): Promise<boolean> {
  const now = await statesOf(found.states.keys());
  return [...found.states].every(([file, state]) => state !== null && now.get(file) === state);
}

async function statesOf(files: Iterable<string>): Promise<Map<string, string | null>> {
  const list = [...files];
  const states = await Promise.all(list.map(stateOf));
  return new Map(list.map((file, index) => [file, states[index] as string | null]));
}

async function stateOf(file: string): Promise<string | null> {
  try {
    const facts = await stat(file, { bigint: true });
    return `${facts.dev} ${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}`;
  } catch (error) {
    // What can't be seen is never the same as before.
    return isAbsence(error) ? ABSENT : null;
  }
}
