import { WorkspaceDeletedError } from "../errors.js";
import { deleteWorkspace } from "../lifecycle/deleteWorkspace.js";
import { builder } from "./builder.js";
import { BranchPolicy } from "./enums.js";
import { given } from "./input.js";
import { jobsShown, MORE_JOBS } from "./jobsShown.js";
import { BRANCH_POLICY, OPERATION_ID } from "./words.js";

const DeleteWorkspaceInput = builder.inputType("DeleteWorkspaceInput", {
  description: "A workspace that is not needed any more.",
  fields: (t) => ({
    workspaceId: t.id({ required: true, description: "The workspace to delete." }),
    confirmName: t.string({ required: true, description: "Its name, repeated exactly: an InvalidInputError when it is another." }),
    branchPolicy: t.field({
      type: BranchPolicy,
      description: `${BRANCH_POLICY} What the workspace's policy says for WORKSPACE_DELETE when not given: DELETE, unless it was changed.`,
    }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const DeleteWorkspacePayload = builder.objectRef<Awaited<ReturnType<typeof deleteWorkspace>>>("DeleteWorkspacePayload").implement({
  description:
    "The workspace and its tasks are gone, and the jobs that reclaim their environments are made: all of it was committed together. Follow them with `cleanupActivity`.",
  fields: (t) => ({
    operationId: t.exposeString("operationId", { description: "The operation's id: the one that was given, or one that was made." }),
    workspaceId: t.exposeID("workspaceId", {
      description: "The workspace's id: its jobs, events, entries and rescues stay readable by it.",
    }),
    workspace: t.prismaField({
      type: "Workspace",
      description: "The workspace as it is now, with `deletedAt`.",
      resolve: (query, payload, _args, context) =>
        context.core.db.read.workspace.findUniqueOrThrow({ ...query, where: { id: payload.workspaceId } }),
    }),
    tasksTotal: t.int({ description: "How many tasks went with it.", resolve: (payload) => payload.taskIds.length }),
    jobs: t.prismaField({
      type: ["CleanupJob"],
      description: `One job for each environment that is to be reclaimed; ${MORE_JOBS}.`,
      resolve: (query, payload, _args, context) => jobsShown(context, query, payload.jobIds),
    }),
    jobsTotal: t.int({ description: "How many jobs were made.", resolve: (payload) => payload.jobIds.length }),
  }),
});

builder.mutationField("deleteWorkspace", (t) =>
  t.field({
    type: DeleteWorkspacePayload,
    description:
      "Deletes a workspace with every task of every kind, in one transaction, and reclaims their environments: what is provably clean goes, anything else is moved to quarantine whole. Live sessions are asked to stop. From then on nothing can be made in it; its repositories are unregistered, never touched, and can be registered elsewhere.",
    args: { input: t.arg({ type: DeleteWorkspaceInput, required: true, description: "What to delete, confirmed by its name." }) },
    errors: { types: [WorkspaceDeletedError] },
    resolve: (_root, { input }, context) => deleteWorkspace(context.core, given(input)),
  }),
);
