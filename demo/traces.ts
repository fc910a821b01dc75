import { access, readdir, readFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { gitAt } from "./git.js";

/** What tells the demo's own in a repository of the user's. Plain data: it is kept in a file, so that another process can clean up. */
export interface Traces {
  /** As it was given. */
  readonly path: string;
  /** Its common directory. */
  readonly common: string;
  /** The demo's branches lie below it. Unique to this run. */
  readonly prefix: string;
  /** A commit of this run alone, in the history of everything that it makes. Empty until it is made. */
  base: string;
  /** Directories that were not there before. */
  readonly absent: readonly string[];
}

/** Innermost first. git and the server make them where they are not there, and leave them empty. */
const MAKEABLE = (prefix: string): string[] => [
  `refs/heads/${prefix}`,
  `logs/refs/heads/${prefix}`,
  "refs/treekeeper/rescue",
  "refs/treekeeper",
  "logs/refs/treekeeper/rescue",
  "logs/refs/treekeeper",
  "logs/refs/heads",
  "logs/refs",
  "logs",
  "treekeeper/repositories",
  "treekeeper",
  "worktrees",
];

export async function tracesIn(path: string, common: string, prefix: string): Promise<Traces> {
  const absent: string[] = [];
  for (const name of MAKEABLE(prefix)) if (!(await exists(join(common, name)))) absent.push(name);
  return { path, common, prefix, base: "", absent };
}

/**
 * Takes away what this run made, and nothing else. The server has to be down: what it was at is not waited for.
 * Objects stay: nothing names them any more, and the repository's own gc takes them.
 * @param directory the demo's own, where the worktrees lie.
 * @returns what could not be taken away.
 */
export async function removeTraces({ path, common, prefix, base, absent }: Traces, directory: string): Promise<string[]> {
  const git = gitAt(path);
  for (const name of await namesIn(join(common, "worktrees"))) {
    const link = await readFile(join(common, "worktrees", name, "gitdir"), "utf8").catch(() => "");
    if (link.startsWith(`${directory}/`)) await rm(join(common, "worktrees", name), { recursive: true });
  }
  const instance = await instanceOf(directory);
  if (instance !== null) await removeMarkers(join(common, "treekeeper"), instance);
  if (base === "") return [];
  const refs = async (): Promise<string[]> => {
    const own = ["--format=%(refname)", `refs/heads/${prefix}/`];
    const rescues = ["--format=%(refname)", "--contains", base, "refs/treekeeper/"];
    const said = [await git.raw(["for-each-ref", ...own]), await git.raw(["for-each-ref", ...rescues])].join("\n");
    return said.split("\n").filter((ref) => ref !== "");
  };
  for (const ref of await refs()) {
    await git.raw(["update-ref", "-d", ref]);
    // Where the user's configuration has branches follow what they begin from.
    if (ref.startsWith("refs/heads/")) await git.raw(["config", "--local", "--remove-section", `branch.${ref.slice(11)}`]).catch(() => {});
  }
  for (const name of absent) await rmdir(join(common, name)).catch(() => {});
  return refs();
}

/** The server's id, as its root and its markers name it. */
async function instanceOf(directory: string): Promise<string | null> {
  const text = await readFile(join(directory, "data", "root", "instance.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const id: unknown = (JSON.parse(text) as { id?: unknown }).id;
  return typeof id === "string" && id !== "" ? id : null;
}

/** The marks of registrations, and administrative directories that were set aside, of one server. */
async function removeMarkers(place: string, instance: string): Promise<void> {
  for (const name of await namesIn(join(place, "repositories"))) {
    const file = join(place, "repositories", name);
    if ((await readFile(file, "utf8").catch(() => "")).includes(instance)) await rm(file);
  }
  for (const name of await namesIn(place)) {
    const lock = await readFile(join(place, name, "locked"), "utf8").catch(() => "");
    if (lock.startsWith(`treekeeper ${instance} `)) await rm(join(place, name), { recursive: true });
  }
}

const namesIn = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
