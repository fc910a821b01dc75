import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CleanupProgressDocument } from "../schema/generated/graphql.js";
import { type Comparison, inTurns, type Pair } from "./measure.js";
import { addWorktree, makeRepository, removeByShell, use } from "./repository.js";
import { Stage } from "./stage.js";

const FILES = 50_000;
const SECOND_MS = 1_100;

/** The bytes of a settled tree, watched by a subscriber: from the event that says it is settled to the one that says it is gone. */
export async function purge(directory: string, rounds: number): Promise<Comparison[]> {
  const stage = await Stage.open(directory);
  try {
    const repository = await makeRepository(join(directory, "repository"), FILES);
    const repositoryId = await stage.register(repository);
    const shells = join(directory, "shell");
    await mkdir(shells);
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round++) {
      const task = await stage.task(repositoryId);
      const byShell = join(shells, `tree-${round}`);
      addWorktree(repository, byShell, `shell-${round}`);
      await setTimeout(SECOND_MS);
      use(task.trees[0] ?? "", byShell);

      const ours = async (): Promise<number> => {
        let settled = Number.NaN;
        let gone = Number.NaN;
        let reports = 0;
        const heard = stage.client.listen(CleanupProgressDocument, { taskId: task.taskId }, ({ cleanupProgress: event }) => {
          if (event.type === "PURGE_PROGRESS") reports += 1;
          if (event.type === "STEP_FINISHED" && event.step === "SETTLE") settled = Date.parse(event.at);
          if (event.type === "STEP_FINISHED" && event.step === "PURGE") gone = Date.parse(event.at);
          return false;
        });
        await stage.succeeded(await stage.delete(task));
        await heard;
        if (reports === 0) throw new Error("there was no progress to be seen");
        return gone - settled;
      };
      pairs.push(await inTurns(round, ours, () => removeByShell(byShell)));
    }
    return [{ what: "50,000 files gone, progress included, against rm -rf", ours: "purge", base: "rm -rf", pairs, goal: 1.2 }];
  } finally {
    await stage.close();
  }
}
