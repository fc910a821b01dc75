import { InvalidInputError } from "../errors.js";
import type { LiveStream } from "./feedChannel.js";
import type { Event, Prisma } from "./generated/client.js";

export interface SubscribeOptions {
  readonly workspaceId: string;
  /** The number of the last event that was seen; 0 for everything. */
  readonly after: number;
  readonly match: (event: Event) => boolean;
  /** Narrows what is read while catching up to what `match` can take: a column or two with an index. It must not refuse what `match` takes. */
  readonly where?: Pick<Prisma.EventWhereInput, "kind" | "taskId" | "environmentId" | "jobId" | "sessionId">;
  /** Asked when everything is delivered, and again after commits: true completes the stream, after everything that was committed by then. */
  readonly done?: () => Promise<boolean>;
  /** Streams that give the same key share one answer of `done`. */
  readonly doneKey?: string;
  readonly signal?: AbortSignal;
}

/** What a stream needs of its feed. */
export interface FeedPort {
  page(after: number, where: SubscribeOptions["where"], limit: number): Promise<{ events: Event[]; upTo: number; last: number }>;
  join(number: number): boolean;
  leave(): void;
  done(): Promise<boolean>;
  ended(): void;
}

const PAGE_EVENTS = 200;
/** Of a live stream whose consumer is busy. Events are shared between streams, so this bounds references, and how far it may lag. */
const BUFFER_EVENTS = 256;

type State = "behind" | "live" | "ended";

/** One stream. See EventFeed for its states. */
export class Subscription implements AsyncIterableIterator<Event>, LiveStream {
  private state: State = "behind";
  /** The last number that was put into the buffer, or passed because it does not match. */
  private position: number;
  private buffer: Event[] = [];
  private wake: (() => void) | null = null;
  private failure: { error: unknown } | null = null;
  private started = false;
  /** `done` has answered true: what is committed by now is still delivered. */
  private finishing = false;
  private doneIsDue = true;
  /** Consumers take turns: each `next` waits for the one before. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: SubscribeOptions,
    private readonly feed: FeedPort,
  ) {
    this.position = options.after;
    options.signal?.addEventListener("abort", this.onAbort, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Event>> {
    const result = this.turn.then(() => this.pull());
    this.turn = result.catch(() => {});
    return result;
  }

  /** Ends it at once, also while a `next` waits. */
  return(): Promise<IteratorResult<Event>> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  push(event: Event): boolean {
    if (event.number <= this.position) return true;
    if (this.buffer.length >= BUFFER_EVENTS) {
      this.state = "behind";
      return false;
    }
    this.position = event.number;
    if (this.options.match(event)) {
      this.buffer.push(event);
      this.rouse();
    }
    return true;
  }

  fail(error: unknown): void {
    this.failure ??= { error };
    this.end();
  }

  end(): void {
    if (this.state === "ended") return;
    this.state = "ended";
    this.buffer = [];
    this.feed.leave();
    this.options.signal?.removeEventListener("abort", this.onAbort);
    this.feed.ended();
    this.rouse();
  }

  askDone(): void {
    if (this.options.done === undefined) return;
    this.doneIsDue = true;
    this.rouse();
  }

  private readonly onAbort = (): void => this.end();

  private rouse(): void {
    this.wake?.();
    this.wake = null;
  }

  private async pull(): Promise<IteratorResult<Event>> {
    for (;;) {
      if (this.state === "ended") return this.finish();
      const event = this.buffer.shift();
      if (event !== undefined) return { done: false, value: event };
      try {
        if (this.state === "behind") await this.catchUp();
        else if (this.doneIsDue && this.options.done !== undefined) await this.askWhetherDone();
        else await new Promise<void>((resolve) => (this.wake = resolve));
      } catch (error) {
        this.fail(error);
      }
    }
  }

  private finish(): IteratorResult<Event> {
    const failure = this.failure;
    this.failure = null;
    if (failure !== null) throw failure.error;
    return { done: true, value: undefined };
  }

  private async catchUp(): Promise<void> {
    const { events, upTo, last } = await this.feed.page(this.position, this.options.where, PAGE_EVENTS);
    if (this.state === "ended") return;
    if (!this.started && last < this.position) {
      throw new InvalidInputError(
        "after",
        `The cursor ${this.position} is ahead of the workspace, whose last event is ${last}. Start again without a cursor.`,
      );
    }
    this.started = true;
    this.position = upTo;
    this.buffer = events.filter(this.options.match);
    if (upTo < last) return;
    if (this.finishing) {
      if (this.buffer.length === 0) this.end();
    } else if (this.feed.join(this.position)) {
      this.state = "live";
    }
  }

  private async askWhetherDone(): Promise<void> {
    this.doneIsDue = false;
    if (!(await this.feed.done()) || this.state === "ended") return;
    // The answer may have seen a commit whose events have not been read yet: they come first.
    this.finishing = true;
    if (this.state === "live") this.feed.leave();
    this.state = "behind";
  }
}
