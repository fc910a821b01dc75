import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** A request that the edge answers itself, in the shape of a GraphQL answer, so that every client shows the message. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 503;
  readonly code: string;
  readonly message: string;
}

export const DRAINING: Refusal = { status: 503, code: "SERVER_STOPPING", message: "The server is stopping. Try again in a moment." };
export const STARTING: Refusal = { status: 503, code: "SERVER_STARTING", message: "The server is starting. Try again in a moment." };
export const UNAUTHORISED: Refusal = {
  status: 401,
  code: "UNAUTHORISED",
  message:
    "A token is needed: the header `authorization: Bearer <token>`. It is in the file `token` of the data directory, and in the address that the server prints at its start, which opens this page.",
};

function bodyOf({ code, message }: Refusal): string {
  return JSON.stringify({ errors: [{ message, extensions: { code } }] });
}

export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...(refusal.status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(refusal.status === 503 ? { "retry-after": "2" } : {}),
    // What is left of the body is not waited for.
    ...(request.complete ? {} : { connection: "close" }),
  });
  response.end(bodyOf(refusal));
}

/** Before the upgrade there is only the socket. */
export function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  const body = bodyOf(refusal);
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
