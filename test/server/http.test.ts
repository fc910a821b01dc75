import { readdir, readFile, stat } from "node:fs/promises";
import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../support/waitFor.js";
import { startEdge, type TestEdge } from "./support/edge.js";

let running: TestEdge | null = null;
async function start(...args: Parameters<typeof startEdge>): Promise<TestEdge> {
  running = await startEdge(...args);
  return running;
}
afterEach(async () => {
  await running?.stop();
  expect(running?.edge.streams ?? 0).toBe(0);
  expect(running?.inside.sources ?? 0).toBe(0);
  running = null;
});

/** fetch lets nobody set Host or Origin. */
function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const request = rawRequest(url, { method: options.method ?? "GET", headers: options.headers ?? {}, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(options.body);
  });
}

const json = (query: string, variables?: object): { method: "POST"; body: string } => ({
  method: "POST",
  body: JSON.stringify({ query, variables }),
});
const code = (text: string): unknown => JSON.parse(text).errors[0].extensions.code;

describe("the token", () => {
  test("is made at the first start, readable by its user alone, and kept", async () => {
    const { dataDir, token, edge } = await start();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await stat(join(dataDir, "token"))).mode & 0o777).toBe(0o600);
    expect(edge.openUrl).toBe(`${edge.url}/graphql?token=${token}`);
    expect(await readdir(dataDir)).toEqual(["token"]);
  });

  test.each([
    ["none", {}],
    ["a wrong one", { authorization: "Bearer wrong" }],
    ["a right one in a wrong scheme", { authorization: "Basic TOKEN" }],
    ["a wrong cookie", { cookie: "treekeeper_PORT=wrong" }],
    ["the token as a cookie", { cookie: "treekeeper_PORT=TOKEN" }],
  ])("%s is refused", async (_name, headers) => {
    const { url, token, edge } = await start();
    const filled = JSON.parse(JSON.stringify(headers).replace("TOKEN", token).replace("PORT", String(edge.port))) as Record<string, string>;
    const answer = await ask(`${url}/graphql`, { ...json("{ hello }"), headers: { "content-type": "application/json", ...filled } });
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(code(answer.text)).toBe("UNAUTHORISED");
  });

  test("lets in as a bearer", async () => {
    const { client } = await start();
    const answer = await client.http("{ hello }");
    expect(answer).toMatchObject({ status: 200, data: { hello: "hello" } });
  });

  test("in the address is exchanged for a cookie and a clean address", async () => {
    const { edge, url, token } = await start();
    const answer = await ask(`${edge.openUrl}&query=%7Bhello%7D`, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe("/graphql?query=%7Bhello%7D");
    expect((await ask(edge.openUrl)).headers.location).toBe("/graphql");
    const [cookie] = answer.headers["set-cookie"] as string[];
    expect(cookie).toMatch(new RegExp(`^treekeeper_${edge.port}=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
    expect(cookie).not.toContain(token);
    const cookies = `other=1; ${cookie?.split(";")[0]}; more=2`;
    const asked = await ask(`${url}/graphql`, { ...json("{ hello }"), headers: { "content-type": "application/json", cookie: cookies } });
    expect(JSON.parse(asked.text)).toEqual({ data: { hello: "hello" } });
    const both = await ask(`${url}/graphql`, {
      ...json("{ hello }"),
      headers: { "content-type": "application/json", cookie: cookies, authorization: "Bearer wrong" },
    });
    expect(both.status).toBe(401);
  });

  test("in the address, wrong, is refused and sets nothing", async () => {
    const { url } = await start();
    const answer = await ask(`${url}/graphql?token=wrong`);
    expect(answer.status).toBe(401);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("is never logged", async () => {
    const { edge, client, token, logText, url } = await start();
    await ask(edge.openUrl);
    await ask(`${url}/graphql?token=${token}x`);
    await client.http("{ bug }");
    await ask(`${url}/graphql`, {
      ...json("{ hello }"),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    });
    await waitFor(() => expect(logText().match(/"answered"/g)).toHaveLength(4));
    expect(logText()).not.toContain(token);
  });
});

describe("where a request comes from", () => {
  test.each([
    "evil.example:PORT",
    "127.0.0.1.evil.example:PORT",
    "localhost.evil.example",
    "evil.example",
    "localhost@evil.example",
    "127.0.0.1:PORT:1",
  ])("the host %j is refused", async (host) => {
    const { url, token, edge } = await start();
    const answer = await ask(`${url}/graphql`, {
      ...json("{ hello }"),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, host: host.replace("PORT", String(edge.port)) },
    });
    expect(answer.status).toBe(403);
    expect(code(answer.text)).toBe("HOST_REFUSED");
  });

  test.each(["localhost:PORT", "LOCALHOST:PORT", "127.0.0.1:PORT", "[::1]:PORT", "localhost", "localhost.", "trees.example:PORT"])(
    "the host %j is ours",
    async (host) => {
      const { url, token, edge } = await start({ allowedHosts: ["trees.example"] });
      const own = host.replace("PORT", String(edge.port));
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}`, host: own };
      expect((await ask(`${url}/graphql`, { ...json("{ hello }"), headers })).status).toBe(200);
      expect(
        (await ask(`${url}/graphql`, { ...json("{ hello }"), headers: { ...headers, origin: `http://${own.toLowerCase()}` } })).status,
      ).toBe(200);
    },
  );

  test.each([
    "http://evil.example",
    "null",
    "http://127.0.0.1:1",
    "http://localhost:PORT",
    "https://127.0.0.1",
    "http://127.0.0.1:PORT.evil.example",
  ])("the origin %j is refused", async (origin) => {
    const { url, token, edge, inside } = await start();
    const answer = await ask(`${url}/graphql`, {
      ...json("mutation { act }"),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, origin: origin.replace("PORT", String(edge.port)) },
    });
    expect(answer.status).toBe(403);
    expect(code(answer.text)).toBe("ORIGIN_REFUSED");
    expect(inside.mutations).toBe(0);
    const stream = await ask(`${url}/graphql`, {
      ...json("subscription { count(to: 1) }"),
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        authorization: `Bearer ${token}`,
        origin: origin.replace("PORT", String(edge.port)),
      },
    });
    expect(stream.status).toBe(403);
  });

  test("an image of another site is refused, a link from it is followed", async () => {
    const { url } = await start();
    const image = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
    expect((await ask(`${url}/graphql?query=%7Bhello%7D`, { headers: image })).status).toBe(403);
    const frame = { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" };
    expect((await ask(`${url}/graphql`, { headers: frame })).status).toBe(403);
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await ask(`${url}/graphql`, { headers: link })).status).toBe(401);
  });

  test("no other origin is told that it may read", async () => {
    const { url } = await start();
    const preflight = await ask(`${url}/graphql`, {
      method: "OPTIONS",
      headers: { origin: "http://evil.example", "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(403);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("requests", () => {
  test("queries by GET, no mutations by GET", async () => {
    const { url, token, inside } = await start();
    const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
    expect(JSON.parse((await ask(`${url}/graphql?query=%7Bhello%7D`, { headers })).text)).toEqual({ data: { hello: "hello" } });
    const mutation = await ask(`${url}/graphql?query=${encodeURIComponent("mutation { act }")}`, { headers });
    expect(mutation.status).toBe(405);
    const named = await ask(`${url}/graphql?operationName=A&query=${encodeURIComponent("mutation A { act } query B { hello }")}`, {
      headers,
    });
    expect(named.status).toBe(405);
    expect(inside.mutations).toBe(0);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
    "a body of the type %j is not taken",
    async (type) => {
      const { url, token, inside } = await start();
      const answer = await ask(`${url}/graphql`, {
        ...json("mutation { act }"),
        headers: { authorization: `Bearer ${token}`, ...(type === "" ? {} : { "content-type": type }) },
      });
      expect(answer.status).toBe(415);
      expect(inside.mutations).toBe(0);
    },
  );

  test("a body that is too large is refused, with and without its length", async () => {
    const { url, token } = await start({ limits: { bodyBytes: 10_000 } });
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const body = JSON.stringify({ query: "query ($text: String!) { echo(text: $text) }", variables: { text: "x".repeat(20_000) } });
    expect(
      (await ask(`${url}/graphql`, { method: "POST", headers: { ...headers, "content-length": String(body.length) }, body })).status,
    ).toBe(413);
    expect((await ask(`${url}/graphql`, { method: "POST", headers: { ...headers, "transfer-encoding": "chunked" }, body })).status).toBe(
      413,
    );
  });

  test("an argument of 10 MB arrives", async () => {
    const { client } = await start();
    const answer = await client.http("query ($text: String!) { echo(text: $text) }", { text: "x".repeat(10_000_000) });
    expect(answer.data).toEqual({ echo: "10000000" });
  });

  test.each([
    ["no HTTP", "GARBAGE\r\n\r\n", 400],
    ["no host", "GET /graphql HTTP/1.0\r\n\r\n", 403],
    ["an absolute address", "GET http://evil.example/graphql HTTP/1.0\r\nHost: localhost\r\n\r\n", 404],
    ["an upgrade to something else", "GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n", 400],
  ])("%s is answered, and the connection ended", async (_name, said, status) => {
    const { edge } = await start();
    const socket = connect(edge.port, "127.0.0.1");
    socket.write(said);
    const answer = await new Promise<string>((resolve) => {
      let text = "";
      socket.on("data", (chunk) => (text += String(chunk)));
      socket.on("close", () => resolve(text));
    });
    expect(answer.split("\r\n")[0]).toContain(` ${status} `);
  });

  test("/ leads to /graphql, and nothing is elsewhere", async () => {
    const { url } = await start();
    expect((await ask(`${url}/`)).headers.location).toBe("/graphql");
    expect((await ask(`${url}/other`)).status).toBe(404);
    expect((await ask(`${url}/health`)).status).toBe(404);
  });

  test("/healthz answers without a token, and says nothing more", async () => {
    const { url } = await start();
    expect(await ask(`${url}/healthz`)).toMatchObject({ status: 200, text: "ok" });
    expect((await ask(`${url}/healthz`, { headers: { host: "evil.example" } })).status).toBe(403);
  });
});

describe("errors", () => {
  test("an unexpected one is masked, logged once, and found by its request id", async () => {
    const { client, lines, logText } = await start();
    const answer = await client.http("{ bug }");
    const [error] = answer.errors ?? [];
    expect(JSON.stringify(answer)).not.toContain("secret");
    expect(error?.path).toEqual(["bug"]);
    expect(error?.extensions).toEqual({ code: "INTERNAL_SERVER_ERROR", requestId: answer.headers.get("x-request-id") });
    const bugs = lines().filter((line) => line.msg === "unexpected error");
    expect(bugs).toHaveLength(1);
    expect(bugs[0]).toMatchObject({ requestId: answer.headers.get("x-request-id"), path: ["bug"] });
    expect(logText()).toContain("secret inside /var/lib");
  });

  test("an expected one has its code and is not logged as a bug", async () => {
    const { client, lines } = await start();
    const answer = await client.http("{ expected }");
    expect(answer.errors?.[0]).toMatchObject({
      path: ["expected"],
      extensions: { code: "NOT_FOUND" },
      message: "There is no Task with the id task_1.",
    });
    expect(lines().filter((line) => line.msg === "unexpected error")).toHaveLength(0);
  });

  test("a context that can't be made is masked", async () => {
    const { client, lines } = await start({
      context: () => {
        throw new Error("secret inside /var/lib");
      },
    });
    const answer = await client.http("{ hello }");
    expect(JSON.stringify(answer)).not.toContain("secret");
    expect(answer.errors?.[0]?.extensions?.requestId).toBe(answer.headers.get("x-request-id"));
    expect(lines().filter((line) => line.msg === "unexpected error")).toHaveLength(1);
  });

  test("the resolvers' request id is the answer's", async () => {
    const { client } = await start();
    const answer = await client.http("{ requestId }");
    expect(answer.data.requestId).toBe(answer.headers.get("x-request-id"));
    expect((await client.http("{ requestId }")).data.requestId).not.toBe(answer.data.requestId);
  });

  test("a syntax error and an unknown field are the caller's", async () => {
    const { client, lines } = await start();
    expect((await client.http("{ hello")).errors?.[0]?.message).toMatch(/Syntax Error/);
    expect((await client.http("{ nothing }")).errors?.[0]?.message).toMatch(/Cannot query field/);
    expect(lines().filter((line) => line.level >= 40)).toEqual([]);
  });
});

describe("what is kept", () => {
  test("a token file that others can read is closed to them", async () => {
    const { loadToken } = await import("../../src/server/token.js");
    const { dataDir, token } = await start();
    const { chmod, writeFile } = await import("node:fs/promises");
    const { pino } = await import("pino");
    await chmod(join(dataDir, "token"), 0o644);
    expect(await loadToken(dataDir, pino({ level: "silent" }))).toBe(token);
    expect((await stat(join(dataDir, "token"))).mode & 0o777).toBe(0o600);
    await writeFile(join(dataDir, "token"), "short");
    await expect(loadToken(dataDir, pino({ level: "silent" }))).rejects.toThrow(/does not hold a token/);
    await writeFile(join(dataDir, "token"), "");
    const fresh = await loadToken(dataDir, pino({ level: "silent" }));
    expect(fresh).not.toBe(token);
    expect((await readFile(join(dataDir, "token"), "utf8")).trim()).toBe(fresh);
  });
});
