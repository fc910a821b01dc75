import { afterEach, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { waitFor } from "../support/waitFor.js";
import { startEdge, type TestEdge } from "./support/edge.js";

let running: TestEdge | null = null;
const sockets: RawSocket[] = [];
async function start(...args: Parameters<typeof startEdge>): Promise<TestEdge> {
  running = await startEdge(...args);
  return running;
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.ws.terminate();
  await running?.stop();
  await waitFor(() => expect(running?.inside.sources ?? 0).toBe(0));
  running = null;
});

interface Message {
  type: string;
  id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: as it came
  payload?: any;
}

/** A socket that says exactly what a test tells it to. */
class RawSocket {
  readonly ws: WebSocket;
  readonly messages: Message[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;

  constructor(url: string, options: WebSocket.ClientOptions = {}, protocol = "graphql-transport-ws") {
    this.ws = new WebSocket(`${url.replace("http", "ws")}/graphql`, protocol, options);
    this.ws.on("message", (data) => this.messages.push(JSON.parse(String(data)) as Message));
    this.closed = new Promise((resolve) => this.ws.on("close", (code, reason) => resolve({ code, reason: String(reason) })));
    this.ws.on("error", () => {});
    sockets.push(this);
  }

  async send(message: object): Promise<void> {
    if (this.ws.readyState === WebSocket.CONNECTING)
      await new Promise((resolve, reject) => this.ws.once("open", resolve).once("error", reject));
    this.ws.send(JSON.stringify(message));
  }

  async init(payload?: object): Promise<void> {
    await this.send({ type: "connection_init", ...(payload === undefined ? {} : { payload }) });
    await waitFor(() =>
      expect(this.messages.some(({ type }) => type === "connection_ack") || this.ws.readyState === WebSocket.CLOSED).toBe(true),
    );
  }

  async ask(id: string, query: string, variables?: object): Promise<void> {
    await this.send({ type: "subscribe", id, payload: { query, variables } });
  }

  of(id: string): Message[] {
    return this.messages.filter((message) => message.id === id);
  }

  async ended(id: string): Promise<Message[]> {
    await waitFor(() => expect(this.of(id).some(({ type }) => type === "complete" || type === "error")).toBe(true));
    return this.of(id);
  }
}

async function open(edge: TestEdge): Promise<RawSocket> {
  const socket = new RawSocket(edge.url);
  await socket.init({ token: edge.token });
  return socket;
}

/** Whether the stream goes on: the others on its socket must not have ended it. */
async function stillOpen(socket: RawSocket): Promise<void> {
  await socket.ask("still", "subscription { count(to: 2) }");
  expect((await socket.ended("still")).map(({ payload }) => payload?.data?.count)).toEqual([1, 2, undefined]);
  expect(socket.ws.readyState).toBe(WebSocket.OPEN);
  expect(socket.of("watch").map(({ type }) => type)).toEqual([]);
}

describe("who may come in", () => {
  const ways: [string, (edge: TestEdge) => { options?: WebSocket.ClientOptions; payload?: object }][] = [
    ["connection parameter authorization", ({ token }) => ({ payload: { authorization: `Bearer ${token}` } })],
    ["connection parameter Authorization", ({ token }) => ({ payload: { Authorization: `Bearer ${token}` } })],
    ["connection parameter token", ({ token }) => ({ payload: { token } })],
    ["header", ({ token }) => ({ options: { headers: { authorization: `Bearer ${token}` } } })],
  ];
  test.each(ways)("by %s", async (_name, way) => {
    const edge = await start();
    const { options, payload } = way(edge);
    const socket = new RawSocket(edge.url, options);
    await socket.init(payload);
    await stillOpen(socket);
  });

  test("by the cookie that the address was exchanged for", async () => {
    const edge = await start();
    const exchange = await fetch(edge.edge.openUrl, { redirect: "manual" });
    const cookie = exchange.headers.get("set-cookie")?.split(";")[0] ?? "";
    const socket = new RawSocket(edge.url, { headers: { cookie, origin: edge.url } });
    await socket.init();
    await stillOpen(socket);
    const wrong = new RawSocket(edge.url, { headers: { cookie } });
    await wrong.init({ token: "wrong" });
    expect((await wrong.closed).code).toBe(4403);
  });

  test.each([
    ["nothing", undefined],
    ["a wrong token", { token: "wrong" }],
    ["a token that is no text", { token: 7 }],
    ["a wrong authorization", { authorization: "Bearer wrong" }],
  ])("not by %s", async (_name, payload) => {
    const edge = await start();
    const socket = new RawSocket(edge.url);
    await socket.init(payload);
    expect((await socket.closed).code).toBe(4403);
  });

  test("not without saying who", async () => {
    const edge = await start({ limits: { initWaitMs: 50 } });
    const socket = new RawSocket(edge.url);
    expect((await socket.closed).code).toBe(4408);
    const hasty = new RawSocket(edge.url);
    await hasty.ask("1", "{ hello }");
    expect((await hasty.closed).code).toBe(4401);
    expect(hasty.messages).toEqual([]);
  });

  test.each([
    ["a foreign host", { headers: { host: "evil.example" } }, "HOST_REFUSED"],
    ["a foreign origin", { headers: { origin: "http://evil.example" } }, "ORIGIN_REFUSED"],
    ["another port's origin", { headers: { origin: "http://127.0.0.1:1" } }, "ORIGIN_REFUSED"],
  ])("not from %s", async (_name, options, code) => {
    const edge = await start();
    const socket = new RawSocket(edge.url, { ...options, headers: { ...options.headers, authorization: `Bearer ${edge.token}` } });
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve) => {
      socket.ws.on("unexpected-response", (_request, response) => {
        let text = "";
        response.on("data", (chunk) => (text += String(chunk)));
        response.on("end", () => resolve({ status: response.statusCode, text }));
      });
    });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text).errors[0].extensions.code).toBe(code);
  });
});

describe("one operation's trouble is its own", () => {
  test.each([
    ["a syntax error", "subscription {", /Syntax Error/],
    ["an unknown field", "subscription { nothing }", /Cannot query field/],
    ["a refused subscription", "subscription { refused }", /not this one/],
    ["a missing variable", "subscription ($to: Int!) { count(to: $to) }", /Variable "\$to"/],
    ["an unknown operation", "{ hello } fragment F on Query { hello }", /Fragment "F" is never used/],
  ])("%s", async (_name, query, message) => {
    const edge = await start();
    const socket = await open(edge);
    await socket.ask("watch", "subscription { silence }");
    await socket.ask("bad", query);
    const said = await socket.ended("bad");
    const errors = said.flatMap(({ type, payload }) => (type === "error" ? payload : (payload?.errors ?? [])));
    expect(errors[0].message).toMatch(message);
    expect(errors[0].extensions?.http).toBeUndefined();
    await stillOpen(socket);
    expect(edge.lines().filter(({ level }) => level >= 40)).toEqual([]);
  });

  test("a context that can't be made", async () => {
    let fail = false;
    const edge = await start({
      context: () => {
        if (fail) throw new Error("secret inside /var/lib");
        return {};
      },
    });
    const socket = await open(edge);
    await socket.ask("watch", "subscription { silence }");
    await waitFor(() => expect(edge.inside.sources).toBe(1));
    fail = true;
    await socket.ask("bad", "subscription { count(to: 1) }");
    const [said] = await socket.ended("bad");
    expect(said?.type).toBe("error");
    expect(said?.payload[0].extensions.code).toBe("INTERNAL_SERVER_ERROR");
    expect(JSON.stringify(socket.messages)).not.toContain("secret");
    expect(edge.lines().filter(({ msg }) => msg === "unexpected error")).toMatchObject([
      { requestId: said?.payload[0].extensions.requestId },
    ]);
    fail = false;
    await stillOpen(socket);
  });

  test.each([
    ["a resolver that throws", "{ bug }"],
    ["a subscription that throws", "subscription { broken }"],
    ["a subscription that breaks on its way", "subscription { breaks }"],
  ])("%s: masked, logged once", async (_name, query) => {
    const edge = await start();
    const socket = await open(edge);
    await socket.ask("watch", "subscription { silence }");
    await socket.ask("bad", query);
    const said = await socket.ended("bad");
    const errors = said.flatMap(({ type, payload }) => (type === "error" ? payload : (payload?.errors ?? [])));
    expect(errors).toHaveLength(1);
    expect(errors[0].extensions.code).toBe("INTERNAL_SERVER_ERROR");
    expect(JSON.stringify(socket.messages)).not.toContain("secret");
    expect(edge.lines().filter(({ msg }) => msg === "unexpected error")).toMatchObject([{ requestId: errors[0].extensions.requestId }]);
    await stillOpen(socket);
  });

  test("a resolver of a stream's event", async () => {
    const edge = await start();
    const socket = await open(edge);
    await socket.ask("bad", "subscription { bugs }");
    await waitFor(() => expect(socket.of("bad").length).toBeGreaterThan(1));
    await socket.send({ type: "complete", id: "bad" });
    expect(socket.of("bad")[0]?.payload.errors[0].extensions.code).toBe("INTERNAL_SERVER_ERROR");
    expect(JSON.stringify(socket.messages)).not.toContain("secret");
    await waitFor(() => expect(edge.inside.sources).toBe(0));
  });
});

describe("limits", () => {
  test("operations on one socket", async () => {
    const edge = await start({ limits: { operationsPerSocket: 3 } });
    const socket = await open(edge);
    for (const id of ["1", "2", "3", "4"]) await socket.ask(id, "subscription { silence }");
    const [said] = await socket.ended("4");
    expect(said?.payload[0].extensions.code).toBe("SERVER_BUSY");
    await socket.send({ type: "complete", id: "1" });
    await waitFor(() => expect(edge.inside.sources).toBe(2));
    await stillOpen(socket);
  });

  test("streams on the server, whatever the transport", async () => {
    const edge = await start({ limits: { streams: 1 } });
    const socket = await open(edge);
    await socket.ask("1", "subscription { silence }");
    await waitFor(() => expect(edge.edge.streams).toBe(1));
    await socket.ask("2", "subscription { silence }");
    const said = await socket.ended("2");
    expect(JSON.stringify(said)).toContain("SERVER_BUSY");
    const sse = await edge.client.sse("subscription { count(to: 1) }").next();
    expect(JSON.stringify(sse.value)).toContain("SERVER_BUSY");
  });

  test("sockets", async () => {
    const edge = await start({ limits: { webSockets: 1 } });
    await open(edge);
    const second = new RawSocket(edge.url);
    const status = await new Promise((resolve) =>
      second.ws.on("unexpected-response", (_request, response) => resolve(response.statusCode)),
    );
    expect(status).toBe(503);
  });

  test("the size of a message", async () => {
    const edge = await start({ limits: { messageBytes: 1_000 } });
    const socket = await open(edge);
    await socket.ask("1", "query ($text: String!) { echo(text: $text) }", { text: "x".repeat(2_000) });
    expect((await socket.closed).code).toBe(1009);
    const other = await open(edge);
    await stillOpen(other);
  });

  test("a message that is none", async () => {
    const edge = await start();
    const socket = await open(edge);
    socket.ws.send("{");
    expect((await socket.closed).code).toBe(4400);
    const other = new RawSocket(edge.url, {}, "graphql-ws");
    expect((await other.closed).code).toBe(1006);
  });

  test("a client that stopped reading is sent no more than its socket takes, and is cut", async () => {
    const edge = await start({ limits: { keepAliveMs: 300 } });
    const socket = await open(edge);
    await socket.ask("1", "subscription { big }");
    await waitFor(() => expect(socket.of("1").length).toBeGreaterThan(0));
    socket.ws.pause();
    // 64 KB each: the buffers of both ends take some megabytes.
    const pulled = async (): Promise<number> => {
      const before = edge.inside.pulled;
      await new Promise((resolve) => setImmediate(resolve));
      return edge.inside.pulled - before;
    };
    await waitFor(async () => expect(await pulled()).toBe(0));
    expect(edge.inside.pulled).toBeLessThan(1_000);
    await waitFor(() => expect(edge.inside.sources).toBe(0));
  });
});

test("an operation that the client completes ends at once, also while it waits", async () => {
  const edge = await start();
  const socket = await open(edge);
  await socket.ask("1", "subscription { silence }");
  await waitFor(() => expect(edge.inside.sources).toBe(1));
  await socket.send({ type: "complete", id: "1" });
  await waitFor(() => expect(edge.inside.sources).toBe(0));
  expect(edge.edge.streams).toBe(0);
});

test("a socket that goes ends what it asked for", async () => {
  const edge = await start();
  const socket = await open(edge);
  await socket.ask("1", "subscription { silence }");
  await waitFor(() => expect(edge.inside.sources).toBe(1));
  socket.ws.terminate();
  await waitFor(() => expect(edge.inside.sources).toBe(0));
});

test("queries and mutations work over a socket, each with its request id", async () => {
  const edge = await start();
  const socket = await open(edge);
  await socket.ask("1", "{ requestId }");
  await socket.ask("2", "mutation { act }");
  const [first] = await socket.ended("1");
  expect(first?.payload.data.requestId).toMatch(/^[\w-]{12}$/);
  expect((await socket.ended("2"))[0]?.payload).toEqual({ data: { act: 1 } });
});
