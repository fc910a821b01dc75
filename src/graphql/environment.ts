import { join } from "node:path";
import type { Session as SessionRow } from "../db/generated/client.js";
import { groupedBy } from "../db/parts.js";
import { holding } from "../environments/held.js";
import { batched } from "./batch.js";
import { builder } from "./builder.js";
import { EnvironmentStatus, RestoreSource, WorktreeStatus } from "./enums.js";

builder.prismaNode("Host", {
  description: "One machine with disks. An environment lives on one host.",
  id: { field: "id", description: "Its id: host_…" },
  fields: (t) => ({
    name: t.exposeString("name", { description: "The machine's name." }),
    rootPath: t.exposeString("rootPath", {
      description: "The managed root on it: everything that Treekeeper makes and reclaims lies below.",
    }),
    instanceId: t.exposeString("instanceId", { description: "The id that the managed root carries in its instance.json." }),
  }),
});

builder.prismaNode("Environment", {
  description: "A task's materialised workspace: one directory with one worktree per repository slot.",
  id: { field: "id", description: "Its id: env_…" },
  fields: (t) => ({
    owner: t.relation("task", { description: "The task that owns it: the only one whose end reclaims it." }),
    host: t.relation("host", { description: "The host on whose disk it lies." }),
    path: t.string({
      description: "Its directory, absolute: where it lies while it is live, and where a restore brings it back to.",
      select: { directory: true, host: { select: { rootPath: true } } },
      resolve: (environment) => join(environment.host.rootPath, "live", environment.directory),
    }),
    status: t.expose("status", { type: EnvironmentStatus, description: "Where it stands." }),
    error: t.exposeString("error", {
      nullable: true,
      description: "Why it is FAILED, in one sentence; each worktree has its own. Null otherwise.",
    }),
    pinnedReason: t.exposeString("pinnedReason", {
      nullable: true,
      description: "Why somebody pinned it: no cleanup begins on it meanwhile. Null when it is not pinned.",
    }),
    worktrees: t.relation("worktrees", {
      description: "Its worktrees, one per slot.",
      query: { orderBy: [{ createdAt: "asc" }, { slot: "asc" }] },
      complexity: { field: 1, multiplier: 3 },
    }),
    borrowers: t.prismaField({
      type: ["Session"],
      description: "The sessions of other tasks that hold it now: live ones, and stopping ones within their grace.",
      complexity: { field: 1, multiplier: 3 },
      resolve: async (query, environment, _args, context, info) => {
        const sessions = await batched<SessionRow[]>(context, info, environment.id, async (ids) => {
          const found = await context.core.db.read.session.findMany({
            ...query,
            where: { AND: [holding(context.core.clock.now()), { environmentId: { in: ids } }] },
            orderBy: [{ createdAt: "asc" }, { id: "asc" }],
          });
          return groupedBy(found, (session) => session.environmentId ?? "");
        });
        return (sessions ?? []).filter((session) => session.taskId !== environment.taskId);
      },
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was reserved." }),
    lastActivityAt: t.expose("lastActivityAt", { type: "DateTime", description: "When something last happened in it." }),
  }),
});

builder.prismaNode("Worktree", {
  description: "One slot of an environment: a git worktree of one repository.",
  id: { field: "id", description: "Its id: worktree_…" },
  fields: (t) => ({
    environment: t.relation("environment", { description: "The environment it belongs to." }),
    repository: t.relation("repository", { description: "The repository it is a worktree of." }),
    slot: t.exposeString("slot", { description: "The repository's place in the environment, unique in it." }),
    path: t.exposeString("path", { description: "Its directory, absolute: where it lies while it is live." }),
    branch: t.exposeString("branch", { nullable: true, description: "The branch it was made with. Null for a detached HEAD." }),
    branchCreated: t.exposeBoolean("branchCreated", {
      description: "Whether the branch was made for it: only then may a cleanup delete the branch.",
    }),
    baseRef: t.exposeString("baseRef", { description: "What it started from, as it was asked for." }),
    baseCommit: t.exposeString("baseCommit", { nullable: true, description: "The commit that it was made at." }),
    status: t.expose("status", { type: WorktreeStatus, description: "Where it stands." }),
    error: t.exposeString("error", { nullable: true, description: "Why it is FAILED. Null otherwise." }),
    restoredFrom: t.expose("restoredFrom", {
      type: RestoreSource,
      nullable: true,
      description: "What the last restore brought it back from. Null when none has.",
    }),
    sizeBytes: t.expose("sizeBytes", {
      type: "BigInt",
      nullable: true,
      description: "Allocated bytes, hard links counted once. Null until measured.",
    }),
    sizeMeasuredAt: t.expose("sizeMeasuredAt", { type: "DateTime", nullable: true, description: "When it was measured. Null until then." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was reserved." }),
  }),
});
