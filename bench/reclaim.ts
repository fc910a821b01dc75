import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { payload } from "../demo/client.js";
import { DeleteTaskDocument } from "../schema/generated/graphql.js";
import { absenceOf } from "./absence.js";
import { type Comparison, inTurns, type Pair } from "./measure.js";
import { addWorktree, crowd, endWorktree, git, makeRepository, use } from "./repository.js";
import { Stage } from "./stage.js";

const FILES = 5_000;
/** A server that has run for a while is what a person meets; a shell has nothing to warm up. */
const WARM_UP = 20;
const WARM_UP_FILES = 50;
const LIMIT_MS = 60_000;
/** From a checkout to its first use: an index knows the files of another second for sure. */
const SECOND_MS = 1_100;

/** A clean tree against a shell: when its path is free, and when its registration and branch are gone, which it takes a proof to do. */
export async function reclaim(directory: string, rounds: number, beside: number): Promise<Comparison[]> {
  const stage = await Stage.open(directory);
  try {
    const repository = await makeRepository(join(directory, "repository"), FILES);
    const shells = join(directory, "shell");
    await mkdir(shells);
    if (beside > 0) await crowd(repository, shells, beside);
    const repositoryId = await stage.register(repository);
    const call = stage.caller(DeleteTaskDocument);
    const small = await stage.register(await makeRepository(join(directory, "small"), WARM_UP_FILES));
    for (let i = 0; i < WARM_UP; i++) await stage.succeeded(await stage.delete(await stage.task(small)));
    const free: Pair[] = [];
    const gone: Pair[] = [];
    // The first round warms up, and does not count.
    for (let round = -1; round < rounds; round++) {
      const task = await stage.task(repositoryId);
      const [tree = "", branch = ""] = [task.trees[0], task.branches[0]];
      const registration = git(tree, "rev-parse", "--absolute-git-dir");
      const byShell = { path: join(shells, `tree-${round}`), branch: `shell-${round}` };
      addWorktree(repository, byShell.path, byShell.branch);
      await setTimeout(SECOND_MS);
      use(tree, byShell.path);

      let freeMs = 0;
      const ours = async (): Promise<number> => {
        const absent = [task.path, registration, join(repository, ".git", "refs", "heads", branch)].map((path) =>
          absenceOf(path, LIMIT_MS),
        );
        const from = performance.now();
        const answer = call({ input: { taskId: task.taskId } });
        const [path = 0, ...rest] = await Promise.all(absent);
        freeMs = path - from;
        const jobId = payload((await answer).deleteTask, "DeleteTaskPayload").jobs[0]?.id ?? "";
        const { verdict, outcome, branchOutcome } = await stage.succeeded(jobId);
        if (verdict !== "CLEAN" || outcome !== "REMOVED" || branchOutcome !== "DELETED")
          throw new Error(`${verdict}, ${outcome}, ${branchOutcome}`);
        return Math.max(...rest) - from;
      };
      const pair = await inTurns(round, ours, () => endWorktree(repository, byShell.path, byShell.branch));
      if (round < 0) continue;
      gone.push(pair);
      free.push({ ours: freeMs, base: pair.base });
    }
    const among = beside > 0 ? ` among ${beside} worktrees` : "";
    const base = "worktree remove, branch -D";
    return [
      { what: `a clean tree of 5,000 files${among}: its path is free`, ours: "ours", base, pairs: free, goal: 0.2 },
      {
        what: `a clean tree of 5,000 files${among}: registration and branch gone, proven clean`,
        ours: "ours",
        base,
        pairs: gone,
        goal: beside > 0 ? 0.7 : 0.9,
      },
    ];
  } finally {
    await stage.close();
  }
}
