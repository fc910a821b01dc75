import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { payload } from "../demo/client.js";
import { CreateTaskDocument } from "../schema/generated/graphql.js";
import { enterWorkspace } from "../src/db/barrier.js";
import { openDatabase } from "../src/db/database.js";
import { newId } from "../src/db/ids.js";
import { type Comparison, median, type Pair, timed } from "./measure.js";
import { Stage } from "./stage.js";

const CALLS_PER_ROUND = 60;
const WARM_UP = 200;

/** createTask over HTTP, and the same statements in a transaction in this process, one after the other. */
export async function mutation(directory: string, rounds: number): Promise<Comparison[]> {
  const stage = await Stage.open(directory);
  await mkdir(join(directory, "bare"));
  const db = await openDatabase({ file: join(directory, "bare", "bare.db"), log: pino({ level: "silent" }) });
  try {
    const workspaceId = newId("workspace");
    await db.write((tx) => tx.workspace.create({ data: { id: workspaceId, name: "Bare", createdAt: new Date() } }));
    const bare = (): Promise<unknown> =>
      db.write(async (tx) => {
        const at = new Date();
        const taskId = newId("task");
        await enterWorkspace(tx, workspaceId);
        await tx.task.create({ data: { id: taskId, workspaceId, title: "A task", kind: "STANDARD", createdAt: at, lastActivityAt: at } });
        const operation = { id: newId("operation"), name: "createTask", inputHash: "-", result: JSON.stringify({ taskId }), createdAt: at };
        await tx.operation.createMany({ data: operation });
      });
    const call = stage.caller(CreateTaskDocument);
    const input = { workspaceId: stage.workspaceId, title: "A task" };
    const http = async (): Promise<unknown> => payload((await call({ input })).createTask, "CreateTaskPayload");
    for (let i = 0; i < WARM_UP; i++) {
      await http();
      await bare();
    }
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round++) {
      const [ours, base]: [number[], number[]] = [[], []];
      for (let i = 0; i < CALLS_PER_ROUND; i++) {
        ours.push(await timed(http));
        base.push(await timed(bare));
      }
      pairs.push({ ours: median(ours), base: median(base) });
    }
    const what = "createTask over HTTP against its transaction alone";
    return [{ what, ours: "HTTP", base: "transaction", pairs, goal: 2 }];
  } finally {
    await db.close();
    await stage.close();
  }
}
