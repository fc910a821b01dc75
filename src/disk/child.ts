import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { setPriority } from "node:os";
import path from "node:path";
import type { Logger } from "pino";
import type { Clock, Timer } from "../clock.js";
import { type ChildNote, ChildNotes, type NotedChild, stillRuns, TOKEN_VARIABLE } from "./childNotes.js";

export type { ChildNote } from "./childNotes.js";

const DEFAULT_MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_BYTES = 256 * 1024;
/** From SIGTERM to SIGKILL: git takes its lock files away meanwhile. */
const TERMINATE_GRACE_MS = 5_000;
/** After a child has ended, something it left in the background may hold its output open: we wait no longer than this. */
const OUTPUT_GRACE_MS = 2_000;
/** More than a full pipe takes to be read. */
const MAX_OUTPUT_TURNS = 100;
const LOOK_AGAIN_MS = 50;
/** Held back until its note is there; when the server dies first, the pipe ends and the child does nothing. */
const HELD_BACK = 'read -r _ <&3 || exit 125; exec 3<&-; exec "$@"';

export interface ChildSpec {
  command: string;
  args: readonly string[];
  /** Always given: the server's own working directory is never inherited. */
  cwd: string;
  /** Whole environment; default: the server's. */
  env?: NodeJS.ProcessEnv | undefined;
  stdin?: Buffer | string | undefined;
  /** Default: none. The group gets SIGTERM, 5 s later SIGKILL. */
  timeoutMs?: number | undefined;
  /** Of stdout, default 64 MiB; a child that says more is ended and `truncated`. Not asked with `onStdout`. */
  maxOutputBytes?: number | undefined;
  /** Ends the group like a time-out does. */
  signal?: AbortSignal | undefined;
  /** Takes stdout as it comes; then it is not collected. What it throws ends the child and is thrown by `run`. */
  onStdout?: ((chunk: Buffer) => void) | undefined;
  /** The child changes something: it is noted before it does, so that the next server can wait for it. */
  note?: ChildNote | undefined;
  /** -20 to 19; 0 by default. */
  niceness?: number | undefined;
}

export interface ChildResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  /** First 256 KiB. */
  stderr: Buffer;
  timedOut: boolean;
  /** stdout was longer than allowed, and is cut. */
  truncated: boolean;
  /** Ended, or never started, by the spec's signal. */
  aborted: boolean;
}

/** The command could not be started at all: not there, not executable, its working directory is gone, no more processes. */
export class SpawnError extends Error {
  override readonly name = "SpawnError";
  readonly code: string;
  constructor(
    readonly command: string,
    cause: unknown,
  ) {
    const code = (cause as NodeJS.ErrnoException | null)?.code ?? "UNKNOWN";
    super(`${command} could not be started: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.code = code;
  }
}

const groups = new Set<number>();

/** Process groups of the live children of this process. */
export function ownGroups(): ReadonlySet<number> {
  return groups;
}

/** The one place where processes are started. Each child leads its own process group, and is ended with it. */
export class Children {
  readonly #notes: ChildNotes;
  readonly #token: string;
  readonly #live = new Map<ChildProcess, Promise<void>>();
  #closed = false;

  constructor(
    private readonly options: {
      notesDir: string;
      clock: Clock;
      log?: Logger | undefined;
      /** Awaited when a noted child has just been let go. */
      spawned?: ((purpose: string) => Promise<void>) | undefined;
    },
  ) {
    this.#notes = new ChildNotes(options.notesDir);
    // Equal for every server of these notes, and for no other.
    this.#token = createHash("sha256").update(path.resolve(options.notesDir)).digest("hex").slice(0, 32);
  }

  get live(): number {
    return this.#live.size;
  }

  /** Never rejects for what a child answers. @throws SpawnError; what `onStdout` throws; when the note can't be made. */
  async run(spec: ChildSpec): Promise<ChildResult> {
    if (this.#closed) throw new SpawnError(spec.command, new Error("the server is stopping"));
    if (spec.signal?.aborted) {
      return {
        code: null,
        signal: null,
        stdout: Buffer.alloc(0),
        stderr: Buffer.alloc(0),
        timedOut: false,
        truncated: false,
        aborted: true,
      };
    }
    // The shell that holds a noted child back would only say 127.
    if (spec.note !== undefined) await findCommand(spec);
    const child = await this.#start(spec);
    let ended = (): void => {};
    this.#live.set(child, new Promise((resolve) => (ended = resolve)));
    const pid = child.pid as number;
    groups.add(pid);
    try {
      return await this.#attend(child, spec);
    } finally {
      groups.delete(pid);
      this.#live.delete(child);
      ended();
    }
  }

  /**
   * Waits for the noted children of a dead server, then ends what is left of their groups: SIGTERM, and `killWaitMs` later SIGKILL.
   * Call once, before anything is reconciled. A recycled process number is spared.
   */
  async awaitPrevious(o: { waitMs: number; killWaitMs: number }): Promise<{ waited: number; ended: number }> {
    const own = new Set([...this.#live.keys()].map((child) => child.pid));
    let left = await this.#stillRunning((await this.#notes.list()).filter((noted) => !own.has(noted.pid)));
    const waited = left.length;
    if (waited > 0) this.options.log?.warn({ pids: left.map((noted) => noted.pid) }, "waiting for children of the previous server");
    left = await this.#waitFor(left, o.waitMs);
    const ended = left.length;
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      for (const noted of left) killGroup(noted.pid, signal);
      left = await this.#waitFor(left, o.killWaitMs);
    }
    if (left.length > 0) throw new Error(`children of the previous server can't be ended: ${left.map((noted) => noted.pid).join(", ")}`);
    return { waited, ended };
  }

  /** Starts no more, waits up to `limitMs` for the live ones, then ends them. May be called twice. */
  async close(limitMs: number): Promise<void> {
    this.#closed = true;
    if (await this.#allEnded(limitMs)) return;
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      for (const child of this.#live.keys()) killGroup(child.pid, signal);
      if (await this.#allEnded(TERMINATE_GRACE_MS)) return;
    }
  }

  async #start(spec: ChildSpec): Promise<ChildProcess> {
    const noted = spec.note !== undefined;
    const env = noted ? { ...(spec.env ?? process.env), [TOKEN_VARIABLE]: this.#token } : (spec.env ?? process.env);
    const [command, args] = noted ? ["/bin/sh", ["-c", HELD_BACK, "sh", spec.command, ...spec.args]] : [spec.command, [...spec.args]];
    const input = spec.stdin === undefined ? "ignore" : "pipe";
    try {
      const child = spawn(command, args, {
        cwd: spec.cwd,
        env,
        detached: true,
        stdio: noted ? [input, "pipe", "pipe", "pipe"] : [input, "pipe", "pipe"],
      });
      await new Promise<void>((resolve, reject) => {
        child.once("spawn", resolve);
        child.once("error", reject);
      });
      return child;
    } catch (error) {
      throw new SpawnError(spec.command, error);
    }
  }

  async #attend(child: ChildProcess, spec: ChildSpec): Promise<ChildResult> {
    const { clock } = this.options;
    const result = { timedOut: false, truncated: false, aborted: false };
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const sizes = { out: 0, err: 0 };
    let heard = 0;
    const limit = spec.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
    const timers: Timer[] = [];
    let failure: { error: unknown } | undefined;
    let ending = false;
    const end = (): void => {
      ending = true;
      killGroup(child.pid, "SIGTERM");
      timers.push(clock.after(TERMINATE_GRACE_MS, () => killGroup(child.pid, "SIGKILL")));
    };
    const onAbort = (): void => {
      result.aborted = true;
      end();
    };

    child.stdout?.on("data", (chunk: Buffer) => {
      heard += 1;
      if (failure !== undefined || result.truncated) return;
      if (spec.onStdout !== undefined) {
        try {
          spec.onStdout(chunk);
        } catch (error) {
          failure = { error };
          end();
        }
        return;
      }
      const room = limit - sizes.out;
      out.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      sizes.out += chunk.length;
      if (sizes.out > limit) {
        result.truncated = true;
        end();
      }
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      heard += 1;
      if (sizes.err < MAX_STDERR_BYTES) err.push(chunk.subarray(0, MAX_STDERR_BYTES - sizes.err));
      sizes.err += chunk.length;
    });
    const finished = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.once("close", (code, signal) => resolve([code, signal]));
      child.once("exit", (code, signal) => {
        // The leader went as it was told to; what it started may not have.
        if (ending) killGroup(child.pid, "SIGKILL");
        let turns = 0;
        const letGo = (): void => {
          const before = heard;
          turns += 1;
          // What the child itself wrote lies in the pipe, and a busy server may not have come to read it: only a whole turn without a word
          // means that the rest is somebody else's.
          setImmediate(() => {
            if (heard !== before && turns < MAX_OUTPUT_TURNS) return letGo();
            for (const stream of child.stdio) stream?.destroy();
            resolve([code, signal]);
          });
        };
        timers.push(clock.after(OUTPUT_GRACE_MS, letGo));
      });
    });
    // A child that ends without reading its input is no failure of ours.
    for (const stream of [child.stdin, child.stdio[3]]) stream?.on("error", () => {});

    let file: string | undefined;
    try {
      if (spec.niceness !== undefined) lowerPriority(child.pid as number, spec.niceness);
      if (spec.note !== undefined) {
        try {
          file = await this.#notes.add(child.pid as number, spec.note, clock.now());
        } catch (error) {
          child.stdio[3]?.destroy();
          await finished;
          throw error;
        }
      }
      if (spec.signal?.aborted) onAbort();
      else {
        spec.signal?.addEventListener("abort", onAbort, { once: true });
        if (spec.timeoutMs !== undefined) {
          timers.push(
            clock.after(spec.timeoutMs, () => {
              result.timedOut = true;
              end();
            }),
          );
        }
        if (child.stdin !== null) child.stdin.end(spec.stdin);
        if (spec.note !== undefined) {
          (child.stdio[3] as NodeJS.WritableStream).end("\n");
          await this.options.spawned?.(spec.note.purpose).catch((error: unknown) => {
            failure = { error };
            end();
          });
        }
      }
      const [code, signal] = await finished;
      if (failure !== undefined) throw failure.error;
      return { code, signal, stdout: Buffer.concat(out), stderr: Buffer.concat(err), ...result };
    } finally {
      spec.signal?.removeEventListener("abort", onAbort);
      for (const timer of timers) timer.cancel();
      // A note that stays names a process that has ended: the next server sees that.
      if (file !== undefined)
        await this.#notes.drop(file).catch((error: unknown) => this.options.log?.warn({ error }, "a child's note stays"));
    }
  }

  /** Those that still run; the notes of the others go. */
  async #stillRunning(noted: NotedChild[]): Promise<NotedChild[]> {
    const left: NotedChild[] = [];
    for (const one of noted) {
      if (await stillRuns(one, `${TOKEN_VARIABLE}=${this.#token}`)) left.push(one);
      else await this.#notes.drop(one.file);
    }
    return left;
  }

  async #waitFor(noted: NotedChild[], limitMs: number): Promise<NotedChild[]> {
    const { clock } = this.options;
    let left = noted;
    for (let spentMs = 0; left.length > 0; spentMs += LOOK_AGAIN_MS) {
      left = await this.#stillRunning(left);
      if (left.length === 0 || spentMs >= limitMs) break;
      await clock.sleep(LOOK_AGAIN_MS);
    }
    return left;
  }

  async #allEnded(limitMs: number): Promise<boolean> {
    if (this.#live.size === 0) return true;
    const limit = new AbortController();
    const ended = Promise.all(this.#live.values()).then(() => true);
    const late = this.options.clock.sleep(limitMs, limit.signal).then(
      () => false,
      () => false,
    );
    try {
      return await Promise.race([ended, late]);
    } finally {
      limit.abort();
    }
  }
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  // Never -0 or -1: those are our own group, and everybody.
  if (pid === undefined || pid <= 1) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, or we may not: it runs as it is.
  }
}

async function findCommand(spec: ChildSpec): Promise<void> {
  const places = spec.command.includes("/")
    ? [path.resolve(spec.cwd, spec.command)]
    : ((spec.env ?? process.env)["PATH"] ?? "/usr/bin:/bin").split(":").map((place) => path.resolve(spec.cwd, place, spec.command));
  for (const place of places) {
    if (
      await access(place, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new SpawnError(spec.command, Object.assign(new Error("no such command"), { code: "ENOENT" }));
}
