import type { Logger } from "pino";
import type { Database } from "./database.js";
import type { Event } from "./generated/client.js";

/** What a live stream is to its workspace's reader. */
export interface LiveStream {
  /** False when its buffer is full: it has left, and reads the table itself from here on. */
  push(event: Event): boolean;
  fail(error: unknown): void;
}

const READ_EVENTS = 500;

/** The one reader of a workspace in this process. It reads only while streams are live. */
export class FeedChannel {
  private readonly live = new Set<LiveStream>();
  /** Every event up to here was handed to every live stream, or was passed by it before it joined. */
  private head = 0;
  private reading = false;
  private rung = false;

  constructor(
    private readonly workspaceId: string,
    private readonly read: Database["read"],
    private readonly log: Logger,
  ) {}

  /**
   * Takes a stream that has read the table up to `number`.
   *
   * @returns false when the reader is ahead of it: read on, and ask again
   */
  join(stream: LiveStream, number: number): boolean {
    if (this.live.size === 0 && !this.reading) this.head = number;
    if (this.head > number) return false;
    this.live.add(stream);
    // What was committed since the stream's own read has rung before it was live.
    this.ring();
    return true;
  }

  /** @returns how many are still live */
  leave(stream: LiveStream): number {
    this.live.delete(stream);
    return this.live.size;
  }

  ring(): void {
    this.rung = true;
    if (!this.reading && this.live.size > 0) void this.run();
  }

  private async run(): Promise<void> {
    this.reading = true;
    try {
      while (this.rung && this.live.size > 0) {
        this.rung = false;
        const events = await this.read.event.findMany({
          where: { workspaceId: this.workspaceId, number: { gt: this.head } },
          orderBy: { number: "asc" },
          take: READ_EVENTS,
        });
        if (events.length === READ_EVENTS) this.rung = true;
        for (const event of events) {
          this.head = event.number;
          for (const stream of this.live) if (!stream.push(event)) this.live.delete(stream);
        }
      }
    } catch (error) {
      // An error that the client sees and comes back from with its cursor is better than a stream that is silently late.
      this.log.error({ err: error, workspaceId: this.workspaceId }, "events could not be read");
      for (const stream of [...this.live]) stream.fail(error);
      this.live.clear();
    } finally {
      this.reading = false;
    }
  }
}
