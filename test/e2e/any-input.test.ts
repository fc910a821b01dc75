import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { buildSchema, type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Broken, Refused } from "../support/api.js";
import { assertNothingLeaks } from "../support/invariants.js";
import type { Repo } from "../support/repo.js";
import { World } from "../support/world.js";

const RUNS_PER_MUTATION = 60;

const schema = buildSchema(readFileSync(join(import.meta.dirname, "../../schema/schema.graphql"), "utf8"));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

let world: World;
let repo: Repo;
/** Ids that exist, so that many inputs get beyond the first check. */
const known: string[] = [];
const paths: string[] = [];

beforeAll(async () => {
  world = await World.start();
  repo = world.sandbox.repository("repo", { f: "a\n", ".gitignore": ".env\n" });
  repo.git("branch", "release");
  repo.git("branch", "task");
  repo.git("tag", "v1");
  world.sandbox.write(repo.path, { ".env": "S=1\n" });
  const other = world.sandbox.repository("other");
  paths.push(repo.path, other.path, world.sandbox.dir, world.root);
  const clean = await world.make(repo, { title: "clean" });
  const dirty = await world.make(repo, { title: "dirty" });
  world.sandbox.write(dirty.tree, { wip: "wip\n" });
  repo.commit({ x: "1\n" }, "only here", clean.tree);
  const live = await world.make([repo, other], { title: "live" });
  const sessionId = await world.api.startSession({ taskId: live.taskId, environmentId: live.environmentId });
  const jobs = [
    ...(await world.end("deleteTask", dirty.taskId)),
    ...(await world.end("archiveTask", clean.taskId, { branchPolicy: "DELETE" })),
  ];
  known.push(
    world.workspaceId,
    clean.taskId,
    dirty.taskId,
    live.taskId,
    live.environmentId,
    sessionId,
    ...jobs.map((job) => job.id),
    ...live.environment.worktrees.map((one) => one.id),
  );
  for (const table of ["QuarantineEntry", "Rescue", "Host", "Repository"])
    known.push(...world.rows<{ id: string }>(`select id from "${table}"`).map((row) => row.id));
});

afterAll(async () => {
  await world.close();
});

const PREFIXES: Readonly<Record<string, string>> = {
  workspaceId: "workspace_",
  repositoryId: "repo_",
  taskId: "task_",
  parentId: "task_",
  sessionId: "session_",
  environmentId: "env_",
  jobId: "job_",
  entryId: "quarantine_",
  rescueId: "rescue_",
};

function id(field: string): fc.Arbitrary<string> {
  const fitting = (): string[] => known.filter((one) => one.startsWith(PREFIXES[field] ?? ""));
  return fc.oneof(
    { weight: 6, arbitrary: fc.nat().map((n) => fitting()[n % Math.max(1, fitting().length)] ?? "none") },
    { weight: 1, arbitrary: fc.nat().map((n) => known[n % known.length] ?? "none") },
    { weight: 1, arbitrary: fc.stringMatching(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/).map((suffix) => `${PREFIXES[field] ?? "task_"}${suffix}`) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  );
}

const WORDS = [
  "main",
  "release",
  "task",
  "task/1",
  "HEAD",
  "@{-1}",
  "--help",
  "-f",
  "v1",
  "refs/heads/main",
  "refs/treekeeper/x",
  "..",
  "../..",
  ".git",
  ".env",
  "**",
  "*",
  "/",
  "/etc",
  "~",
  "a b",
  "a\u0000b",
  "\n",
  "\u202e",
  "日本",
  "x".repeat(300),
  "x".repeat(20_000),
  "1e9",
  "null",
];

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.nat().map((n) => paths[n % paths.length] ?? "/") },
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z][a-z0-9/_.-]{0,20}$/) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme" }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary" }) },
);

/** Values that GraphQL itself accepts for the type. */
function values(type: GraphQLInputType, field: string): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return values(type.ofType, field);
  if (isListType(type)) return fc.array(present(type.ofType, field), { maxLength: 3 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const required = fields.filter((one) => isNonNullType(one.type)).map((one) => one.name);
    return fc.record(Object.fromEntries(fields.map((one) => [one.name, present(one.type, one.name)])), { requiredKeys: required });
  }
  switch (type.name) {
    case "ID":
      return id(field);
    case "Boolean":
      return fc.boolean();
    case "Int":
      return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    case "String":
      return text;
    default:
      throw new Error(`no values for ${type.name}: teach this test`);
  }
}

function present(type: GraphQLInputType, field: string): fc.Arbitrary<unknown> {
  return isNonNullType(type) ? values(type, field) : fc.option(values(type, field), { freq: 5 });
}

describe("generated inputs", () => {
  it("are thrown at every mutation of the schema", () => {
    expect(mutations.length).toBeGreaterThan(10);
  });

  for (const mutation of mutations) {
    it(`of ${mutation.name} never meet an error that was not expected`, { timeout: 180_000 }, async () => {
      const type = mutation.args.find((arg) => arg.name === "input")?.type;
      if (type === undefined) throw new Error(`${mutation.name} takes no input`);
      await fc.assert(
        fc.asyncProperty(values(type, "input"), async (input) => {
          const answer = await world.api
            .mutate<Record<string, unknown>>(mutation.name, input as Record<string, unknown>, "__typename")
            .catch((error: unknown) => error);
          if (answer instanceof Refused) return;
          // Text that GraphQL itself refuses is an error of the request, with its place; anything else is a bug.
          if (answer instanceof Broken) expect(JSON.stringify(answer.errors)).not.toMatch(/INTERNAL_SERVER_ERROR|went wrong/);
          else if (answer instanceof Error) throw answer;
        }),
        { numRuns: RUNS_PER_MUTATION },
      );
    });
  }

  it("have left nothing half-made", { timeout: 180_000 }, async () => {
    await world.rest();
    expect(world.server.running).toBe(true);
    const restored = world
      .rows<{ result: string }>("select result from Operation where name = 'restoreRescue'")
      .map((row) => (JSON.parse(row.result) as { branch: string }).branch);
    assertNothingLeaks(world, { repos: [repo], branches: { [repo.path]: ["main", "release", "task", ...restored] } });
  });
});
