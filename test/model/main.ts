/**
 * Random sequences of everything that can happen, for as long as asked:
 *
 *   npm run test:model -- --minutes 10 --seed 1
 *   npm run test:model -- --kept NAME      one kept sequence
 *   npm run test:model -- --file FILE      a sequence in a file
 *   npm run test:model -- --everything     every mutation, granted
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { EVERYTHING } from "./everything.js";
import { type Kept, keep, keptSequences, Theatre, trySeed } from "./sequence.js";
import type { Step } from "./steps.js";

const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "2" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    kept: { type: "string" },
    file: { type: "string" },
    everything: { type: "boolean", default: false },
  },
});

const theatre = new Theatre();
try {
  if (values.everything || values.kept !== undefined || values.file !== undefined) await replay();
  else await search(Number(values.seed), Number(values.minutes) * MINUTE_MS);
} finally {
  await theatre.close();
}

async function replay(): Promise<void> {
  const steps = sequence();
  await theatre.replay(steps);
  for (const line of theatre.said.lines()) console.log(line);
  console.log(`${steps.length} steps, and every law holds`);
}

function sequence(): readonly Step[] {
  if (values.everything) return EVERYTHING;
  const kept = values.file === undefined ? keptSequences().get(values.kept ?? "") : (JSON.parse(readFileSync(values.file, "utf8")) as Kept);
  if (kept === undefined) throw new Error(`there is no kept sequence ${values.kept}`);
  return kept.steps;
}

async function search(first: number, forMs: number): Promise<void> {
  const until = Date.now() + forMs;
  const found: string[] = [];
  let seed = first;
  for (; Date.now() < until; seed += 1) {
    const failed = await trySeed(theatre, seed);
    if (failed !== null) {
      const path = keep(failed);
      found.push(path);
      console.log(`seed ${seed} breaks a law; kept in ${path}\n${failed.error}\n`);
    }
    console.log(`${new Date().toISOString()} seed ${seed}: ${theatre.steps} steps so far, ${found.length} sequences break a law`);
  }
  for (const line of theatre.said.lines()) console.log(line);
  console.log(`${seed - first} sequences from seed ${first}, ${theatre.steps} steps, ${found.length} break a law`);
  if (found.length > 0) process.exitCode = 1;
}
