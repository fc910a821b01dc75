import { ServerBusyError } from "../errors.js";

const MAX_WAITING_PER_REPOSITORY = 10_000;

/**
 * Turns at a repository's shared state: one piece of work at a time per common directory, in the order of asking. git's own
 * locks would refuse the second comer; here it waits.
 */
export class RepositoryTurns {
  readonly #lines = new Map<string, { waiting: (() => void)[] }>();

  /** How many pieces of work run or wait. */
  get open(): number {
    let open = 0;
    for (const line of this.#lines.values()) open += 1 + line.waiting.length;
    return open;
  }

  /**
   * Runs `work` when it is its turn. A `signal` aborted while waiting gives the place up; running work sees to its own signal.
   * @throws ServerBusyError when too many wait; the signal's reason; whatever `work` throws.
   */
  async run<T>(commonDir: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#enter(commonDir, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#leave(commonDir);
    }
  }

  #enter(commonDir: string, signal: AbortSignal | undefined): Promise<void> {
    const line = this.#lines.get(commonDir);
    if (line === undefined) {
      this.#lines.set(commonDir, { waiting: [] });
      return Promise.resolve();
    }
    if (line.waiting.length >= MAX_WAITING_PER_REPOSITORY) {
      return Promise.reject(new ServerBusyError(`Too many git commands wait for ${commonDir}. Try again.`));
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        line.waiting.splice(line.waiting.indexOf(go), 1);
        reject(signal?.reason as Error);
      };
      const go = (): void => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      line.waiting.push(go);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  #leave(commonDir: string): void {
    const next = this.#lines.get(commonDir)?.waiting.shift();
    // The place is handed over, not freed: nobody who asks meanwhile can step in between.
    if (next === undefined) this.#lines.delete(commonDir);
    else next();
  }
}
