import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { Environment, EnvironmentAttempt, Worktree } from "../db/generated/client.js";
import type { WorktreeStatus } from "../db/generated/enums.js";
import type { Effect } from "../effects.js";
import { isClaimed } from "./attempts.js";
import { type EnvironmentEventType, environmentEvent } from "./events.js";
import { jobNaming } from "./usable.js";

/** What is being made is not wanted any more, or not by this worker: what was made is left to the job. */
export class NotWanted extends Error {
  override readonly name = "NotWanted";
}

/** The server is stopping: the attempt goes on after the next start. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** One claimed making, and its way to the database: every write asks, in its own transaction, whether the making is still wanted. */
export class Making {
  constructor(
    readonly core: Core,
    readonly attempt: EnvironmentAttempt,
    readonly environment: Environment,
    readonly signal: AbortSignal,
  ) {}

  /** @throws Interrupted */
  checkpoint(): void {
    if (this.signal.aborted) throw new Interrupted("the server is stopping");
  }

  /** @throws NotWanted */
  write<T>(effect: Effect, work: (tx: Tx, environment: Environment, now: Date) => Promise<T>): Promise<T> {
    return this.core.effects.run(effect, () =>
      this.core.db.write(async (tx) => {
        const environment = await this.wanted(tx);
        if (environment === null) throw new NotWanted("the making is not wanted any more");
        return work(tx, environment, new Date(this.core.clock.now()));
      }),
    );
  }

  /** The environment as it is, where this worker still has the claim, the owner is active and no job names it. */
  async wanted(tx: Tx): Promise<Environment | null> {
    if (!(await isClaimed(tx, this.attempt))) return null;
    const environment = await tx.environment.findUnique({
      where: { id: this.environment.id },
      include: { task: { select: { archivedAt: true } } },
    });
    if (environment === null || environment.task.archivedAt !== null) return null;
    if (environment.materialisationId !== this.environment.materialisationId) return null;
    return (await jobNaming(tx, environment.id)) === null ? environment : null;
  }

  /** Changes a worktree that is still PROVISIONING, and says so. @throws NotWanted */
  progress(
    effect: Effect,
    worktree: Pick<Worktree, "id">,
    change: {
      status?: WorktreeStatus;
      error?: string;
      baseCommit?: string;
      branchCreated?: boolean;
      copiedFiles?: string;
      adminName?: string;
    },
    event: { type: EnvironmentEventType; message: string } | null,
  ): Promise<void> {
    return this.write(effect, async (tx, environment, now) => {
      const { count } = await tx.worktree.updateMany({
        where: { id: worktree.id, status: "PROVISIONING" },
        data: { status: "PROVISIONING", ...change },
      });
      if (count === 0) throw new NotWanted(`the worktree ${worktree.id} is not to be made any more`);
      if (event === null) return;
      const percent = await percentOf(tx, environment);
      const at = { id: worktree.id, status: change.status ?? "PROVISIONING" };
      await environmentEvent(tx, environment, {
        ...event,
        at: now,
        worktree: at,
        percent,
        ...(change.error === undefined ? {} : { error: change.error }),
      });
    });
  }
}

/** How much of an environment's making is over, 0 to 100. */
export async function percentOf(tx: Tx, environment: Pick<Environment, "id" | "materialisationId">): Promise<number> {
  const where = { environmentId: environment.id, materialisationId: environment.materialisationId };
  const [all, open] = [await tx.worktree.count({ where }), await tx.worktree.count({ where: { ...where, status: "PROVISIONING" } })];
  return all === 0 ? 100 : Math.floor(((all - open) / all) * 100);
}
