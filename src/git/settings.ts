import { lstatSync, type Stats } from "node:fs";
import path from "node:path";
import { records, Unproven } from "./ask.js";
import { codeOf, isAbsence } from "./files.js";

/** What says how git reads a tree, and how we make it look at this one. */
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
  /** core.attributesFile, as written. */
  attributesFile: string | null;
}

/**
 * Settings with which git looks at files as closely as this file system allows: a repository that was made on another one may say
 * that executable bits mean nothing, or take an untracked "Readme" for the tracked "README"; and a user's setting may say that
 * a changed ctime means nothing, which hides an edit that kept size and mtime. By facts about the tree's own .git file.
 */
export async function truthful(tree: string): Promise<Pick<TreeSettings, "look" | "modes">> {
  let dotGit: Stats;
  try {
    dotGit = lstatSync(path.join(tree, ".git"));
  } catch (error) {
    throw new Unproven(`${tree}/.git can't be seen: ${codeOf(error)}.`);
  }
  const modes = (dotGit.mode & 0o111) === 0;
  const ignoresCase = sees(path.join(tree, ".GIT"));
  const look = ["-c", "core.trustctime=true", "-c", "core.checkStat=default"];
  if (modes) look.push("-c", "core.fileMode=true");
  if (!ignoresCase) look.push("-c", "core.ignoreCase=false");
  return { look, modes };
}

function sees(place: string): boolean {
  try {
    return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !isAbsence(error);
  }
}

/** What git's configuration says of the settings that matter here; with it the files that say so. */
export const SETTINGS_ARGS = ["config", "-z", "--list", "--show-origin"] as const;

export type ConfiguredSettings = Omit<TreeSettings, "look" | "modes">;

/** `config -z --list --show-origin`: origin, then "key\nvalue". `files` is null when an inclusion makes them depend on the tree. @throws Unproven */
export function parseSettings(answer: Buffer): { settings: ConfiguredSettings; files: string[] | null } {
  const fields = records(answer);
  if (fields.length % 2 !== 0) throw new Unproven("git config answered with something that is not understood.");
  const filters = new Set<string>();
  const settings = { autocrlf: false, sparse: false, filters, attributesFile: null as string | null };
  const files = new Set<string>();
  let includes = false;
  for (let i = 0; i < fields.length; i += 2) {
    const origin = fields[i] as string;
    if (origin.startsWith("file:")) files.add(Buffer.from(origin.slice("file:".length), "latin1").toString("utf8"));
    // Without "=" in the file there is no line feed here, and the setting is true.
    const [key = "", ...rest] = (fields[i + 1] as string).split("\n");
    const value = rest.length === 0 ? "true" : rest.join("\n");
    if (key.startsWith("include")) includes = true;
    else if (key === "core.autocrlf") settings.autocrlf = value.toLowerCase() === "input" || isTrue(value);
    else if (key === "core.sparsecheckout") settings.sparse = isTrue(value);
    else if (key === "core.attributesfile") settings.attributesFile = Buffer.from(value, "latin1").toString("utf8");
    else if (/^filter\..*\.(clean|smudge|process)$/s.test(key) && value !== "")
      filters.add(key.slice("filter.".length, key.lastIndexOf(".")));
  }
  return { settings, files: includes ? null : [...files] };
}

function isTrue(value: string): boolean {
  return ["true", "yes", "on"].includes(value.toLowerCase()) || /^[-+]?0*[1-9]/.test(value);
}
