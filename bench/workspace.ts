import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { payload } from "../demo/client.js";
import { DeleteWorkspaceDocument } from "../schema/generated/graphql.js";
import { type Comparison, inTurns, type Pair } from "./measure.js";
import { addWorktree, endWorktree, git, makeRepository, use } from "./repository.js";
import { Stage } from "./stage.js";

const TASKS = 400;
const FILES = 50;
/** Tasks that are made at the same time. */
const AT_ONCE = 4;
/** Each makes 800 worktrees. */
const MOST_ROUNDS = 2;
const LOOK_AGAIN_MS = 10;
const LIMIT_MS = 10 * 60_000;
/** From a checkout to its first use: an index knows the files of another second for sure. */
const SECOND_MS = 1_100;

/** A workspace of 400 clean tasks that is deleted, against a shell that ends the same 400 worktrees one by one. */
export async function workspace(directory: string, rounds: number): Promise<Comparison[]> {
  const [free, gone, bytes]: [Pair[], Pair[], Pair[]] = [[], [], []];
  for (let round = 0; round < Math.min(rounds, MOST_ROUNDS); round++) {
    const here = join(directory, String(round));
    const stage = await Stage.open(here);
    try {
      const repository = await makeRepository(join(here, "ours"), FILES);
      const byShell = await makeRepository(join(here, "shell"), FILES);
      const trees = join(here, "trees");
      await mkdir(trees);
      const repositoryId = await stage.register(repository);
      const lanes = Array.from({ length: AT_ONCE }, async () => {
        for (let i = 0; i < TASKS / AT_ONCE; i++) use(...(await stage.task(repositoryId)).trees);
      });
      await Promise.all(lanes);
      for (let i = 0; i < TASKS; i++) addWorktree(byShell, join(trees, `tree-${i}`), `shell-${i}`);
      await setTimeout(SECOND_MS);
      for (let i = 0; i < TASKS; i++) use(join(trees, `tree-${i}`));
      let ours = { free: 0, gone: 0, bytes: 0 };
      const pair = await inTurns(
        round,
        async () => {
          ours = await deleted(stage, repository);
          return ours.bytes;
        },
        async () => {
          const from = performance.now();
          for (let i = 0; i < TASKS; i++) await endWorktree(byShell, join(trees, `tree-${i}`), `shell-${i}`);
          return performance.now() - from;
        },
      );
      free.push({ ours: ours.free, base: pair.base });
      gone.push({ ours: ours.gone, base: pair.base });
      bytes.push(pair);
    } finally {
      await stage.close();
    }
  }
  const names = { ours: "deleteWorkspace", base: "worktree remove, branch -D, 400 times" };
  return [
    { what: `a workspace of ${TASKS} clean tasks: all paths are free`, ...names, pairs: free, goal: 1 / 8 },
    {
      what: `a workspace of ${TASKS} clean tasks: registrations and branches gone, each proven clean`,
      ...names,
      pairs: gone,
      goal: 1 / 2,
    },
    { what: `a workspace of ${TASKS} clean tasks: bytes gone`, ...names, pairs: bytes, goal: 1 / 1.3 },
  ];
}

/** When, from the call on, all paths were free, registrations and branches gone, and the last byte (ms). */
async function deleted(stage: Stage, repository: string): Promise<{ free: number; gone: number; bytes: number }> {
  const root = join(stage.server.dataDir, "root");
  const registrations = join(repository, ".git", "worktrees");
  // On a connection of its own: those that the preparation used have been idle for long.
  const call = stage.caller(DeleteWorkspaceDocument);
  const from = performance.now();
  const answer = call({ input: { workspaceId: stage.workspaceId, confirmName: "Bench" } });
  answer.catch(() => {});
  const free = await since(from, () => readdirSync(join(root, "live")).length === 0);
  payload((await answer).deleteWorkspace, "DeleteWorkspacePayload");
  const gone = await since(
    from,
    () =>
      (!existsSync(registrations) || readdirSync(registrations).length === 0) &&
      git(repository, "for-each-ref", "--format=%(refname)", "refs/heads") === "refs/heads/main",
  );
  const bytes = await since(from, () => readdirSync(join(root, "trash")).length === 0);
  if (readdirSync(join(root, "quarantine")).length > 0) throw new Error("not all of them were clean");
  return { free, gone, bytes };
}

async function since(from: number, isSo: () => boolean): Promise<number> {
  while (!isSo()) {
    if (performance.now() - from > LIMIT_MS) throw new Error("it took too long");
    await setTimeout(LOOK_AGAIN_MS);
  }
  return performance.now() - from;
}
