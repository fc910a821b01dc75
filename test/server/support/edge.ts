import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GraphQLError, GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from "graphql";
import { type Logger, pino } from "pino";
import { configFrom } from "../../../src/config.js";
import { NotFoundError } from "../../../src/errors.js";
import { type Edge, type ServeOptions, serve } from "../../../src/server/server.js";
import { Client } from "../../support/client.js";

/** What the tests see of the schema's inside. */
export interface Inside {
  /** Numbers asked of every open `numbers` and `ticks`. */
  pulled: number;
  /** Open sources of subscriptions. */
  sources: number;
  /** Lets `slow` answer. */
  release: () => void;
  mutations: number;
  /** How many wait in `slow`. */
  waiting: number;
}

/** A schema of the edge's own tests: everything that a resolver can do to its edge. */
export function tinySchema(inside: Inside): GraphQLSchema {
  const released = new Promise<void>((resolve) => {
    inside.release = resolve;
  });
  const nothing = new Promise<never>(() => {});

  function source<T>(next: () => Promise<IteratorResult<T>>): AsyncIterableIterator<T> {
    inside.sources++;
    let open = true;
    return {
      next: () => {
        inside.pulled++;
        return next();
      },
      return: async () => {
        if (open) inside.sources--;
        open = false;
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  const text = { type: new GraphQLNonNull(GraphQLString) };
  return new GraphQLSchema({
    query: new GraphQLObjectType({
      name: "Query",
      fields: {
        hello: { ...text, resolve: () => "hello" },
        requestId: { ...text, resolve: (_root, _args, context: { requestId: string }) => context.requestId },
        echo: { ...text, args: { text }, resolve: (_root, args: { text: string }) => String(args.text.length) },
        slow: {
          ...text,
          resolve: async () => {
            inside.waiting++;
            await released;
            return "at last";
          },
        },
        bug: {
          type: GraphQLString,
          resolve: () => {
            throw new Error("secret inside /var/lib");
          },
        },
        expected: {
          type: GraphQLString,
          resolve: () => {
            throw new NotFoundError("Task", "task_1");
          },
        },
      },
    }),
    mutation: new GraphQLObjectType({
      name: "Mutation",
      fields: { act: { type: GraphQLInt, resolve: () => ++inside.mutations } },
    }),
    subscription: new GraphQLObjectType({
      name: "Subscription",
      fields: {
        count: {
          type: GraphQLInt,
          args: { to: { type: new GraphQLNonNull(GraphQLInt) } },
          subscribe: (_root, args: { to: number }) => {
            let number = 0;
            return source(async () => (number < args.to ? { done: false, value: { count: ++number } } : { done: true, value: undefined }));
          },
        },
        big: {
          ...text,
          subscribe: () => source(async () => ({ done: false, value: { big: "x".repeat(64 * 1024) } })),
        },
        silence: { type: GraphQLInt, subscribe: () => source(() => nothing) },
        refused: {
          type: GraphQLInt,
          subscribe: () => {
            throw new GraphQLError("not this one", { extensions: { code: "NO" } });
          },
        },
        broken: {
          type: GraphQLInt,
          subscribe: () => {
            throw new Error("secret inside /var/lib");
          },
        },
        breaks: {
          type: GraphQLInt,
          subscribe: () => {
            let number = 0;
            return source(async () => {
              if (number === 2) throw new Error("secret inside /var/lib");
              return { done: false, value: { breaks: ++number } };
            });
          },
        },
        bugs: {
          type: GraphQLInt,
          subscribe: () => source(async () => ({ done: false, value: {} })),
          resolve: () => {
            throw new Error("secret inside /var/lib");
          },
        },
      },
    }),
  });
}

export interface LogLine extends Record<string, unknown> {
  level: number;
  msg: string;
}

export interface TestEdge {
  readonly edge: Edge;
  readonly url: string;
  readonly token: string;
  readonly dataDir: string;
  readonly inside: Inside;
  readonly client: Client;
  readonly lines: () => LogLine[];
  /** Everything that was logged, as it was written. */
  readonly logText: () => string;
  stop(): Promise<void>;
}

export async function startEdge(
  options: Partial<ServeOptions> & { host?: string; port?: number; allowedHosts?: string[] } = {},
): Promise<TestEdge> {
  const dataDir = await mkdtemp(join(tmpdir(), "treekeeper-edge-"));
  const inside: Inside = { pulled: 0, sources: 0, mutations: 0, waiting: 0, release: () => {} };
  const written: string[] = [];
  const log: Logger = pino({ level: "debug" }, { write: (line) => void written.push(line) });
  const { host = "127.0.0.1", port = 0, allowedHosts = [], ...rest } = options;
  const starting = serve({
    config: configFrom({ dataDir, host, port, allowedHosts, drainLimitMs: 2_000 }),
    log,
    schema: tinySchema(inside),
    context: ({ requestId }) => ({ requestId }),
    ...rest,
  });
  const edge = await starting.catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const token = (await readFile(join(dataDir, "token"), "utf8")).trim();
  const client = new Client(edge.url, token);
  return {
    edge,
    url: edge.url,
    token,
    dataDir,
    inside,
    client,
    lines: () => written.map((line) => JSON.parse(line) as LogLine),
    logText: () => written.join(""),
    async stop() {
      inside.release();
      await client.close();
      await edge.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
