import { type EnvironmentPreview, notLookedAt, type PreviewAsk, previewEnvironment } from "../cleanup/preview.js";
import type { WorktreePreview } from "../cleanup/previewWorktree.js";
import type { Core } from "../core.js";
import { requireId } from "../db/ids.js";
import { inParts } from "../db/parts.js";
import { InvalidInputError, ServerBusyError } from "../errors.js";
import {
  type PreviewSelection,
  type QuickChatsPreviewInput,
  type ResetPreviewInput,
  selectArchive,
  selectDelete,
  selectQuickChats,
  selectReset,
  selectWorkspace,
  type TaskPreviewInput,
  type WorkspacePreviewInput,
} from "./previewSelection.js";

/** Worktrees that one preview judges. */
export const PREVIEW_WORKTREES = 200;
/** Ids that a list of tasks names. */
export const PREVIEW_TASKS = 1_000;
/** What is not looked at by then is only counted. */
const TIME_LIMIT_MS = 30_000;
/** Environments of one preview that are looked at at once. */
const AT_ONCE = 4;
/** Previews of this server that run at once. */
const PREVIEWS_AT_ONCE = 4;

/** Exactly one of these. */
export interface CleanupPreviewInput {
  archiveTask?: TaskPreviewInput;
  deleteTask?: TaskPreviewInput;
  deleteWorkspace?: WorkspacePreviewInput;
  resetEnvironment?: ResetPreviewInput;
  expireQuickChats?: QuickChatsPreviewInput;
}

/** What a kind of fate comes to. */
export interface PreviewSum {
  worktrees: number;
  /** Of those whose size is known. */
  bytes: number;
  /** Worktrees whose size is not known. */
  unknownSizes: number;
}

export interface CleanupPreview extends Omit<PreviewSelection, "asks"> {
  tasksTotal: number;
  skippedTotal: number;
  childrenMadeRootsTotal: number;
  /** In the order of their ids; those of this page. */
  environments: EnvironmentPreview[];
  environmentsTotal: number;
  worktreesTotal: number;
  /** Environments that would be handed over, on whatever page. */
  transferredTotal: number;
  /** There are environments that this page does not say. */
  partial: boolean;
  /** After which environment the next page begins; null when this is the last one. */
  next: string | null;
  toRemove: PreviewSum;
  toQuarantine: PreviewSum;
  waiting: PreviewSum;
}

const running = new WeakMap<Core, number>();

/**
 * What ending these would remove, quarantine, hand over or wait for, by the runner's own looks and judgement, before anything is done.
 * Changes nothing: no row, no ref, no object, no index. Bounded: what is too much for one answer is counted, and looked at by the next page,
 * which begins `after` the last environment of this one. Throws what the mutation would refuse it with, and ServerBusyError.
 */
export async function cleanupPreview(core: Core, input: CleanupPreviewInput, after: string | null = null): Promise<CleanupPreview> {
  if (after !== null) requireId("environment", after, "after");
  const others = running.get(core) ?? 0;
  if (others >= PREVIEWS_AT_ONCE) throw new ServerBusyError("Too many previews are being made. Try again.");
  running.set(core, others + 1);
  try {
    return await look(core, await select(core, input), after);
  } finally {
    running.set(core, (running.get(core) ?? 1) - 1);
  }
}

function select(core: Core, input: CleanupPreviewInput): Promise<PreviewSelection> {
  if (input.archiveTask !== undefined) return selectArchive(core, input.archiveTask);
  if (input.deleteTask !== undefined) return selectDelete(core, input.deleteTask);
  if (input.deleteWorkspace !== undefined) return selectWorkspace(core, input.deleteWorkspace);
  if (input.resetEnvironment !== undefined) return selectReset(core, input.resetEnvironment);
  if (input.expireQuickChats !== undefined) return selectQuickChats(core, input.expireQuickChats);
  throw new InvalidInputError("input", "Say what would be ended: exactly one of its fields.");
}

async function look(core: Core, { asks, ...selected }: PreviewSelection, after: string | null): Promise<CleanupPreview> {
  const counts = await worktreesOf(core, asks);
  const worktreesTotal = [...counts.values()].reduce((a, b) => a + b, 0);
  const left = asks.filter((ask) => after === null || ask.environment.id > after);
  const within = firstOf(left, counts);
  const over = new AbortController();
  const timer = core.clock.after(TIME_LIMIT_MS, () => over.abort(new Error("the preview's time is over")));
  try {
    const found = await inTurn(core, within, over.signal);
    const worktrees = found.flatMap((environment) => environment.worktrees);
    const fates = (...fate: WorktreePreview["fate"][]): PreviewSum => sumOf(worktrees.filter((worktree) => fate.includes(worktree.fate)));
    return {
      ...selected,
      taskIds: selected.taskIds.slice(0, PREVIEW_TASKS),
      tasksTotal: selected.taskIds.length,
      skipped: selected.skipped.slice(0, PREVIEW_TASKS),
      skippedTotal: selected.skipped.length,
      childrenMadeRoots: selected.childrenMadeRoots.slice(0, PREVIEW_TASKS),
      childrenMadeRootsTotal: selected.childrenMadeRoots.length,
      environments: found,
      environmentsTotal: asks.length,
      worktreesTotal,
      transferredTotal: asks.filter((ask) => ask.transferTo !== null).length,
      partial: found.length < asks.length || found.some((environment) => environment.fate === "NOT_LOOKED_AT"),
      next: found.length < left.length ? (found.at(-1)?.environmentId ?? null) : null,
      toRemove: fates("REMOVED"),
      toQuarantine: fates("QUARANTINED"),
      waiting: fates("WAITING"),
    };
  } finally {
    timer.cancel();
    // Where one failed, the others need not go on.
    over.abort(new Error("the preview is over"));
  }
}

async function worktreesOf(core: Core, asks: readonly PreviewAsk[]): Promise<Map<string, number>> {
  const ids = asks.map((ask) => ask.environment.id);
  const counted = await inParts(ids, (part) =>
    core.db.read.worktree.groupBy({ by: ["environmentId"], where: { environmentId: { in: part } }, _count: true }),
  );
  return new Map(counted.map(({ environmentId, _count }) => [environmentId, _count]));
}

/** As many as can be looked at; one in any case. */
function firstOf(asks: readonly PreviewAsk[], counts: ReadonlyMap<string, number>): PreviewAsk[] {
  let worktrees = 0;
  return asks.filter((ask, index) => {
    worktrees += Math.max(1, counts.get(ask.environment.id) ?? 0);
    return index === 0 || worktrees <= PREVIEW_WORKTREES;
  });
}

/** A few at once, their answers in the order of the asks: what was begun when the time is over has an answer, what was not has none. */
async function inTurn(core: Core, asks: readonly PreviewAsk[], signal: AbortSignal): Promise<EnvironmentPreview[]> {
  const answers: EnvironmentPreview[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < asks.length && !signal.aborted) {
      const index = next++;
      answers[index] = await previewInTime(core, asks[index] as PreviewAsk, signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

async function previewInTime(core: Core, ask: PreviewAsk, signal: AbortSignal): Promise<EnvironmentPreview> {
  try {
    return await previewEnvironment(core, ask, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return notLookedAt(ask, `The time of the preview, ${TIME_LIMIT_MS / 1_000} seconds, was over while it was looked at.`);
  }
}

function sumOf(worktrees: readonly WorktreePreview[]): PreviewSum {
  const known = worktrees.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
  return { worktrees: worktrees.length, bytes: known.reduce((a, b) => a + b, 0), unknownSizes: worktrees.length - known.length };
}
