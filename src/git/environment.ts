/**
 * What of the server's own environment says where the user's configuration lies, or how the user reaches remotes. It stays: git
 * has to describe files here as it does in the user's shell. Every other GIT_* variable goes, so that a GIT_DIR or a
 * GIT_INDEX_FILE around the server can't lead a command to another repository.
 */
const KEPT: ReadonlySet<string> = new Set([
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_SSH_VARIANT",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
]);

/** What would ask somebody, or open something, from inside a server. */
const INTERACTIVE: ReadonlySet<string> = new Set(["EDITOR", "VISUAL", "PAGER", "SSH_ASKPASS", "LANGUAGE", "LANG"]);

/** The environment of every git child: no foreign GIT_*, plain English, no locks for reading, nobody to ask. */
export function gitEnvironment(from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(from)) {
    if (name.startsWith("GIT_") && !KEPT.has(name)) continue;
    if (name.startsWith("LC_") || INTERACTIVE.has(name)) continue;
    env[name] = value;
  }
  return {
    ...env,
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // Empty, not absent: git then asks neither core.askPass nor SSH_ASKPASS.
    GIT_ASKPASS: "",
    SSH_ASKPASS_REQUIRE: "never",
    GIT_EDITOR: "false",
    GIT_SEQUENCE_EDITOR: "false",
    GIT_PAGER: "cat",
  };
}

/**
 * The user's settings that would change an answer or start something, neutralised by name. What describes files
 * (core.excludesFile, attributes, autocrlf, filters) and safe.directory is never here: with other rules for files, a clean
 * tree would look changed, and a hidden secret like something to commit.
 */
export const NEUTRAL_CONFIG: readonly string[] = [
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.pager=cat",
  "core.warnAmbiguousRefs=false",
  "gc.auto=0",
  "gc.autoDetach=false",
  "maintenance.auto=false",
  "color.ui=false",
  "status.short=false",
  "status.branch=false",
  "status.relativePaths=false",
  "status.showStash=false",
  "status.showUntrackedFiles=normal",
  "status.submoduleSummary=false",
  "status.aheadBehind=false",
  "status.renames=false",
  "diff.ignoreSubmodules=none",
  "diff.renames=false",
  "diff.mnemonicPrefix=false",
  "diff.noprefix=false",
  "diff.relative=false",
  "diff.submodule=short",
  // Not "": git would try to read a file of that name.
  "diff.orderFile=/dev/null",
  "log.showSignature=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "worktree.guessRemote=false",
  "checkout.guess=false",
];

/** For what writes: objects, refs and index reach the disk before git says that it is done. */
export const DURABLE_CONFIG: readonly string[] = ["core.fsync=all", "core.fsyncMethod=fsync"];

/** No hook of anybody runs, reference-transaction and post-checkout included. */
export const NO_HOOKS_CONFIG = "core.hooksPath=/dev/null";
