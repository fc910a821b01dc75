import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type EnvironmentRow, type Play, placeOf, Rows, type WorktreeRow } from "./play.js";
import type { Place } from "./stage.js";
import type { Passing } from "./time.js";
import { adminOf, blobOf, contentsOf } from "./tree.js";
import { hold } from "./violation.js";

interface Slot {
  readonly slot: string;
  readonly directory: string;
  readonly place: Place;
  readonly branch: string | null;
  /** Where HEAD and the recorded branch stood. */
  readonly head: string | null;
  readonly tip: string | null;
}

/** An environment's directory as it was when it could last be written to before it was moved. */
interface Frozen {
  readonly environmentId: string;
  readonly files: ReadonlyMap<string, string>;
  readonly slots: readonly Slot[];
}

/** What may exist in one place only: nothing of it may be lost, wherever it is by now. */
export class Precious {
  readonly #frozen = new Map<string, Frozen>();
  readonly #commits = new Map<Place, Set<string>>();
  /** Files that somebody made at a reclaimed path, by that path: the name of their bytes. */
  readonly #residues = new Map<string, string>();

  residue(path: string): void {
    this.#residues.set(path, blobOf(readFileSync(path)));
  }

  /** By the job of a reset that has not begun: what it has to push before anything moves. */
  readonly #toPush = new Map<string, readonly Slot[]>();

  /** Before the server works: what it may move from now on is noted as it is. */
  note(play: Play, passing: Passing): void {
    const rows = new Rows(play);
    const busy = new Set([...rows.naming(), ...rows.attempts()].map((row) => row.environmentId));
    const { root } = play.stage.world;
    const worktrees = rows.worktrees();
    for (const environment of rows.environments()) {
      const live = join(root, "live", environment.directory);
      if (!busy.has(environment.id) && !passing.mayExpire(environment.taskId)) {
        // Its end was called off before anything began: it is its people's to change.
        if (environment.status === "READY") this.#frozen.delete(environment.directory);
        continue;
      }
      if (environment.status === "PROVISIONING" || !existsSync(live)) continue;
      if (play.model.residues.has(environment.directory)) continue;
      this.#note(play, environment, worktrees);
    }
    this.#noteDeleted(play);
    for (const job of rows.naming()) {
      const slots = this.#frozen.get(job.directory)?.slots;
      if (job.pushFirst && job.begunAt === null && slots !== undefined) this.#toPush.set(job.id, slots);
    }
  }

  /** The rows of a deleted task's environments are gone: its job has them. */
  #noteDeleted(play: Play): void {
    for (const job of new Rows(play).naming()) {
      if (play.model.environment(job.environmentId)?.taskId !== null || play.model.residues.has(job.directory)) continue;
      if (!existsSync(join(play.stage.world.root, "live", job.directory))) continue;
      const resources = play.stage.rows<WorktreeRow>(
        "select worktreeId as id, repositoryId, slot, directory, branch from CleanupResource where jobId = ? and kind = 'WORKTREE'",
        job.id,
      );
      this.#note(
        play,
        { id: job.environmentId, directory: job.directory },
        resources.map((one) => ({ ...one, environmentId: job.environmentId })),
      );
    }
  }

  #note(play: Play, environment: Pick<EnvironmentRow, "id" | "directory">, worktrees: readonly WorktreeRow[]): void {
    const live = join(play.stage.world.root, "live", environment.directory);
    const slots = worktrees
      .filter((row) => row.environmentId === environment.id && existsSync(join(live, row.directory)))
      .map((row) => {
        const place = placeOf(play, row.repositoryId);
        const tree = join(live, row.directory);
        const admin = adminOf(tree);
        const named = admin === null ? [] : namedBy(place, admin, row.branch);
        this.#commitsOf(place, named);
        const tip = row.branch === null ? null : commitOf(place, `refs/heads/${row.branch}`);
        return {
          slot: row.slot,
          directory: row.directory,
          place,
          branch: row.branch,
          head: admin === null ? null : headOf(place, admin),
          tip,
        };
      });
    this.#frozen.set(environment.directory, { environmentId: environment.id, files: contentsOf(live), slots });
  }

  #commitsOf(place: Place, commits: readonly string[]): void {
    const known = this.#commits.get(place) ?? new Set<string>();
    for (const commit of commits) known.add(commit);
    this.#commits.set(place, known);
  }

  /** After a branch was deleted by a person: what nothing else names went by their own hand. */
  pardon(place: Place): void {
    const known = this.#commits.get(place);
    if (known === undefined) return;
    const reached = new Set(place.repo.git("rev-list", "--all", "--reflog").split("\n"));
    for (const commit of known) if (!reached.has(commit)) known.delete(commit);
  }

  /** Before a person deletes a branch: whatever we know is still there. */
  reachable(place: Place): void {
    const known = [...(this.#commits.get(place) ?? [])];
    if (known.length === 0) return;
    const reached = new Set(place.repo.git("rev-list", "--all", "--reflog").split("\n"));
    hold(
      "every commit is named by something",
      known.filter((commit) => !reached.has(commit)),
    );
  }

  /** Every noted byte and commit can be had. */
  check(play: Play): void {
    const { root } = play.stage.world;
    const missing: string[] = [];
    const asked = new Map<Place, Map<string, string>>();
    for (const [directory, frozen] of this.#frozen) {
      for (const [relative, blob] of frozen.files) {
        if (["live", "trash", "quarantine"].some((area) => holds(join(root, area, directory, relative), blob))) continue;
        const slot = frozen.slots.find((one) => relative.startsWith(`${one.directory}/`));
        if (slot === undefined) missing.push(`${directory}/${relative}`);
        else asked.set(slot.place, (asked.get(slot.place) ?? new Map()).set(blob, `${directory}/${relative}`));
      }
    }
    for (const [place, blobs] of asked) {
      const gone = new Set(absentIn(place, [...blobs.keys()]));
      for (const [blob, what] of blobs) if (gone.has(blob)) missing.push(`${what} (${blob}): neither a file nor in ${place.name}`);
    }
    for (const [path, blob] of this.#residues) if (!this.#residueIsThere(play, path, blob)) missing.push(`${path}, made anew`);
    hold("no byte is lost", missing);
    this.#checkPushed(play);
    for (const [place, commits] of this.#commits) {
      hold(
        "no commit is lost",
        absentIn(place, [...commits]).map((commit) => `${commit} of ${place.name}`),
      );
    }
  }

  /** A reset that was to push first has pushed what it moves. */
  #checkPushed(play: Play): void {
    for (const job of new Rows(play).jobs()) {
      const slots = this.#toPush.get(job.id);
      if (slots === undefined || job.begunAt === null) continue;
      this.#toPush.delete(job.id);
      hold(
        "what a reset was to push is on the remote",
        slots.flatMap(({ place, head, slot }) =>
          head === null || absentIn(place, [head], place.remote).length === 0 ? [] : [`${head} of ${slot} in ${place.name}`],
        ),
      );
    }
  }

  #residueIsThere(play: Play, path: string, blob: string): boolean {
    if (holds(path, blob)) return true;
    const quarantine = join(play.stage.world.root, "quarantine");
    const file = basename(path);
    return play.stage
      .names("quarantine")
      .some(
        (name) =>
          name.includes(".residue-") && [...contentsOf2(join(quarantine, name))].some(([at, one]) => one === blob && at.endsWith(file)),
      );
  }

  /** After each time that the server worked: what is back (READY) is as it was, and from now on its people's to change. */
  release(play: Play): void {
    const rows = new Rows(play);
    const busy = new Set(rows.naming().map((row) => row.environmentId));
    const worktrees = rows.worktrees();
    for (const environment of rows.environments()) {
      if (environment.status !== "READY" || busy.has(environment.id)) continue;
      for (const [directory, frozen] of this.#frozen) {
        if (frozen.environmentId !== environment.id && environment.directory !== directory) continue;
        // It was made afresh beside what was moved aside, which stays there to be had, or came back as another one.
        if (environment.directory !== directory && isElsewhere(play, directory)) continue;
        const mine = worktrees.filter((row) => row.environmentId === environment.id);
        hold("what comes back is as it was", compare(play, environment, frozen, directory, mine));
        this.#frozen.delete(directory);
      }
    }
  }
}

function compare(play: Play, environment: EnvironmentRow, frozen: Frozen, directory: string, worktrees: readonly WorktreeRow[]): string[] {
  const live = join(play.stage.world.root, "live", environment.directory);
  const complaints: string[] = [];
  const present = existsSync(live) ? contentsOf(live) : new Map<string, string>();
  for (const slot of frozen.slots) {
    const row = worktrees.find((one) => one.slot === slot.slot);
    // Of what was made afresh meanwhile, only what was kept comes back, as another environment.
    if (row === undefined && frozen.environmentId !== environment.id) continue;
    if (row === undefined) {
      complaints.push(`${directory}: the slot ${slot.slot} has no row`);
      continue;
    }
    if (row.directory === slot.directory && environment.directory === directory) {
      complaints.push(...differingFiles(frozen.files, present, `${slot.directory}/`));
      continue;
    }
    // One that was reset begins again where it began, or on its branch as it is.
    if (isReset(play, directory) || !isRestored(play, directory)) continue;
    // Its branch may have been all that held its commits, and a person deleted it.
    if (slot.branch !== null && play.model.deleted.has(slot.branch)) continue;
    const admin = adminOf(join(live, row.directory));
    const head = admin === null ? null : headOf(slot.place, admin);
    if (head === null || (head !== slot.head && head !== slot.tip))
      complaints.push(`${slot.slot} was made anew at ${head}; it was at ${slot.head}, its branch at ${slot.tip}`);
  }
  return complaints;
}

/** Whether the last that reclaimed the directory was a reset. */
function isReset(play: Play, directory: string): boolean {
  const [last] = play.stage.rows<{ trigger: string }>(
    "select trigger from CleanupJob where directory = ? and begunAt is not null order by rowid desc limit 1",
    directory,
  );
  return last?.trigger === "ENVIRONMENT_RESET";
}

/** Whether a restore brought back what was in the directory. */
function isRestored(play: Play, directory: string): boolean {
  const found = play.stage.rows(
    `select a.id from EnvironmentAttempt a left join CleanupJob j on j.id = a.sourceJobId left join QuarantineEntry q on q.id = a.sourceEntryId
     where a.kind = 'RESTORE' and a.state = 'SUCCEEDED' and (j.directory = ? or q.directory = ?)`,
    directory,
    directory,
  );
  return found.length > 0;
}

function isElsewhere(play: Play, directory: string): boolean {
  if (existsSync(join(play.stage.world.root, "quarantine", directory))) return true;
  return new Rows(play).environments().some((row) => row.directory === directory);
}

function differingFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, within: string): string[] {
  const lines: string[] = [];
  for (const [path, blob] of before)
    if (path.startsWith(within) && after.get(path) !== blob) lines.push(`${path}: ${blob}, now ${after.get(path) ?? "gone"}`);
  for (const path of after.keys()) if (path.startsWith(within) && !before.has(path)) lines.push(`${path}: was not there`);
  return lines;
}

function contentsOf2(path: string): Map<string, string> {
  try {
    return contentsOf(path);
  } catch {
    // A residue may be one file.
    return new Map([[basename(path), blobOf(readFileSync(path))]]);
  }
}

function holds(path: string, blob: string): boolean {
  try {
    return blobOf(readFileSync(path)) === blob;
  } catch {
    return false;
  }
}

/** The objects that a repository does not have. */
function absentIn(place: Place, objects: readonly string[], repository = place.repo.path): string[] {
  if (objects.length === 0) return [];
  const input = objects.map((one) => `${one}\n`).join("");
  const said = place.repo.sandbox.run("git", ["cat-file", "--batch-check"], { cwd: repository, input }).split("\n");
  return objects.filter((_, index) => said[index]?.endsWith(" missing"));
}

function commitOf(place: Place, revision: string): string | null {
  const said = place.repo.sandbox.run("git", ["rev-parse", "-q", "--verify", `${revision}^{commit}`], {
    cwd: place.repo.path,
    ok: [0, 1, 128],
  });
  return said === "" ? null : said;
}

export function headOf(place: Place, admin: string): string | null {
  const head = readFileSync(join(admin, "HEAD"), "utf8").trim();
  return head.startsWith("ref: ") ? commitOf(place, head.slice("ref: ".length)) : head;
}

/** Every commit that a tree's HEAD, its reflog, its branch and that branch's reflog name. */
function namedBy(place: Place, admin: string, branch: string | null): string[] {
  const head = readFileSync(join(admin, "HEAD"), "utf8").trim();
  const on = head.startsWith("ref: refs/heads/") ? head.slice("ref: refs/heads/".length) : null;
  const logs = [join(admin, "logs/HEAD")];
  for (const name of [branch, on]) if (name !== null) logs.push(join(place.repo.common, "logs/refs/heads", name));
  const named = new Set<string>();
  for (const log of logs) {
    if (!existsSync(log)) continue;
    for (const line of readFileSync(log, "utf8").split("\n"))
      for (const oid of line.split(" ").slice(0, 2)) if (/^[0-9a-f]{40}$/.test(oid) && !/^0+$/.test(oid)) named.add(oid);
  }
  const at = headOf(place, admin);
  if (at !== null) named.add(at);
  return [...named];
}
