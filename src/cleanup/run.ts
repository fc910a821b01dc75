import { join } from "node:path";
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { CleanupJob, CleanupResource, Prisma, Repository } from "../db/generated/client.js";
import type { ResourcePhase } from "../db/generated/enums.js";
import type { InodeSet } from "../disk/walk.js";
import type { Effect } from "../effects.js";
import { type CleanupEventInput, cleanupEvent } from "./events.js";
import { Interrupted, LostRace } from "./failure.js";
import { type CleanupPolicy, parsePolicy } from "./policy.js";

/** A run of one claim of one job: its snapshot, its places, and the only way in which its steps write. */
export class Run {
  resources: CleanupResource[] = [];
  /** Of the trees that this run has judged, by resource: what a last look for processes goes by. */
  readonly inodes = new Map<string, InodeSet>();
  /** As last read in the transaction in hand; null once that has changed one. */
  #seen: CleanupResource[] | null = null;
  readonly #repositories = new Map<string, Pick<Repository, "commonDir" | "device" | "inode"> | null>();

  constructor(
    readonly core: Core,
    /** As claimed. */
    public job: CleanupJob,
    readonly signal: AbortSignal,
  ) {
    this.policy = parsePolicy(job.policy);
  }

  readonly policy: CleanupPolicy;

  get live(): string {
    return join(this.core.root.live, this.job.directory);
  }
  get trash(): string {
    return join(this.core.root.trash, this.job.directory);
  }
  get quarantine(): string {
    return join(this.core.root.quarantine, this.job.directory);
  }
  purging(worktreeId: string): string {
    return join(this.core.root.trash, `${worktreeId}.purging`);
  }

  get worktrees(): CleanupResource[] {
    return this.resources.filter((r) => r.kind === "WORKTREE");
  }
  get directory(): CleanupResource | null {
    return this.resources.find((r) => r.kind === "DIRECTORY") ?? null;
  }

  async load(): Promise<void> {
    await this.#take(await this.#read(this.core.db.read));
  }

  #read(from: Pick<Tx, "cleanupResource">): Promise<CleanupResource[]> {
    return from.cleanupResource.findMany({ where: { jobId: this.job.id }, orderBy: { position: "asc" } });
  }

  async #take(resources: CleanupResource[]): Promise<void> {
    // A repository that was moved and registered again is known by its row: the snapshot's place of it is only where it was.
    for (const resource of resources) {
      if (resource.repositoryId === null) continue;
      const known = await this.#whereabouts(resource.repositoryId);
      if (known !== null) Object.assign(resource, { commonDir: known.commonDir, commonDevice: known.device, commonInode: known.inode });
    }
    this.resources = resources;
  }

  async #whereabouts(repositoryId: string): Promise<Pick<Repository, "commonDir" | "device" | "inode"> | null> {
    const asked = this.#repositories.get(repositoryId);
    if (asked !== undefined) return asked;
    const row = await this.core.db.read.repository.findUnique({
      where: { id: repositoryId },
      select: { commonDir: true, device: true, inode: true },
    });
    this.#repositories.set(repositoryId, row);
    return row;
  }

  /** Asked between steps: a stopping server ends the run where it can go on later. */
  checkpoint(): void {
    if (this.signal.aborted) throw new Interrupted("the server is stopping");
  }

  /**
   * One fenced transaction: it begins with the conditional write that holds only while this claim is RUNNING, so whatever won over
   * the job (an unarchive, a later trigger, a cancel) ends this run here. Throws LostRace.
   */
  async write(effect: Effect, work: (tx: Tx, job: CleanupJob) => Promise<void>): Promise<void> {
    this.checkpoint();
    const resources = await this.core.effects.run(effect, () =>
      this.core.db.write(async (tx) => {
        this.#seen = null;
        const [job] = await tx.cleanupJob.updateManyAndReturn({
          where: { id: this.job.id, claim: this.job.claim, state: "RUNNING" },
          data: { progress: { increment: 1 } },
        });
        if (job === undefined) throw new LostRace(`the job ${this.job.id} is no longer this run's`);
        await work(tx, job);
        this.job = job;
        return this.#seen ?? (await this.#read(tx));
      }),
    );
    await this.#take(resources);
  }

  /** Moves a resource to a phase, if it is in one of those that the step begins from. */
  async setResource(
    tx: Tx,
    resource: CleanupResource,
    from: readonly ResourcePhase[],
    data: Prisma.CleanupResourceUpdateManyMutationInput,
  ): Promise<void> {
    const { count } = await tx.cleanupResource.updateMany({ where: { id: resource.id, phase: { in: [...from] } }, data });
    this.#seen = null;
    if (count === 0) throw new LostRace(`the resource ${resource.id} is no longer in ${from.join(" or ")}`);
  }

  async event(tx: Tx, job: CleanupJob, event: CleanupEventInput): Promise<void> {
    this.#seen ??= await this.#read(tx);
    await cleanupEvent(tx, job, new Date(this.core.clock.now()), event, this.#seen);
  }

  /** The resource as last read. */
  again(resource: CleanupResource): CleanupResource {
    return this.resources.find((r) => r.id === resource.id) ?? resource;
  }
}
