import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { payload } from "../demo/client.js";
import { DeleteTaskDocument } from "../schema/generated/graphql.js";
import { absenceOf } from "./absence.js";
import { type Comparison, inTurns, type Pair } from "./measure.js";
import { crowd, makeRepository, use } from "./repository.js";
import { Stage } from "./stage.js";

const FEW = 10;
const MORE = [100, 1_000] as const;
const FILES = 50;
const WARM_UP = 10;
const LIMIT_MS = 60_000;
/** From a checkout to its first use: an index knows the files of another second for sure. */
const SECOND_MS = 1_100;

/** How one cleanup grows with the worktrees that lie beside it in the repository. */
export async function growth(directory: string, rounds: number): Promise<Comparison[]> {
  const stage = await Stage.open(directory);
  try {
    const crowded = async (count: number): Promise<string> => {
      const repository = await makeRepository(join(directory, `with-${count}`), FILES);
      const beside = join(directory, `beside-${count}`);
      await mkdir(beside);
      await crowd(repository, beside, count);
      return repository;
    };
    const call = stage.caller(DeleteTaskDocument);
    /** When the path was free, and when the branch was gone, in ms. */
    const clean = async (repository: string, repositoryId: string): Promise<{ free: number; gone: number }> => {
      const task = await stage.task(repositoryId);
      await setTimeout(SECOND_MS);
      use(...task.trees);
      const absent = [task.path, join(repository, ".git", "refs", "heads", task.branches[0] ?? "")].map((path) =>
        absenceOf(path, LIMIT_MS),
      );
      const from = performance.now();
      const answer = call({ input: { taskId: task.taskId } });
      const [free = 0, gone = 0] = await Promise.all(absent);
      await stage.succeeded(payload((await answer).deleteTask, "DeleteTaskPayload").jobs[0]?.id ?? "");
      return { free: free - from, gone: gone - from };
    };
    const few = await crowded(FEW);
    const fewId = await stage.register(few);
    for (let i = 0; i < WARM_UP; i++) await stage.succeeded(await stage.delete(await stage.task(fewId)));
    const comparisons: Comparison[] = [];
    for (const count of MORE) {
      const many = await crowded(count);
      const manyId = await stage.register(many);
      const [free, gone]: [Pair[], Pair[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        let [ours, base] = [0, 0];
        const pair = await inTurns(
          round,
          async () => {
            const took = await clean(many, manyId);
            ours = took.free;
            return took.gone;
          },
          async () => {
            const took = await clean(few, fewId);
            base = took.free;
            return took.gone;
          },
        );
        gone.push(pair);
        free.push({ ours, base });
      }
      const names = { ours: `among ${count}`, base: `among ${FEW}` };
      comparisons.push({ what: `one cleanup among ${count} worktrees: its path is free`, ...names, pairs: free, goal: 1.2 });
      comparisons.push({ what: `one cleanup among ${count} worktrees: its branch is gone`, ...names, pairs: gone, goal: 1.6 });
    }
    return comparisons;
  } finally {
    await stage.close();
  }
}
