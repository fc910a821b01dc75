import type { Core } from "../../core.js";
import { processesInside } from "../../disk/processes.js";
import type { RemoveGuards, RemoveOutcome } from "../../disk/remove.js";
import { ExternalCause, TransientFailure } from "../failure.js";

/** What the one function that deletes has to know, to refuse what it must never touch. */
export async function guardsOf(core: Core): Promise<RemoveGuards> {
  const repositories = await core.db.read.repository.findMany({ select: { commonDir: true, checkoutPath: true } });
  return {
    root: core.root,
    dataDir: core.config.dataDir,
    repositories: repositories.flatMap((r) => (r.checkoutPath === null ? [r.commonDir] : [r.commonDir, r.checkoutPath])),
    children: core.children,
  };
}

/** Whoever deletes a tree looks first: a process inside delays it, and is named. */
export async function requireNobodyInside(core: Core, tree: string, slot: string): Promise<void> {
  const busy = await processesInside(tree, { children: core.children });
  if (busy.state === "unknown") throw new ExternalCause(`Could not tell whether a process is inside ${slot}: ${busy.reason}`, busy.reason);
  if (busy.processes.length === 0) return;
  const names = busy.processes.map((p) => `${p.command} (${p.pid})`).join(", ");
  throw new ExternalCause(`A process is inside what is left of ${slot}: ${names}.`, `${names} has to end, or leave the directory.`);
}

/** Its path has to stay true: the environment waits where it was made. */
export function somebodysInside(foreign: readonly string[]): ExternalCause {
  const names = foreign.join(", ");
  return new ExternalCause(
    `Somebody's worktree lies inside the environment: ${names}.`,
    `Move or remove ${names} (git worktree move, git worktree remove).`,
  );
}

/** Turns what the remover says into the failure that the job's state follows from. */
export function requireRemoved(outcome: RemoveOutcome): void {
  switch (outcome.state) {
    case "removed":
    case "absent":
      return;
    case "refused":
      throw new ExternalCause(`It was not removed: ${outcome.reason}`, outcome.reason);
    case "failed": {
      if (outcome.cause === "transient") throw new TransientFailure(outcome.reason);
      const owners = outcome.owners.length === 0 ? "" : ` They belong to ${outcome.owners.join(", ")}.`;
      throw new ExternalCause(
        outcome.reason,
        `Remove, or give the server's user permission on, ${outcome.paths.slice(0, 5).join(", ")}.${owners}`,
      );
    }
  }
}
