import { createClient, type Client as SocketClient } from "graphql-ws";
import WebSocket from "ws";

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: a client without types, for tests
  data?: any;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

export interface HttpAnswer extends Answer {
  status: number;
  headers: Headers;
}

/** A client of the API without types: HTTP, subscriptions over WebSocket (one socket, shared) and over SSE. */
export class Client {
  private socket: SocketClient | null = null;

  constructor(
    /** "http://127.0.0.1:4040" */
    readonly url: string,
    readonly token: string,
  ) {}

  async http(query: string, variables: Record<string, unknown> = {}): Promise<HttpAnswer> {
    const response = await fetch(`${this.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", authorization: `Bearer ${this.token}` },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, headers: response.headers, ...((await response.json()) as Answer) };
  }

  /** The stream's answers. `return()` says complete to the server. Throws what the server answers with instead of a stream. */
  subscribe(query: string, variables: Record<string, unknown> = {}): AsyncIterableIterator<Answer> {
    this.socket ??= createClient({
      url: `${this.url.replace(/^http/, "ws")}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${this.token}` },
      retryAttempts: 0,
      // A socket that was refused is said by every operation on it.
      onNonLazyError: () => {},
    });
    return this.socket.iterate({ query, variables }) as AsyncIterableIterator<Answer>;
  }

  /** The stream's answers over SSE; ends when the server says complete, throws when it ends without. */
  async *sse(query: string, variables: Record<string, unknown> = {}, signal?: AbortSignal): AsyncGenerator<Answer, void> {
    const response = await fetch(`${this.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream", authorization: `Bearer ${this.token}` },
      body: JSON.stringify({ query, variables }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.body === null || !(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
      throw new Error(`no stream: ${response.status} ${await response.text()}`);
    }
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const lines = text.slice(0, end).split("\n");
        text = text.slice(end + 2);
        const field = (name: string): string | undefined =>
          lines
            .find((line) => line.startsWith(`${name}:`))
            ?.slice(name.length + 1)
            .trim();
        if (field("event") === "complete") return;
        if (field("event") === "next") yield JSON.parse(field("data") ?? "null") as Answer;
      }
    }
    throw new Error("the stream ended without its complete");
  }

  async close(): Promise<void> {
    await this.socket?.dispose();
    this.socket = null;
  }
}
