import { z } from "zod";
import type { WorkspacePolicy } from "../environments/workspacePolicy.js";

const policySchema = z.object({
  rebuildable: z.array(z.object({ name: z.string(), sign: z.array(z.string()) })),
  stopGraceMs: z.int(),
});

/** What was in force when a job was made, stored with it (its branch policy has a column of its own). */
export type CleanupPolicy = z.infer<typeof policySchema>;

export function cleanupPolicyOf({ rebuildable, stopGraceMs }: WorkspacePolicy): CleanupPolicy {
  return { rebuildable: rebuildable.map(({ name, sign }) => ({ name, sign: [...sign] })), stopGraceMs };
}

export function parsePolicy(json: string): CleanupPolicy {
  return policySchema.parse(JSON.parse(json));
}
