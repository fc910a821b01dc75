import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getNamedType, isEnumType, isObjectType, isUnionType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CleanupTrigger } from "../../src/db/generated/enums.js";
import { schema } from "../../src/graphql/schema.js";
import { listing } from "../support/listing.js";
import type { Repo } from "../support/repo.js";
import { type Made, made, World } from "../support/world.js";

/** Deleting a session is no cleanup: proven by every git command of the server, and by everything that lies in the root and in the repositories. */
let world: World;
let app: Repo;
let lib: Repo;

beforeAll(async () => {
  world = await World.start({
    prepare: (sandbox) => {
      const git = sandbox.run("sh", ["-c", "command -v git"]);
      const wrapper = `#!/bin/sh\nprintf '%s\\n' "$PWD $*" >>"$HOME/git.log"\nexec ${git} "$@"\n`;
      sandbox.write(sandbox.path("bin"), { git: wrapper });
      sandbox.run("chmod", ["+x", sandbox.path("bin/git")]);
      // Nothing runs by itself: a piece of work that is due is seen before it runs.
      return { env: { PATH: `${sandbox.path("bin")}:${process.env.PATH}`, TEST_BY_HAND: "1" } };
    },
  });
  app = world.sandbox.repository("app");
  lib = world.sandbox.repository("lib");
  for (const repo of [app, lib]) await world.repositoryId(repo);
});

afterAll(async () => {
  await world.close();
});

const PIECES = 20;

/** An environment on both repositories, with work in it. */
async function make(): Promise<Made> {
  const taskId = await world.task();
  const slots = [];
  for (const repo of [app, lib]) slots.push({ repositoryId: await world.repositoryId(repo) });
  const { id } = await world.api.createEnvironment({ taskId, slots });
  await world.server.work(PIECES);
  const one = made(taskId, await world.waitForEnvironment(id, "READY"));
  world.sandbox.write(one.tree, { wip: "wip\n" });
  return one;
}

const TABLES = [
  "Environment",
  "Worktree",
  "CleanupJob",
  "CleanupResource",
  "EnvironmentAttempt",
  "QuarantineEntry",
  "Rescue",
  "Repository",
];

/** What there is, and what the server has done so far. */
async function state() {
  return {
    files: listing(world.root, app.path, lib.path),
    calls: readFileSync(join(world.sandbox.home, "git.log"), "utf8").split("\n"),
    passed: await world.server.passed(),
    rows: Object.fromEntries(TABLES.map((table) => [table, world.rows(`select * from ${table} order by id`)])),
  };
}

async function nothingBut(deletion: () => Promise<void>): Promise<void> {
  const before = await state();
  expect(Object.keys(before.files).length).toBeGreaterThan(50);
  expect(before.calls.some((line) => line.includes("worktree add"))).toBe(true);
  await deletion();
  expect(await world.server.work(PIECES), "what is due").toMatchObject({ ran: 0, stuck: false });
  expect(await state()).toEqual(before);
}

describe("deleting a session runs no git, touches no file and makes no job", () => {
  it("when it is the only one", async () => {
    const one = await make();
    const session = await world.api.startSession({ taskId: one.taskId, environmentId: one.environmentId });
    await world.api.updateSession({ sessionId: session, state: "RUNNING" });
    await world.server.work(PIECES);
    await nothingBut(() => world.api.deleteSession(session));
    expect(world.rows("select id from Session where environmentId = ?", one.environmentId)).toEqual([]);
  });

  it("when it is one of two, of the same task or of another", async () => {
    const one = await make();
    const [stays, own, borrows] = [
      await world.api.startSession({ taskId: one.taskId, environmentId: one.environmentId }),
      await world.api.startSession({ taskId: one.taskId, environmentId: one.environmentId }),
      await world.api.startSession({ taskId: await world.task(), environmentId: one.environmentId }),
    ];
    await world.server.work(PIECES);
    await nothingBut(() => world.api.deleteSession(own));
    await nothingBut(() => world.api.deleteSession(borrows));
    expect(world.rows("select id from Session where environmentId = ?", one.environmentId)).toEqual([{ id: stays }]);
  });

  it("when it has ended, has no environment, or its task is archived", async () => {
    const one = await make();
    const ended = await world.api.startSession({ taskId: one.taskId, environmentId: one.environmentId });
    await world.api.updateSession({ sessionId: ended, state: "COMPLETED" });
    const alone = await world.api.startSession({ taskId: one.taskId });
    const other = await world.task();
    const archived = await world.api.startSession({ taskId: other });
    await world.api.archiveTask({ taskId: other });
    await world.server.work(PIECES);
    for (const session of [ended, alone, archived]) await nothingBut(() => world.api.deleteSession(session));
  });

  it("when a blocked job waits for it: the job becomes due, and that is all", async () => {
    const one = await make();
    const session = await world.api.startSession({ taskId: await world.task(), environmentId: one.environmentId });
    const [jobId = ""] = await world.api.archiveTask({ taskId: one.taskId });
    await world.server.work(PIECES);
    expect((await world.api.job(jobId))?.state).toBe("BLOCKED");
    const before = await state();
    await world.api.deleteSession(session);
    expect(await state()).toEqual(before);
    expect((await world.server.work(PIECES)).ran).toBe(1);
    expect((await world.api.job(jobId))?.state).toBe("SUCCEEDED");
    expect(existsSync(one.path)).toBe(false);
  });
});

describe("the schema", () => {
  it("has no trigger for the end of a session", () => {
    const type = schema.getType("CleanupTrigger");
    if (!isEnumType(type)) throw new Error("no enum CleanupTrigger");
    const triggers = type.getValues().map(({ name }) => name);
    expect(triggers.sort()).toEqual([
      "ARCHIVE",
      "AUTOMATION_RETENTION",
      "CASCADE_ARCHIVE",
      "CASCADE_DELETE",
      "DELETE",
      "ENVIRONMENT_RESET",
      "QUICK_CHAT_EXPIRE",
      "WORKSPACE_DELETE",
    ]);
    expect(Object.keys(CleanupTrigger).sort()).toEqual(triggers);
  });

  it("gives no job with any mutation of a session", () => {
    const mutations = schema.getMutationType()?.getFields() ?? {};
    for (const name of ["startSession", "updateSession", "deleteSession"]) {
      const result = getNamedType(mutations[name]?.type);
      const payload = isUnionType(result) ? result.getTypes().find((one) => one.name.endsWith("Payload")) : undefined;
      if (!isObjectType(payload)) throw new Error(`no payload of ${name}`);
      expect(
        Object.values(payload.getFields())
          .map((field) => String(field.type))
          .join(" "),
      ).not.toMatch(/Job|operation/i);
    }
  });
});
