import type { ChildNote } from "../disk/child.js";
import { records } from "./ask.js";
import { type Git, GitError } from "./git.js";

/** A remote that takes longer is not there. */
const PUSH_TIMEOUT_MS = 10 * 60_000;
/** What `push --porcelain` says of a branch that is on the remote now: fast-forwarded, new, up to date. */
const PUSHED = [" ", "*", "="];

export type PushTarget = { state: "remote"; remote: string } | { state: "none"; why: string };

/**
 * Where git itself would push the branch: its own pushRemote, the default one for pushing, the remote it follows; else origin, else the only
 * one. `.` is no remote: a push there saves nothing. A mirror is none either: what is pushed there is forced.
 * @throws GitError
 */
export async function pushTarget(git: Git, commonDir: string, branch: string): Promise<PushTarget> {
  const settings = new Map<string, string>();
  const remotes = new Set<string>();
  const { stdout } = await git.run(["config", "-z", "--list"], { gitDir: commonDir });
  for (const record of records(stdout)) {
    const at = record.indexOf("\n");
    const [key, value] = at < 0 ? [record, "true"] : [record.slice(0, at), record.slice(at + 1)];
    // As bytes in, as text out: names of branches and remotes are compared with text.
    const name = Buffer.from(key, "latin1").toString("utf8");
    settings.set(name, Buffer.from(value, "latin1").toString("utf8"));
    const found = /^remote\.(.+)\.(?:url|pushurl)$/s.exec(name);
    if (found?.[1] !== undefined) remotes.add(found[1]);
  }
  const said = [`branch.${branch}.pushremote`, "remote.pushdefault", `branch.${branch}.remote`]
    .map((key) => settings.get(key))
    .find((remote) => remote !== undefined && remote !== "" && remote !== ".");
  const [only] = remotes;
  const remote = said ?? (remotes.has("origin") ? "origin" : remotes.size === 1 ? only : undefined);
  if (remote === undefined) {
    const why =
      remotes.size === 0 ? "the repository has no remote" : `nothing says which of its remotes it goes to: ${[...remotes].join(", ")}`;
    return { state: "none", why };
  }
  if ((settings.get(`remote.${remote}.mirror`) ?? "false") !== "false")
    return { state: "none", why: `the remote ${remote} is a mirror, where a push would be forced` };
  return { state: "remote", remote };
}

export type Pushed = { state: "pushed" } | { state: "rejected"; why: string };

/**
 * Pushes the branch to the remote, under the same name: never forced, no tags, no submodules, nobody asked for a password. Done is what the
 * remote was heard to say of that branch, not an exit code. Writes shared state (the remote-tracking branch): call it in the repository's turn.
 * @throws GitError it could not be tried: no network, no permission, a time-out, a hook; the signal's reason
 */
export async function pushBranch(
  git: Git,
  o: { dir: string } | { gitDir: string },
  push: { remote: string; branch: string; hooks: boolean; note: ChildNote; signal: AbortSignal },
): Promise<Pushed> {
  const { remote, branch, hooks, note, signal } = push;
  const ref = `refs/heads/${branch}`;
  const args = ["push", "--porcelain", "--no-follow-tags", "--recurse-submodules=no", "--", remote, `${ref}:${ref}`];
  const result = await git.run(args, { ...o, hooks, note, signal, timeoutMs: PUSH_TIMEOUT_MS, ok: "any" });
  for (const line of result.stdout.toString("utf8").split("\n")) {
    const [flag = "", refs, summary = ""] = line.split("\t");
    if (refs !== `${ref}:${ref}`) continue;
    if (flag === "!") return { state: "rejected", why: summary };
    if (result.code === 0 && PUSHED.includes(flag)) return { state: "pushed" };
  }
  throw new GitError(args, result.code, result.stderr.toString("utf8").trim().slice(0, 1_000), false);
}
