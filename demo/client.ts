import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { type Client, createClient } from "graphql-ws";
import WebSocket from "ws";
import type { DemoServer } from "./server.js";

interface Refusal {
  code: string;
  message: string;
}

/** A client like any other: HTTP for what it says, WebSocket for what it hears. */
export class DemoClient {
  #socket: Client | null = null;

  constructor(private readonly server: DemoServer) {}

  async call<R, V>(document: TypedDocumentNode<R, V>, variables: V): Promise<R> {
    const response = await fetch(`http://127.0.0.1:${this.server.port}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.server.token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: print(document), variables }),
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
  const refusal = result as unknown as Refusal;
  throw new Error(`${refusal.code}: ${refusal.message}`);
}
