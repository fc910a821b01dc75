import { CleanupInProgressError, EnvironmentBusyError, TaskArchivedError } from "../errors.js";
import { type TransferEnvironmentResult, transferEnvironment } from "../lifecycle/transfer.js";
import { builder } from "./builder.js";
import { given } from "./input.js";
import { rowOf } from "./load.js";
import { GONE_SINCE, OPERATION_ID } from "./words.js";

const TransferEnvironmentInput = builder.inputType("TransferEnvironmentInput", {
  description: "An environment that another task is to own.",
  fields: (t) => ({
    environmentId: t.id({ required: true, description: "The environment." }),
    toTaskId: t.id({ required: true, description: "Its new owner: a task of the same workspace, not archived." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const TransferEnvironmentPayload = builder.objectRef<TransferEnvironmentResult>("TransferEnvironmentPayload").implement({
  description:
    "The environment belongs to the other task, as it was: nothing on disk was touched. Sessions of the old owner that use it are its borrowers now.",
  fields: (t) => ({
    operationId: t.exposeString("operationId", { description: "The operation's id: the one that was given, or one that was made." }),
    environmentId: t.exposeID("environmentId", { description: "The environment's id." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: `The environment as it is now. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) =>
        context.core.db.read.environment.findUnique({ ...query, where: { id: payload.environmentId } }),
    }),
    fromTaskId: t.exposeID("fromTaskId", { description: "The task that owned it." }),
    toTaskId: t.exposeID("toTaskId", { description: "The task that owns it now." }),
    supersededJob: t.prismaField({
      type: "CleanupJob",
      nullable: true,
      description: "The cleanup of the old owner's that this ended before it had begun. Null when there was none.",
      resolve: (query, payload, _args, context, info) =>
        rowOf(context, info, payload.supersededJobId, (where) => context.core.db.read.cleanupJob.findMany({ ...query, where })),
    }),
  }),
});

builder.mutationField("transferEnvironment", (t) =>
  t.field({
    type: TransferEnvironmentPayload,
    description:
      "Hands an environment to another task of the workspace: from then on that task's end reclaims it, and the old owner's does not. An archived task's environment can be saved so as long as no step of its cleanup has begun; after that it is a CleanupInProgressError.",
    args: { input: t.arg({ type: TransferEnvironmentInput, required: true, description: "What to hand over, and to whom." }) },
    errors: { types: [TaskArchivedError, CleanupInProgressError, EnvironmentBusyError] },
    resolve: (_root, { input }, context) => transferEnvironment(context.core, given(input)),
  }),
);
