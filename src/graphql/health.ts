import { healthIssues } from "../storage/health.js";
import { builder } from "./builder.js";
import { VERSION } from "./version.js";

type Issue = Awaited<ReturnType<typeof healthIssues>>[number];

const HealthSeverity = builder.enumType("HealthSeverity", {
  description: "How much a health issue matters.",
  values: {
    INFO: { description: "Good to know." },
    WARNING: { description: "Somebody should look at it: something waits, or will." },
    CRITICAL: { description: "Something does not work." },
  },
});

const HealthIssue = builder.objectRef<Issue>("HealthIssue").implement({
  description: "Something that a person should know or do.",
  fields: (t) => ({
    id: t.exposeString("id", { description: "The same as long as the issue is the same." }),
    severity: t.expose("severity", { type: HealthSeverity, description: "How much it matters." }),
    message: t.exposeString("message", { description: "What is so." }),
    whatToDo: t.exposeString("whatToDo", { description: "What would make it go." }),
  }),
});

const Health = builder.objectRef<{ issues: Issue[] }>("Health").implement({
  description: "How the server is, looked at now.",
  fields: (t) => ({
    ok: t.boolean({
      description: "Whether there is no issue that is CRITICAL.",
      resolve: (health) => health.issues.every((issue) => issue.severity !== "CRITICAL"),
    }),
    issues: t.field({ type: [HealthIssue], description: "What a person should know or do.", resolve: (health) => health.issues }),
    version: t.string({ description: "The server's version.", resolve: () => VERSION }),
    rootPath: t.string({
      description: "The managed root: everything that Treekeeper makes and reclaims lies below.",
      resolve: (_health, _args, { core }) => core.root.path,
    }),
    rootConfirmed: t.boolean({
      description: "Whether root and database belong together. While they don't, nothing is reclaimed: a person has to confirm it first.",
      resolve: (_health, _args, { core }) => core.root.confirmed,
    }),
    instanceId: t.string({
      description: "The id that the managed root carries in its instance.json.",
      resolve: (_health, _args, { core }) => core.root.instanceId,
    }),
    generation: t.int({
      description: "How often the server has started on this root.",
      resolve: (_health, _args, { core }) => core.root.generation,
    }),
  }),
});

const Viewer = builder.objectRef<Record<never, never>>("Viewer").implement({
  description: "Whom this answers to: there is one person per server, and its token opens everything.",
  fields: (t) => ({
    instanceId: t.string({
      description: "The server's instance: the one whose managed root it holds.",
      resolve: (_viewer, _args, { core }) => core.root.instanceId,
    }),
    version: t.string({ description: "The server's version.", resolve: () => VERSION }),
    host: t.prismaField({
      type: "Host",
      description: "The host that the server runs on.",
      resolve: (query, _viewer, _args, { core }) => core.db.read.host.findUniqueOrThrow({ ...query, where: { id: core.hostId } }),
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({ type: Viewer, description: "Whom this answers to, and who answers.", resolve: () => ({}) }),
  health: t.field({
    type: Health,
    description: "How the server is: what is wrong, what waits for a person, and what to do about it.",
    resolve: async (_root, _args, { core }) => ({ issues: await healthIssues(core) }),
  }),
}));
