import { type ChildProcess, spawn } from "node:child_process";
import type { Clock, Timer } from "../clock.js";

/** After a child has ended, something it left in the background may hold its output open: we wait no longer than this. */
const OUTPUT_GRACE_MS = 2_000;
/** More than a full pipe takes to be read. */
const MAX_OUTPUT_TURNS = 100;
/** Held back until its note is there; when whoever started it dies first, the pipe ends and the child does nothing. */
const HELD_BACK = 'read -r _ <&3 || exit 125; exec 3<&-; exec "$@"';

export interface StartSpec {
  command: string;
  args: readonly string[];
  cwd: string;
  /** Whole environment; default: this process's. */
  env?: NodeJS.ProcessEnv | undefined;
  stdin?: Buffer | string | undefined;
  /** It does nothing until it is let go. */
  held: boolean;
}

export interface StartListener {
  out(chunk: Buffer): void;
  err(chunk: Buffer): void;
  /** The leader has ended; some of its output may still come. */
  ended(): void;
}

export interface Started {
  /** Also its process group. */
  readonly pid: number;
  /** Gives it its input, and lets it go if it is held. */
  begin(): void;
  /** One that is held never begins. */
  drop(): void;
  /** Stops and takes up again the reading of its stdout. */
  flow(on: boolean): void;
  /** When it has ended and its output was heard. Rejects when nobody can tell any more. */
  readonly finished: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
}

/** Starts a process as the leader of a group of its own. @throws what spawn says. */
export async function startHere(spec: StartSpec, listener: StartListener, clock: Pick<Clock, "after">): Promise<Started> {
  const { held } = spec;
  const [command, args] = held ? ["/bin/sh", ["-c", HELD_BACK, "sh", spec.command, ...spec.args]] : [spec.command, [...spec.args]];
  const input = spec.stdin === undefined ? "ignore" : "pipe";
  const child = spawn(command, args, {
    cwd: spec.cwd,
    env: spec.env ?? process.env,
    detached: true,
    stdio: held ? [input, "pipe", "pipe", "pipe"] : [input, "pipe", "pipe"],
  });
  const output = attend(child, listener, clock);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  return {
    pid: child.pid as number,
    begin() {
      if (child.stdin !== null) child.stdin.end(spec.stdin);
      if (held) (child.stdio[3] as NodeJS.WritableStream).end("\n");
    },
    drop: () => child.stdio[3]?.destroy(),
    flow: output.flow,
    finished: output.finished,
  };
}

function attend(child: ChildProcess, listener: StartListener, clock: Pick<Clock, "after">): Pick<Started, "finished" | "flow"> {
  let heard = 0;
  let flowing = true;
  child.stdout?.on("data", (chunk: Buffer) => {
    heard += 1;
    listener.out(chunk);
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    heard += 1;
    listener.err(chunk);
  });
  // A child that ends without reading its input is no failure of ours.
  for (const stream of [child.stdin, child.stdio[3]]) stream?.on("error", () => {});
  const finished = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    let grace: Timer | undefined;
    child.once("close", (code, signal) => {
      grace?.cancel();
      resolve([code, signal]);
    });
    child.once("exit", (code, signal) => {
      listener.ended();
      let turns = 0;
      const letGo = (): void => {
        // Whoever hears it has to take what is there first.
        if (!flowing) {
          grace = clock.after(OUTPUT_GRACE_MS, letGo);
          return;
        }
        const before = heard;
        turns += 1;
        // What the child itself wrote lies in the pipe, and a busy server may not have come to read it: only a whole turn without a word
        // means that the rest is somebody else's.
        setImmediate(() => {
          if ((heard !== before && turns < MAX_OUTPUT_TURNS) || !flowing) return letGo();
          for (const stream of child.stdio) stream?.destroy();
          resolve([code, signal]);
        });
      };
      grace = clock.after(OUTPUT_GRACE_MS, letGo);
    });
  });
  return {
    finished,
    flow(on) {
      flowing = on;
      if (on) child.stdout?.resume();
      else child.stdout?.pause();
    },
  };
}
