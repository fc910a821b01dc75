import { randomBytes } from "node:crypto";
import type { Logger } from "pino";

/** One request or one operation on a WebSocket: what ties an answer to its lines in the log. */
export interface RequestScope {
  readonly requestId: string;
  readonly log: Logger;
  /** Aborted when nobody can receive the answer any more; null where the transport ends its streams itself. */
  readonly gone: AbortSignal | null;
}

export function newScope(log: Logger, gone: AbortSignal | null): RequestScope {
  const requestId = randomBytes(9).toString("base64url");
  return { requestId, log: log.child({ requestId }), gone };
}

/** What the edge puts into Yoga's context, on HTTP and WebSocket alike. */
export interface EdgeContext {
  readonly edge: RequestScope;
}
