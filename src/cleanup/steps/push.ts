import { join } from "node:path";
import type { CleanupResource } from "../../db/generated/client.js";
import { type Pushed, pushBranch, pushTarget } from "../../git/push.js";
import { readRef } from "../../git/refs.js";
import { ExternalCause, Interrupted } from "../failure.js";
import type { Run } from "../run.js";
import type { Subject } from "../subject.js";
import { factsOf, locate, type Place, placePath, repositoryOf } from "./place.js";

/** One push that is to be made. */
export interface Push {
  readonly resource: CleanupResource;
  readonly branch: string;
  readonly remote: string;
  /** From where: the tree, for the hooks of the repository, or the common directory where there is no tree. */
  readonly from: { dir: string } | { gitDir: string };
}

const WITHOUT = "or reset without pushing first";

/**
 * A reset that was asked to pushes every repository's branch before anything moves. Any failure ends the run here, with nothing touched;
 * the next run pushes again.
 */
export async function pushFirst(run: Run): Promise<void> {
  if (!run.job.pushFirst || run.job.begunAt !== null) return;
  const place = await locate(run);
  const pushes: Push[] = [];
  for (const resource of run.worktrees) {
    if (resource.phase === "DONE") continue;
    const push = await pushOf(run, resource, place);
    if (push !== null) pushes.push(push);
  }
  for (const push of pushes) await pushOne(run, push);
}

/** What is to be pushed of a worktree; null when nothing of it was made. @throws ExternalCause it can't be pushed as it is */
export async function pushOf(run: Subject, resource: CleanupResource, place: Place): Promise<Push | null> {
  const { slot } = resource;
  const commonDir = resource.commonDir as string;
  const repository = await repositoryOf(run, resource);
  if (repository.state !== "present")
    throw new ExternalCause(
      `The repository ${resource.repositoryName} can't be seen: ${repository.reason}`,
      `The repository ${commonDir} has to be there again.`,
    );
  const at = place === "absent" ? "live" : place;
  const facts = await factsOf(run, resource, at);
  if (facts.tree === "unknown") throw new ExternalCause(`${resource.path} can't be seen.`, `Make ${resource.path} readable.`);
  if (facts.tree === "absent") {
    // What was never made, or went by itself, has at most its branch.
    if (resource.branch === null || (await readRef(run.core.git, commonDir, `refs/heads/${resource.branch}`)) === null) return null;
    return { resource, branch: resource.branch, remote: await remoteOf(run, resource, resource.branch), from: { gitDir: commonDir } };
  }
  if (!facts.linked || facts.head?.kind !== "branch")
    throw new ExternalCause(
      `${slot}: no branch is checked out, so there is none to push.`,
      `Check out a branch in ${resource.path}, ${WITHOUT}.`,
    );
  const branch = facts.head.ref.replace(/^refs\/heads\//, "");
  const dir = join(placePath(run, at), resource.directory as string);
  return { resource, branch, remote: await remoteOf(run, resource, branch), from: { dir } };
}

async function remoteOf(run: Subject, resource: CleanupResource, branch: string): Promise<string> {
  const target = await pushTarget(run.core.git, resource.commonDir as string, branch);
  if (target.state === "remote") return target.remote;
  throw new ExternalCause(
    `${resource.slot}: ${branch} can't be pushed: ${target.why}.`,
    `Give the repository ${resource.repositoryName} a remote for ${branch} (branch.${branch}.pushRemote), ${WITHOUT}.`,
  );
}

async function pushOne(run: Run, { resource, branch, remote, from }: Push): Promise<void> {
  run.checkpoint();
  const { core, signal } = run;
  const about = { step: "PUSH", resourceId: resource.id, worktreeId: resource.worktreeId } as const;
  await run.write("reset.push-noted", (tx, job) =>
    run.event(tx, job, { ...about, type: "STEP_STARTED", message: `${resource.slot}: pushing ${branch} to ${remote}.` }),
  );
  const repository = await core.db.read.repository.findUnique({
    where: { id: resource.repositoryId as string },
    select: { runHooks: true },
  });
  const note = { purpose: "reset.push", row: resource.id };
  let pushed: Pushed;
  try {
    pushed = await core.turns.run(
      resource.commonDir as string,
      () =>
        core.effects.run("reset.push", () =>
          pushBranch(core.git, from, { remote, branch, hooks: repository?.runHooks === true, note, signal }),
        ),
      signal,
    );
  } catch (error) {
    if (signal.aborted) throw new Interrupted("the server is stopping");
    throw error;
  }
  if (pushed.state === "rejected")
    throw new ExternalCause(
      `${resource.slot}: ${remote} did not take ${branch}: ${pushed.why}.`,
      `Bring ${branch} to where ${remote} takes it (pull or rebase in ${resource.path}), ${WITHOUT}.`,
    );
  await run.write("reset.push-noted", (tx, job) =>
    run.event(tx, job, { ...about, type: "STEP_FINISHED", message: `${resource.slot}: ${branch} is on ${remote}.` }),
  );
}
