import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Started, StartListener, StartSpec } from "./start.js";
import type { FromStarter, ToStarter } from "./starterProtocol.js";

/** Only beside built code: from its sources (tests), a server starts its children itself. */
const MAIN = fileURLToPath(new URL("./starterMain.js", import.meta.url));

/** The starter ended before it had said how a child ended: that one may still run. */
export class StarterLost extends Error {
  override readonly name = "StarterLost";
  constructor() {
    super("the process that starts children for the server has ended");
  }
}

interface Remote {
  listener: StartListener;
  started(pid: number): void;
  finished(code: number | null, signal: NodeJS.Signals | null): void;
  fail(error: Error): void;
}

/**
 * Starts processes by way of a small one. Starting a process copies the memory tables of the one that does it, and waits: from a server of some
 * hundred megabytes that is 25 ms in which it does nothing else, from a small process a quarter of that, beside the server.
 *
 * The small process dies with the server. When it dies alone, its children are lost, and the next one is started with the next child.
 */
export class Starter {
  #process: ChildProcess | null = null;
  #last = 0;
  /** Children that were asked for, and whose number is not known yet. */
  starting = 0;
  #closed = false;
  readonly #children = new Map<number, Remote>();

  static get available(): boolean {
    return existsSync(MAIN);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** @throws what spawn says; StarterLost */
  async start(spec: StartSpec, listener: StartListener): Promise<Started> {
    const child = ++this.#last;
    const tell = (message: ToStarter): void => {
      // One that has ended meanwhile is heard of by its end.
      this.#process?.send(message, () => {});
    };
    let finish: (ended: [number | null, NodeJS.Signals | null]) => void = () => {};
    let lose: (error: Error) => void = () => {};
    const finished = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      finish = resolve;
      lose = reject;
    });
    finished.catch(() => {});
    this.starting += 1;
    const pid = await new Promise<number>((resolve, reject) => {
      this.#children.set(child, {
        listener: {
          out(chunk) {
            listener.out(chunk);
            tell({ kind: "taken", child, bytes: chunk.length });
          },
          err: (chunk) => listener.err(chunk),
          ended: () => listener.ended(),
        },
        started: resolve,
        finished: (code, signal) => finish([code, signal]),
        fail(error) {
          reject(error);
          lose(error);
        },
      });
      this.#running().send({ kind: "start", child, spec } satisfies ToStarter, (error) => {
        if (error !== null) this.#lost();
      });
    }).finally(() => {
      this.starting -= 1;
    });
    return {
      pid,
      begin: () => tell({ kind: "begin", child }),
      drop: () => tell({ kind: "drop", child }),
      flow: () => {},
      finished,
    };
  }

  /** It goes when it is no longer spoken to. */
  close(): void {
    this.#closed = true;
    this.#process?.disconnect();
    this.#process = null;
  }

  #running(): ChildProcess {
    if (this.#process !== null) return this.#process;
    if (this.#closed) throw new StarterLost();
    // A group of its own: a Ctrl+C at the terminal is the server's to hear.
    const made = fork(MAIN, { detached: true, serialization: "advanced", execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    this.#process = made;
    made.unref();
    made.channel?.unref();
    made.on("message", (message: FromStarter) => this.#hear(message));
    for (const event of ["error", "exit", "disconnect"] as const)
      made.once(event, () => {
        if (this.#process === made) this.#lost();
      });
    return made;
  }

  #hear(message: FromStarter): void {
    const remote = this.#children.get(message.child);
    if (remote === undefined) return;
    switch (message.kind) {
      case "started":
        return remote.started(message.pid);
      case "out":
      case "err": {
        const { buffer, byteOffset, byteLength } = message.chunk;
        return remote.listener[message.kind](Buffer.from(buffer, byteOffset, byteLength));
      }
      case "ended":
        return remote.listener.ended();
      case "finished":
        this.#children.delete(message.child);
        return remote.finished(message.code, message.signal);
      case "refused":
        this.#children.delete(message.child);
        return remote.fail(Object.assign(new Error(message.message), { code: message.code }));
    }
  }

  #lost(): void {
    this.#process = null;
    const lost = [...this.#children.values()];
    this.#children.clear();
    for (const remote of lost) remote.fail(new StarterLost());
  }
}
