import { CleanupActivityDocument, type CleanupActivitySubscription } from "../schema/generated/graphql.js";
import type { DemoClient } from "./client.js";
import type { Show } from "./show.js";
import type { Cast } from "./story.js";

type Activity = CleanupActivitySubscription["cleanupActivity"];

const OVER = ["SUCCEEDED", "FAILED", "CANCELLED", "SUPERSEDED"];

/** The jobs say something all the time: with nothing for so long, they stand still. */
const STILL_LIMIT_MS = 5 * 60_000;
/** The first two delays of a job that waits for somebody, and no more. */
const PAUSE_LIMIT_MS = 5 * 60_000;

/** What the stream of the workspace has said so far: it goes on after a restart of the server where it was. */
export class Watch {
  readonly events: Activity[] = [];
  cursor: string | null = null;
  /** How far each bar has come: a bar never falls. */
  readonly #drawn = new Map<string, number>();
  readonly #titles: ReadonlyMap<string, string>;

  constructor(
    cast: Cast,
    private readonly show: Show,
  ) {
    this.#titles = new Map([cast.heap, cast.unsaved, cast.lonely, cast.pair].map((task) => [task.taskId, task.title]));
  }

  /** Follows the cleanups of the workspace until `until` says so, or the server goes. */
  async follow(client: DemoClient, workspaceId: string, until: (event: Activity) => boolean): Promise<"complete" | "done" | "gone"> {
    let still: NodeJS.Timeout | undefined;
    let ended = false;
    let stop: (error: Error) => void = () => {};
    const standstill = new Promise<never>((_, reject) => (stop = reject));
    const wait = (): void => {
      clearTimeout(still);
      const limit = STILL_LIMIT_MS + Math.min(this.#pauseMs(), PAUSE_LIMIT_MS);
      still = setTimeout(() => {
        const last = this.events.at(-1)?.message ?? "nothing";
        stop(new Error(`the jobs stood still for ${Math.round(limit / 60_000)} minutes. The last that was heard: ${last}`));
      }, limit);
    };
    wait();
    const heard = client.listen(CleanupActivityDocument, { workspaceId, after: this.cursor }, ({ cleanupActivity: event }) => {
      if (ended) return true;
      this.events.push(event);
      this.cursor = event.cursor;
      wait();
      const enough = until(event);
      this.#draw(event);
      return enough;
    });
    return Promise.race([heard, standstill]).finally(() => {
      ended = true;
      clearTimeout(still);
    });
  }

  /** How long a job has announced to wait: a process that looked into a tree, say an indexer, delays it. */
  #pauseMs(): number {
    const last = new Map(this.events.map((event) => [event.jobId, event]));
    const pauses = [...last.values()].map(({ nextAttemptAt }) => (nextAttemptAt === null ? 0 : Date.parse(nextAttemptAt) - Date.now()));
    return Math.max(0, ...pauses);
  }

  of(taskId: string): Activity[] {
    return this.events.filter((event) => event.taskId === taskId);
  }

  /** Whether every one of these tasks' jobs has come to its end. */
  over(taskIds: readonly string[]): boolean {
    return taskIds.every((id) => OVER.includes(this.of(id).at(-1)?.jobState ?? ""));
  }

  /** By what is deleted of what there is to delete: the part that takes its time. */
  #draw(event: Activity): void {
    const title = this.#titles.get(event.taskId ?? "");
    if (title === undefined) return;
    const { entriesDone, entriesTotal } = event.progress;
    const over = OVER.includes(event.jobState ?? "");
    const words =
      event.type === "PURGE_PROGRESS"
        ? `${entriesDone.toLocaleString("en")} of ${entriesTotal?.toLocaleString("en") ?? "?"} entries gone`
        : event.message;
    const share = entriesTotal === null || entriesTotal === 0 ? 0 : Math.min(99, (entriesDone / entriesTotal) * 100);
    const percent = over ? 100 : Math.max(share, this.#drawn.get(title) ?? 0);
    this.#drawn.set(title, percent);
    this.show.bar(title, { percent, words });
  }
}
