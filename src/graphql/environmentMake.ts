import { type AddWorktreeResult, addWorktree } from "../environments/addWorktree.js";
import { createEnvironment } from "../environments/create.js";
import { retryEnvironment } from "../environments/retry.js";
import {
  BranchRefusedError,
  CleanupInProgressError,
  EnvironmentBusyError,
  RefNotFoundError,
  RepositoryMissingError,
  RootUnavailableError,
  TaskArchivedError,
} from "../errors.js";
import { builder } from "./builder.js";
import { given } from "./input.js";
import { GONE_SINCE, OPERATION_ID } from "./words.js";

const EnvironmentSlotInput = builder.inputType("EnvironmentSlotInput", {
  description: "One worktree of a new environment.",
  fields: (t) => ({
    repositoryId: t.id({ required: true, description: "The repository, registered in the task's workspace." }),
    slot: t.string({
      description:
        "Its place in the environment, unique in it: the first part of the directory's name. Made from the repository's name when not given.",
    }),
    baseRef: t.string({
      description:
        "What to start from: a branch, a tag, a remote branch, a commit. The repository's default branch when not given. Not together with `existingBranch`.",
    }),
    branch: t.string({
      description: "The name of the new branch. Made from the task's title when not given. Not together with `existingBranch`.",
    }),
    existingBranch: t.string({ description: "A branch that exists, to be checked out as it is. A cleanup never deletes it." }),
    fetch: t.boolean({ description: "Fetch the repository's remotes first. False when not given." }),
    copyFiles: t.stringList({
      description:
        "Globs of files to copy from the repository's main checkout (an .env): real files only, never over one that is there. An unchanged copy does not count as unsaved work.",
    }),
  }),
});

const CreateEnvironmentInput = builder.inputType("CreateEnvironmentInput", {
  description: "A new environment.",
  fields: (t) => ({
    taskId: t.id({ required: true, description: "The task that will own it: not archived." }),
    slots: t.field({ type: [EnvironmentSlotInput], required: true, description: "Its worktrees, at least one." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const CreateEnvironmentPayload = builder.objectRef<{ environmentId: string }>("CreateEnvironmentPayload").implement({
  description:
    "The environment is reserved, with its final paths and branches: PROVISIONING. Follow the making with `environmentProgress`.",
  fields: (t) => ({
    environmentId: t.exposeID("environmentId", { description: "The new environment's id." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: `The new environment. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) =>
        context.core.db.read.environment.findUnique({ ...query, where: { id: payload.environmentId } }),
    }),
  }),
});

builder.mutationField("createEnvironment", (t) =>
  t.field({
    type: CreateEnvironmentPayload,
    description:
      "Reserves an environment and answers at once; its worktrees are made then. A worktree that can't be made is FAILED with the reason, the others stay: see `retryEnvironment`.",
    args: { input: t.arg({ type: CreateEnvironmentInput, required: true, description: "What to make." }) },
    errors: { types: [TaskArchivedError, RepositoryMissingError, RefNotFoundError, BranchRefusedError, RootUnavailableError] },
    resolve: (_root, { input }, context) => createEnvironment(context.core, given(input)),
  }),
);

const RetryEnvironmentInput = builder.inputType("RetryEnvironmentInput", {
  description: "An environment of which something could not be made.",
  fields: (t) => ({
    environmentId: t.id({ required: true, description: "The environment, FAILED." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const RetryEnvironmentPayload = builder.objectRef<{ environmentId: string }>("RetryEnvironmentPayload").implement({
  description: "The environment is being made again: follow it with `environmentProgress`.",
  fields: (t) => ({
    environmentId: t.exposeID("environmentId", { description: "The environment's id." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: `The environment as it is now. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) =>
        context.core.db.read.environment.findUnique({ ...query, where: { id: payload.environmentId } }),
    }),
  }),
});

builder.mutationField("retryEnvironment", (t) =>
  t.field({
    type: RetryEnvironmentPayload,
    description: "Makes what is FAILED again, and keeps what is READY.",
    args: { input: t.arg({ type: RetryEnvironmentInput, required: true, description: "What to make again." }) },
    errors: { types: [TaskArchivedError, CleanupInProgressError, EnvironmentBusyError, BranchRefusedError, RootUnavailableError] },
    resolve: (_root, { input }, context) => retryEnvironment(context.core, given(input)),
  }),
);

const AddWorktreeInput = builder.inputType("AddWorktreeInput", {
  description: "One more worktree for an environment that is there.",
  fields: (t) => ({
    environmentId: t.id({ required: true, description: "The environment, READY." }),
    slot: t.field({ type: EnvironmentSlotInput, required: true, description: "The worktree: its slot is a new one of the environment." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const AddWorktreePayload = builder.objectRef<AddWorktreeResult>("AddWorktreePayload").implement({
  description:
    "The worktree is reserved, with its final path and branch; the environment is PROVISIONING until it is made. Follow that with `environmentProgress`.",
  fields: (t) => ({
    worktreeId: t.exposeID("worktreeId", { description: "The new worktree's id." }),
    worktree: t.prismaField({
      type: "Worktree",
      nullable: true,
      description: `The new worktree. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) =>
        context.core.db.read.worktree.findUnique({ ...query, where: { id: payload.worktreeId } }),
    }),
    environmentId: t.exposeID("environmentId", { description: "The environment's id." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: `The environment as it is now. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) =>
        context.core.db.read.environment.findUnique({ ...query, where: { id: payload.environmentId } }),
    }),
  }),
});

builder.mutationField("addWorktree", (t) =>
  t.field({
    type: AddWorktreePayload,
    description:
      "Reserves one more slot in an environment that is READY, also while sessions work in it, and answers at once; what is there already is not touched. If it can't be made the environment is FAILED with the reason: see `retryEnvironment`.",
    args: { input: t.arg({ type: AddWorktreeInput, required: true, description: "What to add, and where." }) },
    errors: {
      types: [
        TaskArchivedError,
        CleanupInProgressError,
        EnvironmentBusyError,
        RepositoryMissingError,
        RefNotFoundError,
        BranchRefusedError,
        RootUnavailableError,
      ],
    },
    resolve: (_root, { input }, context) => addWorktree(context.core, given(input)),
  }),
);
