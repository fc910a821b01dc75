import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { Sandbox } from "../support/sandbox.js";
import { Server } from "../support/server.js";

/** The shipped server, as it is started by a person. */
let sandbox: Sandbox;
let server: Server;

beforeAll(async () => {
  sandbox = Sandbox.create();
  server = await Server.start({ kind: "shipped", dataDir: sandbox.path("data"), home: sandbox.home });
});

afterAll(async () => {
  const end = await server.stop();
  sandbox.remove();
  expect(end).toEqual({ code: 0, signal: null });
});

async function post(headers: Record<string, string>, path = "/graphql"): Promise<Response> {
  return await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query: "{ health { ok } }" }),
  });
}

describe("the token", () => {
  it("is readable by its user alone, and stays the same over a restart", async () => {
    const path = join(sandbox.path("data"), "token");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const token = server.token;
    expect((await server.stop()).code).toBe(0);
    server = await Server.start({ kind: "shipped", dataDir: sandbox.path("data"), home: sandbox.home });
    expect(server.token).toBe(token);
  });

  it("opens HTTP, and nothing else does", async () => {
    expect((await post({ authorization: `Bearer ${server.token}` })).status).toBe(200);
    for (const authorization of [
      undefined,
      "",
      "Bearer",
      "Bearer x",
      `Basic ${server.token}`,
      `Bearer ${server.token}x`,
      `Bearer ${server.token.slice(1)}`,
    ]) {
      expect((await post(authorization === undefined ? {} : { authorization })).status, String(authorization)).toBe(401);
    }
    expect((await post({ accept: "text/event-stream" })).status).toBe(401);
  });

  it("is exchanged for a cookie and a clean address by the printed one", async () => {
    const printed = new URL(server.printed);
    expect(printed.searchParams.get("token")).toBe(server.token);
    const exchanged = await fetch(printed, { redirect: "manual" });
    expect(exchanged.status).toBeGreaterThanOrEqual(300);
    expect(exchanged.status).toBeLessThan(400);
    expect(exchanged.headers.get("location")).not.toContain(server.token);
    const cookie = exchanged.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Strict/i);
    expect(cookie).not.toContain(server.token);
    const page = await fetch(new URL(exchanged.headers.get("location") ?? "/", server.url), {
      headers: { cookie: cookie.split(";")[0] ?? "", accept: "text/html" },
    });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).not.toContain(server.token);
    expect(html).not.toMatch(/<script[^>]+src="https?:/);
    expect((await post({ cookie: cookie.split(";")[0] ?? "" })).status).toBe(200);
  });

  it("stays out of the log", () => {
    const lines = server
      .log()
      .split("\n")
      .filter((line) => line.includes(server.token) && !line.startsWith("Treekeeper listens on "));
    expect(lines).toEqual([]);
    expect(readFileSync(join(sandbox.path("data"), "token"), "utf8").trim()).toBe(server.token);
  });

  it("does not help a page of another origin or under another name", async () => {
    const authorization = `Bearer ${server.token}`;
    expect((await post({ authorization, origin: "http://evil.example" })).status).toBe(403);
    expect((await post({ authorization, origin: "null" })).status).toBe(403);
    const { port } = new URL(server.url);
    const foreign = sandbox.run("curl", [
      "-s",
      "-o",
      "/dev/null",
      "-w",
      "%{http_code}",
      "-H",
      "Host: evil.example",
      "-H",
      `Authorization: ${authorization}`,
      "-H",
      "Content-Type: application/json",
      "-d",
      '{"query":"{ health { ok } }"}',
      `http://127.0.0.1:${port}/graphql`,
    ]);
    expect(foreign).toBe("403");
  });

  it("is asked of a WebSocket too", async () => {
    const address = `${server.url.replace("http", "ws")}/graphql`;
    const closed = async (options: object, params?: object): Promise<string> =>
      await new Promise((resolve) => {
        const socket = new WebSocket(address, "graphql-transport-ws", options);
        socket.on("open", () =>
          socket.send(JSON.stringify({ type: "connection_init", ...(params === undefined ? {} : { payload: params }) })),
        );
        socket.on("message", (data) => {
          resolve(JSON.parse(String(data)).type);
          socket.terminate();
        });
        socket.on("close", (code) => resolve(`closed ${code}`));
        socket.on("unexpected-response", (_request, response) => resolve(`refused ${response.statusCode}`));
        socket.on("error", () => {});
      });
    expect(await closed({ headers: { authorization: `Bearer ${server.token}` } })).toBe("connection_ack");
    expect(await closed({}, { authorization: `Bearer ${server.token}` })).toBe("connection_ack");
    expect(await closed({})).toMatch(/refused 401|closed 44\d\d/);
    expect(await closed({}, { authorization: "Bearer x" })).toMatch(/refused 401|closed 44\d\d/);
    expect(await closed({ headers: { authorization: `Bearer ${server.token}`, origin: "http://evil.example" } })).toBe("refused 403");
  });
});

describe("the shipped server", () => {
  it("says what is wrong with its flags, and starts nothing", () => {
    const said = sandbox.run(process.execPath, [join(import.meta.dirname, "../../dist/main.js"), "--port", "x", "--nonsense"], { ok: [2] });
    expect(said).toBe("");
  });

  it("has neither fault points nor a steered clock", () => {
    const built = sandbox.run("grep", ["-rlE", "TEST_FAULT|SteeredClock|FaultEffects", join(import.meta.dirname, "../../dist")], {
      ok: [0, 1],
    });
    expect(built).toBe("");
  });
});
