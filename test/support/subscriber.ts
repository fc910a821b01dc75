import { type Client, createClient } from "graphql-ws";
import WebSocket from "ws";
import { waitFor } from "./waitFor.js";
import { LIMIT_MS } from "./world.js";

export interface EventView {
  cursor: string;
  type: string;
  message: string;
}

export const CLEANUP_PROGRESS = `subscription ($taskId: ID!, $after: String) {
  cleanupProgress(taskId: $taskId, after: $after) { cursor type message jobState attempt step outcome progress { resourcesDone resourcesTotal entriesDone percent } }
}`;
export const ENVIRONMENT_PROGRESS = `subscription ($environmentId: ID!, $after: String) {
  environmentProgress(environmentId: $environmentId, after: $after) { cursor type message }
}`;
export const SESSION_EVENTS = `subscription ($workspaceId: ID!, $after: String) {
  sessionEvents(workspaceId: $workspaceId, after: $after) { cursor type message sessionId }
}`;

/** One WebSocket to the server. */
export class Socket {
  readonly client: Client;
  /** The connection now, for a test that breaks it. */
  raw: WebSocket | null = null;

  constructor(o: { url: string; token: string }) {
    const keep = (socket: WebSocket): void => {
      this.raw = socket;
    };
    const authorization = `Bearer ${o.token}`;
    class Authorized extends WebSocket {
      constructor(address: string, protocols: string | string[]) {
        super(address, protocols, { headers: { authorization } });
        keep(this);
      }
    }
    this.client = createClient({
      url: `${o.url.replace(/^http/, "ws")}/graphql`,
      webSocketImpl: Authorized,
      retryAttempts: 0,
      lazy: true,
      connectionParams: { authorization },
    });
  }

  subscribe(query: string, variables: Record<string, unknown>): Subscription {
    return new Subscription(this.client, query, variables);
  }

  async close(): Promise<void> {
    await this.client.dispose();
  }
}

/** One operation on a socket, and everything that it was given. */
export class Subscription {
  readonly events: EventView[] = [];
  /** Errors of a result, of the operation, or of the connection. */
  readonly errors: unknown[] = [];
  state: "open" | "complete" | "broken" = "open";
  readonly stop: () => void;

  constructor(client: Client, query: string, variables: Record<string, unknown>) {
    this.stop = client.subscribe<Record<string, EventView>>(
      { query, variables },
      {
        next: ({ data, errors }) => {
          if (errors !== undefined) this.errors.push(...errors);
          for (const event of Object.values(data ?? {})) if (event !== null) this.events.push(event);
        },
        error: (error) => {
          this.errors.push(error);
          this.state = "broken";
        },
        complete: () => {
          if (this.state === "open") this.state = "complete";
        },
      },
    );
  }

  get cursors(): string[] {
    return this.events.map((event) => event.cursor);
  }

  get types(): string[] {
    return this.events.map((event) => event.type);
  }

  async completed(limitMs = LIMIT_MS): Promise<void> {
    await waitFor(() => {
      if (this.state !== "complete")
        throw new Error(`the subscription is ${this.state} after ${this.types.join(" ")}: ${JSON.stringify(this.errors)}`);
    }, limitMs);
  }

  async broken(limitMs = LIMIT_MS): Promise<void> {
    await waitFor(() => {
      if (this.state !== "broken") throw new Error(`the subscription is ${this.state}`);
    }, limitMs);
  }

  async until(condition: (events: readonly EventView[]) => boolean, limitMs = LIMIT_MS): Promise<void> {
    await waitFor(() => {
      if (!condition(this.events))
        throw new Error(`the subscription is ${this.state} after ${this.types.join(" ")}: ${JSON.stringify(this.errors)}`);
    }, limitMs);
  }
}

/** Reads a subscription over server-sent events until it completes or `stop` says so. */
export async function overSse(
  o: { url: string; token: string },
  query: string,
  variables: Record<string, unknown>,
  stop: (events: readonly EventView[]) => boolean = () => false,
): Promise<{ events: EventView[]; completed: boolean }> {
  const abort = new AbortController();
  const response = await fetch(`${o.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", authorization: `Bearer ${o.token}` },
    body: JSON.stringify({ query, variables }),
    signal: abort.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`answered ${response.status}: ${await response.text()}`);
  const events: EventView[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const record = text.slice(0, end);
      text = text.slice(end + 2);
      if (/^event: complete/m.test(record)) return { events, completed: true };
      const data = /^data: (.+)$/m.exec(record)?.[1];
      if (data === undefined) continue;
      const body = JSON.parse(data) as { data?: Record<string, EventView>; errors?: unknown[] };
      if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
      events.push(...Object.values(body.data ?? {}));
      if (stop(events)) {
        abort.abort();
        return { events, completed: false };
      }
    }
  }
  return { events, completed: false };
}
