import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Api, type EnvironmentView, type JobView, type SlotInput } from "./api.js";
import type { Repo } from "./repo.js";
import { Sandbox } from "./sandbox.js";
import { Server, type ServerOptions, type User } from "./server.js";
import { waitFor } from "./waitFor.js";

/** For a machine that is busy with other things: how many times longer everything may take. */
const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1);
/** The longest that anything small may take. */
export const LIMIT_MS = 45_000 * PATIENCE;
/** No job waits longer between two looks. */
const LONGEST_WAIT_MS = 12 * 3_600_000 + 1_000;
/** States in which a job does nothing by itself any more. */
const OVER = ["SUCCEEDED", "FAILED", "CANCELLED", "SUPERSEDED"];

export interface WorldOptions extends Partial<Omit<ServerOptions, "dataDir" | "home">> {
  user?: User | undefined;
  /** Where the sandbox is made; default: the temporary directory. */
  within?: string;
  /** More options, once there is a sandbox. */
  prepare?: (sandbox: Sandbox) => Partial<ServerOptions>;
}

interface Due {
  id: string;
  state: string;
  dueAt: string | number;
}

/** A made environment, ready. */
export interface Made {
  taskId: string;
  environmentId: string;
  /** Its directory. */
  path: string;
  /** Its first worktree. */
  tree: string;
  /** Its first branch. */
  branch: string;
  environment: EnvironmentView;
}

/** One server with its sandbox and one workspace, for the cases of one test file. */
export class World {
  server!: Server;
  api!: Api;
  workspaceId!: string;
  readonly #repositories = new Map<string, string>();
  #database: Sqlite.Database | null = null;
  #offsetMs = 0;

  private constructor(
    readonly sandbox: Sandbox,
    private readonly options: Partial<ServerOptions>,
  ) {}

  static async start(options: WorldOptions = {}): Promise<World> {
    const { user, within, prepare, ...rest } = options;
    const sandbox = Sandbox.create({ ...(user === undefined ? {} : { user }), ...(within === undefined ? {} : { within }) });
    const world = new World(sandbox, { ...rest, user, ...prepare?.(sandbox) });
    try {
      await world.boot();
    } catch (error) {
      sandbox.remove();
      throw error;
    }
    world.workspaceId = await world.api.createWorkspace("tests");
    return world;
  }

  get dataDir(): string {
    return this.sandbox.path("data");
  }

  get root(): string {
    return join(this.dataDir, "root");
  }

  /** Starts the server on what lies in the data directory; its clock goes on from where the last one's was moved to. */
  async boot(more: Partial<ServerOptions> = {}): Promise<void> {
    this.#forget();
    this.server = await Server.start({
      dataDir: this.dataDir,
      home: this.sandbox.home,
      clockOffsetMs: this.#offsetMs,
      ...this.options,
      ...more,
    });
    this.api = new Api(this.server.url, this.server.token);
  }

  /** The server's clock, in ms. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  async advance(ms: number): Promise<void> {
    this.#offsetMs += ms;
    await this.server.advance(ms);
  }

  /**
   * Waits until no job and no attempt can go on by itself, moving the clock on where one only waits for its time. What waits for
   * somebody (`lookAgain`) is at rest too, and so is a server that ended.
   */
  async rest(limitMs = LIMIT_MS): Promise<void> {
    const { server } = this;
    await waitFor(async () => {
      if (!server.running) return;
      const jobs = this.rows<Due>(
        "select id, state, dueAt from CleanupJob where state in ('PENDING', 'RUNNING') or state = 'RETRY_WAIT' and waitingFor is null or running",
      );
      const attempts = this.rows<Due>("select id, state, dueAt from EnvironmentAttempt where state in ('PENDING', 'RUNNING')");
      const left = [...jobs, ...attempts];
      if (left.length === 0) return;
      const dueMs = Math.min(...left.map((one) => (!["PENDING", "RETRY_WAIT"].includes(one.state) ? 0 : new Date(one.dueAt).getTime())));
      if (dueMs > this.now()) await this.advance(dueMs - this.now() + 1);
      throw new Error(`not at rest: ${left.map((one) => `${one.id} ${one.state}`).join(", ")}`);
    }, limitMs);
  }

  async crash(): Promise<void> {
    this.#forget();
    await this.server.kill();
  }

  /** Jobs that wait for somebody look whether that has changed. */
  async lookAgain(): Promise<void> {
    const waiting = this.rows<{ id: string; claim: number }>(
      "select id, claim from CleanupJob where state = 'RETRY_WAIT' and waitingFor is not null",
    );
    await this.advance(LONGEST_WAIT_MS);
    await waitFor(() => {
      for (const { id, claim } of waiting) {
        if (this.rows("select id from CleanupJob where id = ? and claim > ?", id, claim).length === 0)
          throw new Error(`the job ${id} was not looked at again`);
      }
    }, LIMIT_MS);
    await this.rest();
  }

  /** A test may put another file in the database's place while no server runs. */
  #forget(): void {
    this.#database?.close();
    this.#database = null;
  }

  async close(): Promise<void> {
    this.#forget();
    const end = await this.server.stop();
    if (process.env.KEEP === undefined) this.sandbox.remove();
    else console.error(`kept: ${this.sandbox.dir}`);
    if (end.code !== 0 && end.signal !== "SIGKILL")
      throw new Error(`the server ended with ${end.code ?? end.signal}:\n${this.server.log().slice(-4_000)}`);
  }

  /** Registered once. */
  async repositoryId(repo: Repo, o: { runHooks?: boolean } = {}): Promise<string> {
    const known = this.#repositories.get(repo.path);
    if (known !== undefined) return known;
    const id = await this.api.registerRepository({ workspaceId: this.workspaceId, path: repo.path, ...o });
    this.#repositories.set(repo.path, id);
    return id;
  }

  async task(title = "a task"): Promise<string> {
    return await this.api.createTask({ workspaceId: this.workspaceId, title });
  }

  /** A task with a READY environment on these repositories. */
  async make(repos: Repo | readonly Repo[], o: { title?: string; taskId?: string; slot?: Partial<SlotInput> } = {}): Promise<Made> {
    const taskId = o.taskId ?? (await this.task(o.title));
    const slots: SlotInput[] = [];
    for (const repo of [repos].flat() as Repo[])
      slots.push({ repositoryId: await this.repositoryId(repo), slot: `slot${slots.length}`, ...o.slot });
    const { id } = await this.api.createEnvironment({ taskId, slots });
    return made(taskId, await this.waitForEnvironment(id, "READY"));
  }

  async waitForEnvironment(id: string, status: string, limitMs = LIMIT_MS): Promise<EnvironmentView> {
    return await waitFor(async () => {
      this.#mayBe("Environment", "status", id, [status]);
      const environment = await this.api.environment(id);
      if (environment?.status !== status) {
        const errors = environment?.worktrees.map((tree) => tree.error).filter((error) => error !== null);
        throw new Error(
          `the environment ${id} is ${environment?.status ?? "gone"}, not ${status}: ${environment?.error} ${errors?.join("; ")}`,
        );
      }
      return environment;
    }, limitMs);
  }

  /** Waits until the job is in one of the states. */
  async waitForJob(id: string, states: readonly string[] = OVER, limitMs = LIMIT_MS): Promise<JobView> {
    return await waitFor(async () => {
      this.#mayBe("CleanupJob", "state", id, states);
      const job = await this.api.job(id);
      if (job === null || !states.includes(job.state)) {
        throw new Error(
          `the job ${id} is ${job?.state ?? "gone"}, not ${states.join(" or ")}: ${job?.lastError ?? ""} ${job?.waitingFor ?? ""}`,
        );
      }
      return job;
    }, limitMs);
  }

  /** Ends the task and waits until its jobs have succeeded. */
  async end(how: "archiveTask" | "deleteTask", taskId: string, o: { branchPolicy?: "DELETE" | "KEEP" } = {}): Promise<JobView[]> {
    const ids = await this.api[how]({ taskId, ...o });
    const jobs: JobView[] = [];
    for (const id of ids) jobs.push(await this.waitForJob(id, ["SUCCEEDED", "FAILED"]));
    for (const job of jobs) {
      if (job.state !== "SUCCEEDED") throw new Error(`the job ${job.id} FAILED: ${job.lastError}`);
    }
    return jobs;
  }

  /** The like of `end` for a task with one environment of one worktree: its job, and what came out for the worktree. */
  async endOne(how: "archiveTask" | "deleteTask", taskId: string, o: { branchPolicy?: "DELETE" | "KEEP" } = {}) {
    const [job] = await this.end(how, taskId, o);
    if (job === undefined) throw new Error("no job was made");
    return { job, tree: worktreeOf(job) };
  }

  /** Names in live/, trash/ or quarantine/. */
  names(area: "live" | "trash" | "quarantine"): string[] {
    return readdirSync(this.server.seen(join(this.root, area))).sort();
  }

  /** Rows of the database as they were committed. */
  rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): T[] {
    this.#database ??= new Sqlite(this.#databaseFile(), { readonly: true, fileMustExist: true });
    return this.#database.prepare(sql).all(...values) as T[];
  }

  /** Asked before the API while waiting: a look at a row costs a hundredth of a request, which the server would answer instead of working. */
  #mayBe(table: "Environment" | "CleanupJob", column: "status" | "state", id: string, states: readonly string[]): void {
    const [row] = this.rows<{ now: string }>(`select ${column} as now from ${table} where id = ?`, id);
    if (row !== undefined && !states.includes(row.now)) throw new Error(`${id} is ${row.now}, not ${states.join(" or ")}`);
  }

  /** Where a file of an environment lies now: at its live path or in quarantine; null when nowhere. */
  find(environmentDirectory: string, relative: string): string | null {
    for (const area of ["live", "quarantine", "trash"]) {
      const path = join(this.root, area, environmentDirectory, relative);
      if (existsSync(path)) return path;
    }
    return null;
  }

  #databaseFile(): string {
    const name = readdirSync(this.dataDir).find((entry) => /\.(db|sqlite3?)$/.test(entry));
    if (name === undefined) throw new Error(`no database in ${this.dataDir}`);
    return join(this.dataDir, name);
  }
}

export function made(taskId: string, environment: EnvironmentView): Made {
  const first = environment.worktrees[0];
  if (first === undefined) throw new Error("an environment without a worktree");
  return { taskId, environmentId: environment.id, path: environment.path, tree: first.path, branch: first.branch ?? "", environment };
}

/** The one worktree of a job. */
export function worktreeOf(job: JobView): JobView["resources"][number] {
  const trees = job.resources.filter((resource) => resource.kind === "WORKTREE");
  if (trees.length !== 1) throw new Error(`${trees.length} worktrees in the job`);
  return trees[0] as JobView["resources"][number];
}
