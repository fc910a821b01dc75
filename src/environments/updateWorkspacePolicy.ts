import type { Core } from "../core.js";
import { enterWorkspace } from "../db/barrier.js";
import type { BranchPolicy, CleanupTrigger } from "../db/generated/enums.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { InvalidInputError } from "../errors.js";
import { LONGEST_GRACE_MS } from "./held.js";
import { requireLine } from "./input.js";
import { type StoredPolicy, storedPolicyOf } from "./workspacePolicy.js";

/** What is not given stays as it is; null brings the default back, except where null is a value of its own. */
export interface UpdateWorkspacePolicyInput {
  workspaceId: string;
  /** The triggers that are named change; null for all of them: the defaults. */
  branchPolicies?: readonly { trigger: CleanupTrigger; branchPolicy?: BranchPolicy | null | undefined }[] | null | undefined;
  /** The whole list. */
  rebuildable?: readonly { name: string; sign?: readonly string[] | null | undefined }[] | null | undefined;
  stopGraceMs?: number | null | undefined;
  /** Null: off, the default. */
  sessionTimeoutMs?: number | null | undefined;
  /** Null: never. */
  quickChatDays?: number | null | undefined;
  operationId?: string | null | undefined;
}

const MAX_RULES = 200;
const MAX_SIGNS = 20;
const MAX_NAME_CHARS = 200;
/** Below a minute a busy agent would be lost while it thinks; the upper end is what GraphQL's Int can say. */
const SESSION_TIMEOUT_MS = { min: 60_000, max: 2_147_483_647 };
const QUICK_CHAT_DAYS = { min: 1, max: 3_650 };

/**
 * Changes what a workspace decides for itself. Jobs that are made already keep what was in force when they were made.
 * Throws InvalidInputError, NotFoundError, WorkspaceDeletedError, OperationConflictError.
 */
export async function updateWorkspacePolicy(core: Core, input: UpdateWorkspacePolicyInput): Promise<{ workspaceId: string }> {
  const workspaceId = requireId("workspace", input.workspaceId, "input.workspaceId");
  const change = changeOf(input);
  // As pairs: here a null that was said is not the same as nothing said.
  const op = { operationId: input.operationId, name: "updateWorkspacePolicy", input: { workspaceId, change: Object.entries(change) } };
  return operate(core.db, core.clock, op, async (tx) => {
    const workspace = await enterWorkspace(tx, workspaceId);
    const policy = JSON.stringify(applied(storedPolicyOf(workspace), change));
    await tx.workspace.update({ where: { id: workspaceId }, data: { policy } });
    return { workspaceId };
  });
}

/** What was said, and can be used; only the fields that were given. */
interface PolicyChange {
  branchPolicies?: { trigger: CleanupTrigger; branchPolicy: BranchPolicy | null }[] | null;
  rebuildable?: { name: string; sign: string[] }[] | null;
  stopGraceMs?: number | null;
  sessionTimeoutMs?: number | null;
  quickChatDays?: number | null;
}

function changeOf(input: UpdateWorkspacePolicyInput): PolicyChange {
  const change: PolicyChange = {};
  const { branchPolicies, rebuildable, stopGraceMs, sessionTimeoutMs, quickChatDays } = input;
  if (branchPolicies !== undefined) change.branchPolicies = branchPolicies === null ? null : branchPolicies.map(branchPolicyOf);
  if (rebuildable !== undefined) change.rebuildable = rebuildable === null ? null : rulesOf(rebuildable);
  if (stopGraceMs !== undefined) change.stopGraceMs = within("input.stopGraceMs", stopGraceMs, { min: 0, max: LONGEST_GRACE_MS });
  if (sessionTimeoutMs !== undefined) change.sessionTimeoutMs = within("input.sessionTimeoutMs", sessionTimeoutMs, SESSION_TIMEOUT_MS);
  if (quickChatDays !== undefined) change.quickChatDays = within("input.quickChatDays", quickChatDays, QUICK_CHAT_DAYS);
  if (Object.keys(change).length === 0) throw new InvalidInputError("input", "Say what to change.");
  return change;
}

type BranchPolicyLine = NonNullable<UpdateWorkspacePolicyInput["branchPolicies"]>[number];

function branchPolicyOf(line: BranchPolicyLine, index: number, lines: readonly BranchPolicyLine[]) {
  if (lines.findIndex((other) => other.trigger === line.trigger) !== index)
    throw new InvalidInputError(`input.branchPolicies.${index}.trigger`, `The trigger ${line.trigger} is named twice.`);
  return { trigger: line.trigger, branchPolicy: line.branchPolicy ?? null };
}

function rulesOf(lines: NonNullable<UpdateWorkspacePolicyInput["rebuildable"]>): { name: string; sign: string[] }[] {
  if (lines.length > MAX_RULES) throw new InvalidInputError("input.rebuildable", `At most ${MAX_RULES} names.`);
  const rules = lines.map((line, index) => {
    const field = `input.rebuildable.${index}`;
    const name = pathInside(`${field}.name`, line.name);
    const signs = line.sign ?? [];
    if (signs.length > MAX_SIGNS) throw new InvalidInputError(`${field}.sign`, `At most ${MAX_SIGNS} signs.`);
    return { name, sign: signs.map((sign, at) => signOf(`${field}.sign.${at}`, sign)) };
  });
  const twice = rules.findIndex((rule, index) => rules.findIndex((other) => other.name === rule.name) !== index);
  if (twice !== -1) throw new InvalidInputError(`input.rebuildable.${twice}.name`, `The name ${rules[twice]?.name} is there twice.`);
  return rules;
}

/** A file in the directory; or "only:" and an ending: nothing but such files. */
function signOf(field: string, sign: string): string {
  if (!sign.startsWith("only:")) return pathInside(field, sign);
  const ending = sign.slice("only:".length);
  if (!/^\.[^/\0\s]{1,20}$/.test(ending))
    throw new InvalidInputError(field, 'After "only:" comes the ending of the files, like "only:.pyc".');
  return sign;
}

/** A name, or a relative path with "/": it must not lead out, nor into git's own directory. */
function pathInside(field: string, text: string): string {
  const path = requireLine(field, text, { max: MAX_NAME_CHARS });
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..") || parts.some((part) => part.toLowerCase() === ".git"))
    throw new InvalidInputError(field, 'Give a name or a path inside the worktree, like "node_modules" or "web/dist".');
  return path;
}

function within(field: string, value: number | null, { min, max }: { min: number; max: number }): number | null {
  if (value !== null && (!Number.isInteger(value) || value < min || value > max))
    throw new InvalidInputError(field, `This is a whole number from ${min} to ${max}, or null.`);
  return value;
}

function applied(stored: StoredPolicy, change: PolicyChange): StoredPolicy {
  const next: StoredPolicy = { ...stored };
  if (change.branchPolicies === null) delete next.branchPolicies;
  for (const { trigger, branchPolicy } of change.branchPolicies ?? []) {
    const { [trigger]: _, ...others } = next.branchPolicies ?? {};
    next.branchPolicies = branchPolicy === null ? others : { ...others, [trigger]: branchPolicy };
  }
  if (change.rebuildable === null) delete next.rebuildable;
  else if (change.rebuildable !== undefined) next.rebuildable = change.rebuildable;
  if (change.stopGraceMs === null) delete next.stopGraceMs;
  else if (change.stopGraceMs !== undefined) next.stopGraceMs = change.stopGraceMs;
  if (change.sessionTimeoutMs !== undefined) next.sessionTimeoutMs = change.sessionTimeoutMs;
  if (change.quickChatDays !== undefined) next.quickChatDays = change.quickChatDays;
  return next;
}
