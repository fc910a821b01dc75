import { execFile } from "node:child_process";
import { readFile, realpath, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Refused } from "./errors.js";
import { removeTraces, type Traces } from "./traces.js";

const run = promisify(execFile);
const STOP_LIMIT_MS = 15_000;
const LOOK_AGAIN_MS = 100;

/** What another process needs to clean up after this one: beside the data, in the demo's directory. */
interface Left {
  pid: number | null;
  traces: Traces | null;
}

const noteOf = (directory: string): string => join(directory, "demo.json");

export async function noteWhatIsLeft(directory: string, left: Left): Promise<void> {
  await writeFile(noteOf(directory), `${JSON.stringify(left)}\n`);
}

/** `--end`: stops the server that was left, and takes everything away. */
export async function endWhatIsLeft(given: string): Promise<void> {
  const directory = await realpath(given).catch(() => given);
  const text = await readFile(noteOf(directory), "utf8").catch(() => null);
  if (text === null || !basename(directory).startsWith("treekeeper-demo-"))
    throw new Refused(`${given} is not a directory that the demo left.`);
  const { pid, traces } = JSON.parse(text) as Left;
  if (pid !== null) await stop(pid, directory);
  const kept = traces === null ? [] : await removeTraces(traces, directory);
  if (kept.length > 0) throw new Error(`these refs could not be removed: ${kept.join(" ")}`);
  await removeDirectory(directory);
}

/** Only the server of this directory: a process id may be somebody else's by now. */
async function stop(pid: number, directory: string): Promise<void> {
  const isOurs = async (): Promise<boolean> =>
    run("ps", ["-ww", "-o", "args=", "-p", String(pid)]).then(
      ({ stdout }) => stdout.includes(`--data ${directory}/`),
      () => false,
    );
  if (!(await isOurs())) return;
  process.kill(pid, "SIGTERM");
  const limit = Date.now() + STOP_LIMIT_MS;
  while (await isOurs()) {
    if (Date.now() > limit) {
      process.kill(pid, "SIGKILL");
      break;
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Twice: what a killed server's children were still writing. */
export async function removeDirectory(directory: string): Promise<void> {
  await run("rm", ["-rf", "--", directory]).catch(async () => {
    await sleep(1_000);
    await run("rm", ["-rf", "--", directory]);
  });
}
