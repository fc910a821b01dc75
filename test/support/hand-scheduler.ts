import type { SchedulerParts, WorkSource } from "../../src/scheduler/scheduler.js";
import type { Worked } from "./steering.js";

/** A claim may be lost to something that changed the job instead (it is BLOCKED, say): asked again, and not for ever. */
const LOST_CLAIMS = 5;

/** Runs what is due when it is told to, one piece at a time, in the order of the sources: the same steps again are the same sequence. */
export class HandScheduler {
  readonly #stopping = new AbortController();
  #piece: Promise<void> | null = null;

  constructor(private readonly parts: SchedulerParts) {}

  get active(): number {
    return this.#piece === null ? 0 : 1;
  }

  start(): void {}

  ring(): void {}

  async stop(): Promise<boolean> {
    this.#stopping.abort(new Error("the server is stopping"));
    await this.#piece;
    return true;
  }

  async work(limit: number): Promise<Worked> {
    let lost = 0;
    let ran = 0;
    while (ran < limit) {
      const answer = await this.#one();
      if (answer === "nothing") break;
      lost = answer === "lost" ? lost + 1 : 0;
      if (lost === LOST_CLAIMS) return { ran, at: this.parts.clock.now(), next: null, stuck: true };
      if (answer === "ran") ran += 1;
    }
    const at = this.parts.clock.now();
    const dues = [];
    for (const source of this.parts.sources) dues.push(await source.nextDueAt());
    const later = dues.filter((due): due is number => due !== null);
    return { ran, at, next: later.length === 0 ? null : Math.min(...later), stuck: false };
  }

  async #one(): Promise<"ran" | "lost" | "nothing"> {
    let lost = false;
    for (const source of this.parts.sources) {
      const answer = await this.#claim(source);
      if (answer === "ran") return "ran";
      lost ||= answer === "lost";
    }
    return lost ? "lost" : "nothing";
  }

  async #claim(source: WorkSource): Promise<"ran" | "lost" | "nothing"> {
    const due = await source.nextDueAt();
    if (due === null || due > this.parts.clock.now()) return "nothing";
    const work = await source.claim(this.#stopping.signal);
    if (work === null) return "lost";
    this.#piece = work().catch((error: unknown) => this.parts.log.error({ err: error }, "a piece of work threw past its owner"));
    await this.#piece;
    this.#piece = null;
    return "ran";
  }
}
