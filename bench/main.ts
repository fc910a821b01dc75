import { existsSync, rmSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertNever } from "../src/errors.js";
import { archive } from "./archive.js";
import { cascade } from "./cascade.js";
import { growth } from "./growth.js";
import { type Comparison, lines } from "./measure.js";
import { memory } from "./memory.js";
import { mutation } from "./mutation.js";
import { type BenchOptions, type Name, parseOptions } from "./options.js";
import { purge } from "./purge.js";
import { reclaim } from "./reclaim.js";
import { removal } from "./remove.js";
import { endStages } from "./stage.js";
import { workspace } from "./workspace.js";

const BUILT = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const CROWD = 400;

const options = parseOptions(process.argv.slice(2));
if ("help" in options) console.log(options.help);
else if ("mistake" in options) {
  console.error(`bench: ${options.mistake} See --help.`);
  process.exitCode = 2;
} else if (!existsSync(BUILT)) {
  console.error("bench: the server is not built: npm run build");
  process.exitCode = 2;
} else process.exitCode = await run(options);
process.exit();

async function run(o: BenchOptions): Promise<number> {
  const directory = await realpath(await mkdtemp(join(o.within ?? tmpdir(), "treekeeper-bench-")));
  const cleanUp = (): Promise<void> => rm(directory, { recursive: true, force: true });
  process.once("SIGINT", () => {
    endStages();
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
    process.exit(130);
  });
  console.log(
    `Node ${process.version} on ${cpus().length} processors; medians of ratios that were measured in turns (smallest to largest)`,
  );
  let failed = 0;
  for (const name of o.names) {
    console.log(`\n${name}`);
    try {
      for (const line of await measured(name, join(directory, name), o.rounds)) console.log(line);
    } catch (error) {
      failed += 1;
      console.log(`  could not be measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await cleanUp();
  return failed === 0 ? 0 : 1;
}

async function measured(name: Name, directory: string, rounds: number): Promise<string[]> {
  switch (name) {
    case "archive":
      return shown(await archive(directory, rounds));
    case "reclaim":
      return shown(await reclaim(directory, rounds, 0));
    case "reclaim-400":
      return shown(await reclaim(directory, rounds, CROWD));
    case "purge":
      return shown(await purge(directory, rounds));
    case "remove":
      return shown(await removal(directory, rounds));
    case "mutation":
      return shown(await mutation(directory, rounds));
    case "workspace":
      return shown(await workspace(directory, rounds));
    case "growth":
      return shown(await growth(directory, rounds));
    case "cascade":
      return cascade(directory, rounds);
    case "memory":
      return memory(directory, rounds);
    default:
      return assertNever(name);
  }
}

function shown(comparisons: readonly Comparison[]): string[] {
  return comparisons.flatMap(lines);
}
