import type { Logger } from "pino";
import { type Clock, systemClock, type Timer } from "../clock.js";
import { InvalidInputError } from "../errors.js";
import type { Database } from "./database.js";
import { FeedChannel } from "./feedChannel.js";
import { type SubscribeOptions, Subscription } from "./feedSubscription.js";
import type { Event } from "./generated/client.js";

/** How often `done` is asked while commits go on. */
const DONE_PACE_MS = 250;

/**
 * Streams of a workspace's events: everything after a number, then live, in order, without gap and without duplicate.
 *
 * The event table is the truth and a commit is a doorbell. A stream is one of
 * - *behind*: it reads the table itself, page by page, as its consumer asks; nothing is kept for it;
 * - *live*: it has read everything up to where its workspace's reader is, and that reader hands it each new event, into a bounded buffer. When
 *   the consumer is too slow for the buffer it is behind again;
 * - *ended*: by its consumer, its signal, `done`, a failure or `close`.
 *
 * A stream joins its reader and leaves it without an await between the check and the change; that, and every stream skipping numbers that it has
 * passed, is why nothing is lost or said twice.
 */
export class EventFeed {
  private readonly channels = new Map<string, FeedChannel>();
  private readonly subscriptions = new Set<Subscription>();
  private readonly unsubscribe: () => void;
  private readonly answers = new Map<string, Promise<boolean>>();
  private asking: Timer | null = null;
  private lastAskedAt = 0;
  private closed = false;

  constructor(
    private readonly db: Pick<Database, "read" | "onCommit">,
    private readonly log: Logger,
    private readonly clock: Clock = systemClock,
  ) {
    this.unsubscribe = db.onCommit(() => this.ring());
  }

  /** Streams that have not ended. */
  get open(): number {
    return this.subscriptions.size;
  }

  /**
   * The stream's first `next` rejects with InvalidInputError when `after` is ahead of the workspace: the database is not the one that gave it.
   * After `close` a stream is born complete.
   */
  subscribe(options: SubscribeOptions): AsyncIterableIterator<Event> {
    if (!Number.isSafeInteger(options.after) || options.after < 0)
      throw new InvalidInputError("after", "A cursor is a whole number, 0 or more.");
    const subscription: Subscription = new Subscription(options, {
      page: (after, where, limit) => this.page(options.workspaceId, after, where, limit),
      join: (number) => this.channel(options.workspaceId).join(subscription, number),
      leave: () => this.leave(options.workspaceId, subscription),
      done: () => this.done(options),
      ended: () => this.subscriptions.delete(subscription),
    });
    this.subscriptions.add(subscription);
    if (this.closed || options.signal?.aborted === true) subscription.end();
    return subscription;
  }

  /** Completes every stream. May be called twice. */
  close(): void {
    this.closed = true;
    this.unsubscribe();
    this.asking?.cancel();
    for (const subscription of [...this.subscriptions]) subscription.end();
  }

  private ring(): void {
    for (const channel of this.channels.values()) channel.ring();
    this.askSoon();
  }

  /** The first commit after a quiet while is answered at once, those that follow at a pace. */
  private askSoon(): void {
    if (this.asking !== null || this.closed) return;
    const wait = Math.min(DONE_PACE_MS, this.lastAskedAt + DONE_PACE_MS - this.clock.now());
    const ask = (): void => {
      this.asking = null;
      this.lastAskedAt = this.clock.now();
      for (const subscription of this.subscriptions) subscription.askDone();
    };
    if (wait <= 0) ask();
    else this.asking = this.clock.after(wait, ask);
  }

  private channel(workspaceId: string): FeedChannel {
    let channel = this.channels.get(workspaceId);
    if (channel === undefined) {
      channel = new FeedChannel(workspaceId, this.db.read, this.log);
      this.channels.set(workspaceId, channel);
    }
    return channel;
  }

  private leave(workspaceId: string, subscription: Subscription): void {
    const channel = this.channels.get(workspaceId);
    if (channel?.leave(subscription) === 0) this.channels.delete(workspaceId);
  }

  /**
   * The stream's last number is read before the events. An event commits with its number, so all up to that number can be seen by then, and an
   * unfull page of a narrowed read says that there are no others up to it.
   */
  private async page(
    workspaceId: string,
    after: number,
    where: SubscribeOptions["where"],
    limit: number,
  ): Promise<{ events: Event[]; upTo: number; last: number }> {
    const stream = await this.db.read.eventStream.findUnique({ where: { workspaceId } });
    const last = stream?.lastNumber ?? 0;
    if (last <= after) return { events: [], upTo: after, last };
    const events = await this.db.read.event.findMany({
      where: { ...where, workspaceId, number: { gt: after, lte: last } },
      orderBy: { number: "asc" },
      take: limit,
    });
    return { events, upTo: events.length < limit ? last : (events.at(-1)?.number ?? last), last };
  }

  /**
   * Shares an answer only with those who ask before it was begun to be found out, so an answer is never older than its question.
   */
  private done({ done, doneKey }: SubscribeOptions): Promise<boolean> {
    if (done === undefined) return Promise.resolve(false);
    if (doneKey === undefined) return done();
    const waiting = this.answers.get(doneKey);
    if (waiting !== undefined) return waiting;
    const answer = Promise.resolve().then(() => {
      this.answers.delete(doneKey);
      return done();
    });
    this.answers.set(doneKey, answer);
    return answer;
  }
}
