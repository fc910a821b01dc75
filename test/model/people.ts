import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nthOf, type TreeModel } from "./model.js";
import type { Play } from "./play.js";
import type { Place } from "./stage.js";
import type { AgentAct, Step, UserAct } from "./steps.js";
import { adminOf, MAKERS_SIGN } from "./tree.js";

const ANY_CODE = Array.from({ length: 256 }, (_, code) => code);

/** Runs git as its user does, whatever it answers. */
function tryGit(place: Place, directory: string, ...args: string[]): string {
  return place.repo.sandbox.run("git", args, { cwd: directory, ok: ANY_CODE });
}

/** An agent at work in a tree, as long as that lies at its path. */
export async function agent(play: Play, step: Extract<Step, { do: "agent" }>): Promise<void> {
  const there = play.model.trees.filter((tree) => existsSync(join(tree.path, ".git")) && adminOf(tree.path) !== null);
  const tree = nthOf(there, step.tree);
  if (tree !== null) await act(play, tree, step.act);
}

async function act(play: Play, tree: TreeModel, what: AgentAct): Promise<void> {
  const { model, stage } = play;
  const { place, path } = tree;
  const git = (...args: string[]): string => tryGit(place, path, ...args);
  const theirs = model.theirsIn(place);
  switch (what) {
    case "write":
      return write(path, `${model.unique("new")}.txt`, model.unique("bytes"));
    case "change":
      return write(path, place.name === "app" ? "src/b.txt" : "l.txt", model.unique("changed"));
    case "ignored":
      return write(path, ".env", model.unique("SECRET"));
    case "rebuildable":
      write(path, `node_modules/${MAKERS_SIGN}`, "{}");
      return write(path, "node_modules/dep/index.js", model.unique("built"));
    case "beside":
      return write(dirname(path), `${model.unique("NOTES")}.md`, model.unique("plan"));
    case "stage":
      write(path, "staged.txt", model.unique("staged"));
      git("add", "staged.txt");
      return;
    case "commit":
      write(path, `${model.unique("committed")}.txt`, model.unique("commit"));
      git("add", "-A");
      git("commit", "-q", "-m", model.unique("commit"));
      return;
    case "amend":
      git("commit", "-q", "--amend", "--allow-empty", "-m", model.unique("amended"));
      return;
    case "reset":
      git("reset", "-q", "--hard", "HEAD~1");
      return;
    case "branch": {
      const name = model.unique("agent");
      git("switch", "-q", "-c", name);
      if (current(place, path) === name) theirs.add(name);
      return;
    }
    case "back":
      git("switch", "-q", "-");
      return;
    case "detach":
      git("switch", "-q", "--detach");
      return;
    case "rename": {
      const before = current(place, path);
      const name = model.unique("renamed");
      if (before === "") return;
      git("branch", "-m", name);
      if (current(place, path) === name && theirs.delete(before)) theirs.add(name);
      return;
    }
    case "conflict": {
      const base = git("rev-parse", "HEAD");
      write(path, "both.txt", model.unique("one"));
      git("add", "both.txt");
      git("commit", "-q", "-m", "one");
      const one = git("rev-parse", "HEAD");
      git("reset", "-q", "--hard", base);
      write(path, "both.txt", model.unique("other"));
      git("add", "both.txt");
      git("commit", "-q", "-m", "other");
      git("cherry-pick", one);
      return;
    }
    case "drop":
      return rmSync(join(path, place.name === "app" ? "a.txt" : "l.txt"), { force: true });
    case "wipe":
      return rmSync(path, { recursive: true });
    case "forget":
      return rmSync(join(dirname(path), ".treekeeper.json"), { force: true });
    case "lock":
      git("worktree", "unlock", path);
      git("worktree", "lock", "--reason", "mine", path);
      model.locked.add(path);
      return;
    case "unlock":
      git("worktree", "unlock", path);
      model.locked.delete(path);
      return;
    case "enter":
      return await stage.enter(path);
    case "leave":
      return await stage.leave(path);
  }
}

/** Takes away every lock that an agent has left. */
export function unlockAll(play: Play): void {
  for (const { repo } of play.stage.places) {
    const admins = join(repo.common, "worktrees");
    for (const admin of existsSync(admins) ? readdirSync(admins) : []) {
      const lock = join(admins, admin, "locked");
      if (existsSync(lock) && readFileSync(lock, "utf8").trim() === "mine") rmSync(lock);
    }
  }
  play.model.locked.clear();
}

function current(place: Place, directory: string): string {
  return tryGit(place, directory, "branch", "--show-current");
}

function write(directory: string, name: string, content: string): void {
  const path = join(directory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${content}\n`);
}

/** Somebody writes at a path that is free since its tree was moved away. */
export function residue(play: Play, nth: number): void {
  const { model } = play;
  const gone = model.trees.filter((tree) => !existsSync(dirname(tree.path)));
  const tree = nthOf(gone, nth);
  if (tree === null) return;
  const file = join(tree.path, `${model.unique("late")}.txt`);
  write(tree.path, basename(file), model.unique("late"));
  model.residues.add(basename(dirname(tree.path)));
  play.precious.residue(file);
}

/** The repository's user at work in it. */
export function user(play: Play, step: Extract<Step, { do: "user" }>): void {
  const { stage, model } = play;
  const place = stage.places.find((one) => one.name === step.repository);
  if (place === undefined) return;
  play.precious.reachable(place);
  userAct(play, place, step.act, step.nth, model.theirsIn(place));
  // What nothing names any more went by a person's own hand.
  play.precious.pardon(place);
}

function userAct({ model }: Play, place: Place, what: UserAct, nth: number, theirs: Set<string>): void {
  const { repo } = place;
  switch (what) {
    case "gc":
      repo.gc();
      return;
    case "prune":
      repo.git("worktree", "prune", "--expire=now");
      return;
    case "branch": {
      const name = model.unique("user");
      const from = nthOf(repo.branches(), nth) ?? "main";
      repo.git("branch", name, `refs/heads/${from}`);
      theirs.add(name);
      return;
    }
    case "delete-branch": {
      const name = nthOf(
        repo.branches().filter((branch) => branch !== "main"),
        nth,
      );
      if (name === null) return;
      // Refused where it is checked out.
      tryGit(place, repo.path, "branch", "-D", name);
      if (repo.branches().includes(name)) return;
      theirs.delete(name);
      model.deleted.add(name);
      return;
    }
    case "commit":
      repo.commit({ "user.txt": model.unique("user") }, "by the user");
      return;
  }
}
