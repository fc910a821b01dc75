import type { Core } from "../../src/core.js";

/**
 * The writer's turn, held by a transaction of the test's own. Whatever is begun meanwhile looks at all that it looks at beforehand, and then
 * waits for its transaction behind those that came first: so two mutations meet where the database decides between them.
 */
export interface Turn {
  /** Resolves when so many writes wait. */
  waiting(count: number): Promise<void>;
  release(): void;
}

export async function holdTurn({ db }: Core): Promise<Turn> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let waits = 0;
  const asked: { count: number; resolve: () => void }[] = [];
  const ring = (): void => {
    for (const one of asked) if (waits >= one.count) one.resolve();
  };
  await new Promise<void>((resolve, reject) => {
    const hold = async (): Promise<void> => {
      resolve();
      await released;
    };
    db.write(hold, { makesWork: () => false }).catch(reject);
  });
  const unwatched = db.write;
  const write = db.write.bind(db);
  db.write = (work, options) => {
    const written = write(work, options);
    waits += 1;
    ring();
    return written;
  };
  return {
    waiting: (count) =>
      new Promise((resolve) => {
        asked.push({ count, resolve });
        ring();
      }),
    release() {
      db.write = unwatched;
      release();
    },
  };
}

/** Both are on their way before either has its transaction; the first one's comes first. How both ended. */
export async function atOnce<A, B>(
  core: Core,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]> {
  const turn = await holdTurn(core);
  const begun: Promise<unknown>[] = [];
  const begin = async <T>(work: () => Promise<T>): Promise<() => Promise<T>> => {
    const ended = work();
    begun.push(ended);
    const early = ended.then(() => {
      throw new Error("it ended without a transaction");
    });
    await Promise.race([turn.waiting(begun.length), early]);
    return () => ended;
  };
  try {
    const one = await begin(first);
    const two = await begin(second);
    turn.release();
    return await Promise.allSettled([one(), two()]);
  } finally {
    turn.release();
    await Promise.allSettled(begun);
  }
}
