import { AsyncLocalStorage } from "node:async_hooks";
import type { Effect, Effects } from "../../src/effects.js";
import type { Fault, Moment, Passed } from "./steering.js";

/** Counts the points that are passed, and stops the process at the one that is armed. */
export class FaultEffects implements Effects {
  readonly passed: Passed = {};
  readonly #inside = new AsyncLocalStorage<Effect>();
  #fault: Fault | null = null;
  #hung = false;
  #resume: () => void = () => {};

  constructor(private readonly hanging: (effect: Effect, moment: Moment) => void) {}

  arm(fault: Fault | null): void {
    this.#fault = fault;
  }

  /** Lets go on what was paused. */
  resume(): void {
    this.#resume();
  }

  async run<T>(effect: Effect, work: () => Promise<T>): Promise<T> {
    await this.#point(effect, "before");
    const result = await this.#inside.run(effect, work);
    await this.#point(effect, "after");
    return result;
  }

  async spawned(): Promise<void> {
    const effect = this.#inside.getStore();
    if (effect !== undefined) await this.#point(effect, "during");
  }

  async #point(effect: Effect, moment: Moment): Promise<void> {
    // Once it stands still, nothing else of it may go on either: what the copy of its disk shows is one moment.
    if (this.#hung) await new Promise<never>(() => {});
    const name = `${effect}:${moment}`;
    this.passed[name] = (this.passed[name] ?? 0) + 1;
    const fault = this.#fault;
    if (fault === null || (fault.effect !== "any" && (fault.effect !== effect || fault.moment !== moment))) return;
    fault.nth -= 1;
    if (fault.nth > 0) return;
    if (fault.action === "kill") process.kill(process.pid, "SIGKILL");
    const paused = new Promise<void>((resolve) => (this.#resume = resolve));
    this.#hung = fault.action === "hang";
    this.hanging(effect, moment);
    if (fault.action === "pause") {
      this.#fault = null;
      return await paused;
    }
    await new Promise<never>(() => {});
  }
}
