import { type SimpleGit, simpleGit } from "simple-git";

/** Whose commits the demo makes: a machine need not have a git identity. */
const SETTINGS = [
  "user.name=Treekeeper demo",
  "user.email=demo@localhost",
  // What belongs to the user's own work: hooks, signing, a file system monitor, maintenance in the background.
  "core.hooksPath=/dev/null",
  "commit.gpgSign=false",
  "core.fsmonitor=false",
  "gc.auto=0",
  "maintenance.auto=false",
];

/** git as the demo runs it. An abort ends what is running. */
export function gitAt(directory: string, abort?: AbortSignal): SimpleGit {
  return simpleGit({
    baseDir: directory,
    config: SETTINGS,
    unsafe: { allowUnsafeHooksPath: true, allowUnsafeFsMonitor: true },
    ...(abort === undefined ? {} : { abort }),
  });
}

/** What would point every git here, and the server, at something of the user's. */
export function forgetSurroundings(env: NodeJS.ProcessEnv): void {
  const ofOneRepository =
    /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|SHALLOW_FILE|GRAFT_FILE|CONFIG|CONFIG_PARAMETERS|CONFIG_COUNT|LITERAL_PATHSPECS|GLOB_PATHSPECS|NOGLOB_PATHSPECS|ICASE_PATHSPECS|TRACE.*)$/;
  for (const name of Object.keys(env)) if (name.startsWith("TREEKEEPER_") || ofOneRepository.test(name)) delete env[name];
}

/** The first lines of what git said, without its own decoration. */
export function saidBy(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .split("\n")
    .map((line) => line.replace(/^(fatal|error): /, "").trim())
    .filter((line) => line !== "")
    .slice(0, 3)
    .join(" ");
}
