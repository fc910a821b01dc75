import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const START_LIMIT_MS = 60_000;
const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** The server as a child process, on a data directory that outlives it. */
export class DemoServer {
  #child: ChildProcess | null = null;
  /** The printed address: GraphiQL, already authorised. */
  openUrl = "";
  port = 0;

  constructor(readonly dataDir: string) {}

  get token(): string {
    return readFileSync(join(this.dataDir, "token"), "utf8").trim();
  }

  /** Starts it and waits for its address; again on the port that it had. */
  async start(o: { detached: boolean }): Promise<void> {
    const log = createWriteStream(`${this.dataDir}.log`, { flags: "a" });
    const child = spawn(process.execPath, [MAIN, "--data", this.dataDir, "--port", String(this.port), "--allow-tmpfs"], {
      stdio: ["ignore", "pipe", "pipe"],
      detached: o.detached,
      env: { ...process.env, TREEKEEPER_LOG_LEVEL: "warn" },
    });
    this.#child = child;
    child.stderr.pipe(log);
    this.openUrl = await new Promise<string>((resolve, reject) => {
      let said = "";
      const limit = setTimeout(
        () => reject(new Error(`the server did not print its address within ${START_LIMIT_MS / 1000} s; see ${this.dataDir}.log`)),
        START_LIMIT_MS,
      );
      child.stdout.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        const address = /listens on (\S+)/.exec(said)?.[1];
        if (address === undefined) return;
        clearTimeout(limit);
        resolve(address);
      });
      child.once("exit", (code) => {
        clearTimeout(limit);
        reject(new Error(`the server ended with ${code}; see ${this.dataDir}.log`));
      });
    });
    this.port = Number(new URL(this.openUrl).port);
  }

  /** As a power switch would. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Lets it live on without this process. */
  letGo(): number {
    const child = this.#child;
    child?.stdout?.destroy();
    child?.stderr?.destroy();
    child?.unref();
    return child?.pid ?? 0;
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
