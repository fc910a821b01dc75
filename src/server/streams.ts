/** After so many results, a stream lets the process look at its sockets: one that always has a next result must not keep everyone else waiting. */
const RESULTS_AT_A_STRETCH = 32;

/** One result stream of a subscription, as the transport sees it. */
class TrackedStream<T> implements AsyncGenerator<T, undefined> {
  private ended = false;
  private stretch = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly source: AsyncIterator<T>,
    private readonly failed: (error: unknown) => T,
    private readonly onEnd: () => void,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Answers when the source does, or when the stream is ended meanwhile. (A race against one promise of the whole stream would grow it with every call.) */
  next(): Promise<IteratorResult<T, undefined>> {
    if (this.ended) return Promise.resolve(OVER);
    return new Promise((resolve) => {
      const over = (): void => resolve(OVER);
      this.waiting.add(over);
      this.source.next().then(
        (result) => {
          this.waiting.delete(over);
          if (result.done === true) {
            this.end();
            return resolve(OVER);
          }
          this.stretch = (this.stretch + 1) % RESULTS_AT_A_STRETCH;
          if (this.stretch === 0) setImmediate(resolve, result);
          else resolve(result);
        },
        (error: unknown) => {
          this.waiting.delete(over);
          if (this.ended) return resolve(OVER);
          this.end();
          resolve({ done: false, value: this.failed(error) });
        },
      );
    });
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.end();
    return Promise.resolve(OVER);
  }

  throw(): Promise<IteratorResult<T, undefined>> {
    return this.return();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.onEnd();
    for (const over of this.waiting) over();
    this.waiting.clear();
    // Nobody is left who could be told that the source failed to end.
    this.source.return?.().catch(() => {});
  }
}

const OVER: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Every open subscription of the server, whatever its transport: counted, bounded, and completed from one place when the server stops. */
export class Streams {
  private readonly open = new Set<TrackedStream<unknown>>();
  private draining = false;

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.open.size;
  }

  get hasRoom(): boolean {
    return !this.draining && this.open.size < this.limit;
  }

  /**
   * @param failed what the stream says last when its source fails
   * @param gone ends the stream when it is aborted
   */
  track<T>(source: AsyncIterable<T>, failed: (error: unknown) => T, gone: AbortSignal | null): AsyncGenerator<T, undefined> {
    const end = (): void => stream.end();
    const stream: TrackedStream<T> = new TrackedStream(source[Symbol.asyncIterator](), failed, () => {
      this.open.delete(stream as TrackedStream<unknown>);
      gone?.removeEventListener("abort", end);
    });
    this.open.add(stream as TrackedStream<unknown>);
    gone?.addEventListener("abort", end, { once: true });
    if (this.draining || gone?.aborted === true) end();
    return stream;
  }

  /** Completes all, and every later one at its birth. */
  endAll(): void {
    this.draining = true;
    for (const stream of [...this.open]) stream.end();
  }
}
