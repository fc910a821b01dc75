import { join } from "node:path";
import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { Environment, EnvironmentAttempt } from "../db/generated/client.js";
import { readMarker, writeMarker } from "../disk/marker.js";
import { makeDirectorySynced } from "../disk/move.js";
import { RootUnavailableError } from "../errors.js";
import { type AttemptEnd, type AttemptHandler, endAttempt } from "./attempts.js";
import { disownedAmong } from "./branchMark.js";
import { requireRoot } from "./create.js";
import { environmentEvent } from "./events.js";
import { failWorktree, makeWorktree } from "./makeWorktree.js";
import { Interrupted, Making, NotWanted } from "./making.js";
import { type Reserved, unmakeDirectory } from "./unmake.js";
import { jobNaming } from "./usable.js";

/** Worktrees of one environment that are made at once. Those of one repository take turns. */
const AT_ONCE = 4;
/** A root that can't be read is looked for again after this long. */
const ROOT_AGAIN_MS = 60_000;

/** Makes what is PROVISIONING in an environment, and ends as READY or FAILED. What a task's end has taken over is left to the job. */
export function makeRunner(core: Core): AttemptHandler {
  return {
    run: (attempt, signal) => run(core, attempt, signal),
    giveUp: (tx, attempt, error) => giveUp(core, tx, attempt, error),
  };
}

async function run(core: Core, attempt: EnvironmentAttempt, signal: AbortSignal): Promise<void> {
  const environment = await core.db.read.environment.findUnique({ where: { id: attempt.environmentId } });
  if (environment === null) return handOver(core, attempt);
  const making = new Making(core, attempt, environment, signal);
  try {
    await requireRoot(core);
    await makeAll(making);
    await finish(making);
  } catch (error) {
    if (error instanceof NotWanted) return handOver(core, attempt);
    const now = core.clock.now();
    if (error instanceof Interrupted) return postpone(core, attempt, { state: "PENDING", dueAt: new Date(now), error: null });
    if (error instanceof RootUnavailableError)
      return postpone(core, attempt, { state: "PENDING", dueAt: new Date(now + ROOT_AGAIN_MS), error: error.message });
    throw error;
  }
}

async function makeAll(making: Making): Promise<void> {
  const { core, environment } = making;
  const reserved = await core.db.read.worktree.findMany({
    where: { environmentId: environment.id, materialisationId: environment.materialisationId, status: "PROVISIONING" },
    include: { repository: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  if (reserved.length > 0) {
    await making.write("make.begin", async (tx, present, now) => {
      const again = making.attempt.claim > 1;
      await environmentEvent(tx, present, { type: "STARTED", message: again ? "The making goes on." : "The making begins.", at: now });
    });
    const why = await prepareDirectory(making).then(() => null, whyNotWritten);
    if (why === null) await each(reserved, (worktree) => makeWorktree(making, worktree));
    else for (const worktree of reserved) await failWorktree(making, worktree, `Its environment's directory can't be made: ${why}`);
  }
  const left = await core.db.read.worktree.findMany({ where: { environmentId: environment.id }, include: { repository: true } });
  if (left.every((worktree) => worktree.status === "FAILED")) {
    await unmakeDirectory(core, environment).catch((error: unknown) => {
      core.log.warn(
        { err: error, environmentId: environment.id },
        "the directory of an environment of which nothing was made could not be removed",
      );
    });
  }
}

/** The environment's directory, with the marker that says whose it is before git writes anything into it. */
async function prepareDirectory(making: Making): Promise<void> {
  const { core, environment } = making;
  const directory = join(core.root.live, environment.directory);
  await core.effects.run("make.directory", () => makeDirectorySynced(directory));
  const found = await readMarker(directory);
  if (found.state === "present" && found.marker.environmentId !== environment.id)
    throw new Error(`${directory} belongs to ${found.marker.environmentId}`);
  const worktrees = await core.db.read.worktree.findMany({
    where: { environmentId: environment.id },
    select: { id: true, directory: true },
  });
  await core.effects.run("make.marker", () =>
    writeMarker(directory, {
      instanceId: core.root.instanceId,
      environmentId: environment.id,
      materialisationId: environment.materialisationId,
      nonce: environment.nonce,
      worktrees: Object.fromEntries(worktrees.map((worktree) => [worktree.directory, worktree.id])),
    }),
  );
}

/** No permission, no space, a read-only disk: a person sees to it and tries again, so the environment says so at once. @throws anything else */
function whyNotWritten(error: unknown): string {
  if (error instanceof Error && typeof (error as NodeJS.ErrnoException).errno === "number") return error.message;
  throw error;
}

/** A few at once. When one throws, no further one begins, and those that have begun come to their end first. */
async function each(reserved: readonly Reserved[], work: (worktree: Reserved) => Promise<void>): Promise<void> {
  const waiting = [...reserved];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && failures.length === 0; next = waiting.shift()) {
      try {
        await work(next);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, reserved.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/** READY when all of it is, else FAILED, naming what is not. */
function finish(making: Making): Promise<void> {
  return making.write("make.finish", async (tx, environment, now) => {
    const worktrees = await tx.worktree.findMany({
      where: { environmentId: environment.id, materialisationId: environment.materialisationId },
    });
    const failed = worktrees.filter((worktree) => worktree.status !== "READY");
    const status = failed.length === 0 ? "READY" : "FAILED";
    const error =
      failed.length === 0
        ? null
        : failed
            .map((worktree) => `${worktree.slot}: ${worktree.error ?? worktree.status}`)
            .join("\n")
            .slice(0, 2_000);
    await endWith(tx, environment, status, error, now);
    await endAttempt(tx, making.attempt, error === null ? { state: "SUCCEEDED" } : { state: "FAILED", error }, now);
  });
}

async function endWith(tx: Tx, environment: Environment, status: "READY" | "FAILED", error: string | null, now: Date): Promise<void> {
  const ended = await tx.environment.update({ where: { id: environment.id }, data: { status, error, lastActivityAt: now } });
  const message = error === null ? "Ready." : `Not all of it could be made. ${error}`;
  await environmentEvent(tx, ended, { type: status, message, at: now, percent: 100, ...(error === null ? {} : { error }) });
}

/** A task's end took the environment over, or took its rows along: what was made is the job's, which waits for the end of this attempt. */
async function handOver(core: Core, attempt: EnvironmentAttempt): Promise<void> {
  const theirs = await core.db.read.cleanupResource.findMany({
    // One that was ever confirmed has the name that git gave its registration.
    where: { kind: "WORKTREE", phase: "QUEUED", branchCreated: true, adminName: null, job: { holdsEnvironmentId: attempt.environmentId } },
  });
  const disowned = await disownedAmong(core.git, theirs);
  await core.effects.run("make.finish", () =>
    core.db.write(async (tx) => {
      const now = new Date(core.clock.now());
      await tx.cleanupResource.updateMany({ where: { id: { in: disowned }, phase: "QUEUED" }, data: { branchCreated: false } });
      await endAttempt(tx, attempt, { state: "CANCELLED", error: "Its task ended first." }, now);
    }),
  );
}

async function postpone(core: Core, attempt: EnvironmentAttempt, end: AttemptEnd): Promise<void> {
  await core.effects.run("make.finish", () => core.db.write((tx) => endAttempt(tx, attempt, end, new Date(core.clock.now()))));
}

/** What lies on disk stays for a retry, or for the job of the task's end. */
async function giveUp(core: Core, tx: Tx, attempt: EnvironmentAttempt, error: string): Promise<void> {
  const environment = await tx.environment.findUnique({ where: { id: attempt.environmentId } });
  if (environment === null || environment.status !== "PROVISIONING" || (await jobNaming(tx, environment.id)) !== null) return;
  await tx.worktree.updateMany({ where: { environmentId: environment.id, status: "PROVISIONING" }, data: { status: "FAILED", error } });
  await endWith(tx, environment, "FAILED", error, new Date(core.clock.now()));
}
