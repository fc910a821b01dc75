import { request as rawRequest } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEdge, type TestEdge } from "./support/edge.js";

let edge: TestEdge;
let cookie: string;
beforeAll(async () => {
  edge = await startEdge();
  const exchange = await fetch(edge.edge.openUrl, { redirect: "manual" });
  cookie = exchange.headers.get("set-cookie")?.split(";")[0] ?? "";
});
afterAll(() => edge.stop());

/** As it came over the wire. */
function page(
  headers: Record<string, string> = {},
  method = "GET",
  path = "/graphql",
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = rawRequest(
      `${edge.url}${path}`,
      { method, headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8", cookie, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }));
      },
    );
    request.on("error", reject);
    request.end();
  });
}

test("a browser gets GraphiQL, compressed, whole, and the same when it can't unpack", async () => {
  const packed = await page({ "accept-encoding": "gzip, deflate, br" });
  expect(packed.status).toBe(200);
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.body.length).toBeLessThan(4_000_000);
  expect(Number(packed.headers["content-length"])).toBe(packed.body.length);
  const plain = await page({ "accept-encoding": "gzip;q=0" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body.equals(gunzipSync(packed.body))).toBe(true);
  expect(plain.body.toString()).toContain("renderYogaGraphiQL");
  expect(plain.headers.etag).not.toBe(packed.headers.etag);
});

test("it loads nothing from elsewhere, and may not", async () => {
  const { body, headers } = await page();
  const html = body.toString();
  // Outside of scripts and styles, which hold many an address in their texts.
  const markup = html.replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, (_all, tag: string) => `<${tag}>`);
  expect(markup).not.toMatch(/(src|href)="(?!data:)/);
  expect(html).not.toMatch(/<script[^>]+src=/);
  expect(html).not.toMatch(/@import|url\(["']?https?:/);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`ws://127.0.0.1:${edge.edge.port} `);
  expect(policy).not.toMatch(/\*|https:/);
  expect(headers["x-frame-options"]).toBe("DENY");
});

test("asked again with its tag, it answers with 304", async () => {
  const first = await page({ "accept-encoding": "gzip" });
  const etag = String(first.headers.etag);
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await page({ "accept-encoding": "gzip", "if-none-match": tag });
    expect(again.status).toBe(304);
    expect(again.body.length).toBe(0);
  }
  expect((await page({ "accept-encoding": "gzip", "if-none-match": '"other"' })).status).toBe(200);
  const head = await page({ "accept-encoding": "gzip" }, "HEAD");
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

test("it opens with the examples, calls this server, and subscribes over WebSocket", async () => {
  const html = (await page()).body.toString();
  const options = /renderYogaGraphiQL\(\s*window\.document\.querySelector\('#root'\),\s*(\{[\s\S]*?\}),\s*\);/.exec(html)?.[1] ?? "";
  const { defaultTabs, endpoint, subscriptionsProtocol, credentials } = JSON.parse(options) as Record<string, unknown>;
  expect({ endpoint, subscriptionsProtocol, credentials }).toEqual({
    endpoint: "/graphql",
    subscriptionsProtocol: "WS",
    credentials: "same-origin",
  });
  expect((defaultTabs as { query: string }[]).length).toBeGreaterThan(0);
});

test("without cookie or token there is a message and no page", async () => {
  const answer = await page({ cookie: "" });
  expect(answer.status).toBe(401);
  expect(answer.body.toString()).toContain("the address that the server prints");
  expect((await page({ accept: "application/json" }, "GET", "/graphql?query=%7Bhello%7D")).body.toString()).toBe(
    '{"data":{"hello":"hello"}}',
  );
});
