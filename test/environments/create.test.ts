import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/db/ids.js";
import { createEnvironment } from "../../src/environments/create.js";
import type { SlotInput } from "../../src/environments/slots.js";
import { TreekeeperError } from "../../src/errors.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { makeBareClone, type TestRepository } from "../support/repository.js";
import { house } from "./harness.js";

const own = house({ running: false });
let repo: TestRepository;
let repositoryId: string;
beforeAll(async () => {
  ({ repo, repositoryId } = await own.repository());
  await repo.git("branch", "taken");
  await repo.git("branch", "deep/er");
});

async function rows(): Promise<number[]> {
  const { environment, worktree, environmentAttempt } = own.core.db.read;
  return [await environment.count(), await worktree.count(), await environmentAttempt.count(), readdirSync(own.core.root.live).length];
}

async function refused(slots: readonly SlotInput[], expected: object): Promise<void> {
  const taskId = await own.task("Refused");
  const before = await rows();
  await expect(createEnvironment(own.core, { taskId, slots }), JSON.stringify(slots).slice(0, 200)).rejects.toMatchObject(expected);
  expect(await rows()).toEqual(before);
}

describe("reserving an environment", () => {
  it("answers with rows that have their final paths and branches, and makes nothing yet", async () => {
    const taskId = await own.task("Größe ändern / now");
    const environmentId = await own.create(taskId, [
      { repositoryId, copyFiles: [".env*", "config/**"] },
      { repositoryId, slot: "second", branch: "by/hand", baseRef: "taken" },
    ]);
    const environment = await own.environment(environmentId);
    expect(environment).toMatchObject({ status: "PROVISIONING", taskId, hostId: own.core.hostId });
    expect(environment.directory).toMatch(/^gro-?e-andern-now-[0-9a-z]{26}$/);
    const [first, second] = environment.worktrees;
    expect(first).toMatchObject({
      slot: "repo",
      baseRef: "main",
      branchCreated: false,
      branchExists: false,
      copyGlobs: '[".env*","config/**"]',
    });
    expect(second).toMatchObject({ slot: "second", branch: "by/hand", baseRef: "taken", baseCommit: await repo.commitOf("taken") });
    expect(first?.path).toBe(join(own.core.root.live, environment.directory, first?.directory ?? ""));
    expect(first?.directory).toMatch(/^repo-[0-9a-z]{26}$/);
    expect(readdirSync(own.core.root.live)).toEqual([]);
    expect(await repo.git("branch", "--list", "by/hand")).toBe("");
    expect(await own.core.db.read.environmentAttempt.findFirst({ where: { environmentId } })).toMatchObject({
      kind: "MAKE",
      state: "PENDING",
      claim: 0,
    });
  });

  it("gives names of its own choice that nobody has or is promised, one environment a creation, however many at once", async () => {
    const title = "Same title";
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => own.create(await own.task(title), [{ repositoryId }, { repositoryId }])),
    );
    const made = await Promise.all(ids.map(own.environment));
    const branches = made.flatMap(({ worktrees }) => worktrees.map(({ branch }) => branch));
    expect(new Set(branches).size).toBe(12);
    expect(branches).toContain("same-title");
    expect(made[0]?.worktrees.map(({ slot }) => slot)).toEqual(["repo", "repo-2"]);
  }, 60_000);

  it("passes the barrier, and comes second to an archive", async () => {
    const taskId = await own.task();
    const before = (await own.one.task(taskId)).revision;
    await own.create(taskId, [{ repositoryId }]);
    expect((await own.one.task(taskId)).revision).toBe(before + 1);
    // The archive commits between the look at git and the reservation.
    const late = await own.task();
    own.interference["make.reserve"] = { before: () => archiveTask(own.core, { taskId: late }).then(() => undefined) };
    await expect(own.create(late, [{ repositoryId }])).rejects.toMatchObject({ code: "TASK_ARCHIVED", taskId: late });
  });

  it("is one environment for one operation, also at the same moment and after the branch was made", async () => {
    const taskId = await own.task();
    const input = { taskId, slots: [{ repositoryId, branch: "one-operation" }], operationId: "create-once" };
    const answers = await Promise.all([createEnvironment(own.core, input), createEnvironment(own.core, input)]);
    expect(answers[0]).toEqual(answers[1]);
    await repo.git("branch", "one-operation");
    expect(await createEnvironment(own.core, input)).toEqual(answers[0]);
    await expect(createEnvironment(own.core, { ...input, slots: [{ repositoryId }] })).rejects.toMatchObject({
      code: "OPERATION_CONFLICT",
    });
    expect(await own.core.db.read.environment.count({ where: { taskId } })).toBe(1);
  });
});

describe("an environment that can't be", () => {
  it("is refused for its shape", async () => {
    await refused([], { code: "INVALID_INPUT", field: "input.slots" });
    await refused(
      Array.from({ length: 33 }, () => ({ repositoryId })),
      { code: "INVALID_INPUT", field: "input.slots" },
    );
    for (const slot of ["/etc", "..", ".", "a/b", "-x", ".git", "a..b", "", "a\nb", "ü", "x".repeat(65), "x".repeat(10_000_000)]) {
      await refused([{ repositoryId, slot }], { code: "INVALID_INPUT", field: "input.slots.0.slot" });
    }
    await refused(
      [
        { repositoryId, slot: "App" },
        { repositoryId, slot: "app" },
      ],
      { code: "INVALID_INPUT", field: "input.slots.1.slot" },
    );
    await refused([{ repositoryId, branch: "a", existingBranch: "taken" }], { code: "INVALID_INPUT" });
    await refused([{ repositoryId, baseRef: "main", existingBranch: "taken" }], { code: "INVALID_INPUT", field: "input.slots.0.baseRef" });
    for (const glob of ["/etc/passwd", "../x", "a/../../x", ".git/config", "a//b", "x\u0000", "a**b", "x".repeat(10_000_000)]) {
      await refused([{ repositoryId, copyFiles: [glob] }], { code: "INVALID_INPUT", field: "input.slots.0.copyFiles.0" });
    }
    await refused([{ repositoryId, copyFiles: Array.from({ length: 33 }, () => "x") }], {
      code: "INVALID_INPUT",
      field: "input.slots.0.copyFiles",
    });
  });

  it("is refused for its repositories", async () => {
    await refused([{ repositoryId: "nonsense" }], { code: "INVALID_INPUT", field: "input.slots.0.repositoryId" });
    await refused([{ repositoryId: newId("task") }], { code: "NOT_FOUND" });
    await refused([{ repositoryId: newId("repository") }], { code: "NOT_FOUND", type: "repository" });
    const bare = await own.register(await makeBareClone(repo));
    await refused([{ repositoryId: bare, copyFiles: [".env"] }], { code: "INVALID_INPUT", field: "input.slots.0.copyFiles" });
    const away = await own.repository();
    renameSync(away.repo.path, `${away.repo.path}-away`);
    await refused([{ repositoryId: away.repositoryId }], { code: "REPOSITORY_MISSING", repositoryId: away.repositoryId });
  });

  it("is refused for its base", async () => {
    for (const baseRef of ["nowhere", "--upload-pack=x", "-h", "main..taken", "main:README.md"])
      await refused([{ repositoryId, baseRef }], { code: "REF_NOT_FOUND" });
    for (const baseRef of ["", "a\u0000b", "x".repeat(10_000_000)])
      await refused([{ repositoryId, baseRef }], { code: "INVALID_INPUT", field: "input.slots.0.baseRef" });
  });

  it("is refused for its branches", async () => {
    for (const branch of ["--upload-pack=x", "HEAD", "@{-1}", "a b", "a..b", "x\u0007", "", "x".repeat(10_000_000)]) {
      await refused([{ repositoryId, branch }], { code: "BRANCH_REFUSED", reason: "INVALID_NAME" });
      await refused([{ repositoryId, existingBranch: branch }], { code: "BRANCH_REFUSED", reason: "INVALID_NAME" });
    }
    await refused([{ repositoryId, branch: "taken" }], { code: "BRANCH_REFUSED", reason: "EXISTS" });
    await refused([{ repositoryId, branch: "taken/1" }], { code: "BRANCH_REFUSED", reason: "NESTED" });
    await refused([{ repositoryId, branch: "deep" }], { code: "BRANCH_REFUSED", reason: "NESTED" });
    await refused([{ repositoryId, existingBranch: "nowhere" }], { code: "BRANCH_REFUSED", reason: "MISSING" });
    await refused([{ repositoryId, existingBranch: "main" }], { code: "BRANCH_REFUSED", reason: "CHECKED_OUT" });
    await refused(
      [
        { repositoryId, branch: "two" },
        { repositoryId, branch: "two" },
      ],
      { code: "INVALID_INPUT", field: "input.slots.1.branch" },
    );
    await refused(
      [
        { repositoryId, branch: "two" },
        { repositoryId, branch: "two/three" },
      ],
      { code: "INVALID_INPUT", field: "input.slots.1.branch" },
    );
    await refused(
      [
        { repositoryId, existingBranch: "taken" },
        { repositoryId, existingBranch: "taken" },
      ],
      { code: "INVALID_INPUT", field: "input.slots.1.existingBranch" },
    );
  }, 60_000);

  it("is refused a branch that another one is promised, or that an unfinished job holds", async () => {
    const owner = await own.task();
    await own.create(owner, [{ repositoryId, branch: "promised" }]);
    await refused([{ repositoryId, branch: "promised" }], { code: "BRANCH_REFUSED", reason: "EXISTS" });
    await refused([{ repositoryId, branch: "promised/too" }], { code: "BRANCH_REFUSED", reason: "NESTED" });
    const { jobIds } = await archiveTask(own.core, { taskId: owner });
    await refused([{ repositoryId, branch: "promised" }], { code: "BRANCH_REFUSED", reason: "HELD_BY_CLEANUP", jobId: jobIds[0] });
  });

  it("is refused where the root can't be read", async () => {
    const instance = join(own.core.root.path, "instance.json");
    renameSync(instance, `${instance}-away`);
    try {
      await refused([{ repositoryId }], { code: "ROOT_UNAVAILABLE" });
    } finally {
      renameSync(`${instance}-away`, instance);
    }
  });

  it("is refused with a typed error, whatever the text", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom("main", "taken", "..", "/", "-", "HEAD", "@", "refs/heads/main", "*"),
    );
    const slot = fc.record(
      {
        repositoryId: fc.constant(repositoryId),
        slot: text,
        baseRef: text,
        branch: text,
        existingBranch: text,
        copyFiles: fc.array(text, { maxLength: 3 }),
      },
      { requiredKeys: ["repositoryId"] },
    );
    const taskId = await own.task();
    await fc.assert(
      fc.asyncProperty(fc.array(slot, { maxLength: 3 }), async (slots) => {
        try {
          await createEnvironment(own.core, { taskId, slots });
        } catch (error) {
          expect(error).toBeInstanceOf(TreekeeperError);
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
