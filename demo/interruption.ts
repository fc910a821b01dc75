import { constants } from "node:os";

/** One Ctrl-C comes twice: from the terminal, and passed on by whoever started this process. */
const SAME_MS = 2_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Ctrl-C, a signal, or an output that nobody reads any more: what is going on is given up, once, and cleaned up after. */
export class Interruption {
  readonly #abort = new AbortController();
  #cameAt = 0;
  /** What the demo ends with after it. */
  exitCode = 1;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get came(): boolean {
    return this.signal.aborted;
  }

  /** @param again what to do at another Ctrl-C, while cleaning up. */
  listen(again: () => void): void {
    for (const name of SIGNALS)
      process.on(name, () => {
        if (!this.came) this.#begin(128 + constants.signals[name]);
        // A terminal that closes says so more than once; only a person means it.
        else if (name === "SIGINT" && performance.now() - this.#cameAt > SAME_MS) again();
      });
    for (const stream of [process.stdout, process.stderr])
      stream.on("error", () => {
        if (!this.came) this.#begin(1);
      });
  }

  #begin(exitCode: number): void {
    this.exitCode = exitCode;
    this.#cameAt = performance.now();
    this.#abort.abort(new Error("interrupted"));
  }
}
