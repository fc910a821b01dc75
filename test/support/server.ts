import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Effect } from "../../src/effects.js";
import { compiledTestServer, SHIPPED_SERVER } from "./compile.js";
import type { Fault, FaultAction, Moment, Passed, Report, Steer, Worked } from "./steering.js";

/** For a machine that is busy with other things: how many times longer everything may take. */
const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1);
const START_LIMIT_MS = 40_000 * PATIENCE;
const STOP_LIMIT_MS = 30_000 * PATIENCE;

export interface User {
  uid: number;
  gid: number;
}

export interface ServerOptions {
  dataDir: string;
  /** HOME of the server: its git reads .gitconfig there. */
  home: string;
  /** "test" (default): steered clock and fault points; "shipped": dist/main.js. */
  kind?: "test" | "shipped";
  flags?: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** Runs as this user; the runner has to be root. */
  user?: User | undefined;
  /** Commands for a shell, run as root in a mount namespace of the server's own before it starts. */
  mounts?: string;
  /** Armed before anything of the server begins. */
  fault?: Fault;
  clockOffsetMs?: number;
}

/** The server refused to start, or ended by itself meanwhile. */
export class NotStarted extends Error {
  override readonly name = "NotStarted";
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

let steers = 0;

/** A server process of a test. Its output lies beside its data directory, in <data>.log. */
export class Server {
  readonly ended: Promise<Ended>;
  #end: Ended | null = null;
  readonly #answers = new Map<number, (report: Report & { kind: "done" }) => void>();
  #hanging: ((at: { effect: Effect; moment: Moment }) => void) | null = null;

  private constructor(
    readonly options: ServerOptions,
    private readonly child: ChildProcess,
    /** http://127.0.0.1:port */
    readonly url: string,
    readonly token: string,
    /** The address that was printed, with the token in it. */
    readonly printed: string,
  ) {
    this.ended = ending(child).then((end) => (this.#end = end));
    child.on("message", (report: Report) => {
      if (report.kind === "done") this.#answers.get(report.number)?.(report);
      if (report.kind === "fault") this.#hanging?.(report);
    });
  }

  /** @throws NotStarted with what the server said. */
  static async start(options: ServerOptions): Promise<Server> {
    const log = `${options.dataDir}.log`;
    mkdirSync(join(options.dataDir, ".."), { recursive: true });
    const child = await launch(options);
    const file = createWriteStream(log, { flags: "a" });
    child.stdout?.pipe(file, { end: false });
    child.stderr?.pipe(file, { end: false });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)));
    const stopped = ending(child);
    const ready = new Promise<string>((resolve, reject) => {
      child.on("message", (report: Report) => {
        if (report.kind === "ready") resolve(report.url);
        if (report.kind === "refused") reject(new NotStarted(report.message));
      });
      if (options.kind === "shipped") {
        let line = "";
        child.stdout?.on("data", (chunk: Buffer) => {
          line += chunk.toString();
          const found = /https?:\/\/\S+/.exec(line);
          if (found !== null && line.slice(found.index + found[0].length).length > 0) resolve(found[0]);
        });
      }
    });
    ready.catch(() => {});
    const died = stopped.then((end): never => {
      throw new NotStarted(`the server ended (${end.code ?? end.signal}): ${said}`);
    });
    died.catch(() => {});
    const printed = await within(child, Promise.race([ready, died]), START_LIMIT_MS, () => `the server did not start: ${said}`);
    return new Server(options, child, new URL(printed).origin, tokenOf(options, printed), printed);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Where the test sees a path as the server sees it, mounts of the server's own included. */
  seen(path: string): string {
    return this.options.mounts === undefined || !this.running ? path : `/proc/${this.pid}/root${path}`;
  }

  get running(): boolean {
    return this.#end === null;
  }

  /** The process kills itself (or stands still) at the nth passing of this point from now. */
  async arm(effect: Effect | "any", moment: Moment, o: { nth?: number; action?: FaultAction } = {}): Promise<void> {
    await this.#steer({ kind: "arm", fault: { effect, moment, nth: o.nth ?? 1, action: o.action ?? "kill" } });
  }

  async disarm(): Promise<void> {
    await this.#steer({ kind: "disarm" });
  }

  /** Lets go on what was paused. */
  async resume(): Promise<void> {
    await this.#steer({ kind: "resume" });
  }

  /** Moves the clock on, and with it everything that is due by then. */
  async advance(ms: number): Promise<void> {
    await this.#steer({ kind: "advance", ms });
  }

  /** The clock is real time plus this. */
  async setOffset(ms: number): Promise<void> {
    await this.#steer({ kind: "offset", ms });
  }

  /** Runs up to so many pieces of work, one after the other, for a server that was started with TEST_BY_HAND. */
  async work(limit: number): Promise<Worked> {
    const { worked } = await this.#steer({ kind: "work", limit });
    if (worked === undefined) throw new Error("the server did not say what it did");
    return worked;
  }

  async passed(): Promise<Passed> {
    return (await this.#steer({ kind: "passed" })).passed ?? {};
  }

  /** Resolves when a point that was armed with "hang" or "pause" is reached. Ask before it can be. */
  hanging(): Promise<{ effect: Effect; moment: Moment }> {
    return new Promise((resolve) => (this.#hanging = resolve));
  }

  /** SIGKILL to the process alone: its children live on, as they would. */
  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** SIGTERM, and how it ended; SIGKILL and an error when it does not. */
  async stop(): Promise<Ended> {
    if (this.#end !== null) return this.#end;
    this.child.kill("SIGTERM");
    return await within(this.child, this.ended, STOP_LIMIT_MS, () => `the server did not stop: ${this.log().slice(-4_000)}`);
  }

  /** Everything that the servers of this data directory have said. */
  log(): string {
    const file = `${this.options.dataDir}.log`;
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  async #steer(steer: Steer extends infer S ? (S extends Steer ? Omit<S, "number"> : never) : never): Promise<Report & { kind: "done" }> {
    const number = ++steers;
    const answer = new Promise<Report & { kind: "done" }>((resolve) => this.#answers.set(number, resolve));
    this.child.send({ ...steer, number });
    try {
      return await Promise.race([
        answer,
        this.ended.then(() => {
          throw new Error(`the server ended before it took "${steer.kind}"`);
        }),
      ]);
    } finally {
      this.#answers.delete(number);
    }
  }
}

async function launch(options: ServerOptions): Promise<ChildProcess> {
  const script = options.kind === "shipped" ? SHIPPED_SERVER : await compiledTestServer();
  const command = [process.execPath, script, "--data", options.dataDir, "--port", "0", ...(options.flags ?? [])];
  const env = cleanEnvironment(options);
  const stdio = ["ignore", "pipe", "pipe", "ipc"] as ["ignore", "pipe", "pipe", "ipc"];
  const cwd = options.cwd ?? options.home;
  if (options.mounts === undefined) return spawn(command[0] as string, command.slice(1), { cwd, env, stdio, ...options.user });
  const become = options.user === undefined ? "" : `setpriv --reuid=${options.user.uid} --regid=${options.user.gid} --clear-groups `;
  const shell = `set -e; ${options.mounts}\nexec ${become}"$@"`;
  return spawn("unshare", ["--mount", "--propagation", "private", "sh", "-c", shell, "sh", ...command], { cwd, env, stdio });
}

/** What is not said here would come from whoever runs the tests: GIT_ variables, another data directory. */
function cleanEnvironment(options: ServerOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: options.home,
    TMPDIR: process.env.TMPDIR ?? "/tmp",
    GIT_CONFIG_NOSYSTEM: "1",
    LC_ALL: "C",
    ...(options.kind === "shipped" ? {} : { TEST_CLOCK_OFFSET_MS: String(options.clockOffsetMs ?? 0) }),
    ...(options.fault === undefined ? {} : { TEST_FAULT: JSON.stringify(options.fault) }),
    ...options.env,
  };
}

function tokenOf(options: ServerOptions, printed: string): string {
  const token = new URL(printed).searchParams.get("token");
  if (token !== null) return token;
  const name = readdirSync(options.dataDir).find((entry) => entry.includes("token"));
  if (name === undefined) throw new Error(`no token in ${printed} nor in ${options.dataDir}`);
  return readFileSync(join(options.dataDir, name), "utf8").trim();
}

async function ending(child: ChildProcess): Promise<Ended> {
  if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode, signal: child.signalCode };
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return { code, signal };
}

/** Ends the child when it takes longer. */
async function within<T>(child: ChildProcess, promise: Promise<T>, ms: number, message: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(message()));
    }, ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
