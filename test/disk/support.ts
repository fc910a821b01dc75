import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { systemClock } from "../../src/clock.js";
import { Children } from "../../src/disk/child.js";
import { type ManagedRoot, openRoot } from "../../src/disk/root.js";

const project = path.resolve(import.meta.dirname, "../..");
export const ORDINARY_UID = 65_534;
export const isRoot = process.getuid?.() === 0;

export function childrenIn(directory: string): Children {
  return new Children({ notesDir: path.join(directory, "notes"), clock: systemClock });
}

export async function rootIn(directory: string, o: { confirmed?: boolean } = {}): Promise<ManagedRoot> {
  const found = await openRoot({
    path: path.join(directory, "root"),
    dataDir: path.join(directory, "data"),
    pid: process.pid,
    nowMs: Date.now(),
    allowTmpfs: true,
  });
  return found.begin({
    instanceId: found.instance?.id ?? "instance-1",
    generation: (found.instance?.generation ?? 0) + 1,
    confirmed: o.confirmed ?? true,
  });
}

/** A module's source, run by an ordinary user: what it prints, as JSON. `src` in its imports is ours. */
export async function asOrdinaryUser<T>(directory: string, source: string): Promise<T> {
  const file = path.join(directory, `ordinary-${Math.random().toString(36).slice(2)}.mts`);
  writeFileSync(file, source.replaceAll('from "src/', `from "file://${project}/src/`));
  const node = [process.execPath, "--import", "tsx", file];
  const [command, ...args] = isRoot ? ["setpriv", `--reuid=${ORDINARY_UID}`, `--regid=${ORDINARY_UID}`, "--clear-groups", ...node] : node;
  const { stdout } = await promisify(execFile)(command as string, args, {
    cwd: project,
    env: { ...process.env, HOME: directory, TSX_DISABLE_CACHE: "1" },
  });
  return JSON.parse(stdout) as T;
}

/** A shell script's output; rejects with its stderr. */
export async function sh(cwd: string, script: string): Promise<string> {
  return (await promisify(execFile)("bash", ["-ec", script], { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** A process that has said its first line; ends when it is killed. */
export async function startedIn(cwd: string, command: string, args: readonly string[]): Promise<{ pid: number; end(): Promise<void> }> {
  const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    child.stdout.once("data", resolve);
    child.once("exit", reject);
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    pid: child.pid as number,
    async end() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
