import { WorkspaceDeletedError } from "../errors.js";
import { expireQuickChats } from "../lifecycle/quickChat.js";
import { builder } from "./builder.js";
import { given } from "./input.js";
import { jobsShown, MORE_JOBS } from "./jobsShown.js";
import { OPERATION_ID } from "./words.js";

const ExpireQuickChatsInput = builder.inputType("ExpireQuickChatsInput", {
  description: "Which quick chats to look at.",
  fields: (t) => ({
    workspaceId: t.id({ description: "Those of this workspace. Of all when not given." }),
    operationId: t.string({ description: OPERATION_ID }),
  }),
});

type Expired = Awaited<ReturnType<typeof expireQuickChats>>;

const QuickChatFailure = builder.objectRef<Expired["failures"][number]>("QuickChatFailure").implement({
  description: "A quick chat that could not be expired. It is as it was, and the next run tries it again.",
  fields: (t) => ({
    taskId: t.exposeID("taskId", { description: "The quick chat's task." }),
    message: t.exposeString("message", { description: "Why not, in one sentence." }),
  }),
});

const ExpireQuickChatsPayload = builder.objectRef<Expired>("ExpireQuickChatsPayload").implement({
  description: "What was quiet for long enough and used by nobody is deleted, each by itself.",
  fields: (t) => ({
    operationId: t.exposeString("operationId", { description: "The operation's id: the one that was given, or one that was made." }),
    expired: t.exposeIDList("expired", { description: "The tasks that were deleted." }),
    jobs: t.prismaField({
      type: ["CleanupJob"],
      description: `One job for each environment that is to be reclaimed; ${MORE_JOBS}.`,
      resolve: (query, payload, _args, context) => jobsShown(context, query, payload.jobIds),
    }),
    jobsTotal: t.int({ description: "How many jobs were made.", resolve: (payload) => payload.jobIds.length }),
    failures: t.field({
      type: [QuickChatFailure],
      description: "Those that could not be deleted; the others were, all the same. Said again, the operation tries these again.",
      resolve: (payload) => payload.failures,
    }),
    more: t.exposeBoolean("more", { description: "Whether there are more: one call looks at 500. Call again, with another operation id." }),
  }),
});

builder.mutationField("expireQuickChats", (t) =>
  t.field({
    type: ExpireQuickChatsPayload,
    description:
      "Deletes the active quick chats in which nothing happened for as many days as their workspace's policy says (`quickChatDays`), and that nobody uses: no live session in them, and nobody in their environments. The server does it by itself at every start and daily; this is for those who schedule themselves. Unlike other mutations it commits each in a transaction of its own.",
    args: { input: t.arg({ type: ExpireQuickChatsInput, required: true, description: "Which ones." }) },
    errors: { types: [WorkspaceDeletedError] },
    resolve: (_root, { input }, context) => expireQuickChats(context.core, given(input)),
  }),
);
