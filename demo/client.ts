import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { type Client, createClient } from "graphql-ws";
import WebSocket from "ws";
import type { DemoServer } from "./server.js";

/** A mutation's typed refusal. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly said: string,
  ) {
    super(`${code}: ${said}`);
  }
}

/** A client like any other: HTTP for what it says, WebSocket for what it hears. */
export class DemoClient {
  #socket: Client | null = null;

  constructor(
    private readonly server: DemoServer,
    private readonly abort: AbortSignal = new AbortController().signal,
  ) {
    abort.addEventListener("abort", () => this.close());
  }

  async call<R, V>(document: TypedDocumentNode<R, V>, variables: V): Promise<R> {
    this.abort.throwIfAborted();
    const response = await fetch(`http://127.0.0.1:${this.server.port}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.server.token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: print(document), variables }),
      signal: this.abort,
    }).catch((error: unknown) => {
      this.abort.throwIfAborted();
      throw new Error(`the server does not answer (${String((error as Error).cause ?? error)})${this.server.lastWords()}`);
    });
    const answer = (await response.json()) as { data?: R; errors?: { message: string }[] };
    if (answer.errors !== undefined || answer.data == null)
      throw new Error(answer.errors?.map((e) => e.message).join("; ") ?? `HTTP ${response.status}`);
    return answer.data;
  }

  /** Everything that the subscription says, until it completes, `until` says so, or the server goes away (which is no error here). */
  async listen<R, V extends Record<string, unknown>>(
    document: TypedDocumentNode<R, V>,
    variables: V,
    take: (data: R) => boolean,
  ): Promise<"complete" | "done" | "gone"> {
    this.abort.throwIfAborted();
    this.#socket ??= createClient({
      url: `ws://127.0.0.1:${this.server.port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${this.server.token}` },
      retryAttempts: 0,
    });
    const stream = this.#socket.iterate<R>({ query: print(document), variables });
    try {
      for await (const result of stream) {
        if (result.errors !== undefined) throw new Error(result.errors.map((e) => e.message).join("; "));
        if (result.data != null && take(result.data)) return "done";
      }
      return "complete";
    } catch (error) {
      if (error instanceof Error && error.message !== "" && !(error as { code?: unknown }).code) throw error;
      this.#socket = null;
      return "gone";
    }
  }

  close(): void {
    void this.#socket?.dispose();
    this.#socket = null;
  }
}

/** The payload of a mutation's union, or the refusal as an error. */
export function payload<T extends { __typename: string }, N extends T["__typename"]>(result: T, name: N): Extract<T, { __typename: N }> {
  if (result.__typename === name) return result as Extract<T, { __typename: N }>;
  const refusal = result as unknown as { code: string; message: string };
  throw new Refusal(refusal.code, refusal.message);
}
