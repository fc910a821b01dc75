import type { Logger } from "pino";
import type { Core } from "../core.js";
import type { EventFeed } from "../db/feed.js";

/** What every resolver is given, made anew for each operation by the edge. */
export interface Context {
  readonly core: Core;
  readonly feed: EventFeed;
  /** Answered with an unexpected failure, and found in the log beside it. */
  readonly requestId: string;
  readonly log: Logger;
}
