import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { waitFor } from "../support/waitFor.js";
import { startEdge, type TestEdge } from "./support/edge.js";

let running: TestEdge | null = null;
async function start(...args: Parameters<typeof startEdge>): Promise<TestEdge> {
  running = await startEdge(...args);
  return running;
}
afterEach(async () => {
  await running?.stop();
  running = null;
});

test("subscriptions are completed, on WebSocket and SSE, and the port is free", async () => {
  const { edge, client, inside, url } = await start();
  const socket = client.subscribe("subscription { silence }");
  const sse = client.sse("subscription { silence }");
  const ends = Promise.all([socket.next(), sse.next()]);
  await waitFor(() => expect(inside.sources).toBe(2));
  const begun = performance.now();
  await edge.close();
  expect(performance.now() - begun).toBeLessThan(1_500);
  expect((await ends).map(({ done }) => done)).toEqual([true, true]);
  expect(inside.sources).toBe(0);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test("a request in hand is answered, a later one is told that the server stops", async () => {
  const { edge, client, inside, url, token } = await start();
  const slow = client.http("{ slow }");
  const onSocket = client.subscribe("{ slow }").next();
  // A connection that is kept alive by its own request in hand.
  await waitFor(async () => expect((await client.http("{ hello }")).status).toBe(200));
  const kept = connect(edge.port, "127.0.0.1");
  let said = "";
  kept.on("data", (chunk) => (said += String(chunk)));
  const ask = (query: string): void => {
    const body = JSON.stringify({ query });
    kept.write(`POST /graphql HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  };
  ask("{ slow }");
  await waitFor(() => expect(inside.waiting).toBe(3));
  const closed = edge.close();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  inside.release();
  expect((await slow).data).toEqual({ slow: "at last" });
  expect((await onSocket).value?.data).toEqual({ slow: "at last" });
  await closed;
  expect(said).toContain("at last");
});

test("who does not go within the limit is cut", async () => {
  const { edge, inside, url, token, lines } = await start();
  const request = rawRequest(`${url}/graphql`, { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` } });
  const cut = new Promise((resolve) => request.on("error", resolve));
  request.end(JSON.stringify({ query: "{ slow }" }));
  await waitFor(() => expect(inside.waiting).toBe(1));
  await edge.close(100);
  expect(await cut).toMatchObject({ code: "ECONNRESET" });
  expect(lines().some(({ msg }) => msg.startsWith("clients were cut off"))).toBe(true);
});

test("while it starts, everything is told to come again; then it serves", async () => {
  let open = (): void => {};
  const ready = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { client, url } = await start({ ready });
  const early = await client.http("{ hello }");
  expect(early).toMatchObject({ status: 503, errors: [{ extensions: { code: "SERVER_STARTING" } }] });
  expect((await fetch(`${url}/healthz`)).status).toBe(503);
  await expect(client.subscribe("{ hello }").next()).rejects.toBeDefined();
  open();
  await waitFor(async () => expect((await client.http("{ hello }")).status).toBe(200));
});

test("close may be called twice", async () => {
  const { edge } = await start();
  await Promise.all([edge.close(), edge.close()]);
  await edge.close();
});

test("a port that is in use is said to be", async () => {
  const { edge } = await start();
  await expect(startEdge({ port: edge.port })).rejects.toThrow(`The port ${edge.port} on 127.0.0.1 is in use.`);
  await expect(startEdge({ host: "203.0.113.7" })).rejects.toThrow("203.0.113.7 is not an address of this machine.");
});
