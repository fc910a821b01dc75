const LOOK_AGAIN_MS = 10;

/** Asks again until `assertion` no longer throws; after `limitMs` throws what it last threw. How a test waits. */
export async function waitFor<T>(assertion: () => T | Promise<T>, limitMs = 5_000): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}
