import { type EnvironmentPreview, type PreviewAsk, previewEnvironment } from "../cleanup/preview.js";
import type { WorktreePreview } from "../cleanup/previewWorktree.js";
import type { Core } from "../core.js";
import { InvalidInputError, ServerBusyError } from "../errors.js";
import {
  type ArchivePreviewInput,
  type DeletePreviewInput,
  type PreviewSelection,
  selectArchive,
  selectDelete,
} from "./previewSelection.js";

/** Worktrees that one preview judges. */
export const PREVIEW_WORKTREES = 200;
/** What is not looked at by then is only counted. */
const TIME_LIMIT_MS = 30_000;
/** Environments of one preview that are looked at at once. */
const AT_ONCE = 4;
/** Previews of this server that run at once. */
const PREVIEWS_AT_ONCE = 4;

/** Exactly one of these. */
export interface CleanupPreviewInput {
  archiveTask?: ArchivePreviewInput;
  deleteTask?: DeletePreviewInput;
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
  /** In the order of their ids; those that were looked at. */
  environments: EnvironmentPreview[];
  environmentsTotal: number;
  worktreesTotal: number;
  /** Not all of it was looked at. */
  partial: boolean;
  toRemove: PreviewSum;
  toQuarantine: PreviewSum;
  waiting: PreviewSum;
}

const running = new WeakMap<Core, number>();

/**
 * What ending these would remove, quarantine, hand over or wait for, by the runner's own looks and judgement, before anything is done.
 * Changes nothing: no row, no ref, no object, no index. Throws InvalidInputError, NotFoundError, TaskArchivedError, ServerBusyError.
 */
export async function cleanupPreview(core: Core, input: CleanupPreviewInput): Promise<CleanupPreview> {
  const selection = await select(core, input);
  const others = running.get(core) ?? 0;
  if (others >= PREVIEWS_AT_ONCE) throw new ServerBusyError("Too many previews are being made. Try again.");
  running.set(core, others + 1);
  try {
    return await look(core, selection);
  } finally {
    running.set(core, (running.get(core) ?? 1) - 1);
  }
}

function select(core: Core, input: CleanupPreviewInput): Promise<PreviewSelection> {
  if (input.archiveTask !== undefined) return selectArchive(core, input.archiveTask);
  if (input.deleteTask !== undefined) return selectDelete(core, input.deleteTask);
  throw new InvalidInputError("input", "Say what would be ended: exactly one of its fields.");
}

async function look(core: Core, { asks, ...selected }: PreviewSelection): Promise<CleanupPreview> {
  const counts = await worktreesOf(core, asks);
  const worktreesTotal = [...counts.values()].reduce((a, b) => a + b, 0);
  const within = firstOf(asks, counts);
  const over = new AbortController();
  const timer = core.clock.after(TIME_LIMIT_MS, () => over.abort(new Error("the preview's time is over")));
  try {
    const environments = await each(within, (ask) => previewInTime(core, ask, over.signal));
    const found = environments.filter((environment) => environment !== null);
    const worktrees = found.flatMap((environment) => environment.worktrees);
    const fates = (...fate: WorktreePreview["fate"][]): PreviewSum => sumOf(worktrees.filter((worktree) => fate.includes(worktree.fate)));
    return {
      ...selected,
      environments: found,
      environmentsTotal: asks.length,
      worktreesTotal,
      partial: found.length < asks.length,
      toRemove: fates("REMOVED"),
      toQuarantine: fates("QUARANTINED"),
      waiting: fates("WAITING"),
    };
  } finally {
    timer.cancel();
  }
}

async function worktreesOf(core: Core, asks: readonly PreviewAsk[]): Promise<Map<string, number>> {
  const counted = await core.db.read.worktree.groupBy({
    by: ["environmentId"],
    where: { environmentId: { in: asks.map((ask) => ask.environment.id) } },
    _count: true,
  });
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

/** Null when the time was over first. */
async function previewInTime(core: Core, ask: PreviewAsk, signal: AbortSignal): Promise<EnvironmentPreview | null> {
  if (signal.aborted) return null;
  try {
    return await previewEnvironment(core, ask, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** A few at once, their answers in the order of the questions. */
async function each<Q, A>(questions: readonly Q[], answer: (question: Q) => Promise<A>): Promise<A[]> {
  const answers = new Map<number, A>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < questions.length; index = next++) answers.set(index, await answer(questions[index] as Q));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, questions.length) }, worker));
  return questions.map((_, index) => answers.get(index) as A);
}

function sumOf(worktrees: readonly WorktreePreview[]): PreviewSum {
  const known = worktrees.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
  return { worktrees: worktrees.length, bytes: known.reduce((a, b) => a + b, 0), unknownSizes: worktrees.length - known.length };
}
