/** What a client can take of the server. Behind the token, so these are for mistakes and stuck clients more than for enemies. */
export interface EdgeLimits {
  /** Of an HTTP request. Large enough that a 10 MB argument is refused by its field and not by its size. */
  readonly bodyBytes: number;
  /** Of one WebSocket message. Asked before the client has shown its token. */
  readonly messageBytes: number;
  /** TCP connections, WebSockets among them. */
  readonly connections: number;
  readonly webSockets: number;
  /** Open subscriptions, on all connections. */
  readonly streams: number;
  /** Operations at once on one WebSocket. */
  readonly operationsPerSocket: number;
  /** How long a new WebSocket may take to say who it is. */
  readonly initWaitMs: number;
  /** A WebSocket is pinged this often, and cut when it has not answered by the next time: so a client that stopped reading goes. */
  readonly keepAliveMs: number;
  /** How long a request may take to arrive. */
  readonly requestMs: number;
  /** How long a connection on which nothing is asked stays open. Long: closing one meets the next request on its way, and that one is lost. */
  readonly idleMs: number;
}

export const EDGE_LIMITS: EdgeLimits = {
  bodyBytes: 16 * 1024 * 1024,
  messageBytes: 1024 * 1024,
  connections: 4_000,
  webSockets: 2_000,
  streams: 5_000,
  operationsPerSocket: 500,
  initWaitMs: 5_000,
  keepAliveMs: 12_000,
  requestMs: 60_000,
  idleMs: 75_000,
};
