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
  /** As they are in the transaction in hand. Only this run writes them while its claim holds, so they need not be read again. */
  #seen: CleanupResource[] = [];
  readonly #repositories = new Map<string, Pick<Repository, "commonDir" | "device" | "inode"> | null>();

  constructor(
    readonly core: Core,
    /** As claimed. */
    public job: CleanupJob,
    /** As read in the claim's transaction, in the order of their positions. */
    private readonly claimed: readonly CleanupResource[],
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

  load(): Promise<void> {
    return this.#take([...this.claimed]);
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

  /** Asked by a run that has waited, before it looks at anything. Throws LostRace, Interrupted. */
  async requireOurs(): Promise<void> {
    this.checkpoint();
    const { id, claim } = this.job;
    const job = await this.core.db.read.cleanupJob.findFirst({ where: { id, claim, state: "RUNNING" }, select: { id: true } });
    if (job === null) throw new LostRace(`the job ${id} is no longer this run's`);
  }

  /**
   * One fenced transaction: it begins with the conditional write that holds only while this claim is RUNNING, so whatever won over
   * the job (an unarchive, a later trigger, a cancel) ends this run here. Throws LostRace.
   */
  async write(
    effect: Effect,
    work: (tx: Tx, job: CleanupJob) => Promise<void>,
    change: Pick<Partial<CleanupJob>, "begunAt"> = {},
  ): Promise<void> {
    this.checkpoint();
    await this.core.effects.run(effect, () =>
      this.core.db.write(
        async (tx) => {
          this.#seen = [...this.resources];
          const [job] = await tx.cleanupJob.updateManyAndReturn({
            where: { id: this.job.id, claim: this.job.claim, state: "RUNNING" },
            data: { progress: { increment: 1 }, ...change },
          });
          if (job === undefined) throw new LostRace(`the job ${this.job.id} is no longer this run's`);
          await work(tx, job);
          this.job = job;
        },
        // What becomes due by a run becomes so by its end, which rings.
        { makesWork: () => false },
      ),
    );
    await this.#take(this.#seen);
  }

  /** Moves a resource to a phase, if it is in one of those that the step begins from. */
  setResource(
    tx: Tx,
    resource: CleanupResource,
    from: readonly ResourcePhase[],
    data: Prisma.CleanupResourceUpdateManyMutationInput,
  ): Promise<void> {
    return this.setResources(tx, [resource], from, data);
  }

  /** `setResource` for several: all of them, or none. */
  async setResources(
    tx: Tx,
    resources: readonly CleanupResource[],
    from: readonly ResourcePhase[],
    data: Prisma.CleanupResourceUpdateManyMutationInput,
  ): Promise<void> {
    if (resources.length === 0) return;
    const ids = resources.map((r) => r.id);
    const changed = await tx.cleanupResource.updateManyAndReturn({ where: { id: { in: ids }, phase: { in: [...from] } }, data });
    if (changed.length < ids.length) throw new LostRace(`of the resources ${ids.join(", ")} not all are in ${from.join(" or ")} any more`);
    this.#seen = this.#seen.map((seen) => changed.find((r) => r.id === seen.id) ?? seen);
  }

  event(tx: Tx, job: CleanupJob, event: CleanupEventInput): Promise<void> {
    return cleanupEvent(tx, job, new Date(this.core.clock.now()), event, this.#seen);
  }

  /** The resource as last read. */
  again(resource: CleanupResource): CleanupResource {
    return this.resources.find((r) => r.id === resource.id) ?? resource;
  }
}
