import { builder } from "./builder.js";
import { BranchPolicy } from "./enums.js";
import { BRANCH_POLICY } from "./words.js";

const PreviewArchiveTask = builder.inputType("PreviewArchiveTask", {
  description: "What `archiveTask` would be given.",
  fields: (t) => ({
    taskId: t.id({ required: true, description: "The task." }),
    cascade: t.boolean({ description: "Everything below it too. False when not given." }),
    branchPolicy: t.field({ type: BranchPolicy, description: `${BRANCH_POLICY} The default of \`archiveTask\` when not given.` }),
  }),
});

const PreviewDeleteTask = builder.inputType("PreviewDeleteTask", {
  description: "What `deleteTask` would be given.",
  fields: (t) => ({
    taskId: t.id({ required: true, description: "The task." }),
    cascade: t.boolean({ description: "Everything below it too, archived or not. False when not given." }),
    branchPolicy: t.field({ type: BranchPolicy, description: `${BRANCH_POLICY} The default of \`deleteTask\` when not given.` }),
  }),
});

const PreviewDeleteWorkspace = builder.inputType("PreviewDeleteWorkspace", {
  description: "What `deleteWorkspace` would be given, without the name that confirms it.",
  fields: (t) => ({
    workspaceId: t.id({ required: true, description: "The workspace." }),
    branchPolicy: t.field({ type: BranchPolicy, description: `${BRANCH_POLICY} The default of \`deleteWorkspace\` when not given.` }),
  }),
});

const PreviewResetEnvironment = builder.inputType("PreviewResetEnvironment", {
  description: "What `resetEnvironment` would be given.",
  fields: (t) => ({
    environmentId: t.id({ required: true, description: "The environment." }),
    pushFirst: t.boolean({ description: "Push every repository's branch first. False when not given." }),
    materialise: t.boolean({ description: "Make it again when it is torn down. False when not given." }),
    stopSessions: t.boolean({ description: "Ask the sessions that use it to stop. Without it what is in use is an EnvironmentHeldError." }),
    branchPolicy: t.field({ type: BranchPolicy, description: `${BRANCH_POLICY} The default of \`resetEnvironment\` when not given.` }),
  }),
});

const PreviewExpireQuickChats = builder.inputType("PreviewExpireQuickChats", {
  description: "What `expireQuickChats` would be given.",
  fields: (t) => ({
    workspaceId: t.id({ description: "The quick chats of this workspace. Of all when not given." }),
  }),
});

/** The endings that can be asked about: each as its mutation takes it. */
export const CleanupPreviewInput = builder.inputType("CleanupPreviewInput", {
  description: "The ending that is asked about: exactly one.",
  isOneOf: true,
  fields: (t) => ({
    archiveTask: t.field({ type: PreviewArchiveTask, description: "A task would be archived, with or without what is below it." }),
    deleteTask: t.field({ type: PreviewDeleteTask, description: "A task would be deleted, with or without what is below it." }),
    deleteWorkspace: t.field({ type: PreviewDeleteWorkspace, description: "A workspace would be deleted, with all its tasks." }),
    resetEnvironment: t.field({ type: PreviewResetEnvironment, description: "An environment would be torn down, and its task go on." }),
    expireQuickChats: t.field({
      type: PreviewExpireQuickChats,
      description: "Quick chats that have been quiet for long would be deleted.",
    }),
  }),
});
