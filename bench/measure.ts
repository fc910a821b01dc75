/** Ours and what it is compared with, of one round, in ms. */
export interface Pair {
  readonly ours: number;
  readonly base: number;
}

/** A ratio that was measured, and what it should be at most. */
export interface Comparison {
  readonly what: string;
  readonly ours: string;
  readonly base: string;
  readonly pairs: readonly Pair[];
  readonly goal: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Both in turns, the first one changing from round to round, so that neither always finds what the other left behind. */
export async function inTurns(round: number, ours: () => Promise<number>, base: () => Promise<number>): Promise<Pair> {
  if (round % 2 === 0) {
    const first = await ours();
    return { ours: first, base: await base() };
  }
  const first = await base();
  return { base: first, ours: await ours() };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Two lines: the ratio with its spread and whether it is what it should be; the times that it was made of. */
export function lines(c: Comparison): string[] {
  const ratios = c.pairs.map(({ ours, base }) => ours / base);
  const ratio = median(ratios);
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} in ${ratios.length} rounds`;
  const verdict = ratio <= c.goal ? "met" : "MISSED";
  const times = `${c.ours} ${ms(c.pairs.map(({ ours }) => ours))}, ${c.base} ${ms(c.pairs.map(({ base }) => base))}`;
  return [`  ${c.what}: ${ratio.toFixed(2)} (${spread}); goal ≤ ${c.goal}: ${verdict}`, `    ${times}`];
}

function ms(values: readonly number[]): string {
  const digits = median(values) < 20 ? 1 : 0;
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)].map((value) => value.toFixed(digits));
  return `${middle} ms (${low} to ${high})`;
}
