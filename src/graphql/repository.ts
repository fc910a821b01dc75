import { registerRepository, unregisterRepository } from "../environments/repositories.js";
import { CleanupInProgressError, RepositoryRefusedError, StateError, WorkspaceDeletedError } from "../errors.js";
import { builder } from "./builder.js";
import { connectionOf } from "./connection.js";
import { given } from "./input.js";
import { byCreation } from "./order.js";
import { GONE_SINCE, OPERATION_ID } from "./words.js";

export const Repository = builder.prismaNode("Repository", {
  description:
    "A git repository on the host's disk that worktrees are made from. It is never removed, and nothing of it is deleted that Treekeeper did not make.",
  id: { field: "id", description: "Its id: repo_…" },
  fields: (t) => ({
    workspace: t.relation("workspace", { description: "The workspace it is registered in." }),
    host: t.relation("host", { description: "The host on whose disk it lies." }),
    name: t.exposeString("name", { description: "What people call it. The default slot of its worktrees is made from it." }),
    commonDir: t.exposeString("commonDir", {
      description: "Canonical path of its common directory: the .git of the main checkout, or the bare repository itself.",
    }),
    checkoutPath: t.exposeString("checkoutPath", { nullable: true, description: "Its main checkout. Null for a bare repository." }),
    defaultBranch: t.exposeString("defaultBranch", {
      nullable: true,
      description: "The branch that worktrees start from when no base ref is given. Null when its HEAD is detached.",
    }),
    runHooks: t.exposeBoolean("runHooks", { description: "Whether the repository's own hooks run when worktrees are made." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was registered." }),
  }),
});

export const RepositoryConnection = connectionOf(Repository, "Repository", "repositories");

/** How repositories are listed under a parent. */
export const REPOSITORIES = { table: "Repository", order: byCreation("repository") } as const;

const RegisterRepositoryInput = builder.inputType("RegisterRepositoryInput", {
  description: "A repository to make worktrees from.",
  fields: (t) => ({
    workspaceId: t.id({ required: true, description: "The workspace to register it in." }),
    path: t.string({
      required: true,
      description:
        "Absolute path on the host: a checkout, a bare repository, or a linked worktree, which is resolved to the repository it belongs to.",
    }),
    name: t.string({ description: "What people call it. The directory's name when not given." }),
    runHooks: t.boolean({ description: "Whether the repository's own hooks run when worktrees are made. False when not given." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const RegisterRepositoryPayload = builder.objectRef<{ repositoryId: string }>("RegisterRepositoryPayload").implement({
  description: "The repository is registered. One that was registered in the workspace before is answered as it is.",
  fields: (t) => ({
    repositoryId: t.exposeID("repositoryId", { description: "The repository's id." }),
    repository: t.prismaField({
      type: "Repository",
      nullable: true,
      description: `The repository. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) =>
        context.core.db.read.repository.findUnique({ ...query, where: { id: payload.repositoryId } }),
    }),
  }),
});

builder.mutationField("registerRepository", (t) =>
  t.field({
    type: RegisterRepositoryPayload,
    description: "Registers a git repository by its path. Writes a marker into its common directory, and nothing else.",
    args: { input: t.arg({ type: RegisterRepositoryInput, required: true, description: "What to register." }) },
    errors: { types: [RepositoryRefusedError, WorkspaceDeletedError] },
    resolve: (_root, { input }, context) => registerRepository(context.core, given(input)),
  }),
);

const UnregisterRepositoryInput = builder.inputType("UnregisterRepositoryInput", {
  description: "A repository that is not needed any more.",
  fields: (t) => ({
    repositoryId: t.id({ required: true, description: "The repository to forget." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const UnregisterRepositoryPayload = builder.objectRef<{ repositoryId: string }>("UnregisterRepositoryPayload").implement({
  description: "The repository is not registered any more.",
  fields: (t) => ({
    repositoryId: t.exposeID("repositoryId", { description: "The id it had." }),
  }),
});

builder.mutationField("unregisterRepository", (t) =>
  t.field({
    type: UnregisterRepositoryPayload,
    description:
      "Forgets a repository. The repository itself is not touched. Refused while worktrees, quarantine entries or unfinished cleanup jobs refer to it.",
    args: { input: t.arg({ type: UnregisterRepositoryInput, required: true, description: "What to forget." }) },
    errors: { types: [CleanupInProgressError, StateError, WorkspaceDeletedError] },
    resolve: (_root, { input }, context) => unregisterRepository(context.core, given(input)),
  }),
);
