import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Refused } from "./errors.js";

/** It takes a second or two; a machine that is busy with everything else gets its time. */
const START_LIMIT_MS = 3 * 60_000;
/** How long a server may take to end in order; then it is killed. */
const DRAIN_LIMIT_MS = 6_000;
const STOP_LIMIT_MS = 12_000;
const LOG_TAIL_LINES = 5;
const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

export function requireBuilt(): void {
  if (!existsSync(MAIN)) throw new Refused("the server is not built. Run: npm run build");
}

/** The server as a child process, on a data directory that outlives it. */
export class DemoServer {
  #child: ChildProcess | null = null;
  /** The printed address: GraphiQL, already authorised. */
  openUrl = "";
  port = 0;

  constructor(
    readonly dataDir: string,
    private readonly abort: AbortSignal = new AbortController().signal,
  ) {}

  get token(): string {
    return readFileSync(`${this.dataDir}/token`, "utf8").trim();
  }

  get log(): string {
    return `${this.dataDir}.log`;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Starts it on a free port, and waits for its address. */
  async start(): Promise<void> {
    this.abort.throwIfAborted();
    const log = openSync(this.log, "a");
    const flags = ["--data", this.dataDir, "--port", "0", "--allow-tmpfs", "--log-level", "warn", "--drain-limit-ms", `${DRAIN_LIMIT_MS}`];
    // In a process group of its own: a Ctrl-C is the demo's, which ends the server in order.
    const child = spawn(process.execPath, [MAIN, ...flags], { stdio: ["ignore", "pipe", log], detached: true });
    closeSync(log);
    this.#child = child;
    this.openUrl = await new Promise<string>((resolve, reject) => {
      let said = "";
      const limit = setTimeout(
        () => reject(new Error(`the server did not print its address within ${START_LIMIT_MS / 1000} s${this.lastWords()}`)),
        START_LIMIT_MS,
      );
      child.stdout?.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        const address = /listens on (\S+)\n/.exec(said)?.[1];
        if (address === undefined) return;
        clearTimeout(limit);
        resolve(address);
      });
      this.abort.addEventListener("abort", () => {
        clearTimeout(limit);
        reject(new Error("interrupted"));
      });
      child.once("error", reject);
      child.once("exit", (code, signal) => {
        clearTimeout(limit);
        reject(new Error(`the server ended with ${code ?? signal}${this.lastWords()}`));
      });
    });
    this.port = Number(new URL(this.openUrl).port);
  }

  /** How its log ends, to be put behind a sentence. */
  lastWords(): string {
    if (!existsSync(this.log)) return "";
    const lines = readFileSync(this.log, "utf8").trimEnd().split("\n").slice(-LOG_TAIL_LINES);
    return lines.join("") === "" ? "" : `. Its log ends with:\n${lines.join("\n")}`;
  }

  /** As a power switch would, at once. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** In order, so that no child of its own outlives it. */
  async stop(): Promise<void> {
    const child = this.#child;
    const limit = setTimeout(() => child?.kill("SIGKILL"), STOP_LIMIT_MS);
    await this.#end("SIGTERM");
    clearTimeout(limit);
  }

  /** Lets it live on without this process. */
  letGo(): void {
    this.#child?.stdout?.destroy();
    this.#child?.unref();
    this.#child = null;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    await ended;
  }
}
