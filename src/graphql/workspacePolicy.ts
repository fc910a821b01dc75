import { CleanupTrigger as TRIGGERS } from "../db/generated/enums.js";
import { updateWorkspacePolicy } from "../environments/updateWorkspacePolicy.js";
import type { WorkspacePolicy as Policy } from "../environments/workspacePolicy.js";
import { WorkspaceDeletedError } from "../errors.js";
import { builder } from "./builder.js";
import { BranchPolicy, CleanupTrigger } from "./enums.js";
import { givenOrNull } from "./input.js";
import { OPERATION_ID } from "./words.js";

const NAME =
  'The directory\'s name, like "node_modules", wherever it lies in the worktree; with a "/" its whole path in it, like "web/dist".';
const SIGN =
  'What only its maker leaves in it: any one of these files proves it, as paths inside, like ".package-lock.json" (a CACHEDIR.TAG has to hold its signature); or "only:" and an ending, like "only:.pyc": nothing but such files.';

type RuleRow = { readonly name: string; readonly sign: readonly string[] };

export const RebuildableRule = builder.objectRef<RuleRow>("RebuildableRule").implement({
  description:
    "A directory that its maker makes again: ignored by git, with its maker's sign, and without an .env, it does not keep a worktree from being clean.",
  fields: (t) => ({
    name: t.exposeString("name", { description: NAME }),
    sign: t.field({
      type: ["String"],
      description: `${SIGN} Empty: the name alone is enough, because somebody said so.`,
      resolve: (rule) => [...rule.sign],
    }),
  }),
});

const TriggerBranchPolicy = builder
  .objectRef<{ trigger: keyof typeof TRIGGERS; branchPolicy: "DELETE" | "KEEP" }>("TriggerBranchPolicy")
  .implement({
    description: "What one trigger does with the branches that were made for its worktrees, unless the call says otherwise.",
    fields: (t) => ({
      trigger: t.expose("trigger", { type: CleanupTrigger, description: "The trigger." }),
      branchPolicy: t.expose("branchPolicy", { type: BranchPolicy, description: "What it does with branches." }),
    }),
  });

export const WorkspacePolicy = builder.objectRef<Policy>("WorkspacePolicy").implement({
  description: "What is in force in a workspace. A cleanup job keeps what was in force when it was made.",
  fields: (t) => ({
    branchPolicies: t.field({
      type: [TriggerBranchPolicy],
      description: "What each trigger does with branches: one line for every trigger.",
      resolve: (policy) => Object.values(TRIGGERS).map((trigger) => ({ trigger, branchPolicy: policy.branchPolicies[trigger] })),
    }),
    rebuildable: t.field({
      type: [RebuildableRule],
      description: "The directories that can be rebuilt: the whole list.",
      resolve: (policy) => [...policy.rebuildable],
    }),
    stopGraceMs: t.exposeInt("stopGraceMs", {
      description: "How long a session that was asked to stop still holds its environment, in milliseconds.",
    }),
    sessionTimeoutMs: t.exposeInt("sessionTimeoutMs", {
      nullable: true,
      description: "A live session without a sign of life for so many milliseconds is LOST. Null: never.",
    }),
    quickChatDays: t.exposeInt("quickChatDays", {
      nullable: true,
      description: "A quick chat in which nothing happened for so many days, and that nobody uses, expires. Null: never.",
    }),
  }),
});

const TriggerBranchPolicyInput = builder.inputType("TriggerBranchPolicyInput", {
  description: "What one trigger is to do with the branches that were made for its worktrees.",
  fields: (t) => ({
    trigger: t.field({ type: CleanupTrigger, required: true, description: "The trigger." }),
    branchPolicy: t.field({ type: BranchPolicy, description: "What it does with branches. Its default when null or not given." }),
  }),
});

const RebuildableRuleInput = builder.inputType("RebuildableRuleInput", {
  description: "A directory that its maker makes again.",
  fields: (t) => ({
    name: t.string({ required: true, description: `${NAME} Not .git, and nothing that leads out of the worktree.` }),
    sign: t.stringList({
      description: `${SIGN} Without one the name alone is enough: hand-made files in a directory of that name then go with a cleanup.`,
    }),
  }),
});

const UpdateWorkspacePolicyInput = builder.inputType("UpdateWorkspacePolicyInput", {
  description: "What to change. What is not given stays as it is; null brings the default back, where the field does not say otherwise.",
  fields: (t) => ({
    workspaceId: t.id({ required: true, description: "The workspace." }),
    branchPolicies: t.field({
      type: [TriggerBranchPolicyInput],
      description:
        "The triggers that change, each once; the others stay. Null: all as by default (DELETE for what deletes, KEEP for archives and resets).",
    }),
    rebuildable: t.field({
      type: [RebuildableRuleInput],
      description:
        "The whole list, at most 200 names, each once: read `policy.rebuildable`, add to it, give it back. Null: the known makers with their signs, and the names that the server was started with.",
    }),
    stopGraceMs: t.int({ description: "From 0 to 86400000 (a day). Null: what the server was started with (30000 by default)." }),
    sessionTimeoutMs: t.int({ description: "From 60000 (a minute) to 2147483647. Null: never, which is the default." }),
    quickChatDays: t.int({ description: "From 1 to 3650. Null: never. 7 is the default." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const UpdateWorkspacePolicyPayload = builder.objectRef<{ workspaceId: string }>("UpdateWorkspacePolicyPayload").implement({
  description: "The policy was changed.",
  fields: (t) => ({
    workspaceId: t.exposeID("workspaceId", { description: "The workspace's id." }),
    workspace: t.prismaField({
      type: "Workspace",
      description: "The workspace as it is now.",
      resolve: (query, payload, _args, context) =>
        context.core.db.read.workspace.findUniqueOrThrow({ ...query, where: { id: payload.workspaceId } }),
    }),
  }),
});

builder.mutationField("updateWorkspacePolicy", (t) =>
  t.field({
    type: UpdateWorkspacePolicyPayload,
    description:
      "Changes what a workspace decides for itself. It counts for what ends from now on; jobs keep what was in force when they were made.",
    args: { input: t.arg({ type: UpdateWorkspacePolicyInput, required: true, description: "What to change." }) },
    errors: { types: [WorkspaceDeletedError] },
    resolve: (_root, { input }, context) => updateWorkspacePolicy(context.core, givenOrNull(input)),
  }),
);
