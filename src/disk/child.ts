import { createHash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import type { Logger } from "pino";
import type { Clock, Timer } from "../clock.js";
import { type ChildNote, ChildNotes, type NotedChild, stillRuns, TOKEN_VARIABLE } from "./childNotes.js";
import { type Started, type StartListener, startHere } from "./start.js";
import { Starter, StarterLost } from "./starter.js";

export type { ChildNote } from "./childNotes.js";

const DEFAULT_MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_BYTES = 256 * 1024;
/** From SIGTERM to SIGKILL: git takes its lock files away meanwhile. */
const TERMINATE_GRACE_MS = 5_000;
const LOOK_AGAIN_MS = 50;

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
const starters = new Set<Starter>();

/** Process groups of the live children of this process. */
export function ownGroups(): ReadonlySet<number> {
  return groups;
}

/** Processes that are starting a child for this one just now: it is ours before we have heard its number. */
export function ownStarters(): number[] {
  return [...starters].flatMap(({ starting, pid }) => (starting > 0 ? (pid ?? []) : []));
}

/** The one way to start processes. Each child leads its own process group, and is ended with it. */
export class Children {
  readonly #notes: ChildNotes;
  readonly #token: string;
  readonly #live = new Map<number, Promise<void>>();
  readonly #starter = Starter.available ? new Starter() : null;
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
    if (this.#starter !== null) starters.add(this.#starter);
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
    if (spec.note !== undefined) findCommand(spec);
    const heard = new Heard(spec);
    const child = await this.#start(spec, heard);
    let ended = (): void => {};
    this.#live.set(child.pid, new Promise((resolve) => (ended = resolve)));
    groups.add(child.pid);
    try {
      return await this.#attend(child, spec, heard);
    } finally {
      groups.delete(child.pid);
      this.#live.delete(child.pid);
      ended();
    }
  }

  /**
   * Waits for the noted children of a dead server, then ends what is left of their groups: SIGTERM, and `killWaitMs` later SIGKILL.
   * Call once, before anything is reconciled. A recycled process number is spared.
   */
  async awaitPrevious(o: { waitMs: number; killWaitMs: number }): Promise<{ waited: number; ended: number }> {
    const own = new Set(this.#live.keys());
    let left = await this.#stillRunning((await this.#notes.list()).filter((noted) => !own.has(noted.pid)));
    const waited = left.length;
    if (waited > 0) this.options.log?.warn({ pids: left.map((noted) => noted.pid) }, "waiting for children of the previous server");
    left = await this.#waitFor(left, o.waitMs);
    const ended = left.length;
    left = await this.#end(left, o.killWaitMs);
    if (left.length > 0) throw new Error(`children of the previous server can't be ended: ${left.map((noted) => noted.pid).join(", ")}`);
    return { waited, ended };
  }

  /** Starts no more, waits up to `limitMs` for the live ones, then ends them. May be called twice. */
  async close(limitMs: number): Promise<void> {
    this.#closed = true;
    let ended = await this.#allEnded(limitMs);
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (ended) break;
      for (const pid of this.#live.keys()) killGroup(pid, signal);
      ended = await this.#allEnded(TERMINATE_GRACE_MS);
    }
    if (this.#starter === null) return;
    this.#starter.close();
    starters.delete(this.#starter);
  }

  async #start(spec: ChildSpec, listener: StartListener): Promise<Started> {
    const { command, args, cwd, stdin } = spec;
    const held = spec.note !== undefined;
    const env = held ? { ...(spec.env ?? process.env), [TOKEN_VARIABLE]: this.#token } : spec.env;
    const start = { command, args, cwd, env, stdin, held };
    try {
      return await (this.#starter === null ? startHere(start, listener, this.options.clock) : this.#starter.start(start, listener));
    } catch (error) {
      throw new SpawnError(spec.command, error);
    }
  }

  async #attend(child: Started, spec: ChildSpec, heard: Heard): Promise<ChildResult> {
    const { clock } = this.options;
    const result = { timedOut: false, aborted: false };
    const timers: Timer[] = [];
    heard.end = () => {
      if (heard.ending) return;
      heard.ending = true;
      killGroup(child.pid, "SIGTERM");
      timers.push(clock.after(TERMINATE_GRACE_MS, () => killGroup(child.pid, "SIGKILL")));
    };
    // The leader went as it was told to; what it started may not have.
    heard.leaderEnded = () => {
      if (heard.ending) killGroup(child.pid, "SIGKILL");
    };
    const onAbort = (): void => {
      result.aborted = true;
      heard.end();
    };
    if (heard.tooMuch) heard.end();

    let file: string | undefined;
    try {
      if (spec.niceness !== undefined) lowerPriority(child.pid, spec.niceness);
      if (spec.note !== undefined) {
        try {
          file = await this.#notes.add(child.pid, spec.note, clock.now());
        } catch (error) {
          child.drop();
          await child.finished;
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
              heard.end();
            }),
          );
        }
        child.begin();
        if (spec.note !== undefined) {
          await this.options.spawned?.(spec.note.purpose).catch((error: unknown) => heard.fail(error));
        }
      }
      const [code, signal] = await child.finished;
      if (heard.failure !== null) throw heard.failure.error;
      return { code, signal, ...heard.said, ...result };
    } catch (error) {
      if (error instanceof StarterLost) await this.#endLost(child.pid, file);
      throw error;
    } finally {
      spec.signal?.removeEventListener("abort", onAbort);
      for (const timer of timers) timer.cancel();
      // A note that stays names a process that has ended: the next server sees that.
      if (file !== undefined)
        await this.#notes.drop(file).catch((error: unknown) => this.options.log?.warn({ error }, "a child's note stays"));
    }
  }

  /** Nobody tells how it ends any more: before anything is done about its work again, it is ended. */
  async #endLost(pid: number, file: string | undefined): Promise<void> {
    this.options.log?.error({ pid }, "the process that starts children has ended; this one of its children is ended");
    if (file === undefined) return killGroup(pid, "SIGTERM");
    const left = await this.#end(
      (await this.#notes.list()).filter((noted) => noted.file === file),
      TERMINATE_GRACE_MS,
    );
    if (left.length > 0) throw new Error(`the child ${pid} can't be ended`);
  }

  /** SIGTERM, and `waitMs` later SIGKILL; those that still run. */
  async #end(noted: NotedChild[], waitMs: number): Promise<NotedChild[]> {
    let left = noted;
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      for (const one of left) killGroup(one.pid, signal);
      left = await this.#waitFor(left, waitMs);
    }
    return left;
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

/** What a child says, as far as it is wanted. */
class Heard implements StartListener {
  readonly #out: Buffer[] = [];
  readonly #err: Buffer[] = [];
  readonly #sizes = { out: 0, err: 0 };
  readonly #limit: number;
  #truncated = false;
  failure: { error: unknown } | null = null;
  ending = false;
  /** Once there is something that can be ended. */
  end: () => void = () => {};
  leaderEnded: () => void = () => {};

  constructor(private readonly spec: Pick<ChildSpec, "onStdout" | "maxOutputBytes">) {
    this.#limit = spec.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
  }

  get tooMuch(): boolean {
    return this.failure !== null || this.#truncated;
  }

  get said(): Pick<ChildResult, "stdout" | "stderr" | "truncated"> {
    return { stdout: Buffer.concat(this.#out), stderr: Buffer.concat(this.#err), truncated: this.#truncated };
  }

  out(chunk: Buffer): void {
    if (this.tooMuch) return;
    const { onStdout } = this.spec;
    if (onStdout !== undefined) {
      try {
        onStdout(chunk);
      } catch (error) {
        this.fail(error);
      }
      return;
    }
    const room = this.#limit - this.#sizes.out;
    this.#out.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#sizes.out += chunk.length;
    if (this.#sizes.out > this.#limit) {
      this.#truncated = true;
      this.end();
    }
  }

  err(chunk: Buffer): void {
    if (this.#sizes.err < MAX_STDERR_BYTES) this.#err.push(chunk.subarray(0, MAX_STDERR_BYTES - this.#sizes.err));
    this.#sizes.err += chunk.length;
  }

  ended(): void {
    this.leaderEnded();
  }

  fail(error: unknown): void {
    this.failure ??= { error };
    this.end();
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

function findCommand(spec: ChildSpec): void {
  const places = spec.command.includes("/")
    ? [path.resolve(spec.cwd, spec.command)]
    : ((spec.env ?? process.env)["PATH"] ?? "/usr/bin:/bin").split(":").map((place) => path.resolve(spec.cwd, place, spec.command));
  for (const place of places) {
    try {
      accessSync(place, constants.X_OK);
      return;
    } catch {
      // Not there: the next one.
    }
  }
  throw new SpawnError(spec.command, Object.assign(new Error("no such command"), { code: "ENOENT" }));
}
