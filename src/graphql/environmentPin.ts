import { CleanupInProgressError } from "../errors.js";
import { pinEnvironment, unpinEnvironment } from "../lifecycle/pin.js";
import { builder } from "./builder.js";
import { given } from "./input.js";
import { GONE_SINCE, OPERATION_ID } from "./words.js";

const PinEnvironmentInput = builder.inputType("PinEnvironmentInput", {
  description: "An environment that is to be kept.",
  fields: (t) => ({
    environmentId: t.id({ required: true, description: "The environment." }),
    reason: t.string({
      required: true,
      description: "Who keeps it, and what for, 1 to 500 characters: whoever waits for it reads this. Said again, it replaces the reason.",
    }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const PinEnvironmentPayload = builder.objectRef<{ environmentId: string }>("PinEnvironmentPayload").implement({
  description: "The environment is pinned: a cleanup of it waits, and says why.",
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

builder.mutationField("pinEnvironment", (t) =>
  t.field({
    type: PinEnvironmentPayload,
    description:
      "Pins an environment: whatever ends its task, its cleanup waits before anything moves, until `unpinEnvironment`. Refused once a step of a cleanup has begun.",
    args: { input: t.arg({ type: PinEnvironmentInput, required: true, description: "What to keep, and why." }) },
    errors: { types: [CleanupInProgressError] },
    resolve: (_root, { input }, context) => pinEnvironment(context.core, given(input)),
  }),
);

const UnpinEnvironmentInput = builder.inputType("UnpinEnvironmentInput", {
  description: "A pinned environment that need not be kept any more.",
  fields: (t) => ({
    environmentId: t.id({ required: true, description: "The environment, also when its task was deleted and a job still waits for it." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

const UnpinEnvironmentPayload = builder.objectRef<{ environmentId: string }>("UnpinEnvironmentPayload").implement({
  description: "The environment is not pinned. A cleanup that waited for it goes on at once.",
  fields: (t) => ({
    environmentId: t.exposeID("environmentId", { description: "The environment's id." }),
    environment: t.prismaField({
      type: "Environment",
      nullable: true,
      description: "The environment as it is now. Null when it went with its task.",
      resolve: (query, payload, _args, context) =>
        context.core.db.read.environment.findUnique({ ...query, where: { id: payload.environmentId } }),
    }),
  }),
});

builder.mutationField("unpinEnvironment", (t) =>
  t.field({
    type: UnpinEnvironmentPayload,
    description: "Takes the pin away. An environment that is not pinned stays as it is.",
    args: { input: t.arg({ type: UnpinEnvironmentInput, required: true, description: "What to unpin." }) },
    errors: {},
    resolve: (_root, { input }, context) => unpinEnvironment(context.core, given(input)),
  }),
);
