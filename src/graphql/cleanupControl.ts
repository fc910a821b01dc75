import { cancelCleanupJob, retryCleanupJob } from "../cleanup/control.js";
import { StateError } from "../errors.js";
import { builder } from "./builder.js";
import { given } from "./input.js";
import { OPERATION_ID } from "./words.js";

const RetryCleanupJobInput = builder.inputType("RetryCleanupJobInput", {
  description: "A cleanup job to be taken up again.",
  fields: (t) => ({
    jobId: t.id({ required: true, description: "The job: FAILED or CANCELLED." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const RetryCleanupJobPayload = builder.objectRef<{ jobId: string }>("RetryCleanupJobPayload").implement({
  description: "The job is due again. Only what is unfinished of it is done.",
  fields: (t) => ({
    jobId: t.exposeID("jobId", { description: "The job's id." }),
    job: t.prismaField({
      type: "CleanupJob",
      nullable: true,
      description: "The job as it is now.",
      resolve: (query, payload, _args, context) => context.core.db.read.cleanupJob.findUnique({ ...query, where: { id: payload.jobId } }),
    }),
  }),
});

builder.mutationField("retryCleanupJob", (t) =>
  t.field({
    type: RetryCleanupJobPayload,
    description: "Takes a cleanup job up again that is FAILED or CANCELLED, with all its attempts.",
    args: { input: t.arg({ type: RetryCleanupJobInput, required: true, description: "Which job." }) },
    errors: { types: [StateError] },
    resolve: (_root, { input }, context) => retryCleanupJob(context.core, given(input)),
  }),
);

const CancelCleanupJobInput = builder.inputType("CancelCleanupJobInput", {
  description: "A cleanup job to be parked.",
  fields: (t) => ({
    jobId: t.id({ required: true, description: "The job: one that has not ended." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const CancelCleanupJobPayload = builder.objectRef<{ jobId: string }>("CancelCleanupJobPayload").implement({
  description: "The job is parked: a step that is running comes to its end, no other one begins.",
  fields: (t) => ({
    jobId: t.exposeID("jobId", { description: "The job's id." }),
    job: t.prismaField({
      type: "CleanupJob",
      nullable: true,
      description: "The job as it is now.",
      resolve: (query, payload, _args, context) => context.core.db.read.cleanupJob.findUnique({ ...query, where: { id: payload.jobId } }),
    }),
  }),
});

builder.mutationField("cancelCleanupJob", (t) =>
  t.field({
    type: CancelCleanupJobPayload,
    description:
      "Parks a cleanup job. Its environment stays the job's until `retryCleanupJob`, an unarchive of the task, or a later end of it.",
    args: { input: t.arg({ type: CancelCleanupJobInput, required: true, description: "Which job." }) },
    errors: { types: [StateError] },
    resolve: (_root, { input }, context) => cancelCleanupJob(context.core, given(input)),
  }),
);
