import type { CleanupJob } from "../db/generated/client.js";
import { Pinned } from "./failure.js";

/** Asked until something has begun: nothing begins on a pinned environment, and what has begun goes on. @throws Pinned */
export function requireUnpinned(job: Pick<CleanupJob, "environmentId" | "pinnedReason">): void {
  if (job.pinnedReason === null) return;
  throw new Pinned(
    `The environment is pinned: “${job.pinnedReason}”.`,
    `Unpin ${job.environmentId}, which somebody pinned: “${job.pinnedReason}”.`,
  );
}
