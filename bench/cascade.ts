import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { payload } from "../demo/client.js";
import { ArchiveTaskDocument, CreateTaskDocument } from "../schema/generated/graphql.js";
import { type Database, openDatabase } from "../src/db/database.js";
import { newId } from "../src/db/ids.js";
import { median, timed } from "./measure.js";
import { makeRepository } from "./repository.js";
import { Stage } from "./stage.js";

const SIZES = [1_000, 5_000] as const;
const MOST_ROUNDS = 3;
const PART = 500;
/** Clients that go on creating tasks meanwhile, and how long before and after. */
const CLIENTS = 4;
const MARGIN_MS = 500;

/** A tree of tasks that is archived in one transaction, and how long other mutations wait meanwhile. */
export async function cascade(directory: string, rounds: number): Promise<string[]> {
  const said: string[] = [];
  for (const size of SIZES) {
    const [answers, waits]: [number[], number[]] = [[], []];
    for (let round = 0; round < Math.min(rounds, MOST_ROUNDS); round++) {
      const { answerMs, p99Ms } = await archived(join(directory, `${size}-${round}`), size);
      answers.push(answerMs);
      waits.push(p99Ms);
    }
    const took = `archiveTask answers after ${range(answers)}`;
    said.push(`  a cascade of ${size.toLocaleString("en")} tasks with an environment each: ${took}`);
    said.push(`    createTask from ${CLIENTS} clients from ${MARGIN_MS} ms before to ${MARGIN_MS} ms after it: p99 ${range(waits)}`);
  }
  return said;
}

async function archived(directory: string, size: number): Promise<{ answerMs: number; p99Ms: number }> {
  const stage = await Stage.open(directory);
  try {
    const repositoryId = await stage.register(await makeRepository(join(directory, "repository"), 1));
    // Rows as a server leaves them, without a directory: what is measured is the transaction.
    await stage.server.stop();
    const db = await openDatabase({ file: join(stage.server.dataDir, "treekeeper.db"), log: pino({ level: "silent" }) });
    const root = await plant(db, { workspaceId: stage.workspaceId, repositoryId, size });
    await db.close();
    await stage.server.start();
    const create = stage.caller(CreateTaskDocument);
    const input = { workspaceId: stage.workspaceId, title: "A task" };
    await create({ input });
    const waits: number[] = [];
    let done = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!done) waits.push(await timed(() => create({ input })));
    });
    await setTimeout(MARGIN_MS);
    const answerMs = await timed(async () =>
      payload((await stage.caller(ArchiveTaskDocument)({ input: { taskId: root, cascade: true } })).archiveTask, "ArchiveTaskPayload"),
    );
    await setTimeout(MARGIN_MS);
    done = true;
    await Promise.all(clients);
    const sorted = waits.toSorted((a, b) => a - b);
    return { answerMs, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
  } finally {
    // Thousands of jobs are not waited for.
    await stage.server.kill();
    await stage.close();
  }
}

/** A task with everything else right below it, each with an environment of one worktree. */
async function plant(db: Database, o: { workspaceId: string; repositoryId: string; size: number }): Promise<string> {
  const { workspaceId, repositoryId, size } = o;
  const at = new Date();
  const root = newId("task");
  const { id: hostId } = await db.read.host.findFirstOrThrow();
  for (let from = 0; from < size; from += PART) {
    await db.write(async (tx) => {
      for (let i = from; i < Math.min(size, from + PART); i++) {
        const taskId = i === 0 ? root : newId("task");
        const [environmentId, materialisationId, worktreeId] = [newId("environment"), newId("materialisation"), newId("worktree")];
        const names = { title: `Task ${i}`, kind: "STANDARD", createdAt: at, lastActivityAt: at } as const;
        await tx.task.create({ data: { id: taskId, workspaceId, parentId: i === 0 ? null : root, ...names } });
        const nonce = `nonce-${i}`;
        await tx.environment.create({
          data: {
            id: environmentId,
            workspaceId,
            hostId,
            taskId,
            status: "READY",
            materialisationId,
            directory: `task-${materialisationId}`,
            nonce,
            createdAt: at,
            lastActivityAt: at,
          },
        });
        await tx.worktree.create({
          data: {
            id: worktreeId,
            environmentId,
            materialisationId,
            repositoryId,
            slot: "repository",
            directory: `repository-${worktreeId}`,
            path: `/nonexistent/task-${materialisationId}/repository-${worktreeId}`,
            baseRef: "main",
            nonce,
            status: "READY",
            createdAt: at,
          },
        });
      }
    });
  }
  return root;
}

function range(values: readonly number[]): string {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)].map((value) => value.toFixed(0));
  return `${middle} ms (${low} to ${high})`;
}
