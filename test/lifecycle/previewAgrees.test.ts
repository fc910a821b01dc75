/** What a preview says is what the runner then does, whatever was done in the trees, by whatever the environments end. */
import { existsSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CleanupPreviewPartsFragment } from "../../schema/generated/graphql.js";
import type { JobView } from "../support/api.js";
import { listing } from "../support/listing.js";
import type { Repo } from "../support/repo.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made, World } from "../support/world.js";
import { type Ended, HOWS, type How, touchableWithRemote } from "./endings.js";
import { preview } from "./previewing.js";
import { TOUCHES, type Touch, type Tree, touch } from "./treeStates.js";

const SEED = Number(process.env.PREVIEW_SEED ?? 20_261_201);
/** More with `npm run test:long`. */
const RUNS = Number(process.env.PREVIEW_RUNS ?? (process.env.TEST_LONG === undefined ? 4 : 40));
const DAY_MS = 24 * 60 * 60 * 1000;

let world: World;
let repo: Repo;

beforeAll(async () => {
  world = await World.start();
  repo = await touchableWithRemote(world);
});

afterAll(async () => {
  await world.close();
});

type InTheWay = "lock" | "borrower" | "relative" | "session" | null;

interface Scene {
  /** Of the first environment, and of the one below it, where what ends has more than one. */
  trees: Touch[][];
  below: Touch[];
  how: How;
  branchPolicy: "DELETE" | "KEEP";
  beside: boolean;
  inTheWay: InTheWay;
}

const touches = fc.uniqueArray(fc.constantFrom(...(Object.keys(TOUCHES) as Touch[])), { maxLength: 4 });
const scenes: fc.Arbitrary<Scene> = fc.record({
  trees: fc.array(touches, { minLength: 1, maxLength: 3 }),
  below: touches,
  how: fc.constantFrom(...(Object.keys(HOWS) as How[])),
  branchPolicy: fc.constantFrom("DELETE", "KEEP"),
  beside: fc.boolean(),
  inTheWay: fc.oneof(
    { weight: 7, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom("lock", "borrower", "relative", "session") },
  ),
});

/** Whatever the seed: each way to end, and each thing in the way of one that takes several environments. */
const always: Scene[] = [
  scene("archiveCascade", "relative"),
  scene("deleteCascade", "borrower"),
  scene("deleteWorkspace", null),
  scene("resetPushing", null),
  scene("resetAfresh", "borrower"),
];

function scene(how: How, inTheWay: InTheWay): Scene {
  return { trees: [["commit", "renamed"]], below: ["untracked"], how, branchPolicy: "KEEP", beside: false, inTheWay };
}

it(
  `what a preview says is what is done then (${RUNS} scenes, seed ${SEED})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (one) => {
        const processes: Tree["processes"] = [];
        try {
          await play(one, processes);
        } finally {
          for (const process of processes) process.kill("SIGKILL");
        }
      }),
      { seed: SEED, numRuns: RUNS, examples: always.map((one) => [one]), endOnFailure: process.env.PREVIEW_SHRINK === undefined },
    );
  },
  RUNS * LIMIT_MS,
);

async function play(one: Scene, processes: Tree["processes"]): Promise<void> {
  const ending = await HOWS[one.how]({ world, repo, trees: one.trees.length, branchPolicy: one.branchPolicy });
  const [first] = ending.made as [Made];
  for (const [index, tree] of first.environment.worktrees.entries()) touchTree(ending.repo, tree, one.trees[index] ?? [], processes);
  for (const { environment } of ending.made.slice(1))
    for (const tree of environment.worktrees) touchTree(ending.repo, tree, one.below, processes);
  if (one.beside) world.sandbox.write(first.path, { "notes.md": "beside\n" });
  const cleared = await putInTheWay(one.inTheWay, ending.made);

  const roots = [world.root, ending.repo.path];
  const before = listing(...roots);
  const said = await preview(world, ending.input);
  expect(listing(...roots)).toEqual(before);
  expect(said).toMatchObject({ partial: false, next: null, environmentsTotal: ending.made.length });

  const ended = await ending.end();
  await compare(said, ended, cleared);
  await ending.after?.();
}

function touchTree(
  touched: Repo,
  tree: { path: string; branch: string | null },
  what: readonly Touch[],
  processes: Tree["processes"],
): void {
  touch({ sandbox: world.sandbox, repo: touched, path: tree.path, branch: tree.branch ?? "", processes }, what);
}

async function compare(said: CleanupPreviewPartsFragment, ended: Ended, cleared: () => Promise<void>): Promise<void> {
  expect([...said.taskIds].sort()).toEqual([...ended.taskIds].sort());
  const handed = said.environments.filter(({ fate }) => fate === "TRANSFERRED");
  expect(ended.transferred).toEqual(handed.map(({ environmentId, transferTo }) => ({ environmentId, taskId: transferTo?.id })));
  const jobs = new Map(ended.jobs.map(({ id, environmentId }) => [environmentId, id]));
  const reclaimed = said.environments.filter(({ fate }) => fate !== "TRANSFERRED" && fate !== "SKIPPED");
  expect([...jobs.keys()].sort()).toEqual(reclaimed.map(({ environmentId }) => environmentId).sort());
  const held = reclaimed.filter(({ sessions }) => sessions.length > 0);
  for (const environment of held) heldUp(environment, await jobOf(jobs.get(environment.environmentId) ?? ""));
  if (held.length > 0) await cleared();
  for (const environment of reclaimed) {
    const id = jobs.get(environment.environmentId) ?? "";
    await agree(environment, await world.waitForJob(id, ["SUCCEEDED", "RETRY_WAIT", "FAILED"]));
  }
  if (held.length === 0) await cleared();
}

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

async function agree(said: EnvironmentSaid, job: JobView): Promise<void> {
  if (said.worktrees.some(({ fate }) => fate === "WAITING")) {
    expect(job).toMatchObject({ state: "RETRY_WAIT", waitingFor: said.fate === "WAITING" ? said.waitingFor : expect.any(String) });
    for (const tree of said.worktrees)
      expect([tree.path, tree.fate, existsSync(tree.path)]).toEqual([tree.path, "WAITING", tree.verdict !== null || existsSync(tree.path)]);
    // It would go on by itself while the next one is looked at.
    await world.api.cancelCleanupJob(job.id);
    return;
  }
  expect(job).toMatchObject({ state: "SUCCEEDED" });
  const done = job.resources.filter((resource) => resource.kind === "WORKTREE");
  expect(done.map(didFor)).toEqual(done.map((resource) => saidFor(said, resource.path)));
  const rest = job.resources.find((resource) => resource.kind === "DIRECTORY");
  expect(rest?.outcome).toBe(said.directoryFate);
  if (said.madeAfresh) {
    const anew = world.rows("select slot, branch, branchExists from Worktree where environmentId = ? order by slot", said.environmentId);
    const foretold = [...said.worktrees].sort((a, b) => (a.slot < b.slot ? -1 : 1));
    expect(anew).toEqual(
      foretold.map(({ slot, presentBranch, madeAfreshFrom }) => ({
        slot,
        branch: presentBranch,
        branchExists: madeAfreshFrom === "BRANCH" ? 1 : 0,
      })),
    );
  }
  const pushes = said.worktrees.flatMap(({ push }) => push ?? []);
  for (const { branch, remote } of pushes) expect(repo.git("rev-parse", "--verify", `refs/remotes/${remote}/${branch}`)).not.toBe("");
}

const OUTCOMES = { REMOVED: "REMOVED", QUARANTINED: "QUARANTINED", ABSENT: "ALREADY_ABSENT" } as const;

function didFor({ path, outcome, branchOutcome, branchReason, verdict }: JobView["resources"][number]) {
  // A process is named by where the tree lay when it was judged.
  const unsaved = verdict?.unsaved.map((item) => ({ ...item, path: item.path.replace(`${world.root}/trash/`, `${world.root}/live/`) }));
  return { path, outcome, branchOutcome, branchReason, verdict: verdict === null ? null : { ...verdict, unsaved: unsaved ?? [] } };
}

function saidFor(said: EnvironmentSaid, path: string): ReturnType<typeof didFor> {
  const tree = said.worktrees.find((worktree) => worktree.path === path);
  if (tree === undefined) throw new Error(`nothing was said about ${path}`);
  const verdict = tree.verdict === null ? null : { kind: tree.verdict.kind, reason: tree.verdict.reason, unsaved: tree.verdict.unsaved };
  const { branchOutcome, branchReason } = tree;
  return { path, outcome: OUTCOMES[tree.fate as keyof typeof OUTCOMES] ?? tree.fate, branchOutcome, branchReason, verdict };
}

/** In the first environment. Gives what takes it out of the way again. */
async function putInTheWay(what: InTheWay, made: readonly Made[]): Promise<() => Promise<void>> {
  const [first, second] = made as [Made, Made | undefined];
  switch (what) {
    case null:
      return async () => {};
    case "lock": {
      if (!existsSync(`${first.tree}/.git`)) return async () => {};
      world.sandbox.git(first.tree, "worktree", "unlock", first.tree);
      world.sandbox.git(first.tree, "worktree", "lock", "--reason", "mine", first.tree);
      return async () => {
        world.sandbox.git(first.tree, "worktree", "unlock", first.tree);
      };
    }
    default: {
      const taskId = what === "session" ? first.taskId : what === "relative" ? second?.taskId : await world.task("a borrower");
      if (taskId === undefined) return async () => {};
      const sessionId = await world.api.startSession({ taskId, environmentId: first.environmentId });
      return async () => {
        await world.api.updateSession({ sessionId, state: "COMPLETED" }).catch(() => {});
      };
    }
  }
}

it(
  "and so it is when quick chats expire",
  async () => {
    await world.rest();
    const { workspaceId } = world;
    const policy = (quickChatDays: number | null) =>
      world.api.mutate("updateWorkspacePolicy", { workspaceId, quickChatDays }, "workspaceId");
    // The server looks by itself meanwhile: none expires then.
    await policy(null);
    const made: Made[] = [];
    for (const what of [["untracked"], ["commit"], []] as Touch[][]) {
      const input = { workspaceId, title: "chat", kind: "QUICK_CHAT" };
      const { taskId } = await world.api.mutate<{ taskId: string }>("createTask", input, "taskId");
      const chat = await world.make(repo, { taskId });
      touchTree(repo, chat.environment.worktrees[0] as Made["environment"]["worktrees"][0], what, []);
      made.push(chat);
    }
    const held = await world.api.startSession({ taskId: await world.task("who uses one"), environmentId: made[2]?.environmentId ?? "" });
    await world.advance(8 * DAY_MS);
    const from = world.now();
    await waitFor(() => {
      const [row] = world.rows<{ lastRunAt: string }>("select lastRunAt from Recurring where kind = 'quick-chat-expiry'");
      expect(new Date(row?.lastRunAt ?? 0).getTime()).toBeGreaterThanOrEqual(from);
    }, LIMIT_MS);
    await policy(7);

    const said = await preview(world, { expireQuickChats: { workspaceId } });
    expect(said).toMatchObject({ trigger: "QUICK_CHAT_EXPIRE", more: false, environmentsTotal: 2 });
    const ended = await world.api.mutate<{ expired: string[]; jobs: { id: string; environmentId: string }[] }>(
      "expireQuickChats",
      { workspaceId },
      "expired jobs { id environmentId }",
    );
    await compare(said, { taskIds: ended.expired, jobs: ended.jobs, transferred: [] }, async () => {});
    await world.api.updateSession({ sessionId: held, state: "COMPLETED" });
  },
  LIMIT_MS,
);
