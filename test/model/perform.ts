import { rmSync } from "node:fs";
import { join } from "node:path";
import { archive, deleteTask, deleteWorkspace, expireChats, unarchive } from "./endings.js";
import { addWorktree, pin, reset, transfer, unpin } from "./environments.js";
import { agree, always, lookAtTrees, Untouched, whenIdle } from "./laws.js";
import { ENDED, Model, nthOf } from "./model.js";
import {
  controlJob,
  createEnvironment,
  createTask,
  deleteSession,
  restoreEntry,
  restoreRescue,
  retryEnvironment,
  startSession,
  updateSession,
} from "./mutations.js";
import { agent, residue, unlockAll, user } from "./people.js";
import { type Play, Rows } from "./play.js";
import { Precious } from "./precious.js";
import type { Stage } from "./stage.js";
import type { Step } from "./steps.js";
import { noneIsSilent, Passing } from "./time.js";
import { hold } from "./violation.js";
import { openWorkspace, setSessionTimeout } from "./workspaces.js";

/** Rounds of waiting until everything that waits for its time has had it: each job has eight attempts. */
const ROUNDS = 60;
/** What has given up is asked again this often, after what was in its way has gone. */
const RETRIES = 3;

let sequences = 0;

/** A sequence begins, in a workspace of its own. */
export async function begin(stage: Stage): Promise<Play> {
  sequences += 1;
  const name = `${process.pid.toString(36)}${sequences}`;
  stage.setGitFault(null);
  for (const place of stage.places) place.ids.clear();
  const play = { stage, model: new Model(name), precious: new Precious() };
  await openWorkspace(play);
  return play;
}

/** One step, and every law that can be asked after it. @throws Violation */
export async function perform(play: Play, step: Step): Promise<void> {
  const { stage, model } = play;
  if (model.workspace.deleted) await openWorkspace(play);
  switch (step.do) {
    case "work":
    case "idle":
      await work(play, step.do === "work" ? step.pieces : undefined);
      break;
    case "ready":
      await ready(play, step);
      break;
    case "agent":
      await agent(play, step);
      break;
    case "residue":
      residue(play, step.tree);
      break;
    case "user": {
      const untouched = new Untouched(play, true);
      user(play, step);
      // A gc writes everybody's reflogs anew.
      if (step.act !== "gc") untouched.checkTrees();
      break;
    }
    case "clock":
      await stage.world.advance(step.ms);
      break;
    case "crash":
      await stage.crash();
      break;
    case "arm":
      if (step.first !== null) await mutate(play, step.first);
      await stage.world.server.arm(step.effect, step.moment, { nth: step.nth });
      if (step.first !== null) await work(play, 1);
      break;
    case "pause":
      await pause(play, step);
      break;
    case "git":
      stage.setGitFault({ command: step.command, mode: step.mode });
      break;
    case "git-well":
      stage.setGitFault(null);
      break;
    default: {
      const untouched = new Untouched(play, true);
      await mutate(play, step);
      untouched.check();
    }
  }
  if (!stage.world.server.running) await stage.world.boot();
  lookAtTrees(play);
  agree(play);
  always(play);
}

/** Pieces of work, all that are due when not said: nothing of what is in use is touched. */
async function work(play: Play, pieces?: number): Promise<void> {
  const worked = await watched(play, async () => await play.stage.work(pieces));
  // A server that was killed has not come to its rest.
  if (worked === null || pieces !== undefined) return;
  whenIdle(play, worked.at);
  noneIsSilent(play, worked.at);
}

/** The server works: what may be moved is noted before, what may not be touched is looked at afterwards. */
async function watched<T>(play: Play, working: (passing: Passing) => Promise<T>): Promise<T> {
  const { precious } = play;
  const passing = new Passing(play);
  precious.note(play, passing);
  const untouched = new Untouched(play, false, passing);
  const worked = await working(passing);
  passing.note();
  untouched.check();
  precious.check(play);
  precious.release(play);
  return worked;
}

/** One piece of work, which stands still at a point while something is asked for. */
async function pause(play: Play, step: Extract<Step, { do: "pause" }>): Promise<void> {
  if (step.first !== null) await mutate(play, step.first);
  const { server } = play.stage.world;
  await watched(play, async (passing) => {
    const reached = server.hanging().then(() => true);
    await server.arm(step.effect, step.moment, { nth: step.nth, action: "pause" });
    const working = play.stage.work(1);
    working.catch(() => {});
    try {
      if (await Promise.race([reached, working.then(() => false)])) {
        passing.note();
        await mutate(play, step.meanwhile);
      }
    } finally {
      await server.disarm();
      await server.resume();
      await working;
    }
  });
}

/** A task with an environment, made. */
async function ready(play: Play, step: Extract<Step, { do: "ready" }>): Promise<void> {
  const id = await createTask(play, { parent: step.below ?? null, ...(step.chat === undefined ? {} : { chat: step.chat }) });
  const task = play.model.task(id);
  if (task === null) return;
  await createEnvironment(play, task, { slots: step.slots, existing: null });
  await work(play);
}

async function mutate(play: Play, step: Step): Promise<void> {
  const { model } = play;
  switch (step.do) {
    case "task":
      await createTask(play, step);
      return;
    case "environment": {
      const task = nthOf(model.tasks, step.task);
      if (task !== null) await createEnvironment(play, task, step);
      return;
    }
    case "session":
      return await startSession(play, step);
    case "session-state":
      return await updateSession(play, step);
    case "session-delete":
      return await deleteSession(play, step.session);
    case "archive":
      return await archive(play, step);
    case "unarchive":
      return await unarchive(play, step);
    case "delete": {
      const task = nthOf(model.tasks, step.task);
      if (task !== null) await deleteTask(play, task, step.policy, step.cascade);
      return;
    }
    case "workspace-delete":
      return await deleteWorkspace(play, step.policy);
    case "chats":
      return await expireChats(play);
    case "session-timeout":
      return await setSessionTimeout(play, step.ms);
    case "cancel-job":
      return await controlJob(play, "cancelCleanupJob", nthOf(new Rows(play).jobs(), step.job));
    case "retry-job":
      return await controlJob(play, "retryCleanupJob", nthOf(new Rows(play).jobs(), step.job));
    case "restore-entry":
      return await restoreEntry(play, step);
    case "restore-rescue":
      return await restoreRescue(play, step.rescue);
    case "retry-environment":
      return await retryEnvironment(play, step.environment);
    case "transfer":
      return await transfer(play, step);
    case "reset":
      return await reset(play, step);
    case "pin":
      return await pin(play, step.environment);
    case "unpin": {
      const environment = model.someEnvironment(step.environment);
      if (environment !== null) await unpin(play, environment.id);
      return;
    }
    case "add-worktree":
      return await addWorktree(play, step);
    default:
      throw new Error(`"${step.do}" is no mutation`);
  }
}

/** The end of a sequence: what was in the way goes, everything comes to its end, then every task is deleted, and nothing is left or lost. */
export async function finish(play: Play): Promise<void> {
  await settle(play);
  hold("everything ends when nothing is in its way", unfinished(play));
  for (const { repo } of play.stage.places) repo.gc();
  play.precious.check(play);
  for (const task of [...play.model.tasks]) await deleteTask(play, task, null);
  agree(play);
  await settle(play);
  hold("everything ends when nothing is in its way", unfinished(play));
  hold("nothing is left of what was deleted", left(play));
  for (const { repo } of play.stage.places) repo.gc();
  play.precious.check(play);
  always(play);
  // Whoever made them takes them away: the next sequence knows nothing of them.
  for (const name of play.model.residues) rmSync(join(play.stage.world.root, "live", name), { recursive: true, force: true });
}

async function settle(play: Play): Promise<void> {
  const { stage, model } = play;
  stage.setGitFault(null);
  await stage.world.server.disarm();
  await stage.leaveAll();
  unlockAll(play);
  if (stage.world.now() < Date.now()) await stage.world.advance(Date.now() - stage.world.now());
  for (const session of [...model.sessions]) {
    if (ENDED.includes(session.state)) continue;
    await updateSession(play, { do: "session-state", session: model.sessions.indexOf(session), state: "COMPLETED" });
  }
  for (const environmentId of [...model.pinned]) await unpin(play, environmentId);
  // What can't be pushed waits for a person.
  for (const job of new Rows(play).naming())
    if (job.pushFirst && job.begunAt === null && job.waitingFor !== null) await controlJob(play, "cancelCleanupJob", job);
  agree(play);
  for (let round = 0, retries = 0; round < ROUNDS; round += 1) {
    const worked = await watched(play, async () => await stage.work());
    if (worked === null) continue;
    whenIdle(play, worked.at);
    // Work that comes back every day is always due at some time.
    if (worked.next !== null && waiting(play)) {
      await stage.world.advance(Math.max(1_000, worked.next - stage.world.now() + 1));
      continue;
    }
    const parked = new Rows(play).naming().filter((job) => ["FAILED", "CANCELLED"].includes(job.state));
    if (parked.length === 0 || retries === RETRIES) break;
    retries += 1;
    for (const job of parked) await controlJob(play, "retryCleanupJob", job);
  }
  lookAtTrees(play);
}

/** Whether anything goes on by itself when its time has come. */
function waiting(play: Play): boolean {
  const rows = new Rows(play);
  return rows.attempts().length > 0 || rows.naming().some((job) => !["FAILED", "CANCELLED"].includes(job.state));
}

/** Jobs and attempts that are not over. */
function unfinished(play: Play): string[] {
  const rows = new Rows(play);
  return [
    ...rows.naming().map((job) => `${job.id} (${job.trigger}) is ${job.state}: ${job.lastError ?? ""} ${job.waitingFor ?? ""}`),
    ...rows.attempts().map((one) => `${one.id} (${one.kind}) is ${one.state}: ${one.error ?? ""}`),
  ];
}

/** What is there of a workspace without tasks: only what was moved aside may be. */
function left(play: Play): string[] {
  const { stage, model } = play;
  return [
    ...new Rows(play).environments().map((row) => `the environment ${row.id}`),
    ...stage
      .names("live")
      .filter((name) => !model.residues.has(name) && !isForeign(play, name))
      .map((name) => `live/${name}`),
    ...stage.names("trash").map((name) => `trash/${name}`),
    ...stage.places.flatMap((place) => place.repo.setAside().map((name) => `the set-aside directory ${name} in ${place.name}`)),
  ];
}

/** Nothing proved it to be ours any more, and the job said so. */
function isForeign({ stage }: Play, directory: string): boolean {
  const said = stage.rows(
    "select r.id from CleanupResource r join CleanupJob j on j.id = r.jobId where j.directory = ? and r.outcome = 'PRESERVED_FOREIGN'",
    directory,
  );
  return said.length > 0;
}
