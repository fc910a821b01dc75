/** What a preview says is what the runner then does, whatever was done in the trees. */
import { existsSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CleanupPreviewPartsFragment } from "../../schema/generated/graphql.js";
import type { JobView } from "../support/api.js";
import { listing } from "../support/listing.js";
import type { Repo } from "../support/repo.js";
import { LIMIT_MS, World } from "../support/world.js";
import { preview } from "./previewing.js";
import { TOUCHES, type Touch, type Tree, touch, touchable } from "./treeStates.js";

const SEED = Number(process.env.PREVIEW_SEED ?? 20_261_201);
const RUNS = Number(process.env.PREVIEW_RUNS ?? 12);

let world: World;
let repo: Repo;
let number = 0;

beforeAll(async () => {
  world = await World.start();
  repo = touchable(world.sandbox, "touched");
});

afterAll(async () => {
  await world.close();
});

const touches = fc.uniqueArray(fc.constantFrom(...(Object.keys(TOUCHES) as Touch[])), { maxLength: 4 });
const scenes = fc.record({
  trees: fc.array(touches, { minLength: 2, maxLength: 3 }),
  how: fc.constantFrom("archiveTask" as const, "deleteTask" as const),
  branchPolicy: fc.constantFrom("DELETE" as const, "KEEP" as const),
  beside: fc.boolean(),
  inTheWay: fc.oneof(
    { weight: 7, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom("lock" as const, "borrower" as const, "session" as const) },
  ),
});

it(
  `what a preview says is what is done then (${RUNS} scenes, seed ${SEED})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const made = await world.make(Array.from(scene.trees, () => repo));
        const processes: Tree["processes"] = [];
        try {
          for (const [index, tree] of made.environment.worktrees.entries())
            touch({ sandbox: world.sandbox, repo, path: tree.path, branch: tree.branch ?? "", processes }, scene.trees[index] ?? []);
          if (scene.beside) world.sandbox.write(made.path, { "notes.md": "beside\n" });
          const cleared = await putInTheWay(scene.inTheWay, made);

          const roots = [world.root, repo.path];
          const before = listing(...roots);
          const ending = { taskId: made.taskId, branchPolicy: scene.branchPolicy };
          const said = await preview(world, scene.how === "archiveTask" ? { archiveTask: ending } : { deleteTask: ending });
          expect(listing(...roots)).toEqual(before);

          const ended = await world.api.mutate<{ jobs: { id: string }[]; transferred?: { taskId: string }[] }>(
            scene.how,
            ending,
            scene.how === "deleteTask" ? "jobs { id } transferred { taskId }" : "jobs { id }",
          );
          const [environment] = said.environments;
          if (environment === undefined) throw new Error("no environment was previewed");
          if (environment.fate === "TRANSFERRED") {
            expect(ended.transferred).toEqual([{ taskId: environment.transferTo?.id }]);
            return;
          }
          const [{ id }] = ended.jobs as [{ id: string }];
          if (environment.sessions.length > 0) {
            heldUp(environment, await jobOf(id));
            await cleared();
          }
          agree(environment, await world.waitForJob(id, ["SUCCEEDED", "RETRY_WAIT", "FAILED"]));
          if (environment.sessions.length === 0) await cleared();
        } finally {
          for (const process of processes) process.kill("SIGKILL");
        }
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: process.env.PREVIEW_SHRINK === undefined },
    );
  },
  RUNS * LIMIT_MS,
);

type EnvironmentSaid = CleanupPreviewPartsFragment["environments"][number];

async function jobOf(id: string): Promise<JobView> {
  const job = await world.api.job(id);
  if (job === null) throw new Error(`the job ${id} is gone`);
  return job;
}

/** By sessions: the words name what they have become by then. */
function heldUp(said: EnvironmentSaid, job: JobView): void {
  expect({ fate: said.fate, state: job.state }).toEqual(
    said.fate === "BLOCKED" ? { fate: "BLOCKED", state: "BLOCKED" } : { fate: "WAITING", state: "PENDING" },
  );
  for (const { id } of said.sessions) expect(job.waitingFor).toContain(id);
}

function agree(said: EnvironmentSaid, job: JobView): void {
  if (said.fate === "WAITING" && said.sessions.length === 0) {
    expect(job).toMatchObject({ state: "RETRY_WAIT", waitingFor: said.waitingFor });
    for (const tree of said.worktrees)
      expect([tree.path, tree.fate, existsSync(tree.path)]).toEqual([tree.path, "WAITING", tree.verdict !== null || existsSync(tree.path)]);
    return;
  }
  expect(job).toMatchObject({ state: "SUCCEEDED" });
  const done = job.resources.filter((resource) => resource.kind === "WORKTREE");
  expect(done.map(didFor)).toEqual(done.map((resource) => saidFor(said, resource.path)));
  const rest = job.resources.find((resource) => resource.kind === "DIRECTORY");
  expect(rest?.outcome).toBe(said.directoryFate);
}

const OUTCOMES = { REMOVED: "REMOVED", QUARANTINED: "QUARANTINED", ABSENT: "ALREADY_ABSENT" } as const;

function didFor({ path, outcome, branchOutcome, branchReason, verdict }: JobView["resources"][number]) {
  return { path, outcome, branchOutcome, branchReason, verdict: verdict === null ? null : { ...verdict } };
}

function saidFor(said: EnvironmentSaid, path: string): ReturnType<typeof didFor> {
  const tree = said.worktrees.find((worktree) => worktree.path === path);
  if (tree === undefined) throw new Error(`nothing was said about ${path}`);
  const verdict = tree.verdict === null ? null : { kind: tree.verdict.kind, reason: tree.verdict.reason, unsaved: tree.verdict.unsaved };
  const { branchOutcome, branchReason } = tree;
  return { path, outcome: OUTCOMES[tree.fate as keyof typeof OUTCOMES] ?? tree.fate, branchOutcome, branchReason, verdict };
}

/** Gives what takes it out of the way again. */
async function putInTheWay(
  what: "lock" | "borrower" | "session" | null,
  made: { taskId: string; environmentId: string; tree: string },
): Promise<() => Promise<void>> {
  switch (what) {
    case null:
      return async () => {};
    case "lock": {
      if (!existsSync(`${made.tree}/.git`)) return async () => {};
      world.sandbox.git(made.tree, "worktree", "unlock", made.tree);
      world.sandbox.git(made.tree, "worktree", "lock", "--reason", "mine", made.tree);
      return async () => {
        world.sandbox.git(made.tree, "worktree", "unlock", made.tree);
      };
    }
    default: {
      const taskId = what === "session" ? made.taskId : await world.task(`borrower ${number++}`);
      const sessionId = await world.api.startSession({ taskId, environmentId: made.environmentId });
      return async () => {
        await world.api.updateSession({ sessionId, state: "COMPLETED" }).catch(() => {});
      };
    }
  }
}
