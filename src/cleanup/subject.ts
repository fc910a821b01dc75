import type { Core } from "../core.js";
import type { CleanupJob, CleanupResource } from "../db/generated/client.js";
import type { CleanupPolicy } from "./policy.js";

/**
 * One environment as looks see it that change nothing: that of a run, or of a preview, for which no job was made. What is decided by
 * looks alone is decided once, for both.
 */
export interface Subject {
  readonly core: Core;
  readonly job: Pick<CleanupJob, "environmentId" | "materialisationId" | "nonce" | "directory" | "branchPolicy">;
  readonly policy: CleanupPolicy;
  readonly signal: AbortSignal;
  readonly worktrees: readonly CleanupResource[];
  readonly directory: CleanupResource | null;
  readonly live: string;
  readonly trash: string;
  readonly quarantine: string;
}
