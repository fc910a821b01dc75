import { join } from "node:path";
import { payload } from "../demo/client.js";
import type { DemoTask } from "../demo/story.js";
import { ArchiveTaskDocument } from "../schema/generated/graphql.js";
import { type Comparison, inTurns, type Pair, timed } from "./measure.js";
import { makeRepository } from "./repository.js";
import { Stage } from "./stage.js";

const FEW = 50;
const MANY = 50_000;
/** Before the first that counts. */
const WARM_UP = 5;

/** What archiveTask takes to answer does not depend on the tree. */
export async function archive(directory: string, rounds: number): Promise<Comparison[]> {
  const stage = await Stage.open(directory);
  try {
    const few = await stage.register(await makeRepository(join(directory, "few"), FEW));
    const many = await stage.register(await makeRepository(join(directory, "many"), MANY));
    const call = stage.caller(ArchiveTaskDocument);
    const end = async (task: DemoTask): Promise<number> => {
      let jobId = "";
      const ms = await timed(async () => {
        jobId = payload((await call({ input: { taskId: task.taskId } })).archiveTask, "ArchiveTaskPayload").jobs[0]?.id ?? "";
      });
      await stage.succeeded(jobId);
      return ms;
    };
    for (let i = 0; i < WARM_UP; i++) await end(await stage.task(few));
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round++) {
      const [large, small] = [await stage.task(many), await stage.task(few)];
      pairs.push(
        await inTurns(
          round,
          () => end(large),
          () => end(small),
        ),
      );
    }
    const what = "archiveTask answers, 50,000 files against 50";
    return [{ what, ours: "50,000 files", base: "50 files", pairs, goal: 1.2 }];
  } finally {
    await stage.close();
  }
}
