import { type SimpleGit, simpleGit } from "simple-git";
import { gitEnvironment } from "./environment.js";
import type { Git } from "./git.js";

const SILENT_TIMEOUT_MS = 60_000;

/** simple-git refuses these as able to start something; what only reads needs none of them. */
const NOT_FOR_READING: ReadonlySet<string> = new Set([
  "GIT_ASKPASS",
  "GIT_EDITOR",
  "GIT_SEQUENCE_EDITOR",
  "GIT_PAGER",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_SSH_VARIANT",
]);

/** simple-git at a directory, for questions about a repository that is not known yet: with the same scrubbed environment as ours. */
export function inspector(git: Git, directory: string): SimpleGit {
  const env = Object.fromEntries(Object.entries(gitEnvironment()).filter(([name]) => !NOT_FOR_READING.has(name)));
  return simpleGit({
    baseDir: directory,
    binary: git.binary,
    timeout: { block: SILENT_TIMEOUT_MS },
    allowEnvironment: Object.keys(env).filter((name) => name.startsWith("GIT_")),
    // Where the user's configuration lies, and which git is used, are the operator's to say.
    unsafe: { allowUnsafeConfigPaths: true, allowUnsafeCustomBinary: true },
  }).env(env);
}
