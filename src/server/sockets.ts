import type { IncomingMessage } from "node:http";
import { CloseCode, handleProtocols, type Server } from "graphql-ws";
import type { Logger } from "pino";
import { type WebSocket, WebSocketServer } from "ws";
import type { Clock, Timer } from "../clock.js";
import type { EdgeLimits } from "./limits.js";

/** What graphql-ws knows of a connection. */
export interface SocketExtra {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
}

export interface JoinOptions {
  readonly limits: EdgeLimits;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Joins graphql-ws's protocol to the sockets of `ws`, as its own `graphql-ws/use/ws` does, but: what goes wrong on a socket is a line in the log and
 * not on the console; a second error of one socket does not end the process; a message that can't be sent because its client has gone is no error.
 */
export function joinSockets(protocol: Server<SocketExtra>, { limits, clock, log }: JoinOptions): WebSocketServer {
  const wss = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false, handleProtocols });
  wss.on("connection", (socket, request) => {
    socket.on("error", (error) => log.info({ err: error }, "a WebSocket was ended by an error"));
    const pinging = ping(socket, limits.keepAliveMs, clock);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        // Answered when the message has left this process: so a client that does not read is not read for.
        send: (data) => new Promise((resolve) => (socket.readyState === socket.OPEN ? socket.send(data, () => resolve()) : resolve())),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) =>
          socket.on("message", (data) => {
            handle(String(data)).catch((error: unknown) => {
              log.error({ err: error }, "a WebSocket message could not be handled");
              socket.close(CloseCode.InternalServerError, "Internal server error");
            });
          }),
      },
      { socket, request },
    );
    socket.once("close", (code, reason) => {
      pinging.stop();
      closed(code, String(reason)).catch((error: unknown) => log.error({ err: error }, "a WebSocket's operations could not be ended"));
    });
  });
  return wss;
}

/** Cuts a client that has not answered one ping by the next. */
function ping(socket: WebSocket, everyMs: number, clock: Clock): { stop(): void } {
  let alive = true;
  let timer: Timer;
  socket.on("pong", () => {
    alive = true;
  });
  const arm = (): void => {
    timer = clock.after(everyMs, () => {
      if (!alive) return socket.terminate();
      alive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
      arm();
    });
  };
  arm();
  return { stop: () => timer.cancel() };
}
