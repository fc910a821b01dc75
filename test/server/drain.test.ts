import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Answer } from "../support/client.js";
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
    kept.write(
      `POST /graphql HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
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
  const request = rawRequest(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  });
  const cut = new Promise((resolve) => request.on("error", resolve));
  request.end(JSON.stringify({ query: "{ slow }" }));
  await waitFor(() => expect(inside.waiting).toBe(1));
  await edge.close(100);
  expect(await cut).toMatchObject({ code: "ECONNRESET" });
  expect(lines().some(({ msg }) => msg.startsWith("clients were cut off"))).toBe(true);
});

test("who comes while it starts waits; /healthz says so", async () => {
  let isReady = (): void => {};
  const { client, url, inside } = await start({ ready: new Promise<void>((resolve) => (isReady = resolve)) });
  const early = Promise.all([client.http("{ hello }"), client.subscribe("{ hello }").next()]);
  const health = await fetch(`${url}/healthz`);
  expect([health.status, ((await health.json()) as Answer).errors?.[0]?.extensions?.code]).toEqual([503, "SERVER_STARTING"]);
  const acting = client.http("mutation { act }");
  await waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(503));
  expect(inside.mutations).toBe(0);
  isReady();
  const [http, socket] = await early;
  expect([http.status, http.data, socket.value?.data]).toEqual([200, { hello: "hello" }, { hello: "hello" }]);
  expect((await acting).data).toEqual({ act: 1 });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("stopped while it starts, it tells those who wait", async () => {
  const { edge, client } = await start({ ready: new Promise(() => {}) });
  const early = client.http("mutation { act }");
  await waitFor(async () => expect((await fetch(`${edge.url}/healthz`)).status).toBe(503));
  await edge.close();
  expect(await early).toMatchObject({ status: 503, errors: [{ extensions: { code: "SERVER_STOPPING" } }] });
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
