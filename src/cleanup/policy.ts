import { z } from "zod";
import { DEFAULT_REBUILDABLE } from "../git/rebuildable.js";

const policySchema = z.object({
  rebuildable: z.array(z.object({ name: z.string(), sign: z.array(z.string()) })),
});

/** What was in force when a job was made, stored with it. */
export type CleanupPolicy = z.infer<typeof policySchema>;

/** The known makers' directories, and those that a person configured by name. */
export function currentPolicy(configured: readonly string[]): CleanupPolicy {
  return {
    rebuildable: [
      ...DEFAULT_REBUILDABLE.map((rule) => ({ name: rule.name, sign: [...rule.sign] })),
      ...configured.map((name) => ({ name, sign: [] })),
    ],
  };
}

export function parsePolicy(json: string): CleanupPolicy {
  return policySchema.parse(JSON.parse(json));
}
