import { ANY_FROM, nthOf, type TaskModel } from "./model.js";
import { remove, stopSessions } from "./mutations.js";
import { type Play, Rows, say } from "./play.js";
import type { Policy, Step } from "./steps.js";
import { isQuiet } from "./time.js";
import { differences } from "./tree.js";
import { hold, Violation } from "./violation.js";

type Of<K extends Step["do"]> = Extract<Step, { do: K }>;

const policyOf = (policy: Policy): { branchPolicy?: string } => (policy === null ? {} : { branchPolicy: policy });

/** Mostly one that it can be done to, where there is one; else any, to be refused. */
function taskFor(play: Play, nth: number, archived: boolean): TaskModel | null {
  const fitting = play.model.tasks.filter((task) => task.archived === archived);
  return nthOf(fitting.length === 0 || nth >= ANY_FROM ? play.model.tasks : fitting, nth);
}

function requireSame(what: string, meant: readonly TaskModel[], said: readonly string[]): void {
  hold(what, differences(meant.map((task) => task.id).sort(), [...said].sort()));
}

export async function archive(play: Play, step: Of<"archive">): Promise<void> {
  const { model } = play;
  const task = taskFor(play, step.task, false);
  if (task === null) return;
  const cascade = step.cascade === true;
  const done = await say<{ taskIds: string[]; skipped: string[] }>(
    play,
    "archiveTask",
    { taskId: task.id, cascade, ...policyOf(step.policy) },
    "taskIds skipped",
    { refusals: task.archived ? ["TaskArchivedError"] : [] },
  );
  if (done === null) return;
  const tree = cascade ? model.tree(task) : [task];
  const active = tree.filter((one) => !one.archived);
  requireSame("an archive takes what is active in its tree", active, done.taskIds);
  requireSame(
    "an archive skips what was archived before",
    tree.filter((one) => one.archived),
    done.skipped,
  );
  const number = model.archive();
  for (const one of active) {
    one.archived = true;
    one.archivedBy = number;
  }
  stopSessions(
    play,
    model.sessions.filter((session) => active.some((one) => one.id === session.taskId)),
  );
}

export async function unarchive(play: Play, step: Of<"unarchive">): Promise<void> {
  const task = taskFor(play, step.task, true);
  if (task === null) return;
  const done = await say<{ taskIds: string[] }>(play, "unarchiveTask", { taskId: task.id, recover: step.recover !== false }, "taskIds", {
    refusals: task.archived ? [] : ["TaskNotArchivedError"],
  });
  if (done === null) return;
  const along = play.model.tree(task).filter((one) => one.archived && one.archivedBy === task.archivedBy);
  requireSame("an unarchive takes back what the archive took along", along, done.taskIds);
  for (const one of along) {
    one.archived = false;
    one.archivedBy = null;
  }
}

export async function deleteTask(play: Play, task: TaskModel, policy: Policy, cascade = false): Promise<void> {
  const tasks = cascade ? play.model.tree(task) : [task];
  const receivers = receiversOf(play, tasks);
  const done = await say<{ taskIds: string[]; transferred: { environmentId: string; taskId: string }[] }>(
    play,
    "deleteTask",
    { taskId: task.id, cascade, ...policyOf(policy) },
    "taskIds transferred { environmentId taskId }",
    { refusals: [] },
  );
  if (done === null) return;
  requireSame("a delete takes its tree", tasks, done.taskIds);
  for (const { id } of tasks.flatMap((one) => play.model.owned(one.id))) {
    const to = receivers.get(id) ?? null;
    const said = done.transferred.find((one) => one.environmentId === id)?.taskId ?? null;
    if (said !== to) throw new Violation("a held environment goes to its holder", [`${id}: expected ${to}, is ${said}`]);
  }
  remove(play, tasks, receivers);
}

/** Who gets what of it: the most recently active session decides, by rows, since the model does not know when that was. */
function receiversOf(play: Play, tasks: readonly TaskModel[]): Map<string, string> {
  const { model, stage } = play;
  const now = stage.world.now();
  const inside = new Set<string | null>(tasks.map((task) => task.id));
  const begun = new Set(new Rows(play).naming().flatMap((job) => (job.begunAt === null ? [] : [job.environmentId])));
  const receivers = new Map<string, string>();
  for (const environment of tasks.flatMap((task) => model.owned(task.id))) {
    if (begun.has(environment.id)) continue;
    const theirs = model.holders(environment.id, now).filter((one) => !inside.has(one.taskId) && model.isActive(one.taskId));
    const latest = latestOf(
      play,
      theirs.map((one) => one.id),
    );
    if (latest !== null) receivers.set(environment.id, latest);
  }
  return receivers;
}

function latestOf(play: Play, sessionIds: readonly string[]): string | null {
  if (sessionIds.length === 0) return null;
  const marks = sessionIds.map(() => "?").join(", ");
  const [row] = play.stage.rows<{ taskId: string }>(
    `select taskId from Session where id in (${marks}) order by lastActivityAt desc, id limit 1`,
    ...sessionIds,
  );
  return row?.taskId ?? null;
}

/** Nothing can be made in it from then on. Where the next steps happen is opened before them. */
export async function deleteWorkspace(play: Play, policy: Policy): Promise<void> {
  const { model } = play;
  const { workspace } = model;
  const input = { workspaceId: workspace.id, ...policyOf(policy) };
  const expected = workspace.deleted ? ["WorkspaceDeletedError"] : [];
  if (!workspace.deleted)
    await say(play, "deleteWorkspace", { ...input, confirmName: `${workspace.name}?` }, "__typename", { refusals: ["InvalidInputError"] });
  const done = await say<{ tasksTotal: number }>(play, "deleteWorkspace", { ...input, confirmName: workspace.name }, "tasksTotal", {
    refusals: expected,
  });
  if (done !== null) {
    if (done.tasksTotal !== model.tasks.length)
      throw new Violation("a workspace's delete takes every task", [`${done.tasksTotal} of ${model.tasks.length}`]);
    workspace.deleted = true;
    remove(play, [...model.tasks]);
  }
  const refused = { refusals: ["WorkspaceDeletedError"] };
  await say(play, "createTask", { workspaceId: workspace.id, title: model.unique("late") }, "__typename", refused);
  await say(play, "expireQuickChats", { workspaceId: workspace.id }, "__typename", refused);
  await say(play, "updateWorkspacePolicy", { workspaceId: workspace.id, quickChatDays: 1 }, "__typename", refused);
}

/** Exactly the quick chats go that were quiet for a week and that nobody uses. */
export async function expireChats(play: Play): Promise<void> {
  const { model } = play;
  const { workspace } = model;
  const quiet = model.tasks.filter((task) => isQuiet(play, task));
  const done = await say<{ expired: string[]; failures: { message: string }[]; more: boolean }>(
    play,
    "expireQuickChats",
    { workspaceId: workspace.id },
    "expired failures { message } more",
    { refusals: workspace.deleted ? ["WorkspaceDeletedError"] : [] },
  );
  if (done === null) return;
  hold(
    "a quick chat can be expired",
    done.failures.map(({ message }) => message),
  );
  requireSame("quick chats that are quiet expire", quiet, done.expired);
  for (const task of quiet) remove(play, [task]);
}
