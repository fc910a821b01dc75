import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema } from "graphql";
import { type Context, makeServer, type SubscribePayload } from "graphql-ws";
import type { Logger } from "pino";
import type { Clock } from "../clock.js";
import type { Access } from "./access.js";
import type { Engine } from "./engine.js";
import type { Gate } from "./gate.js";
import type { EdgeLimits } from "./limits.js";
import { maskError } from "./masking.js";
import { foreign } from "./origin.js";
import { DRAINING, type Refusal, refuseUpgrade } from "./refusal.js";
import { newScope, type RequestScope } from "./scope.js";
import { joinSockets, type SocketExtra } from "./sockets.js";

export interface WebSocketOptions {
  readonly engine: Engine;
  readonly access: Access;
  readonly names: ReadonlySet<string>;
  readonly limits: EdgeLimits;
  readonly clock: Clock;
  readonly log: Logger;
  readonly gate: Gate;
}

/** The server's WebSockets, for draining. */
export interface Sockets {
  readonly size: number;
  /** Operations that have not said their last word. */
  readonly busy: number;
  /** Says goodbye to every client. */
  close(): void;
  /** Cuts those that did not go. */
  terminate(): void;
}

type Params = Record<string, unknown>;
type Connection = Context<Params, SocketExtra>;

/** Yoga's functions for one operation; graphql-ws passes what it executes with through unread. */
interface Enveloped {
  readonly execute: (args: ExecutionArgs) => unknown;
  readonly subscribe: (args: ExecutionArgs) => unknown;
  readonly parse: (source: string) => DocumentNode;
  readonly validate: (schema: GraphQLSchema, document: DocumentNode) => readonly GraphQLError[];
  readonly contextFactory: () => unknown;
  readonly schema: GraphQLSchema;
}

interface OperationArgs extends ExecutionArgs {
  readonly operation: { readonly enveloped: Enveloped; readonly scope: RequestScope };
}

const NOT_FOUND: Refusal = { status: 404, code: "NOT_FOUND", message: "WebSockets are at /graphql." };
const FULL: Refusal = { status: 503, code: "SERVER_BUSY", message: "Too many WebSockets are open on this server." };
const TOO_MANY_OPERATIONS = new GraphQLError("Too many operations run on this WebSocket. Open another, or end some.", {
  extensions: { code: "SERVER_BUSY" },
});

/** GraphQL over WebSocket (the graphql-transport-ws protocol) at /graphql. */
export function serveWebSockets(server: Server, options: WebSocketOptions): Sockets {
  const { access, limits, log, names, gate } = options;
  const connections = new Set<Connection>();
  const protocol = makeServer<Params, SocketExtra>({
    connectionInitWaitTimeout: limits.initWaitMs,
    onConnect: (connection) => {
      // What it says of itself counts before the cookie that its browser sent along.
      const allowed = access.allowsParams(connection.connectionParams) ?? access.allows(connection.extra.request.headers);
      if (allowed) connections.add(connection);
      return allowed;
    },
    onClose: (connection) => void connections.delete(connection),
    onSubscribe: (connection, _id, payload) => begin(connection, payload, options),
    execute: (args) => run(args as OperationArgs, "execute"),
    subscribe: (args) => run(args as OperationArgs, "subscribe"),
  });
  const wss = joinSockets(protocol, { limits, clock: options.clock, log });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const path = (request.url ?? "").split("?")[0];
    const early = foreign(request.headers, names, request.socket.localAddress) ?? (path === "/graphql" ? null : NOT_FOUND);
    if (early !== null) return refuseUpgrade(socket, early);
    const enter = (): void => {
      if (gate.phase === "draining") return refuseUpgrade(socket, DRAINING);
      if (wss.clients.size >= limits.webSockets) return refuseUpgrade(socket, FULL);
      wss.handleUpgrade(request, socket, head, (webSocket) => wss.emit("connection", webSocket, request));
    };
    void gate.opened.then(enter);
  });
  return {
    get size() {
      return wss.clients.size;
    },
    get busy() {
      let busy = 0;
      for (const connection of connections) busy += Object.keys(connection.subscriptions).length;
      return busy;
    },
    close() {
      for (const client of wss.clients) client.close(1001, "The server is stopping");
    },
    terminate() {
      for (const client of wss.clients) client.terminate();
      wss.close();
    },
  };
}

/**
 * What graphql-ws executes, or the errors that it answers with. Nothing may be thrown here: it would close the socket and end every other stream
 * on it. Nor are errors that are returned from here seen by Yoga's masking.
 */
async function begin(
  connection: Connection,
  payload: SubscribePayload,
  { engine, limits, log }: WebSocketOptions,
): Promise<OperationArgs | readonly GraphQLError[]> {
  if (Object.keys(connection.subscriptions).length > limits.operationsPerSocket) return [TOO_MANY_OPERATIONS];
  const scope = newScope(log, null);
  scope.log.debug({ operationName: payload.operationName?.slice(0, 200) }, "an operation on a WebSocket");
  try {
    const enveloped = engine.getEnveloped({ edge: scope, params: payload, waitUntil: () => {} }) as unknown as Enveloped;
    const document = enveloped.parse(payload.query);
    const errors = enveloped.validate(enveloped.schema, document);
    if (errors.length > 0) return errors.map((error) => plain(maskError(error, scope)));
    return {
      schema: enveloped.schema,
      document,
      operationName: payload.operationName ?? null,
      variableValues: payload.variables ?? null,
      contextValue: await enveloped.contextFactory(),
      operation: { enveloped, scope },
    };
  } catch (error) {
    return [plain(maskError(error, scope))];
  }
}

type OperationResult = ExecutionResult | AsyncIterable<ExecutionResult>;

async function run(args: OperationArgs, how: "execute" | "subscribe"): Promise<OperationResult> {
  const { enveloped, scope } = args.operation;
  try {
    const result = (await enveloped[how](args)) as OperationResult;
    return isStream(result) || result.errors === undefined ? result : { ...result, errors: result.errors.map(plain) };
  } catch (error) {
    return { errors: [maskError(error, scope)] };
  }
}

function isStream(result: OperationResult): result is AsyncIterable<ExecutionResult> {
  return Symbol.asyncIterator in result;
}

/** Yoga notes for itself in the extensions which HTTP status an error means. */
function plain(error: GraphQLError): GraphQLError {
  if (error.extensions.http === undefined) return error;
  const { http: _http, ...extensions } = error.extensions;
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions,
  });
}
