import { z } from "zod";
import type { Config } from "../config.js";
import type { Workspace } from "../db/generated/client.js";
import { BranchPolicy, CleanupTrigger } from "../db/generated/enums.js";
import { DEFAULT_REBUILDABLE, type RebuildableRule } from "../git/rebuildable.js";

/** What is in force in a workspace: what it decided itself, and the server's defaults for the rest. */
export interface WorkspacePolicy {
  /** What each trigger does with the branches that we made, unless the call says otherwise. */
  readonly branchPolicies: Readonly<Record<CleanupTrigger, BranchPolicy>>;
  /** The whole list: directories that can be rebuilt, with the signs of their makers. */
  readonly rebuildable: readonly RebuildableRule[];
  /** How long a stopping session still holds its environment. */
  readonly stopGraceMs: number;
  /** A live session without a sign of life for so long is lost. Null: never. */
  readonly sessionTimeoutMs: number | null;
  /** A quick chat in which nothing happened for so many days expires. Null: never. */
  readonly quickChatDays: number | null;
}

/** Workspace.policy: only what differs from the defaults. A value that may be null is there when it was decided. */
const storedSchema = z.object({
  branchPolicies: z.partialRecord(z.enum(CleanupTrigger), z.enum(BranchPolicy)).optional(),
  rebuildable: z.array(z.object({ name: z.string(), sign: z.array(z.string()) })).optional(),
  stopGraceMs: z.int().optional(),
  sessionTimeoutMs: z.int().nullable().optional(),
  quickChatDays: z.int().nullable().optional(),
});
export type StoredPolicy = z.infer<typeof storedSchema>;

const QUICK_CHAT_DAYS = 7;

const BRANCH_POLICIES: Readonly<Record<CleanupTrigger, BranchPolicy>> = {
  ARCHIVE: "KEEP",
  CASCADE_ARCHIVE: "KEEP",
  ENVIRONMENT_RESET: "KEEP",
  DELETE: "DELETE",
  CASCADE_DELETE: "DELETE",
  WORKSPACE_DELETE: "DELETE",
  QUICK_CHAT_EXPIRE: "DELETE",
  AUTOMATION_RETENTION: "DELETE",
};

export function storedPolicyOf(workspace: Pick<Workspace, "policy">): StoredPolicy {
  return storedSchema.parse(JSON.parse(workspace.policy));
}

/** The policy in force. Asked in the transaction that acts by it, and stored with the job that it decides about. */
export function policyOf(config: Pick<Config, "stopGraceMs" | "rebuildable">, workspace: Pick<Workspace, "policy">): WorkspacePolicy {
  const stored = storedPolicyOf(workspace);
  return {
    branchPolicies: { ...BRANCH_POLICIES, ...stored.branchPolicies },
    rebuildable: stored.rebuildable ?? [...DEFAULT_REBUILDABLE, ...config.rebuildable.map((name) => ({ name, sign: [] }))],
    stopGraceMs: stored.stopGraceMs ?? config.stopGraceMs,
    sessionTimeoutMs: stored.sessionTimeoutMs ?? null,
    quickChatDays: stored.quickChatDays === undefined ? QUICK_CHAT_DAYS : stored.quickChatDays,
  };
}
