import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { GraphQLSchema } from "graphql";
import type { Plugin } from "graphql-yoga";
import type { Logger } from "pino";
import { type Clock, systemClock } from "../clock.js";
import type { Config } from "../config.js";
import { Access } from "./access.js";
import { drain } from "./drain.js";
import { createEngine } from "./engine.js";
import { Gate } from "./gate.js";
import { GraphiqlPage } from "./graphiql.js";
import { httpHandler } from "./http.js";
import { EDGE_LIMITS, type EdgeLimits } from "./limits.js";
import { ownNames } from "./origin.js";
import type { RequestScope } from "./scope.js";
import { Streams } from "./streams.js";
import { loadToken } from "./token.js";
import { serveWebSockets } from "./websocket.js";

export interface ServeOptions {
  readonly config: Pick<Config, "dataDir" | "host" | "port" | "allowedHosts" | "drainLimitMs">;
  readonly log: Logger;
  readonly schema: GraphQLSchema;
  /** The context that resolvers get, made for each operation. */
  readonly context: (scope: RequestScope) => object | Promise<object>;
  /** Yoga's or envelop's, for all transports. */
  readonly plugins?: readonly Plugin[];
  readonly limits?: Partial<EdgeLimits>;
  /** Until it resolves, requests wait: the address is taken before the house is in order. */
  readonly ready?: Promise<unknown>;
  /** The edge's own, never steered: sockets live in real time. */
  readonly clock?: Clock;
}

export interface Edge {
  /** "http://127.0.0.1:4040"; the API is at /graphql of it. */
  readonly url: string;
  /** The address that opens GraphiQL already authorised. It holds the token. */
  readonly openUrl: string;
  readonly port: number;
  /** Subscriptions that have not ended, on SSE and WebSocket. */
  readonly streams: number;
  /**
   * Stops accepting, completes every subscription, lets requests in hand be answered, then goes; what is still there at the limit is cut.
   * May be called twice.
   */
  close(limitMs?: number): Promise<void>;
}

/** The address can't be listened on. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

/**
 * Serves a schema over HTTP, SSE and WebSocket.
 *
 * @throws ListenError, TokenRefusedError
 */
export async function serve(options: ServeOptions): Promise<Edge> {
  const { config, log, schema, context } = options;
  const clock = options.clock ?? systemClock;
  const limits = { ...EDGE_LIMITS, ...options.limits };
  const token = await loadToken(config.dataDir, log);
  const streams = new Streams(limits.streams);
  const engine = createEngine({ schema, context, plugins: options.plugins ?? [], limits, streams, log });
  const gate = new Gate(options.ready);

  const server = createServer({
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    headersTimeout: limits.requestMs,
    connectionsCheckingInterval: 5_000,
  });
  server.maxConnections = limits.connections;
  const port = await listen(server, config);
  const access = new Access(token, port);
  const shared = { engine, access, names: ownNames(config.host, config.allowedHosts), log, gate };
  server.on("request", httpHandler({ ...shared, page: new GraphiqlPage() }));
  const sockets = serveWebSockets(server, { ...shared, limits, clock });

  const url = `http://${addressed(config.host)}:${port}`;
  let closing: Promise<void> | null = null;
  return {
    url,
    openUrl: `${url}/graphql?token=${token}`,
    port,
    get streams() {
      return streams.size;
    },
    close(limitMs = config.drainLimitMs) {
      gate.close();
      closing ??= drain({ server, sockets, streams, clock, log, limitMs });
      return closing;
    },
  };
}

function listen(server: ReturnType<typeof createServer>, { host, port }: Pick<Config, "host" | "port">): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new ListenError(whyNot(error, host, port), { cause: error })));
    server.listen({ host, port }, () => {
      server.removeAllListeners("error");
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function whyNot(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `The port ${port} on ${host} is in use. Stop what listens there, or choose another with --port (0 takes a free one).`;
    case "EACCES":
      return `The port ${port} may not be used by this user. Choose one above 1023 with --port.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine. Choose another with --host.`;
    default:
      return `It was not possible to listen on ${host}:${port}: ${error.message}.`;
  }
}

/** Of a host that means every address, one that a browser can open. */
function addressed(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
