import { join } from "node:path";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { type DocumentNode, type ExecutionResult, execute, parse, subscribe, validate } from "graphql";
import { afterAll, beforeAll } from "vitest";
import { type App, createApp } from "../../src/app.js";
import { parseConfig } from "../../src/config.js";
import { SqliteConnectionFactory } from "../../src/db/connection.js";
import type { Database, Tx } from "../../src/db/database.js";
import { PrismaClient } from "../../src/db/generated/client.js";
import { type IdKind, newId } from "../../src/db/ids.js";
import type { Context } from "../../src/graphql/context.js";
import { schema } from "../../src/graphql/schema.js";
import { quietLog } from "../support/database.js";
import { temporaryDirectory } from "../support/directory.js";

/** The schema over a real app whose scheduler is not started: nothing happens by itself. */
export interface Harness {
  readonly app: App;
  readonly context: Context;
  /** SQL statements that reads have made since it was last asked. */
  statements(): string[];
  /** The data; throws what is in `errors`. */
  ask<Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables> | string,
    variables?: Variables,
  ): Promise<Data>;
  /** The whole answer. */
  answer(document: DocumentNode | string, variables?: Record<string, unknown>): Promise<ExecutionResult>;
  /** A stream, or the errors that it was refused with. */
  stream(
    document: DocumentNode | string,
    variables?: Record<string, unknown>,
  ): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult>;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export function harness(): Harness {
  let app: App;
  let made: Context;
  let closeRead: (() => Promise<void>) | null = null;
  const statements: string[] = [];
  beforeAll(async () => {
    const parsed = parseConfig(["--data", join(temporaryDirectory("graphql"), "data")]);
    if (parsed.kind !== "config") throw new Error(JSON.stringify(parsed));
    app = await createApp({ config: { ...parsed.config, allowTmpfs: true }, log: quietLog });
    // The same file, read by a client that tells of its statements.
    const file = join(app.core.config.dataDir, "treekeeper.db");
    const client = new PrismaClient({
      adapter: new SqliteConnectionFactory({ file, pragmas: ["query_only = 1"], transactions: "refused" }),
      log: [{ emit: "event", level: "query" }],
    });
    client.$on("query", ({ query }) => statements.push(query));
    const read: Database["read"] = client as never;
    closeRead = () => client.$disconnect();
    const db: Database = {
      read,
      write: (work) => app.core.db.write(work),
      onCommit: (listener) => app.core.db.onCommit(listener),
      close: () => app.core.db.close(),
    };
    made = { core: { ...app.core, db }, feed: app.feed, requestId: "request", log: quietLog };
  });
  afterAll(async () => {
    await closeRead?.();
    await app?.stop(5_000);
  });
  const args = (document: DocumentNode | string, variables: Record<string, unknown>) => {
    const parsed = typeof document === "string" ? parse(document) : document;
    const errors = validate(schema, parsed);
    if (errors.length > 0) throw errors[0];
    // Each operation has a context of its own, as at the edge.
    return { schema, document: parsed, variableValues: variables, contextValue: { ...made } };
  };
  const answer = async (document: DocumentNode | string, variables: Record<string, unknown> = {}) => execute(args(document, variables));
  return {
    get app() {
      return app;
    },
    get context() {
      return made;
    },
    statements() {
      return statements.splice(0);
    },
    answer,
    async ask(document, variables) {
      const { data, errors } = await answer(document, variables);
      if (errors) throw errors[0];
      return data as never;
    },
    async stream(document, variables = {}) {
      return (await subscribe(args(document, variables))) as AsyncIterableIterator<ExecutionResult> | ExecutionResult;
    },
    write: (work) => app.core.db.write(work),
  };
}

/** What a stream gave until it ended. */
export async function all(stream: AsyncIterableIterator<ExecutionResult> | ExecutionResult): Promise<ExecutionResult[]> {
  if (!(Symbol.asyncIterator in stream)) throw new Error(`no stream: ${JSON.stringify(stream)}`);
  const results: ExecutionResult[] = [];
  for await (const result of stream) results.push(result);
  return results;
}

/** Code and message of the one error of an answer. */
export function theError(result: ExecutionResult | AsyncIterableIterator<ExecutionResult>): { code: unknown; message: string } {
  if (Symbol.asyncIterator in result) throw new Error("a stream, not an error");
  if (result.errors?.length !== 1) throw new Error(`not one error: ${JSON.stringify(result)}`);
  return { code: result.errors[0]?.extensions.code, message: result.errors[0]?.message ?? "" };
}

const T0 = Date.UTC(2026, 11, 1);

/** Rows as the services would write them, for what the schema only reads. */
export const rows = {
  async workspace(tx: Tx, name = "W"): Promise<string> {
    const id = newId("workspace");
    await tx.workspace.create({ data: { id, name, createdAt: new Date(T0) } });
    return id;
  },
  async task(
    tx: Tx,
    workspaceId: string,
    more: { title?: string; parentId?: string; atMs?: number; archived?: boolean } = {},
  ): Promise<string> {
    const id = newId("task");
    const at = new Date(T0 + (more.atMs ?? 0));
    await tx.task.create({
      data: {
        id,
        workspaceId,
        title: more.title ?? "T",
        parentId: more.parentId ?? null,
        createdAt: at,
        lastActivityAt: at,
        archivedAt: more.archived ? at : null,
      },
    });
    return id;
  },
  async environment(
    tx: Tx,
    hostId: string,
    workspaceId: string,
    taskId: string,
    status: "READY" | "PROVISIONING" | "FAILED" = "READY",
  ): Promise<string> {
    const id = newId("environment");
    const at = new Date(T0);
    await tx.environment.create({
      data: {
        id,
        workspaceId,
        hostId,
        taskId,
        status,
        materialisationId: newId("materialisation"),
        directory: `dir-${id}`,
        nonce: "n",
        createdAt: at,
        lastActivityAt: at,
      },
    });
    return id;
  },
  async session(
    tx: Tx,
    workspaceId: string,
    taskId: string,
    environmentId: string,
    state: "RUNNING" | "COMPLETED" = "RUNNING",
  ): Promise<string> {
    const id = newId("session");
    const at = new Date(T0);
    await tx.session.create({ data: { id, workspaceId, taskId, environmentId, state, createdAt: at, lastActivityAt: at } });
    return id;
  },
  async job(
    tx: Tx,
    hostId: string,
    workspaceId: string,
    taskId: string,
    more: { state?: "PENDING" | "SUCCEEDED" | "BLOCKED"; environmentId?: string; atMs?: number } = {},
  ): Promise<string> {
    const id = newId("job");
    const at = new Date(T0 + (more.atMs ?? 0));
    await tx.cleanupJob.create({
      data: {
        id,
        workspaceId,
        operationId: newId("operation"),
        environmentId: more.environmentId ?? newId("environment"),
        materialisationId: newId("materialisation"),
        hostId,
        taskId,
        taskTitle: "T",
        trigger: "ARCHIVE",
        state: more.state ?? "SUCCEEDED",
        dueAt: at,
        dueSetAt: at,
        branchPolicy: "KEEP",
        directory: `dir-${id}`,
        nonce: "n",
        createdAt: at,
      },
    });
    return id;
  },
};

/** A well-formed id of the kind that names nothing. */
export function noId(kind: IdKind): string {
  return newId(kind);
}
