import type { Server } from "node:http";
import type { Logger } from "pino";
import type { Clock } from "../clock.js";
import type { Streams } from "./streams.js";
import type { Sockets } from "./websocket.js";

export interface DrainOptions {
  readonly server: Server;
  readonly sockets: Sockets;
  readonly streams: Streams;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limitMs: number;
}

const LOOK_MS = 10;
/** How long WebSocket clients may take to say goodbye. */
const GOODBYE_MS = 1_000;

/** Ends a server so that its clients are told: subscriptions complete, requests in hand are answered, sockets are closed with a reason. */
export async function drain({ server, sockets, streams, clock, log, limitMs }: DrainOptions): Promise<void> {
  const limit = new AbortController();
  const timer = clock.after(limitMs, () => limit.abort());
  // Stops accepting, and ends the connections that nothing is asked on. Calls back when the last one has gone.
  let closed = false;
  const gone = new Promise<void>((resolve) =>
    server.close(() => {
      closed = true;
      resolve();
    }),
  );
  streams.endAll();
  await until(() => sockets.busy === 0, clock, limit.signal);
  sockets.close();
  const goodbye = clock.now() + GOODBYE_MS;
  await until(() => sockets.size === 0 || clock.now() >= goodbye, clock, limit.signal);
  sockets.terminate();
  await until(
    () => {
      // Those whose last answer has gone meanwhile.
      server.closeIdleConnections();
      return closed;
    },
    clock,
    limit.signal,
  );
  timer.cancel();
  if (!closed) log.warn({ limitMs }, "clients were cut off: they took longer than the server may take to stop");
  server.closeAllConnections();
  await gone;
}

/** Sockets have no one event for "the last one is idle", so they are looked at. */
async function until(fact: () => boolean, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!fact() && !signal.aborted) await clock.sleep(LOOK_MS, signal).catch(() => {});
}
