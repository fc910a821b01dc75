import type { Core } from "../../core.js";
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
