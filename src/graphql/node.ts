import { brandWithType } from "@pothos/core";
import { queryFromInfo } from "@pothos/plugin-prisma";
import type { GraphQLResolveInfo } from "graphql";
import { type IdKind, kindOfId } from "../db/ids.js";
import { assertNever } from "../errors.js";
import { builder } from "./builder.js";
import type { Context } from "./context.js";

builder.queryField("node", (t) =>
  t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description:
      "Whatever object has that id; the id itself says of which type it is. Null when there is none (any more), and for what is no id.",
    args: { id: t.arg.id({ required: true, description: 'Any id: "task_…", "env_…", "job_…".' }) },
    resolve: async (_root, { id }, context, info) => {
      const kind = kindOfId(id);
      const found = kind && (await load(kind, id, context, info));
      return (found ?? null) as Record<never, never> | null;
    },
  }),
);

async function load(kind: IdKind, id: string, context: Context, info: GraphQLResolveInfo): Promise<object | null> {
  const { read } = context.core.db;
  const by = (typeName: string) => ({ ...(queryFromInfo({ context, info, typeName }) as object), where: { id } });
  switch (kind) {
    case "workspace":
      return as("Workspace", await read.workspace.findUnique(by("Workspace")));
    case "repository":
      return as("Repository", await read.repository.findUnique(by("Repository")));
    case "task":
      return as("Task", await read.task.findUnique(by("Task")));
    case "session":
      return as("Session", await read.session.findUnique(by("Session")));
    case "environment":
      return as("Environment", await read.environment.findUnique(by("Environment")));
    case "worktree":
      return as("Worktree", await read.worktree.findUnique(by("Worktree")));
    case "job":
      return as("CleanupJob", await read.cleanupJob.findUnique(by("CleanupJob")));
    case "resource":
      return as("CleanupResource", await read.cleanupResource.findUnique(by("CleanupResource")));
    case "quarantine":
      return as("QuarantineEntry", await read.quarantineEntry.findUnique(by("QuarantineEntry")));
    case "rescue":
      return as("Rescue", await read.rescue.findUnique(by("Rescue")));
    case "host":
      return as("Host", await read.host.findUnique(by("Host")));
    // Ids of ours that name nothing in the API.
    case "materialisation":
    case "attempt":
    case "operation":
    case "cascade":
      return null;
    default:
      return assertNever(kind);
  }
}

/** Says which object type the row is, since the interface can't tell. */
function as<Row extends object>(typeName: string, row: Row | null): Row | null {
  if (row !== null) brandWithType(row, typeName as never);
  return row;
}
