import { join } from "node:path";
import type { Core } from "../core.js";
import type { CleanupResource } from "../db/generated/client.js";
import type { PreviewAsk } from "./preview.js";
import type { ResourceDraft } from "./snapshot.js";
import type { Subject } from "./subject.js";

/** The environment as the job would see it that nobody has made. */
export function foreseen(core: Core, ask: PreviewAsk, resources: readonly CleanupResource[], signal: AbortSignal): Subject {
  const { id: environmentId, materialisationId, nonce, directory } = ask.environment;
  return {
    core,
    job: { environmentId, materialisationId, nonce, directory, branchPolicy: ask.branchPolicy },
    policy: ask.policy,
    signal,
    worktrees: resources.filter((r) => r.kind === "WORKTREE"),
    directory: resources.find((r) => r.kind === "DIRECTORY") ?? null,
    live: join(core.root.live, directory),
    trash: join(core.root.trash, directory),
    quarantine: join(core.root.quarantine, directory),
  };
}

/** The row that the draft would become. */
export function asResource(draft: ResourceDraft): CleanupResource {
  return { ...draft, jobId: "" };
}
