import type { ProgressSummary } from "../cleanup/events.js";
import { builder } from "./builder.js";

/** What is measured of a cleanup: a job's sums, an event's as they were, or one resource's. */
export type Progress = ProgressSummary & {
  /** Whether it is over, its release included. */
  readonly finished: boolean;
};

/** 100 is only for what is done: until then the bar stops here. */
const LARGEST_UNFINISHED_PERCENT = 99;

/**
 * How much is done, 0 to 100. The larger of two shares: resources that have their outcome, and entries deleted of those that are to be deleted.
 */
export function percentOf(progress: Progress): number {
  const { resourcesDone, resourcesTotal, entriesDone, entriesTotal } = progress;
  if (progress.finished) return 100;
  const resources = resourcesTotal === 0 ? 0 : resourcesDone / resourcesTotal;
  const entries = entriesTotal === null || entriesTotal === 0 ? 0 : entriesDone / entriesTotal;
  return Math.min(Math.floor(Math.max(resources, entries) * 100), LARGEST_UNFINISHED_PERCENT);
}

export const CleanupProgressSummary = builder.objectRef<Progress>("CleanupProgressSummary").implement({
  description: "How far a cleanup is. What is done never falls; totals are null until everything that is to be deleted has been measured.",
  fields: (t) => ({
    resourcesDone: t.exposeInt("resourcesDone", { description: "Resources that have their outcome." }),
    resourcesTotal: t.exposeInt("resourcesTotal", { description: "Resources of the job." }),
    entriesDone: t.exposeInt("entriesDone", { description: "Files and directories deleted." }),
    entriesTotal: t.exposeInt("entriesTotal", { nullable: true, description: "Files and directories to delete. Null until measured." }),
    bytesDone: t.expose("bytesDone", { type: "BigInt", description: "Bytes given back to the disk." }),
    bytesTotal: t.expose("bytesTotal", { type: "BigInt", nullable: true, description: "Bytes to give back. Null until measured." }),
    percent: t.int({ description: "0 to 100, for a progress bar: 100 only when it SUCCEEDED.", resolve: percentOf }),
  }),
});
