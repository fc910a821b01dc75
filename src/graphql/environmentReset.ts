import { CleanupInProgressError, EnvironmentBusyError, EnvironmentHeldError, RootUnavailableError, TaskArchivedError } from "../errors.js";
import { type ResetEnvironmentResult, resetEnvironment } from "../lifecycle/reset.js";
import { builder } from "./builder.js";
import { BranchPolicy } from "./enums.js";
import { given } from "./input.js";
import { rowOf } from "./load.js";
import { BRANCH_POLICY, GONE_SINCE, OPERATION_ID } from "./words.js";

const ResetEnvironmentInput = builder.inputType("ResetEnvironmentInput", {
  description: "An environment that is to begin again.",
  fields: (t) => ({
    environmentId: t.id({ required: true, description: "The environment: READY, FAILED, EMPTY or QUARANTINED. Its task is not archived." }),
    pushFirst: t.boolean({
      description:
        "Push every repository's branch first, to the remote that git itself would push it to, under its own name, never by force. Any failure stops the job before anything moves; a retry pushes again. False when not given.",
    }),
    materialise: t.boolean({
      description: "Make it again when it is torn down: a new directory, on the same branches. False when not given: it stays EMPTY.",
    }),
    stopSessions: t.boolean({
      description:
        "Ask the sessions that use it to stop, borrowers too, and wait for them. Without it a reset of what is in use is an EnvironmentHeldError.",
    }),
    branchPolicy: t.field({
      type: BranchPolicy,
      description: `${BRANCH_POLICY} What the workspace's policy says for ENVIRONMENT_RESET when not given: KEEP, unless it was changed.`,
    }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const ResetEnvironmentPayload = builder.objectRef<ResetEnvironmentResult>("ResetEnvironmentPayload").implement({
  description: "The reset is written down, and goes on by itself.",
  fields: (t) => ({
    operationId: t.exposeString("operationId", { description: "The operation's id: the one that was given, or one that was made." }),
    environmentId: t.exposeID("environmentId", { description: "The environment's id: the same afterwards." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: `The environment as it is now. ${GONE_SINCE}`,
      resolve: (query, payload, _args, context) =>
        context.core.db.read.environment.findUnique({ ...query, where: { id: payload.environmentId } }),
    }),
    job: t.prismaField({
      type: "CleanupJob",
      nullable: true,
      description:
        "The job that tears it down. Null where there was nothing to tear down: then it is being made, if that was asked for, or left as it is.",
      resolve: (query, payload, _args, context, info) =>
        rowOf(context, info, payload.jobId, (where) => context.core.db.read.cleanupJob.findMany({ ...query, where })),
    }),
  }),
});

builder.mutationField("resetEnvironment", (t) =>
  t.field({
    type: ResetEnvironmentPayload,
    description:
      "Tears an environment down and, when asked, makes it afresh; its task goes on. What is provably clean goes, anything else is moved to quarantine whole. A durable job with progress. As long as nothing of it has begun, `cancelCleanupJob` calls it off.",
    args: { input: t.arg({ type: ResetEnvironmentInput, required: true, description: "What to reset, and how." }) },
    errors: { types: [TaskArchivedError, EnvironmentHeldError, CleanupInProgressError, EnvironmentBusyError, RootUnavailableError] },
    resolve: (_root, { input }, context) => resetEnvironment(context.core, given(input)),
  }),
);
