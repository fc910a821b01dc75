import { request as rawRequest } from "node:http";
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
  await waitFor(() => expect(running?.inside.sources ?? 0).toBe(0));
  running = null;
});

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const each of stream) seen.push(each);
  return seen;
}

test("a stream comes in order, and ends with its complete", async () => {
  const { client } = await start();
  const seen = await all(client.sse("subscription { count(to: 100) }"));
  expect(seen.map(({ data }) => data.count)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test("with the cookie, by GET, as a browser's EventSource does", async () => {
  const { edge, url } = await start();
  const exchange = await fetch(edge.openUrl, { redirect: "manual" });
  const cookie = exchange.headers.get("set-cookie")?.split(";")[0] ?? "";
  const query = encodeURIComponent("subscription { count(to: 2) }");
  const answer = await fetch(`${url}/graphql?query=${query}`, { headers: { accept: "text/event-stream", cookie } });
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  expect(await answer.text()).toContain('data: {"data":{"count":2}}');
  const refused = await fetch(`${url}/graphql?query=${query}`, { headers: { accept: "text/event-stream" } });
  expect(refused.status).toBe(401);
});

test("a client that goes ends its source, also while it waits", async () => {
  const edge = await start();
  const gone = new AbortController();
  const stream = edge.client.sse("subscription { silence }", {}, gone.signal);
  const next = stream.next().catch(() => "gone");
  await waitFor(() => expect(edge.inside.sources).toBe(1));
  gone.abort();
  expect(await next).toBe("gone");
  await waitFor(() => expect(edge.inside.sources).toBe(0));
  expect(edge.edge.streams).toBe(0);
});

test("a client that does not read is not read for, and ends its source when it goes", async () => {
  const edge = await start();
  const request = rawRequest(`${edge.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", authorization: `Bearer ${edge.token}` },
  });
  request.on("error", () => {});
  request.end(JSON.stringify({ query: "subscription { big }" }));
  // The answer is never read from its socket.
  await new Promise((resolve) => request.on("response", (response) => resolve(response.pause())));
  await waitFor(async () => {
    const before = edge.inside.pulled;
    await new Promise((resolve) => setImmediate(resolve));
    expect(before).toBeGreaterThan(1);
    expect(edge.inside.pulled - before).toBe(0);
  });
  expect(edge.inside.pulled).toBeLessThan(1_000);
  request.destroy();
  await waitFor(() => expect(edge.inside.sources).toBe(0));
});

test("a stream that breaks says so, masked, logged once, and completes", async () => {
  const edge = await start();
  const seen = await all(edge.client.sse("subscription { breaks }"));
  expect(seen.map(({ data }) => data?.breaks)).toEqual([1, 2, undefined]);
  expect(seen[2]?.errors?.[0]?.extensions).toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
  expect(JSON.stringify(seen)).not.toContain("secret");
  expect(edge.lines().filter(({ msg }) => msg === "unexpected error")).toMatchObject([
    { requestId: seen[2]?.errors?.[0]?.extensions?.requestId },
  ]);
});

test("a subscription that is refused or broken says so", async () => {
  const edge = await start();
  expect((await all(edge.client.sse("subscription { refused }")))[0]?.errors?.[0]).toMatchObject({
    message: "not this one",
    extensions: { code: "NO" },
  });
  const [broken] = await all(edge.client.sse("subscription { broken }"));
  expect(broken?.errors?.[0]?.extensions?.code).toBe("INTERNAL_SERVER_ERROR");
  expect(JSON.stringify(broken)).not.toContain("secret");
  expect(edge.lines().filter(({ msg }) => msg === "unexpected error")).toHaveLength(1);
});
