import type { Core } from "../core.js";
import type { Tx } from "../db/database.js";
import type { Prisma, Task } from "../db/generated/client.js";
import { newId, requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
import { holdersOf, holding, LIVE_STATES } from "../environments/held.js";
import { policyOf } from "../environments/workspacePolicy.js";
import { NotFoundError, TreekeeperError, WorkspaceDeletedError } from "../errors.js";
import type { RecurringFailures, RecurringWork } from "../scheduler/recurring.js";
import { deleteTasks } from "./deleteTasks.js";
import { endingOf } from "./end.js";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Quick chats that one call looks at. */
const CALL_LIMIT = 500;
/** Of one workspace, those included that somebody holds. */
const LOOKED_AT = 5_000;
/** Calls' worth of quick chats in one run: more wait for the next one. */
const BATCHES_LIMIT = 40;

export interface ExpireQuickChatsInput {
  /** Those of this workspace; of all when not given. */
  workspaceId?: string | null;
  operationId?: string | null;
}

export interface ExpireQuickChatsResult {
  operationId: string;
  expired: string[];
  jobIds: string[];
  /** Those that could not be expired, and why. The others are, all the same. */
  failures: { taskId: string; message: string }[];
  /** Whether there may be more: at most 500 are looked at. */
  more: boolean;
}

interface Chosen {
  operationId: string;
  /** What looked expired, each with the operation under which it goes: said again, each is done once. */
  chats: { taskId: string; operationId: string }[];
  more: boolean;
}

/**
 * Deletes the quick chats in which nothing happened for as long as their workspace's policy says, and that nobody uses: each in a
 * transaction of its own, in which all of that is asked again. Throws InvalidInputError, NotFoundError, WorkspaceDeletedError,
 * OperationConflictError.
 */
export async function expireQuickChats(
  core: Core,
  input: ExpireQuickChatsInput,
  skip: ReadonlySet<string> = new Set(),
): Promise<ExpireQuickChatsResult> {
  const workspaceId = input.workspaceId == null ? null : requireId("workspace", input.workspaceId, "input.workspaceId");
  const op = { operationId: input.operationId, name: "expireQuickChats", input: { workspaceId } };
  const chosen = await operate(core.db, core.clock, op, async (tx, operationId): Promise<Chosen> => {
    const { taskIds, more } = await chooseExpired(core, tx, workspaceId, skip);
    return { operationId, chats: taskIds.map((taskId) => ({ taskId, operationId: newId("operation") })), more };
  });
  const result: ExpireQuickChatsResult = { operationId: chosen.operationId, expired: [], jobIds: [], failures: [], more: chosen.more };
  for (const chat of chosen.chats) {
    try {
      const { jobIds } = await expire(core, chat, chosen.operationId);
      if (jobIds === null) continue;
      result.expired.push(chat.taskId);
      result.jobIds.push(...jobIds);
    } catch (error) {
      core.log.error({ err: error, taskId: chat.taskId }, "a quick chat could not be expired; the next run tries it again");
      result.failures.push({ taskId: chat.taskId, message: wordsFor(error) });
    }
  }
  return result;
}

/** What is unexpected is in the log only. */
function wordsFor(error: unknown): string {
  return error instanceof TreekeeperError ? error.message : "It could not be deleted: the server's log says why.";
}

/** What one call would expire. Throws NotFoundError, WorkspaceDeletedError. */
export async function chooseExpired(
  core: Core,
  from: Reader,
  workspaceId: string | null,
  skip: ReadonlySet<string> = new Set(),
): Promise<{ taskIds: string[]; more: boolean }> {
  if (workspaceId !== null) await requireWorkspace(from, workspaceId);
  const found = await expiredIn(core, from, workspaceId, skip);
  return { taskIds: found.slice(0, CALL_LIMIT), more: found.length > CALL_LIMIT };
}

type Reader = Pick<Tx, "workspace" | "task" | "session">;

async function requireWorkspace(from: Reader, workspaceId: string): Promise<void> {
  const workspace = await from.workspace.findUnique({ where: { id: workspaceId } });
  if (workspace === null) throw new NotFoundError("workspace", workspaceId);
  if (workspace.deletedAt !== null) throw new WorkspaceDeletedError(workspaceId);
}

/** By their workspaces' policies, those that have been quiet the longest first; one more than a call looks at, where there are more. */
async function expiredIn(core: Core, from: Reader, workspaceId: string | null, skip: ReadonlySet<string>): Promise<string[]> {
  const nowMs = core.clock.now();
  const workspaces = await from.workspace.findMany({
    where: { deletedAt: null, ...(workspaceId === null ? {} : { id: workspaceId }), tasks: { some: { kind: "QUICK_CHAT" } } },
  });
  const found: { id: string; lastActivityAt: Date }[] = [];
  for (const workspace of workspaces) {
    const { quickChatDays } = policyOf(core.config, workspace);
    if (quickChatDays === null) continue;
    const tasks = await from.task.findMany({
      where: { AND: [{ workspaceId: workspace.id, id: { notIn: [...skip] } }, quiet(nowMs, quickChatDays)] },
      select: { id: true, lastActivityAt: true, environments: { select: { id: true } } },
      orderBy: [{ lastActivityAt: "asc" }, { id: "asc" }],
      take: LOOKED_AT,
    });
    const held = await holdersOf(
      from,
      tasks.flatMap((task) => task.environments.map((environment) => environment.id)),
      nowMs,
    );
    found.push(...tasks.filter((task) => !task.environments.some((environment) => held.has(environment.id))));
  }
  found.sort((a, b) => a.lastActivityAt.getTime() - b.lastActivityAt.getTime());
  return found.slice(0, CALL_LIMIT + 1).map((task) => task.id);
}

/** An active quick chat in which nothing happened for so long, and that neither has a live session nor owns what somebody holds. */
function quiet(nowMs: number, days: number): Prisma.TaskWhereInput {
  return {
    kind: "QUICK_CHAT",
    archivedAt: null,
    lastActivityAt: { lte: new Date(nowMs - days * DAY_MS) },
    sessions: { none: { OR: [{ state: { in: [...LIVE_STATES] } }, holding(nowMs)] } },
  };
}

/** Null jobs: it is gone, or something happened in it since. */
async function expire(
  core: Core,
  chat: { taskId: string; operationId: string },
  operationId: string,
): Promise<{ jobIds: string[] | null }> {
  const op = { operationId: chat.operationId, name: "expireQuickChat", input: { taskId: chat.taskId } };
  return core.effects.run("end.commit", () =>
    operate(core.db, core.clock, op, async (tx) => {
      const nowMs = core.clock.now();
      const task = await enterQuiet(core, tx, chat.taskId, nowMs);
      if (task === null) return { jobIds: null };
      const ending = await endingOf(core, tx, [task], { trigger: "QUICK_CHAT_EXPIRE", operationId, nowMs });
      return { jobIds: (await deleteTasks(tx, ending, new Map())).jobIds };
    }),
  );
}

/** The barrier, which is passed only where it is still quiet: one statement, on which the deleting ones of the same transaction follow. */
async function enterQuiet(core: Core, tx: Tx, taskId: string, nowMs: number): Promise<Task | null> {
  const seen = await tx.task.findUnique({ where: { id: taskId }, include: { workspace: true, environments: { select: { id: true } } } });
  if (seen === null) return null;
  const { quickChatDays } = policyOf(core.config, seen.workspace);
  if (quickChatDays === null) return null;
  const [task] = await tx.task.updateManyAndReturn({
    where: { AND: [{ id: taskId }, quiet(nowMs, quickChatDays)] },
    data: { revision: { increment: 1 } },
  });
  if (task === undefined) return null;
  const environmentIds = seen.environments.map((environment) => environment.id);
  const holder = await tx.session.findFirst({ where: { AND: [{ environmentId: { in: environmentIds } }, holding(nowMs)] } });
  return holder === null ? task : null;
}

/** At start and daily, all of them, as far as one run goes. */
export function quickChatExpiry(core: Core): RecurringWork {
  return {
    kind: "quick-chat-expiry",
    intervalMs: DAY_MS,
    atStart: true,
    async run(signal) {
      // An old copy of a database must not end what lives on since.
      if (!core.root.confirmed) return [{ id: "root", message: "A person has to confirm the managed root first: see the other issues." }];
      const failures: RecurringFailures = [];
      const tried = new Set<string>();
      for (let batch = 0; batch < BATCHES_LIMIT && !signal.aborted; batch++) {
        const result = await expireQuickChats(core, {}, tried);
        for (const { taskId, message } of result.failures) {
          tried.add(taskId);
          failures.push({ id: taskId, message });
        }
        if (!result.more) break;
      }
      return failures;
    },
  };
}
