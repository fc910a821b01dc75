/**
 * What a mutation would end, chosen by the functions that the mutation chooses by, asked here through the connection that only reads. So what a
 * preview is about and what is done then can't differ by more than what happens in between.
 */
import type { PreviewAsk } from "../cleanup/preview.js";
import type { Ending } from "../cleanup/snapshot.js";
import type { Core } from "../core.js";
import type { Environment, Task } from "../db/generated/client.js";
import type { BranchPolicy, CleanupTrigger } from "../db/generated/enums.js";
import { requireId } from "../db/ids.js";
import { groupedBy, inParts } from "../db/parts.js";
import { requireRoot } from "../environments/create.js";
import { heldBy } from "../environments/held.js";
import { NotFoundError, WorkspaceDeletedError } from "../errors.js";
import { archivable, archiveTrigger } from "./archive.js";
import { deleteTrigger } from "./delete.js";
import { childrenThatStay, receiversOf } from "./deleteTasks.js";
import { tasksIn } from "./deleteWorkspace.js";
import { endingOf, environmentsOf } from "./end.js";
import { chooseExpired } from "./quickChat.js";
import { isTornDown, requireResettable } from "./reset.js";
import { treeOf } from "./tree.js";

export interface TaskPreviewInput {
  taskId: string;
  cascade?: boolean;
  branchPolicy?: BranchPolicy;
}

export interface WorkspacePreviewInput {
  workspaceId: string;
  branchPolicy?: BranchPolicy;
}

export interface ResetPreviewInput {
  environmentId: string;
  pushFirst?: boolean;
  materialise?: boolean;
  stopSessions?: boolean;
  branchPolicy?: BranchPolicy;
}

export interface QuickChatsPreviewInput {
  workspaceId?: string;
}

/** What a mutation would end. */
export interface PreviewSelection {
  trigger: CleanupTrigger;
  taskIds: string[];
  /** Below a task that would be archived: archived before, and left as they are. */
  skipped: string[];
  /** Children that would stay, without a parent. */
  childrenMadeRoots: string[];
  /** In the order of their environments' ids. */
  asks: PreviewAsk[];
  /** One call would not end all that there are. */
  more: boolean;
}

const NOTHING: Omit<PreviewSelection, "trigger"> = { taskIds: [], skipped: [], childrenMadeRoots: [], asks: [], more: false };

/** Throws InvalidInputError, NotFoundError, TaskArchivedError. */
export async function selectArchive(core: Core, input: TaskPreviewInput): Promise<PreviewSelection> {
  const { taskId, tree } = await treeFor(core, input, "input.archiveTask");
  const { active, skipped } = archivable(taskId, tree);
  const trigger = archiveTrigger(input.cascade === true);
  const ending = await foreseen(core, active, trigger, input.branchPolicy);
  return { ...NOTHING, trigger, taskIds: idsOf(active), skipped, asks: await asksOf(core, ending) };
}

/** Throws InvalidInputError, NotFoundError. */
export async function selectDelete(core: Core, input: TaskPreviewInput): Promise<PreviewSelection> {
  const { tree } = await treeFor(core, input, "input.deleteTask");
  const taskIds = idsOf(tree);
  const trigger = deleteTrigger(input.cascade === true);
  const receivers = await receiversOf(core.db.read, taskIds, core.clock.now());
  const ending = await foreseen(core, tree, trigger, input.branchPolicy);
  const childrenMadeRoots = await childrenThatStay(core.db.read, ending.tasks);
  return { ...NOTHING, trigger, taskIds, childrenMadeRoots, asks: await asksOf(core, ending, receivers) };
}

/** Throws InvalidInputError, NotFoundError, WorkspaceDeletedError. */
export async function selectWorkspace(core: Core, input: WorkspacePreviewInput): Promise<PreviewSelection> {
  const workspaceId = requireId("workspace", input.workspaceId, "input.deleteWorkspace.workspaceId");
  const workspace = await core.db.read.workspace.findUnique({ where: { id: workspaceId } });
  if (workspace === null) throw new NotFoundError("workspace", workspaceId);
  if (workspace.deletedAt !== null) throw new WorkspaceDeletedError(workspaceId);
  const trigger = "WORKSPACE_DELETE";
  const tasks = await tasksIn(core.db.read, workspaceId);
  if (tasks.length === 0) return { ...NOTHING, trigger };
  return {
    ...NOTHING,
    trigger,
    taskIds: idsOf(tasks),
    asks: await asksOf(core, await foreseen(core, tasks, trigger, input.branchPolicy)),
  };
}

/** Throws InvalidInputError, NotFoundError, WorkspaceDeletedError. */
export async function selectQuickChats(core: Core, input: QuickChatsPreviewInput): Promise<PreviewSelection> {
  const { read } = core.db;
  const { workspaceId = null } = input;
  if (workspaceId !== null) requireId("workspace", workspaceId, "input.expireQuickChats.workspaceId");
  const { taskIds, more } = await chooseExpired(core, read, workspaceId);
  const trigger = "QUICK_CHAT_EXPIRE";
  const tasks = await tasksOf(core, taskIds);
  const asks: PreviewAsk[] = [];
  for (const chats of groupedBy(tasks, (task) => task.workspaceId).values()) {
    const ending = await foreseen(core, chats, trigger);
    // Each ends in a transaction of its own.
    for (const ask of await asksOf(core, ending)) asks.push({ ...ask, ending: new Set([ask.task.id]) });
  }
  const childrenMadeRoots = await childrenThatStay(read, new Map(tasks.map((task) => [task.id, task])));
  return { ...NOTHING, trigger, taskIds, childrenMadeRoots, asks: asks.sort(byEnvironment), more };
}

/** Throws InvalidInputError, NotFoundError, TaskArchivedError, CleanupInProgressError, EnvironmentBusyError, EnvironmentHeldError, RootUnavailableError. */
export async function selectReset(core: Core, input: ResetPreviewInput): Promise<PreviewSelection> {
  const { read } = core.db;
  const environmentId = requireId("environment", input.environmentId, "input.resetEnvironment.environmentId");
  const environment = await read.environment.findUnique({ where: { id: environmentId } });
  if (environment === null) throw new NotFoundError("environment", environmentId);
  const reset = { pushFirst: input.pushFirst === true, makeAfresh: input.materialise === true };
  if (reset.makeAfresh && isTornDown(environment)) await requireRoot(core);
  const owner = await taskOf(core, environment.taskId);
  const holders = await heldBy(read, environmentId, core.clock.now());
  await requireResettable(read, { environment, owner, holders, stopSessions: input.stopSessions === true });
  const trigger = "ENVIRONMENT_RESET";
  const ending = await foreseen(core, [owner], trigger, input.branchPolicy);
  return { ...NOTHING, trigger, asks: [{ ...askOf(environment, ending), reset }] };
}

/** The task, and with `cascade` everything below it, in the order of ids. */
async function treeFor(core: Core, input: TaskPreviewInput, field: string): Promise<{ taskId: string; tree: Task[] }> {
  const taskId = requireId("task", input.taskId, `${field}.taskId`);
  const task = await taskOf(core, taskId);
  const tree = input.cascade === true ? await tasksOf(core, await treeOf(core.db.read, taskId, `${field}.cascade`)) : [task];
  return { taskId, tree };
}

async function taskOf(core: Core, taskId: string): Promise<Task> {
  const task = await core.db.read.task.findUnique({ where: { id: taskId } });
  if (task === null) throw new NotFoundError("task", taskId);
  return task;
}

async function tasksOf(core: Core, taskIds: readonly string[]): Promise<Task[]> {
  const tasks = await inParts(taskIds, (part) => core.db.read.task.findMany({ where: { id: { in: part } } }));
  return tasks.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function foreseen(core: Core, tasks: readonly Task[], trigger: CleanupTrigger, branchPolicy?: BranchPolicy): Promise<Ending> {
  return endingOf(core, core.db.read, tasks, { trigger, branchPolicy, operationId: "", nowMs: core.clock.now() });
}

async function asksOf(core: Core, ending: Ending, receivers: ReadonlyMap<string, string> = new Map()): Promise<PreviewAsk[]> {
  const environments = await environmentsOf(core.db.read, [...ending.tasks.keys()]);
  return environments.map((environment) => ({ ...askOf(environment, ending), transferTo: receivers.get(environment.id) ?? null }));
}

function askOf(environment: Environment, ending: Ending): PreviewAsk {
  const task = ending.tasks.get(environment.taskId);
  if (task === undefined) throw new Error(`the environment ${environment.id} ends without its owner`);
  const { tasks, branchPolicy, policy } = ending;
  return { environment, task, ending: tasks, branchPolicy, policy, transferTo: null, reset: null };
}

function byEnvironment(a: PreviewAsk, b: PreviewAsk): number {
  return a.environment.id < b.environment.id ? -1 : 1;
}

function idsOf(tasks: readonly Task[]): string[] {
  return tasks.map((task) => task.id);
}
