import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { EnvironmentView } from "../support/api.js";
import type { Registration, Repo } from "../support/repo.js";
import { type Made, World, type WorldOptions } from "../support/world.js";

/** What git is never told (L10), as it would stand in a command line. */
const NEVER =
  /(^| )(worktree (prune|remove)|stash|clean|gc|reflog expire|prune|branch .*(-D|--delete|-d)\b|reset --hard|checkout -f|-f -f|worktree add .*(-B|--force|-f)\b)( |$)/;
/** What would be read once per worktree in a repository that has hundreds. */
const LISTS_ALL = /(^| )worktree list( |$)/;

/** A world whose server runs git through a script that writes down what it is told. */
export async function noted(options: WorldOptions = {}): Promise<World> {
  return await World.start({ ...options, flags: [...(options.flags ?? []), "--git", wrapper()] });
}

let wrapperPath: string | undefined;

function wrapper(): string {
  wrapperPath ??= join(process.env.TMPDIR ?? "/tmp", `treekeeper-git-${process.pid}-${Date.now()}`);
  writeFileSync(wrapperPath, `#!/bin/sh\nprintf '%s\\n' "$*" >>"$HOME/git.log"\nexec git "$@"\n`);
  chmodSync(wrapperPath, 0o755);
  return wrapperPath;
}

/** Commands of a world's whole life that no step may run. */
export function forbiddenCommands(world: World): string[] {
  const log = join(world.sandbox.home, "git.log");
  const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n") : [];
  if (lines.length < 2) throw new Error("no git command was noted");
  return lines.filter((line) => NEVER.test(line) || LISTS_ALL.test(line));
}

/** Environment as variables of a user's git: what a repository says about the caller's work. */
export function statusOf(world: World, tree: string): string {
  return world.sandbox.git(tree, "status", "--porcelain=v1", "--ignored", "--untracked-files=all");
}

interface EntryRow {
  id: string;
  kind: string;
  state: string;
  reason: string;
  directory: string;
}

/** Quarantine entries of an environment, as they were committed. */
export function entriesOf(world: World, made: Made): EntryRow[] {
  return world.rows<EntryRow>(
    "select id, kind, state, reason, directory from QuarantineEntry where environmentId = ? order by createdAt",
    made.environmentId,
  );
}

/** The quarantined directory of an environment. */
export function quarantinedAt(world: World, made: Made): string {
  const [entry] = entriesOf(world, made);
  if (entry === undefined) throw new Error("there is no entry");
  return join(world.root, "quarantine", entry.directory);
}

/** Restores what was kept of an environment, for a new task. */
export async function restore(world: World, made: Made): Promise<EnvironmentView> {
  const entry = entriesOf(world, made).find((one) => one.kind !== "RESIDUE");
  if (entry === undefined) throw new Error("there is no entry to restore");
  const taskId = await world.task(`takes ${basename(made.path)} back`);
  const id = await world.api.restoreEntry({ entryId: entry.id, taskId });
  return await world.waitForEnvironment(id, "READY");
}

/** The registration of a tree, wherever it lies now: by its unique last component. */
export function registrationOf(repo: Repo, tree: string): Registration | undefined {
  return repo.registrations().find((one) => basename(one.path) === basename(tree));
}

/** Refs that rescue the commits of a worktree. */
export function rescuesOf(repo: Repo, made: Made): Record<string, string> {
  return repo.refs(`refs/treekeeper/rescue/${made.environment.worktrees[0]?.id}/`);
}

/** Whether any object of the repository has these bytes. */
export function inObjects(repo: Repo, content: string): boolean {
  const id = repo.sandbox.run("git", ["hash-object", "--stdin"], { cwd: repo.path, input: content });
  return repo.sandbox.run("git", ["cat-file", "--batch-check"], { cwd: repo.path, input: `${id}\n` }).split(" ")[1] === "blob";
}
