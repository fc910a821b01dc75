import { existsSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Broken } from "../support/api.js";
import type { Repo } from "../support/repo.js";
import { World } from "../support/world.js";

const MEGABYTES_10 = 10 * 1024 * 1024;

let world: World;
let repo: Repo;
let repositoryId: string;
let taskId: string;

beforeAll(async () => {
  world = await World.start();
  repo = world.sandbox.repository();
  repositoryId = await world.repositoryId(repo);
  taskId = await world.task();
});

afterAll(async () => {
  await world.close();
});

/** Counts of what a mutation could have half made. */
function made(): unknown {
  const tables = ["Workspace", "Repository", "Task", "Session", "Environment", "Worktree", "CleanupJob", "QuarantineEntry", "Operation"];
  return [
    ...tables.map((table) => world.rows(`select count(*) n from "${table}"`)),
    repo.refs(),
    repo.registrations(),
    world.names("live"),
  ];
}

async function refused(
  mutation: string,
  input: Record<string, unknown>,
  code: string | RegExp,
  fields: Record<string, unknown> = {},
): Promise<void> {
  const before = made();
  await expect(world.api.mutate(mutation, input, "__typename"), `${mutation} ${JSON.stringify(input).slice(0, 100)}`).rejects.toMatchObject(
    {
      name: "Refused",
      code: typeof code === "string" ? code : expect.stringMatching(code),
      fields,
    },
  );
  expect(made()).toEqual(before);
}

describe("ids", () => {
  const USES: readonly [mutation: string, field: string, rest: Record<string, unknown>][] = [
    ["createTask", "workspaceId", { title: "t" }],
    ["archiveTask", "taskId", {}],
    ["deleteTask", "taskId", {}],
    ["unarchiveTask", "taskId", {}],
    ["retryEnvironment", "environmentId", {}],
    ["updateSession", "sessionId", { state: "IDLE" }],
    ["deleteSession", "sessionId", {}],
    ["retryCleanupJob", "jobId", {}],
    ["cancelCleanupJob", "jobId", {}],
    ["restoreQuarantineEntry", "entryId", {}],
    ["restoreRescue", "rescueId", { branch: "b" }],
    ["unregisterRepository", "repositoryId", {}],
  ];
  const WRONG = [
    "",
    " ",
    "x",
    "task_",
    "task_01jc",
    "task_8zzzzzzzzzzzzzzzzzzzzzzzzz",
    "TASK_01jc0000000000000000000000",
    "../../etc",
    "\u0000",
    "task_01jc000000000000000000000'; drop table Task;--",
  ];

  for (const [mutation, field, rest] of USES) {
    it(`of ${mutation} that are wrong, of another type or unknown are typed errors`, async () => {
      for (const id of WRONG) await refused(mutation, { [field]: id, ...rest }, /^(INVALID_INPUT|NOT_FOUND)$/);
      await refused(mutation, { [field]: "host_01jc0000000000000000000000", ...rest }, "NOT_FOUND");
      const kind = {
        workspaceId: "workspace",
        taskId: "task",
        environmentId: "env",
        sessionId: "session",
        jobId: "job",
        entryId: "quarantine",
        rescueId: "rescue",
        repositoryId: "repo",
      }[field];
      await refused(mutation, { [field]: `${kind}_01jc0000000000000000000000`, ...rest }, "NOT_FOUND");
      await refused(mutation, { [field]: "x".repeat(MEGABYTES_10), ...rest }, /^(INVALID_INPUT|NOT_FOUND)$/);
    });
  }

  it("of queries that are wrong find nothing", async () => {
    for (const id of [...WRONG, "host_01jc0000000000000000000000"]) {
      expect(await world.api.request("query($id: ID!) { node(id: $id) { id } }", { id })).toEqual({ node: null });
    }
  });
});

describe("refs and branches", () => {
  it("that name no commit are typed errors", async () => {
    for (const baseRef of [
      "nothing",
      "--all",
      "-1",
      "HEAD~99",
      "main..main",
      ":/init",
      "refs/heads/../main",
      "ma\nin",
      "main\u0000",
      "",
      " ",
      "main:f",
      "0".repeat(40),
      "x".repeat(MEGABYTES_10),
    ]) {
      await refused("createEnvironment", { taskId, slots: [{ repositoryId, baseRef }] }, /^(REF_NOT_FOUND|INVALID_INPUT)$/);
    }
  });

  it("that are options, revisions or no names are typed errors", async () => {
    for (const branch of [
      "--upload-pack=x",
      "-d",
      "HEAD",
      "@{-1}",
      "@",
      "main~1",
      "a..b",
      "a:b",
      "a?b",
      "a\\b",
      "a b",
      "x.lock",
      ".x",
      "/x",
      "x/",
      "x//y",
      "a\u0007b",
      "",
      "main",
      "x".repeat(MEGABYTES_10),
    ]) {
      await refused("createEnvironment", { taskId, slots: [{ repositoryId, branch }] }, /^(BRANCH_REFUSED|INVALID_INPUT)$/);
      await refused(
        "createEnvironment",
        { taskId, slots: [{ repositoryId, existingBranch: branch === "main" ? "nope" : branch }] },
        /^(BRANCH_REFUSED|INVALID_INPUT)$/,
      );
    }
  });

  it("that exclude each other, and slots that are none", async () => {
    await refused("createEnvironment", { taskId, slots: [] }, "INVALID_INPUT");
    await refused("createEnvironment", { taskId, slots: [{ repositoryId, branch: "a", existingBranch: "main" }] }, "INVALID_INPUT");
    await refused(
      "createEnvironment",
      {
        taskId,
        slots: [
          { repositoryId, slot: "a", branch: "a" },
          { repositoryId, slot: "a", branch: "b" },
        ],
      },
      "INVALID_INPUT",
    );
    await refused(
      "createEnvironment",
      {
        taskId,
        slots: [
          { repositoryId, branch: "same", slot: "a" },
          { repositoryId, branch: "same", slot: "b" },
        ],
      },
      /./,
    );
    for (const slot of ["..", ".", "a/b", "/", "-", "a\u0000", "a\n", ".git", "x".repeat(5_000)]) {
      await refused("createEnvironment", { taskId, slots: [{ repositoryId, slot }] }, "INVALID_INPUT");
    }
  });

  it("globs of files to copy that lead out of the checkout", async () => {
    for (const glob of ["../secret", "/etc/passwd", "a/../../b", ".git/config", ".git/**", "a\u0000", ""]) {
      await refused("createEnvironment", { taskId, slots: [{ repositoryId, copyFiles: [glob] }] }, "INVALID_INPUT");
    }
  });
});

describe("paths of repositories", () => {
  it("each have a typed reason why not", async () => {
    const { sandbox, workspaceId } = world;
    sandbox.write(sandbox.dir, { "plain/file": "x\n" });
    symlinkSync("/nonexistent", sandbox.path("dangling"));
    const expected: [string, string | RegExp][] = [
      [sandbox.path("nothing"), "NOT_FOUND"],
      [sandbox.path("dangling"), "NOT_FOUND"],
      [sandbox.path("plain"), "NOT_A_REPOSITORY"],
      [sandbox.path("plain/file"), /NOT_A_REPOSITORY|NOT_FOUND/],
      [world.root, /INSIDE_MANAGED_ROOT|NOT_A_REPOSITORY/],
    ];
    for (const [path, reason] of expected) {
      await refused("registerRepository", { workspaceId, path }, "REPOSITORY_REFUSED", {
        reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
      });
    }
    for (const path of ["", "relative", "~", "a\u0000b", "--help", `/${"x".repeat(MEGABYTES_10)}`]) {
      await refused("registerRepository", { workspaceId, path }, /^(INVALID_INPUT|REPOSITORY_REFUSED)$/);
    }
    const refspec = sandbox.repository("refspec");
    refspec.git("remote", "add", "origin", repo.path);
    refspec.git("config", "--add", "remote.origin.fetch", "+refs/*:refs/*");
    await refused("registerRepository", { workspaceId, path: refspec.path }, "REPOSITORY_REFUSED", { reason: "FETCH_REFSPEC" });
  });

  it("with .., a symbolic link or a linked worktree in them are the repository itself", async () => {
    symlinkSync(repo.path, world.sandbox.path("link-to-repo"));
    repo.git("worktree", "add", "-q", world.sandbox.path("linked"), "-b", "linked");
    for (const path of [`${repo.path}/../repo`, world.sandbox.path("link-to-repo"), world.sandbox.path("linked"), `${repo.path}/.git`]) {
      expect(await world.api.registerRepository({ workspaceId: world.workspaceId, path })).toBe(repositoryId);
    }
  });

  it("a tree of ours is its repository, never one of its own inside the root", async () => {
    const one = await world.make(repo);
    const answer = await world.api.registerRepository({ workspaceId: world.workspaceId, path: one.tree }).catch((error: unknown) => error);
    if (typeof answer === "string") expect(answer).toBe(repositoryId);
    else expect(answer).toMatchObject({ code: "REPOSITORY_REFUSED", fields: { reason: "INSIDE_MANAGED_ROOT" } });
    expect(existsSync(one.tree)).toBe(true);
  });
});

describe("titles and names", () => {
  it("that are empty, control characters or huge are typed errors", async () => {
    for (const title of ["", "  ", "a\u0000b", "a\u001bb", "x".repeat(MEGABYTES_10)]) {
      await refused("createTask", { workspaceId: world.workspaceId, title }, "INVALID_INPUT");
      await refused("createWorkspace", { name: title }, "INVALID_INPUT");
    }
    for (const operationId of ["", "a\nb", "x".repeat(201), "x".repeat(MEGABYTES_10)]) {
      await refused("createTask", { workspaceId: world.workspaceId, title: "t", operationId }, "INVALID_INPUT");
    }
  });
});

describe("operations said again", () => {
  it("are one, with the same answer, also at the same moment", async () => {
    const input = { workspaceId: world.workspaceId, title: "once", operationId: "op-once" };
    const ids = await Promise.all(Array.from({ length: 10 }, () => world.api.createTask(input)));
    expect(new Set(ids).size).toBe(1);
    expect(world.rows("select id from Task where title = 'once'")).toHaveLength(1);
  });

  it("with another input or for another mutation are conflicts", async () => {
    await refused("createTask", { workspaceId: world.workspaceId, title: "twice", operationId: "op-once" }, "OPERATION_CONFLICT");
    await refused("archiveTask", { taskId, operationId: "op-once" }, "OPERATION_CONFLICT");
  });

  it("an archive said twice makes one job", async () => {
    const one = await world.make(repo);
    const input = { taskId: one.taskId, operationId: "op-archive" };
    const [a, b] = await Promise.all([world.api.archiveTask(input), world.api.archiveTask(input)]);
    expect(a).toEqual(b);
    expect(a).toHaveLength(1);
    await world.rest();
    expect(await world.api.archiveTask(input)).toEqual(a);
  });
});

describe("requests that are broken", () => {
  const deep = (n: number): string =>
    `{ workspaces { edges { node { ${"tasks { edges { node { parent { ".repeat(n)} id ${"} } } }".repeat(n)} } } } }`;
  const CASES: Readonly<Record<string, string>> = {
    "a syntax error": "{",
    nothing: "",
    "an unknown field": "{ nothing }",
    "a deep query": deep(100),
    "ten thousand aliases": `{ ${Array.from({ length: 10_000 }, (_, n) => `a${n}: health { ok }`).join(" ")} }`,
    "a circle of fragments": "{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }",
    "ten megabytes": `{ health { ok } } #${"x".repeat(MEGABYTES_10)}`,
    "many directives": `{ health ${"@skip(if: false) ".repeat(5_000)} { ok } }`,
  };
  for (const [what, query] of Object.entries(CASES)) {
    it(`${what}: answered with what is wrong, quickly`, async () => {
      const began = performance.now();
      const answer = await world.api.request(query).catch((error: unknown) => error);
      if (what !== "ten megabytes") expect(answer).toBeInstanceOf(Broken);
      if (answer instanceof Broken) {
        expect(answer.status).toBeLessThan(500);
        expect(JSON.stringify(answer.errors)).not.toContain("INTERNAL_SERVER_ERROR");
      }
      expect(performance.now() - began).toBeLessThan(5_000);
    });
  }

  it("a body that is no JSON, or no request", async () => {
    for (const body of ["", "{", "[]", "null", '"x"', '{"query":1}', '{"query":"{ health { ok } }","variables":1}', "\u0000"]) {
      const response = await fetch(`${world.server.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${world.server.token}` },
        body,
      });
      expect(response.status, body).toBeGreaterThanOrEqual(400);
      expect(response.status, body).toBeLessThan(500);
    }
  });
});
