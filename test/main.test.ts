import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as rawRequest } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Client } from "./support/client.js";
import { SHIPPED_SERVER } from "./support/compile.js";
import { temporaryDirectory } from "./support/directory.js";
import { waitFor } from "./support/waitFor.js";

const START_LIMIT_MS = 60_000;
vi.setConfig({ testTimeout: 2 * START_LIMIT_MS });

/** The built main.ts, as it is started by a person. */
class Process {
  stdout = "";
  stderr = "";
  private readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  constructor(args: string[], env: NodeJS.ProcessEnv = {}) {
    this.child = spawn(process.execPath, [SHIPPED_SERVER, ...args], {
      env: { PATH: process.env.PATH, HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.on("data", (chunk) => (this.stdout += String(chunk)));
    this.child.stderr?.on("data", (chunk) => (this.stderr += String(chunk)));
    this.ended = once(this.child, "close").then(([code, signal]) => ({ code, signal }));
    processes.push(this);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** The address that was printed. */
  async listens(): Promise<URL> {
    const line = await waitFor(() => {
      expect(this.child.exitCode, this.stderr).toBeNull();
      const found = /^Treekeeper listens on (\S+)\n$/.exec(this.stdout)?.[1];
      expect(found).toBeDefined();
      return found as string;
    }, START_LIMIT_MS);
    return new URL(line);
  }
}

const home = temporaryDirectory("main-home");
const processes: Process[] = [];
afterEach(async () => {
  for (const process of processes.splice(0)) {
    process.signal("SIGKILL");
    await process.ended;
  }
});

async function client(process: Process): Promise<Client> {
  const address = await process.listens();
  return new Client(address.origin, address.searchParams.get("token") ?? "");
}

const freshData = (): string => temporaryDirectory("main-data");

describe("it ends", () => {
  test("with 0 after SIGTERM, its subscriptions completed, and with nothing but the address on stdout", async () => {
    const data = freshData();
    const server = new Process(["--data", data, "--port", "0", "--log-level", "debug"]);
    const api = await client(server);
    const made = await api.http('mutation { createWorkspace(input: { name: "w" }) { ... on CreateWorkspacePayload { workspaceId } } }');
    const query = "subscription ($id: ID!) { sessionEvents(workspaceId: $id) { cursor } }";
    const variables = { id: made.data.createWorkspace.workspaceId };
    const ends = [api.subscribe(query, variables).next(), api.sse(query, variables).next()];
    await waitFor(() => expect(server.stderr.match(/a subscription began/g)).toHaveLength(2));
    server.signal("SIGTERM");
    expect((await Promise.all(ends)).map(({ done }) => done)).toEqual([true, true]);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.stdout.split("\n")).toHaveLength(2);
    expect(server.stderr).not.toContain(readFileSync(join(data, "token"), "utf8").trim());
    for (const line of server.stderr.split("\n").filter((line) => line !== "")) expect(JSON.parse(line)).toHaveProperty("level");
    await api.close();
  });

  test("with 0 after SIGINT", async () => {
    const server = new Process(["--data", freshData(), "--port", "0"]);
    await server.listens();
    server.signal("SIGINT");
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  test.each([
    ["the limit", ["--drain-limit-ms", "30000"], true],
    ["a second signal", ["--drain-limit-ms", "600000"], false],
  ])("at %s, whoever is still there", async (_name, flags, byLimit) => {
    const server = new Process(["--data", freshData(), "--port", "0", ...(byLimit ? ["--drain-limit-ms", "300"] : flags)]);
    const { token, url } = await client(server);
    const request = rawRequest(`${url}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "content-length": 100 },
    });
    request.on("error", () => {});
    // Never the rest of it.
    request.write("{");
    await once(request, "socket");
    await waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200));
    server.signal("SIGTERM");
    await expect.poll(() => fetch(`${url}/healthz`).then(String, () => "refused")).toBe("refused");
    if (!byLimit) server.signal("SIGTERM");
    const { code, signal } = await server.ended;
    expect(signal).toBeNull();
    expect(code).toBe(byLimit ? 0 : 1);
  });
});

describe("it does not start, and says why in one line", () => {
  const cases: [string, () => { args: string[]; env?: NodeJS.ProcessEnv }, number, RegExp][] = [
    ["a root that is a file", () => ({ args: ["--root", file()] }), 1, /^treekeeper: .*root/],
    ["a data directory that is a file", () => ({ args: ["--data", file()] }), 1, /^treekeeper: .*data directory/],
    ["no git", () => ({ args: ["--git", "/nonexistent/git"] }), 1, /^treekeeper: git can't be run.*--git/],
    ["a token file that holds something else", () => ({ args: ["--data", withToken("nonsense")] }), 1, /^treekeeper: .*token.*Remove it/],
    [
      "an address that is not ours",
      () => ({ args: ["--host", "203.0.113.7"] }),
      1,
      /^treekeeper: 203\.0\.113\.7 is not an address of this machine/,
    ],
    [
      "a mistake in the environment",
      () => ({ args: [], env: { TREEKEEPER_CONCURRENCY: "x" } }),
      2,
      /^treekeeper: TREEKEEPER_CONCURRENCY must be a whole number/,
    ],
  ];
  const file = (): string => {
    const path = join(freshData(), "file");
    writeFileSync(path, "");
    return path;
  };
  const withToken = (text: string): string => {
    const data = freshData();
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, "token"), text);
    return data;
  };

  test.each(cases)("%s", async (_name, make, code, message) => {
    const { args, env } = make();
    const started = new Process(["--data", freshData(), "--port", "0", "--log-level", "silent", ...args].filter(lastData), env);
    expect(await started.ended).toEqual({ code, signal: null });
    expect(started.stdout).toBe("");
    expect(started.stderr).toMatch(message);
    expect(started.stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a port that is in use", async () => {
    const first = new Process(["--data", freshData(), "--port", "0"]);
    const { port } = await first.listens();
    const second = new Process(["--data", freshData(), "--port", port]);
    expect((await second.ended).code).toBe(1);
    expect(second.stderr).toContain(`treekeeper: The port ${port} on 127.0.0.1 is in use.`);
  });

  test("several mistakes, each in its line", async () => {
    const started = new Process(["--port", "70000", "--nonsense", "--concurrency", "0"]);
    expect((await started.ended).code).toBe(2);
    expect(started.stderr.trimEnd().split("\n")).toHaveLength(3);
  });
});

test("--help and --version", async () => {
  const [help, version] = [new Process(["--help"]), new Process(["--version"])];
  expect((await help.ended).code).toBe(0);
  expect(help.stdout).toContain("--adopt-root");
  expect((await version.ended).code).toBe(0);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

/** A case that names a data directory names the last one: a flag may be given once. */
function lastData(value: string, index: number, all: string[]): boolean {
  const last = all.lastIndexOf("--data");
  const first = all.indexOf("--data");
  return first === last || (index !== first && index !== first + 1) || value === "";
}
