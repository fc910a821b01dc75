/**
 * `Promise.all` that waits for every one to end before it throws, so that no child runs on behind a judgement that has failed.
 * The first failure that is not `doubtful` is thrown before one that is.
 */
export async function settled<T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
  doubtful: (error: unknown) => boolean = (error) => error instanceof Error && error.name === "Unproven",
): Promise<T> {
  const results = await Promise.allSettled(work);
  const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((error) => !doubtful(error)) ?? failures[0];
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
