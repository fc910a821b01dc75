import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemClock } from "../src/clock.js";
import { Children } from "../src/disk/child.js";
import { remove } from "../src/disk/remove.js";
import { openRoot } from "../src/disk/root.js";

/**
 * What our remover costs beside plain `rm -rf`, on the same trees in turns: `npx tsx bench/remove.ts [directory] [rounds]`.
 * One directory of 150,000 files, and a tree as package managers leave it.
 */
const SHAPES = {
  "one directory, 150,000 files": "mkdir big && cd big && seq -f f%.0f 150000 | xargs touch",
  "10,000 packages, 150,000 files":
    "seq -f 'node_modules/@scope/package-%.0f/dist/lib' 10000 | xargs mkdir -p && for i in $(seq 15); do seq -f \"node_modules/@scope/package-%.0f/dist/lib/f$i.js\" 10000 | xargs touch; done",
} as const;

const directory = realpathSync(mkdtempSync(path.join(process.argv[2] ?? tmpdir(), "treekeeper-bench-")));
const rounds = Number(process.argv[3] ?? 5);
const dataDir = path.join(directory, "data");
mkdirSync(dataDir);
const children = new Children({ notesDir: path.join(dataDir, "children"), clock: systemClock });
const found = await openRoot({ path: path.join(directory, "root"), dataDir, pid: process.pid, nowMs: Date.now(), allowTmpfs: true });
const root = await found.begin({ instanceId: "bench", generation: 1, confirmed: true });
const guards = { root, dataDir, repositories: [], children };
const tree = path.join(root.trash, "bench.purging");

function make(script: string): void {
  mkdirSync(tree);
  const made = spawnSync("bash", ["-ec", script], { cwd: tree, stdio: "inherit" });
  if (made.status !== 0) throw new Error("the tree could not be made");
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

for (const [shape, script] of Object.entries(SHAPES)) {
  const plain: number[] = [];
  const ours: number[] = [];
  let events = 0;
  for (let round = 0; round < rounds; round++) {
    make(script);
    const before = performance.now();
    spawnSync("rm", ["-rf", tree]);
    plain.push(performance.now() - before);
    make(script);
    events = 0;
    const start = performance.now();
    const outcome = await remove(
      guards,
      { kind: "purging", worktreeId: "bench" },
      { note: { purpose: "bench", row: "bench" }, onProgress: () => events++ },
    );
    ours.push(performance.now() - start);
    if (outcome.state !== "removed") throw new Error(JSON.stringify(outcome));
  }
  const ratio = median(ours) / median(plain);
  console.log(
    `${shape}: rm -rf ${median(plain).toFixed(0)} ms, remove ${median(ours).toFixed(0)} ms, ratio ${ratio.toFixed(2)}, ${events} progress reports`,
  );
  console.log(`  plain ${plain.map((ms) => ms.toFixed(0)).join(" ")}; ours ${ours.map((ms) => ms.toFixed(0)).join(" ")}`);
}
root.close();
rmSync(directory, { recursive: true });
