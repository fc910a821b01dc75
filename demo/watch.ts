import { CleanupActivityDocument, type CleanupActivitySubscription } from "../schema/generated/graphql.js";
import type { DemoClient } from "./client.js";
import type { Show } from "./show.js";
import type { Cast } from "./story.js";

type Activity = CleanupActivitySubscription["cleanupActivity"];

const OVER = ["SUCCEEDED", "FAILED", "CANCELLED", "SUPERSEDED"];

/** What the stream of the workspace has said so far: it goes on after a restart of the server where it was. */
export class Watch {
  readonly events: Activity[] = [];
  cursor: string | null = null;
  readonly #titles: ReadonlyMap<string, string>;

  constructor(
    cast: Cast,
    private readonly show: Show,
  ) {
    this.#titles = new Map([cast.heap, cast.unsaved, cast.lonely, cast.pair].map((task) => [task.taskId, task.title]));
  }

  /** Follows the cleanups of the workspace until `until` says so, or the server goes. */
  async follow(client: DemoClient, workspaceId: string, until: (event: Activity) => boolean): Promise<"complete" | "done" | "gone"> {
    return client.listen(CleanupActivityDocument, { workspaceId, after: this.cursor }, ({ cleanupActivity: event }) => {
      this.events.push(event);
      this.cursor = event.cursor;
      this.#draw(event);
      return until(event);
    });
  }

  of(taskId: string): Activity[] {
    return this.events.filter((event) => event.taskId === taskId);
  }

  /** Whether every one of these tasks' jobs has come to its end. */
  over(taskIds: readonly string[]): boolean {
    return taskIds.every((id) => OVER.includes(this.of(id).at(-1)?.jobState ?? ""));
  }

  #draw(event: Activity): void {
    const title = this.#titles.get(event.taskId ?? "");
    if (title === undefined) return;
    const { entriesDone, entriesTotal, percent } = event.progress;
    const words =
      event.type === "PURGE_PROGRESS"
        ? `${entriesDone.toLocaleString("en")} of ${entriesTotal?.toLocaleString("en") ?? "?"} entries gone`
        : event.message;
    this.show.bar(title, { percent: OVER.includes(event.jobState ?? "") ? 100 : (percent ?? 0), words });
  }
}
