import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isHolding, type Model } from "./model.js";
import { type EnvironmentRow, type JobRow, type Play, Rows } from "./play.js";
import type { Place } from "./stage.js";
import { Passing } from "./time.js";
import { differences, printOf } from "./tree.js";
import { hold } from "./violation.js";

const NAMING = ["PENDING", "RUNNING", "BLOCKED", "RETRY_WAIT", "FAILED", "CANCELLED"];
const LONGEST_WAIT_MS = 12 * 3_600_000 + 60_000;

/** The rows say what was granted: who owns what, who is where. */
export function agree({ stage, model }: Play): void {
  const rows = new Rows({ stage, model });
  const tasks = rows.tasks();
  const said = tasks.map((task) => `${task.id} under ${task.parentId} ${task.archivedAt === null ? "active" : "archived"}`);
  const meant = model.tasks.map((task) => `${task.id} under ${task.parentId} ${task.archived ? "archived" : "active"}`).sort();
  hold("tasks are as they were told to be", differences(meant, said));

  const owners = rows.environments().map((row) => `${row.id} of ${row.taskId}`);
  const owned = model.environments.filter((one) => one.taskId !== null).map((one) => `${one.id} of ${one.taskId}`);
  hold("environments have the owners that they were given", differences(owned, owners));

  const sessions = rows.sessions();
  const present = new Set(sessions.map((row) => row.id));
  // A session without a task may go at any time.
  for (const session of [...model.sessions]) if (session.taskId === null && !present.has(session.id)) model.forget(session);
  hold(
    "sessions are as they were told to be",
    differences(
      model.sessions.map((one) => `${one.id} ${one.taskId} ${one.environmentId} ${one.state}`),
      sessions.map((row) => `${row.id} ${row.taskId} ${row.environmentId} ${row.state}`),
    ),
  );
}

/** Worktrees that are new since the last look. */
export function lookAtTrees({ stage, model }: Play): void {
  for (const row of new Rows({ stage, model }).worktrees()) {
    const place = stage.places.find((one) => one.ids.has(row.repositoryId));
    const known = model.trees.find((tree) => tree.worktreeId === row.id);
    // One that was restored beside its old environment is another's now.
    if (known !== undefined) known.environmentId = row.environmentId;
    if (place === undefined || known !== undefined) continue;
    model.trees.push({ worktreeId: row.id, environmentId: row.environmentId, path: row.path, place });
  }
}

/** What nobody of ours may touch now: trees of active tasks, held ones, those that no step has begun on. */
export class Untouched {
  readonly #prints = new Map<string, string[]>();
  readonly #branches = new Map<Place, Record<string, string>>();

  /** `all`: nothing at all may be touched, as in a mutation. */
  constructor(
    private readonly play: Play,
    all: boolean,
    passing = new Passing(play),
  ) {
    const rows = new Rows(play);
    const jobs = rows.naming();
    const attempts = rows.attempts();
    for (const environment of rows.environments()) {
      const live = join(play.stage.world.root, "live", environment.directory);
      if (!existsSync(live)) continue;
      const job = jobs.find((one) => one.environmentId === environment.id) ?? null;
      const busy = attempts.some((one) => one.environmentId === environment.id);
      if (all || (!busy && isKept(play, environment, job, passing))) this.#prints.set(live, printOf(live));
    }
    if (play.stage.places.some((place) => place.id !== ""))
      for (const place of play.stage.places) this.#branches.set(place, place.repo.refs("refs/heads/"));
  }

  check(): void {
    this.checkTrees();
    for (const [place, before] of this.#branches) this.#checkBranches(place, before);
  }

  checkTrees(): void {
    const complaints: string[] = [];
    for (const [live, print] of this.#prints) {
      const lines = existsSync(live) ? differences(print, printOf(live)) : ["it is gone"];
      if (lines.length > 0) complaints.push(live, ...lines);
    }
    hold("what is in use is not touched", complaints);
  }

  /** A branch that people made stays where it is; ours go where a policy says so, and never move. */
  #checkBranches(place: Place, before: Record<string, string>): void {
    const now = place.repo.refs("refs/heads/");
    const theirs = this.play.model.theirsIn(place);
    const complaints: string[] = [];
    for (const [ref, commit] of Object.entries(before)) {
      if (now[ref] === commit) continue;
      const name = ref.slice("refs/heads/".length);
      if (now[ref] !== undefined) complaints.push(`${name} moved from ${commit} to ${now[ref]}`);
      else if (name === "main" || theirs.has(name)) complaints.push(`${name}, which is not ours, is gone`);
      else if (!this.#mayGo(place, name)) complaints.push(`${name} is gone, and no cleanup says that it deleted it`);
    }
    hold("branches are left alone", complaints);
  }

  #mayGo(place: Place, branch: string): boolean {
    const { stage } = this.play;
    const ids = JSON.stringify([...place.ids]);
    const deleted = stage.rows(
      `select r.id from CleanupResource r join CleanupJob j on j.id = r.jobId
       where r.repositoryId in (select value from json_each(?)) and j.branchPolicy = 'DELETE' and r.branchCreated`,
      ids,
    );
    // A making that failed takes back the branch that it made.
    const unmade = stage.rows(
      "select id from Worktree where repositoryId in (select value from json_each(?)) and branch = ? and status in ('FAILED', 'PROVISIONING')",
      ids,
      branch,
    );
    return deleted.length + unmade.length > 0;
  }
}

function isKept({ model }: Play, environment: EnvironmentRow, job: JobRow | null, passing: Passing): boolean {
  if (job?.begunAt != null) return false;
  if (model.pinned.has(environment.id)) return true;
  if (passing.isHeld(environment.id)) return true;
  if (job !== null) return model.trees.some((tree) => tree.environmentId === environment.id && model.locked.has(tree.path));
  return ["READY", "FAILED"].includes(environment.status) && model.isActive(environment.taskId) && !passing.mayExpire(environment.taskId);
}

/** Laws that hold between any two steps. */
export function always(play: Play): void {
  const { stage, model } = play;
  const doubled = stage.rows<{ environmentId: string }>(
    `select environmentId from CleanupJob where state in (${NAMING.map((state) => `'${state}'`).join(", ")}) group by environmentId having count(*) > 1`,
  );
  hold(
    "an environment has one job that names it",
    doubled.map((row) => row.environmentId),
  );
  for (const { id } of model.workspaces) {
    const [stream] = stage.rows<{ lastNumber: number }>("select lastNumber from EventStream where workspaceId = ?", id);
    const [events] = stage.rows<{ count: number; first: number | null; last: number | null }>(
      "select count(*) as count, min(number) as first, max(number) as last from Event where workspaceId = ?",
      id,
    );
    const last = stream?.lastNumber ?? 0;
    if (events?.count !== last || (last > 0 && (events.first !== 1 || events.last !== last)))
      hold("events are numbered without a gap", [JSON.stringify({ stream, events })]);
  }
  const jobs = new Rows(play).jobs();
  const states = stage.rows<{ jobId: string; jobState: string }>(
    `select jobId, jobState from Event e where workspaceId in (select value from json_each(?)) and jobId is not null
     and number = (select max(number) from Event where jobId = e.jobId and workspaceId = e.workspaceId)`,
    JSON.stringify(model.workspaces.map((one) => one.id)),
  );
  // A claim says CLAIMED; what a cancelled or superseded run still writes is nothing.
  hold(
    "a job is in the state that its last event says",
    jobs.flatMap((job) => {
      const saidState = states.find((one) => one.jobId === job.id)?.jobState;
      return saidState === job.state ? [] : [`${job.id} is ${job.state}, its last event says ${saidState}`];
    }),
  );
  hold(
    "a job names its environment while it is not over",
    jobs.filter((job) => (job.holdsEnvironmentId !== null) !== NAMING.includes(job.state)).map((job) => `${job.id} ${job.state}`),
  );
}

/** Laws that hold when nothing could run at `now`. */
export function whenIdle(play: Play, now: number): void {
  const rows = new Rows(play);
  const complaints: string[] = [];
  for (const job of rows.jobs()) {
    if (job.running) complaints.push(`${job.id} (${job.state}) has a runner`);
    const why = reasonToWait(
      play.model,
      job,
      now,
      rows.attempts().some((one) => one.environmentId === job.environmentId),
    );
    if (why !== null) complaints.push(`${job.id} (${job.state}, due ${job.dueAt}): ${why}`);
  }
  for (const attempt of rows.attempts()) {
    const dueAt = new Date(attempt.dueAt).getTime();
    if (attempt.state === "RUNNING") complaints.push(`${attempt.id} is RUNNING`);
    else if (dueAt <= now) complaints.push(`${attempt.id} is due since ${attempt.dueAt}`);
    else if (attempt.error === null) complaints.push(`${attempt.id} waits and does not say why`);
  }
  hold("nothing waits without a reason", complaints);
  reasons(play);
}

/** What is wrong with a job that is not running; null when it says why it waits. */
function reasonToWait(model: Model, job: JobRow, now: number, attempted: boolean): string | null {
  const dueInMs = new Date(job.dueAt).getTime() - now;
  switch (job.state) {
    case "RUNNING":
      return "nothing runs";
    case "PENDING": {
      if (attempted) return null;
      if (dueInMs > 0 && dueInMs < LONGEST_WAIT_MS) return null;
      const holders = model.sessions.filter((one) => one.environmentId === job.environmentId && isHolding(one, now));
      return holders.length > 0 && job.waitingFor !== null ? null : "it is due, and nobody holds it";
    }
    case "RETRY_WAIT":
      if (job.lastError === null && job.waitingFor === null) return "no error, and nothing that it waits for";
      return dueInMs > 0 && dueInMs < LONGEST_WAIT_MS ? null : attempted ? null : "it is due";
    case "BLOCKED":
      if (job.waitingFor === null) return "it does not say by whom";
      return attempted || model.holders(job.environmentId, now).length > 0 ? null : "nobody holds it";
    case "FAILED":
      return job.lastError === null ? "it does not say why" : null;
    default:
      return null;
  }
}

/** Every directory under the root, registration, set-aside directory and rescue has exactly one reason to exist. */
function reasons(play: Play): void {
  const { stage, model } = play;
  const complaints: string[] = [];
  const environments = stage.rows<EnvironmentRow>("select id, directory, status from Environment");
  const jobs = stage.rows<JobRow>("select * from CleanupJob where holdsEnvironmentId is not null");
  const attempts = stage.rows<{ environmentId: string }>(
    "select environmentId from EnvironmentAttempt where state in ('PENDING', 'RUNNING')",
  );
  const entries = stage.rows<{ directory: string; kind: string; state: string; environmentId: string }>(
    "select directory, kind, state, environmentId from QuarantineEntry where state <> 'RESTORED'",
  );
  const unfinished = stage.rows<{ worktreeId: string; environmentId: string; phase: string }>(
    "select r.worktreeId, j.environmentId, r.phase from CleanupResource r join CleanupJob j on j.id = r.jobId where r.worktreeId is not null",
  );
  const foreign = new Set(
    stage
      .rows<{ directory: string }>(
        "select j.directory from CleanupResource r join CleanupJob j on j.id = r.jobId where r.outcome = 'PRESERVED_FOREIGN'",
      )
      .map((row) => row.directory),
  );
  const atWork = (directory: string): boolean =>
    jobs.some((job) => job.directory === directory) ||
    environments.some((row) => row.directory === directory && attempts.some((one) => one.environmentId === row.id));
  for (const name of stage.names("live")) {
    const owner = environments.find((row) => row.directory === name);
    const entry = entries.find((one) => one.directory === name && one.state === "HELD");
    const isLive = owner !== undefined && ["READY", "FAILED", "PROVISIONING"].includes(owner.status);
    // What nothing proves to be ours is left to whoever took the proofs away.
    if (!isLive && !atWork(name) && !model.residues.has(name) && !foreign.has(name))
      complaints.push(`live/${name} (${owner?.status ?? "no row"})`);
    if (isLive && entry !== undefined && !model.residues.has(name))
      complaints.push(`live/${name} is ${owner.status} and has an entry that is HELD`);
  }
  for (const row of environments) {
    if (row.status === "READY" && !stage.names("live").includes(row.directory))
      complaints.push(`live/${row.directory} is not there, and READY`);
  }
  for (const name of stage.names("trash")) {
    const purging = /^(.*)\.purging$/.exec(name)?.[1];
    const has =
      purging === undefined
        ? atWork(name)
        : unfinished.some(
            (one) =>
              one.worktreeId === purging &&
              (jobs.some((job) => job.environmentId === one.environmentId) ||
                attempts.some((attempt) => attempt.environmentId === one.environmentId)),
          );
    if (!has) complaints.push(`trash/${name}`);
  }
  for (const name of stage.names("quarantine")) {
    const directory = name.replace(/\.json(\.tmp)?$/, "");
    const entry = entries.find((one) => one.directory === directory);
    const base = directory.replace(/\.residue-.*$/, "");
    if (entry === undefined && !atWork(directory) && !atWork(base)) complaints.push(`quarantine/${name}`);
  }
  for (const entry of entries) {
    if (entry.kind === "REGISTRATION" || entry.state === "RESTORING") continue;
    if (!stage.names("quarantine").includes(entry.directory))
      complaints.push(`quarantine/${entry.directory} is not there, and ${entry.state}`);
  }
  for (const place of stage.places) complaints.push(...reasonsIn(play, place, atWork, jobs, attempts));
  hold("everything that exists has a reason", complaints);
}

function reasonsIn(
  { stage }: Play,
  place: Place,
  atWork: (directory: string) => boolean,
  jobs: readonly JobRow[],
  attempts: readonly { environmentId: string }[],
): string[] {
  const complaints: string[] = [];
  const rows = stage.rows<{ id: string; directory: string; environment: string; status: string }>(
    "select w.id, w.directory, e.directory as environment, w.status from Worktree w join Environment e on e.id = w.environmentId",
  );
  const kept = stage
    .rows<{ kind: string; worktrees: string }>("select kind, worktrees from QuarantineEntry where state <> 'RESTORED'")
    .flatMap(({ kind, worktrees }) =>
      (JSON.parse(worktrees) as { directory: string; kept: boolean }[]).filter((tree) => tree.kept || kind === "REGISTRATION"),
    )
    .map((tree) => tree.directory);
  const resources = stage.rows<{ directory: string; worktreeId: string; environmentId: string; environment: string }>(
    "select r.directory, r.worktreeId, j.environmentId, j.directory as environment from CleanupResource r join CleanupJob j on j.id = r.jobId where r.kind = 'WORKTREE'",
  );
  const isBusy = (environmentId: string): boolean =>
    jobs.some((job) => job.environmentId === environmentId) || attempts.some((one) => one.environmentId === environmentId);
  const admins = join(place.repo.common, "worktrees");
  for (const name of existsSync(admins) ? readdirSync(admins) : []) {
    const live = rows.some((row) => row.directory === name && ["READY", "FAILED", "PROVISIONING"].includes(row.status));
    const busy =
      rows.some((row) => row.directory === name && atWork(row.environment)) ||
      resources.some((one) => one.directory === name && isBusy(one.environmentId));
    if (!live && !busy && !kept.includes(name)) complaints.push(`the registration ${name} in ${place.name}`);
  }
  for (const name of place.repo.setAside()) {
    const busy =
      resources.some((one) => one.worktreeId === name && isBusy(one.environmentId)) ||
      rows.some((row) => row.id === name && atWork(row.environment));
    if (!busy) complaints.push(`the set-aside directory ${name} in ${place.name}`);
  }
  const rescues = new Set(stage.rows<{ ref: string }>("select ref from Rescue where droppedAt is null").map((row) => row.ref));
  for (const ref of Object.keys(place.repo.refs("refs/treekeeper/"))) {
    const worktreeId = ref.split("/")[3] ?? "";
    if (!rescues.has(ref) && !resources.some((one) => one.worktreeId === worktreeId && isBusy(one.environmentId)))
      complaints.push(`the rescue ${ref} in ${place.name}`);
  }
  return complaints;
}
