import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../src/clock.js";
import { Children } from "../src/disk/child.js";
import { remove } from "../src/disk/remove.js";
import { openRoot } from "../src/disk/root.js";
import { type Comparison, inTurns, type Pair, timed } from "./measure.js";
import { removeByShell, shell } from "./repository.js";

/** One directory of 150,000 files, and a tree as package managers leave it. */
const SHAPES = {
  "one directory, 150,000 files": "mkdir big && cd big && seq -f f%.0f 150000 | xargs touch",
  "10,000 packages, 150,000 files":
    "seq -f 'node_modules/@scope/package-%.0f/dist/lib' 10000 | xargs mkdir -p && for i in $(seq 15); do seq -f \"node_modules/@scope/package-%.0f/dist/lib/f$i.js\" 10000 | xargs touch; done",
} as const;

/** The remover alone, in this process, on trees that are harder than a checkout: where it loses, it loses here first. */
export async function removal(directory: string, rounds: number): Promise<Comparison[]> {
  const dataDir = join(directory, "data");
  await mkdir(dataDir, { recursive: true });
  const children = new Children({ notesDir: join(dataDir, "children"), clock: systemClock });
  const found = await openRoot({ path: join(directory, "root"), dataDir, pid: process.pid, nowMs: Date.now(), allowTmpfs: true });
  try {
    const root = await found.begin({ instanceId: "bench", generation: 1, confirmed: true });
    const guards = { root, dataDir, repositories: [], children };
    const tree = join(root.trash, "bench.purging");
    const make = async (script: string): Promise<void> => {
      await mkdir(tree);
      await shell(script, tree);
    };
    const comparisons: Comparison[] = [];
    for (const [shape, script] of Object.entries(SHAPES)) {
      const pairs: Pair[] = [];
      for (let round = 0; round < rounds; round++) {
        const ours = async (): Promise<number> => {
          await make(script);
          return timed(async () => {
            const options = { note: { purpose: "bench", row: "bench" }, onProgress: () => {} };
            const outcome = await remove(guards, { kind: "purging", worktreeId: "bench" }, options);
            if (outcome.state !== "removed") throw new Error(JSON.stringify(outcome));
          });
        };
        const base = async (): Promise<number> => {
          await make(script);
          return removeByShell(tree);
        };
        pairs.push(await inTurns(round, ours, base));
      }
      comparisons.push({ what: `${shape}, counted as they go, against rm -rf`, ours: "remove", base: "rm -rf", pairs, goal: 1.2 });
    }
    return comparisons;
  } finally {
    found.close();
  }
}
