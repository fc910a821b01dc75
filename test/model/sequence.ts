import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { begin, finish, perform } from "./perform.js";
import type { Play } from "./play.js";
import { anyStep } from "./random.js";
import { Said } from "./said.js";
import { Stage } from "./stage.js";
import type { Step } from "./steps.js";
import { Violation } from "./violation.js";

const KEPT = join(import.meta.dirname, "kept");
const MOST_STEPS = 45;
/** So that there is something for the first random steps. */
const OPENING: readonly Step[] = [
  { do: "ready", slots: ["app", "lib"] },
  { do: "ready", slots: ["app"] },
];
/** Looking for a shorter sequence takes no longer. */
const SHRINK_MS = 6 * 60_000;
/** What a stage has seen makes it slower: a new one after so many sequences. */
const SEQUENCES_A_STAGE = 15;

/** A failing sequence, as it is kept. */
export interface Kept {
  /** What did not hold, in a sentence. */
  readonly why: string;
  readonly steps: readonly Step[];
}

export interface Found extends Kept {
  readonly law: string;
  readonly error: string;
  readonly seed: number;
}

/** Runs sequences, on one stage for as long as it is in order. */
export class Theatre {
  #stage: Stage | null = null;
  #used = 0;
  steps = 0;
  readonly said = new Said();

  async #ready(): Promise<Stage> {
    if (this.#stage !== null && this.#used >= SEQUENCES_A_STAGE) await this.close();
    this.#stage ??= await Stage.begin(this.said);
    this.#used += 1;
    return this.#stage;
  }

  /** @throws Violation, and whatever else went wrong; then the next sequence has another stage. */
  async run(steps: (play: Play) => Promise<void>): Promise<void> {
    const stage = await this.#ready();
    try {
      const play = await begin(stage);
      await steps(play);
      await finish(play);
    } catch (error) {
      await this.close().catch(() => {});
      throw error;
    }
  }

  async replay(steps: readonly Step[]): Promise<void> {
    await this.run(async (play) => {
      for (const step of steps) await this.perform(play, step);
    });
  }

  async perform(play: Play, step: Step): Promise<void> {
    this.steps += 1;
    const began = performance.now();
    try {
      await perform(play, step);
    } finally {
      if (process.env.MODEL_TRACE !== undefined) console.error(`${Math.round(performance.now() - began)} ms: ${JSON.stringify(step)}`);
    }
  }

  async close(): Promise<void> {
    const stage = this.#stage;
    this.#stage = null;
    this.#used = 0;
    await stage?.close();
  }
}

class Command implements fc.AsyncCommand<Play, Theatre> {
  hasRun = false;
  constructor(readonly step: Step) {}

  check(): boolean {
    return true;
  }

  async run(play: Play, theatre: Theatre): Promise<void> {
    this.hasRun = true;
    await theatre.perform(play, this.step);
  }

  toString(): string {
    return JSON.stringify(this.step);
  }
}

const sequences = fc.commands([anyStep.map((step) => new Command(step))], { maxCommands: MOST_STEPS, size: "max" });

/** One random sequence; when a law does not hold, the shortest one that was found for that law. */
export async function trySeed(theatre: Theatre, seed: number): Promise<Found | null> {
  let law: string | null = null;
  let giveUpAt = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(sequences, async (commands) => {
    if (Date.now() > giveUpAt) return;
    try {
      await theatre.run(async (play) => {
        for (const step of OPENING) await theatre.perform(play, step);
        await fc.asyncModelRun(() => ({ model: play, real: theatre }), commands);
      });
    } catch (error) {
      const failed = error instanceof Violation ? error.law : String(error).slice(0, 60);
      // Another law on the way is another sequence's.
      if (law !== null && failed !== law) return;
      law = failed;
      if (giveUpAt === Number.POSITIVE_INFINITY)
        console.error(`seed ${seed}: ${error instanceof Error ? error.message : error}\n  shrinking`);
      giveUpAt = Math.min(giveUpAt, Date.now() + SHRINK_MS);
      throw error;
    }
  });
  const result = await fc.check(property, { seed, numRuns: 1, unbiased: true });
  if (!result.failed || result.counterexample === null) return null;
  const steps = [...result.counterexample[0]].filter((command) => (command as Command).hasRun).map((command) => (command as Command).step);
  const error =
    result.errorInstance instanceof Error ? (result.errorInstance.stack ?? result.errorInstance.message) : String(result.errorInstance);
  return { law: law ?? "", why: law ?? "", error, seed, steps: [...OPENING, ...steps] };
}

export function keep(found: Found): string {
  mkdirSync(KEPT, { recursive: true });
  const name = `${found.law.replaceAll(/[^a-z]+/gi, "-").slice(0, 40)}-${found.seed}.json`;
  const path = join(KEPT, name);
  const { why, steps } = found;
  const lines = steps.map((step) => `    ${JSON.stringify(step)}`).join(",\n");
  writeFileSync(path, `{\n  "why": ${JSON.stringify(why)},\n  "steps": [\n${lines}\n  ]\n}\n`);
  return path;
}

/** The kept sequences, by file name. */
export function keptSequences(): Map<string, Kept> {
  const names = readdirSync(KEPT).filter((name) => name.endsWith(".json"));
  return new Map(names.sort().map((name) => [name, JSON.parse(readFileSync(join(KEPT, name), "utf8")) as Kept]));
}
