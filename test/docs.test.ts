/** What the documentation says is held against the schema, the configuration and a running server. */
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { helpText } from "../src/config.js";
import { OPERATION_LIMITS, refusal } from "../src/graphql/limits.js";
import { schema as code } from "../src/graphql/schema.js";
import { Client } from "./support/client.js";
import { PROJECT } from "./support/compile.js";
import { temporaryDirectory } from "./support/directory.js";
import { git, makeRepository } from "./support/repository.js";
import { Server } from "./support/server.js";
import { waitFor } from "./support/waitFor.js";

const LIMIT_MS = 60_000;
const TOUR_LIMIT_MS = 240_000;

const read = (path: string): string => readFileSync(join(PROJECT, path), "utf8");

function markdownBelow(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownBelow(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

const pages = ["README.md", "CHANGELOG.md", ...markdownBelow("docs")];

/** The contents of a page's fenced blocks of one language, each with its line. */
function blocks(page: string, language: string): { line: number; text: string }[] {
  const text = read(page);
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map((found) => ({
    line: text.slice(0, found.index).split("\n").length,
    text: found[1] as string,
  }));
}

describe("every operation in the documentation", () => {
  const printed = buildSchema(read("schema/schema.graphql"));
  const operations = pages.flatMap((page) => blocks(page, "graphql").map((block) => ({ where: `${page}:${block.line}`, ...block })));

  test("is found", () => {
    expect(operations.length).toBeGreaterThan(20);
  });

  test.each(operations.map(({ where, text }) => [where, text]))("%s fits the schema and its limits", (_where, text) => {
    const document = parse(text);
    expect(validate(printed, document).map(({ message }) => message)).toEqual([]);
    for (const definition of document.definitions) {
      if (definition.kind !== "OperationDefinition") continue;
      const operationName = definition.name?.value ?? null;
      expect(refusal(OPERATION_LIMITS, { schema: code, document, variableValues: {}, operationName })?.message ?? null).toBeNull();
    }
  });
});

describe("the configuration table", () => {
  const rows = [...read("README.md").matchAll(/^\| `(--[a-z-]+)(?: ([A-Z]+))?` \| (?:`(TREEKEEPER_[A-Z_]+)`)? *\| (.*?) \|/gm)].map(
    ([, flag, value, variable, standard]) => ({ flag, value: value ?? "", variable: variable ?? "", standard: (standard ?? "").trim() }),
  );
  // "  --port PORT   port to listen on (default: 4040)", and its variable in a line of its own.
  const help = [...helpText().matchAll(/^ {2}(--[a-z-]+)(?: ([A-Z]+))? {2,}(.*)(?:\n +(TREEKEEPER_[A-Z_]+)$)?/gm)].map(
    ([, flag, value, said, variable]) => ({ flag, value: value ?? "", variable: variable ?? "", said: said ?? "" }),
  );

  test("lists every flag and variable, and no others", () => {
    expect(help.length).toBeGreaterThan(10);
    expect(rows.map(({ flag, value, variable }) => ({ flag, value, variable }))).toEqual(
      help.map(({ flag, value, variable }) => ({ flag, value, variable })),
    );
  });

  test("gives the defaults that --help gives", () => {
    for (const { flag, said } of help) {
      const standard = /\(default: ([^()]*)\)$/.exec(said)?.[1];
      // The default data directory depends on where --help is asked.
      if (standard === undefined || flag === "--data") continue;
      expect({ flag, standard: rows.find((row) => row.flag === flag)?.standard.replaceAll("`", "") }).toEqual({ flag, standard });
    }
  });
});

describe("a link", () => {
  test.each(pages.map((page) => [page]))("in %s leads to a file, and to a heading where it names one", (page) => {
    const prose = read(page).replace(/^```.*?^```$/gms, "");
    for (const [, target = ""] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = "", anchor] = target.split("#");
      const path = file === "" ? page : relative(PROJECT, join(PROJECT, dirname(page), file));
      expect(existsSync(join(PROJECT, path)), `${target} is there`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(path), target).toContain(anchor);
    }
  });
});

/** As the sites that show Markdown make them. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("the tour of README.md, done as it says", { timeout: TOUR_LIMIT_MS }, async () => {
  const tour = blocks("README.md", "graphql").map(({ text }) => text);
  const repository = await makeRepository();
  const directory = temporaryDirectory("tour");
  const server = await Server.start({ kind: "shipped", dataDir: join(directory, "data"), home: process.env["HOME"] as string });
  const api = new Client(server.url, server.token);
  const words: Record<string, string> = { "/path/to/a/repository": repository.path };
  const next = (): string => {
    let text = tour.shift() ?? "";
    for (const [word, value] of Object.entries(words)) text = text.replaceAll(word, value);
    return text;
  };
  const said = async (): Promise<Record<string, never>> => {
    const answer = await api.http(next());
    expect(answer.errors).toBeUndefined();
    const [payload] = Object.values(answer.data as object);
    expect(payload, "no error").not.toHaveProperty("message");
    return payload as Record<string, never>;
  };
  const types = async (stream: AsyncIterable<{ data?: Record<string, { type: string }> }>): Promise<string[]> => {
    const seen: string[] = [];
    for await (const { data } of stream) seen.push(Object.values(data ?? {})[0]?.type ?? "");
    return seen;
  };
  const removed = async (): Promise<void> => {
    const jobs = await api.http("{ cleanupJobs { edges { node { state } } } }");
    expect(jobs.data.cleanupJobs.edges.at(-1).node.state).toBe("SUCCEEDED");
  };

  words["WORKSPACE_ID"] = (await said())["workspaceId"] ?? "";
  words["REPOSITORY_ID"] = (await said())["repositoryId"] ?? "";
  words["TASK_ID"] = (await said())["taskId"] ?? "";
  const made = (await said()) as unknown as { environmentId: string; environment: { worktrees: { path: string; branch: string }[] } };
  words["ENVIRONMENT_ID"] = made.environmentId;
  expect((await types(api.subscribe(next()))).at(-1)).toBe("READY");
  const { path = "", branch = "" } = made.environment.worktrees[0] ?? {};
  appendFileSync(join(path, "notes.md"), "an idea\n");

  const watched = types(api.subscribe(next()));
  await said();
  const cleanup = await watched;
  expect(cleanup).toContain("QUARANTINED");
  expect(cleanup.at(-1)).toBe("SUCCEEDED");
  expect(existsSync(path)).toBe(false);
  const { edges } = (await said()) as unknown as { edges: { node: { path: string } }[] };
  expect(edges).toHaveLength(1);
  await said();
  await waitFor(async () => {
    const { data } = await api.http("query ($id: ID!) { node(id: $id) { ... on Environment { status } } }", { id: made.environmentId });
    expect(data.node.status).toBe("READY");
  }, LIMIT_MS);
  expect(readFileSync(join(path, "notes.md"), "utf8")).toBe("an idea\n");
  expect(await git(path, "symbolic-ref", "--short", "HEAD")).toBe(branch);

  await git(path, "add", "notes.md");
  await git(path, "commit", "--quiet", "-m", "an idea");
  const commit = await git(path, "rev-parse", "HEAD");
  await said();
  await waitFor(removed, LIMIT_MS);
  expect(await repository.git("branch", "--list", branch)).toBe("");
  const rescues = ((await said()) as unknown as { edges: { node: { id: string; commit: string } }[] }).edges.map(({ node }) => node);
  expect(rescues.map((rescue) => rescue.commit)).toEqual([commit]);
  // As README.md says where rescues are seen.
  expect(await repository.git("log", "--all", "--format=%H")).toContain(commit);
  expect(await repository.git("log", "--exclude=refs/treekeeper/*", "--all", "--format=%H")).not.toContain(commit);
  words["RESCUE_ID"] = rescues[0]?.id ?? "";
  await said();
  expect(await repository.commitOf("an-idea")).toBe(commit);

  expect(tour).toEqual([]);
  await api.close();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
});
