import type { Logger } from "pino";
import type { Clock } from "./clock.js";
import type { Config } from "./config.js";
import type { Database } from "./db/database.js";
import type { Children } from "./disk/child.js";
import type { ManagedRoot } from "./disk/root.js";
import type { Effects } from "./effects.js";
import type { Git } from "./git/git.js";
import type { RepositoryTurns } from "./git/turns.js";

/** What every room of the house is given; app.ts puts it together once. */
export interface Core {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Database;
  readonly effects: Effects;
  readonly children: Children;
  readonly git: Git;
  /** Git commands that write a repository's shared state take turns, one at a time per common directory. */
  readonly turns: RepositoryTurns;
  readonly root: ManagedRoot;
  /** The host's row id. */
  readonly hostId: string;
}
