import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Access } from "./access.js";
import type { Engine } from "./engine.js";
import type { Gate, ServerPhase } from "./gate.js";
import type { GraphiqlPage } from "./graphiql.js";
import { foreign } from "./origin.js";
import { DRAINING, type Refusal, refuse, STARTING, UNAUTHORISED } from "./refusal.js";
import { newScope, type RequestScope } from "./scope.js";

export interface HttpOptions {
  readonly engine: Engine;
  readonly access: Access;
  readonly names: ReadonlySet<string>;
  readonly page: GraphiqlPage;
  readonly log: Logger;
  readonly gate: Gate;
}

const NOT_FOUND: Refusal = { status: 404, code: "NOT_FOUND", message: "There is nothing here. The API and GraphiQL are at /graphql." };
const WRONG_TOKEN: Refusal = {
  status: 401,
  code: "UNAUTHORISED",
  message: "The token in the address is not this server's. Use the address that the server printed at its last start.",
};
const WRONG_METHOD: Refusal = { status: 405, code: "METHOD_NOT_ALLOWED", message: "Use GET or POST." };
const WRONG_TYPE: Refusal = { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message: "Send the operation as application/json." };

/** Everything that is asked over HTTP: in this order, where from, what for, who, and only then the body. */
export function httpHandler(options: HttpOptions): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const scope = newScope(options.log, gone.signal);
    const path = pathOf(request);
    const begun = performance.now();
    response.once("close", () => {
      // Without the query: that is where a token would be.
      const facts = {
        method: request.method,
        path: path?.slice(0, 200),
        status: response.statusCode,
        ms: Math.round(performance.now() - begun),
      };
      scope.log.debug(facts, response.writableFinished ? "answered" : "client gone");
    });
    response.setHeader("x-request-id", scope.requestId);
    response.setHeader("x-content-type-options", "nosniff");
    response.setHeader("referrer-policy", "no-referrer");
    answer(options, request, response, path, scope).catch((error: unknown) => {
      scope.log.error({ err: error }, "the answer could not be sent");
      response.destroy();
    });
  };
}

async function answer(
  options: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  path: string | null,
  scope: RequestScope,
): Promise<void> {
  const stranger = foreign(request.headers, options.names, request.socket.localAddress);
  if (stranger !== null) return refuse(request, response, stranger);
  if (path === "/healthz") return health(request, response, options.gate.phase);
  await options.gate.opened;
  if (options.gate.phase === "draining") return refuse(request, response, DRAINING);
  if (path !== "/graphql" && path !== "/") return refuse(request, response, NOT_FOUND);
  const exchange = tokenExchange(request);
  if (exchange !== null) return exchangeToken(request, response, exchange, options.access);
  if (path === "/") return void response.writeHead(303, { location: "/graphql" }).end();
  if (!options.access.allows(request.headers)) return refuse(request, response, UNAUTHORISED);
  if (asksForPage(request)) return await options.page.send(request, response);
  const unusable = unusableBody(request);
  if (unusable !== null) return refuse(request, response, unusable);
  await options.engine(request, response, { edge: scope });
}

function health(request: IncomingMessage, response: ServerResponse, phase: ServerPhase): void {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(request, response, WRONG_METHOD);
  if (phase !== "serving") return refuse(request, response, phase === "starting" ? STARTING : DRAINING);
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }).end("ok");
}

interface Exchange {
  readonly token: string;
  readonly clean: string;
}

function tokenExchange(request: IncomingMessage): Exchange | null {
  if (request.method !== "GET") return null;
  const query = new URLSearchParams(queryOf(request));
  const token = query.get("token");
  if (token === null) return null;
  query.delete("token");
  return { token, clean: query.size === 0 ? "/graphql" : `/graphql?${query}` };
}

/** At once, so that the token stays out of histories, logs and the addresses that people copy. */
function exchangeToken(request: IncomingMessage, response: ServerResponse, { token, clean }: Exchange, access: Access): void {
  if (!access.isToken(token)) return refuse(request, response, WRONG_TOKEN);
  response.writeHead(303, { location: clean, "set-cookie": access.setCookie(), "cache-control": "no-store" }).end();
}

function asksForPage(request: IncomingMessage): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  return (request.headers.accept ?? "").includes("text/html");
}

/** The types that a form can send without being asked first (CSRF) are not taken at all. */
function unusableBody(request: IncomingMessage): Refusal | null {
  if (request.method === "GET") return null;
  if (request.method !== "POST") return WRONG_METHOD;
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  return type === "application/json" || type === "application/graphql+json" ? null : WRONG_TYPE;
}

function pathOf(request: IncomingMessage): string | null {
  const target = request.url ?? "";
  return target.startsWith("/") ? (target.split("?")[0] ?? null) : null;
}

function queryOf(request: IncomingMessage): string {
  const target = request.url ?? "";
  const at = target.indexOf("?");
  return at < 0 ? "" : target.slice(at + 1);
}
