import type { PreviewAsk } from "../cleanup/preview.js";
import type { Core } from "../core.js";
import type { Task } from "../db/generated/client.js";
import type { BranchPolicy, CleanupTrigger } from "../db/generated/enums.js";
import { requireId } from "../db/ids.js";
import { NotFoundError, TaskArchivedError } from "../errors.js";
import { receiversOf } from "./deleteTasks.js";
import { endingOf } from "./end.js";

export interface ArchivePreviewInput {
  taskId: string;
  branchPolicy?: BranchPolicy;
}

export interface DeletePreviewInput {
  taskId: string;
  branchPolicy?: BranchPolicy;
}

/** What a mutation would end, as it would choose it. */
export interface PreviewSelection {
  trigger: CleanupTrigger;
  taskIds: string[];
  /** Children that would stay, without a parent. */
  childrenMadeRoots: string[];
  asks: PreviewAsk[];
}

/** Throws InvalidInputError, NotFoundError, TaskArchivedError. */
export async function selectArchive(core: Core, input: ArchivePreviewInput): Promise<PreviewSelection> {
  const task = await taskOf(core, input.taskId, "input.archiveTask.taskId");
  if (task.archivedAt !== null) throw new TaskArchivedError(task.id);
  const asks = await asksOf(core, [task], { trigger: "ARCHIVE", branchPolicy: input.branchPolicy, receivers: new Map() });
  return { trigger: "ARCHIVE", taskIds: [task.id], childrenMadeRoots: [], asks };
}

/** Throws InvalidInputError, NotFoundError. */
export async function selectDelete(core: Core, input: DeletePreviewInput): Promise<PreviewSelection> {
  const task = await taskOf(core, input.taskId, "input.deleteTask.taskId");
  const receivers = await receiversOf(core.db.read, [task.id], core.clock.now());
  const children = await core.db.read.task.findMany({ where: { parentId: task.id }, select: { id: true }, orderBy: { id: "asc" } });
  const asks = await asksOf(core, [task], { trigger: "DELETE", branchPolicy: input.branchPolicy, receivers });
  return { trigger: "DELETE", taskIds: [task.id], childrenMadeRoots: children.map(({ id }) => id), asks };
}

async function taskOf(core: Core, id: string, field: string): Promise<Task> {
  const taskId = requireId("task", id, field);
  const task = await core.db.read.task.findUnique({ where: { id: taskId } });
  if (task === null) throw new NotFoundError("task", taskId);
  return task;
}

async function asksOf(
  core: Core,
  tasks: readonly Task[],
  o: { trigger: CleanupTrigger; branchPolicy: BranchPolicy | undefined; receivers: ReadonlyMap<string, string> },
): Promise<PreviewAsk[]> {
  const { trigger, branchPolicy, receivers } = o;
  const ending = await endingOf(core, core.db.read, tasks, { trigger, branchPolicy, operationId: "", nowMs: core.clock.now() });
  const ids = new Set(ending.tasks.keys());
  const asks: PreviewAsk[] = [];
  for (const task of tasks) {
    const environments = await core.db.read.environment.findMany({ where: { taskId: task.id }, orderBy: { id: "asc" } });
    for (const environment of environments) {
      const transferTo = receivers.get(environment.id) ?? null;
      asks.push({ environment, task, ending: ids, branchPolicy: ending.branchPolicy, policy: ending.policy, transferTo });
    }
  }
  return asks;
}
