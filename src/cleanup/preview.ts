import type { Core } from "../core.js";
import type { Environment, Session, Task } from "../db/generated/client.js";
import type { BranchPolicy } from "../db/generated/enums.js";
import { heldBy } from "../environments/held.js";
import { jobNaming } from "../environments/usable.js";
import { classify, ExternalCause, Interrupted, LostRace } from "./failure.js";
import { requireUnpinned } from "./pin.js";
import type { CleanupPolicy } from "./policy.js";
import { type DirectoryPreview, previewDirectory } from "./previewDirectory.js";
import { asResource, foreseen } from "./previewSubject.js";
import { blockersOf, snapshotOf } from "./snapshot.js";

export type EnvironmentFate =
  | "TO_RECLAIM"
  | "TRANSFERRED"
  | "BLOCKED"
  | "WAITING"
  | "SKIPPED"
  | "PRESERVED"
  | "IN_PROGRESS"
  | "NOT_LOOKED_AT";

/** What a preview asks about one environment: the ending as its mutation would write it down. */
export interface PreviewAsk {
  readonly environment: Environment;
  /** The owner that would end. */
  readonly task: Pick<Task, "id" | "title">;
  /** Every task that would end with it: their sessions are asked to stop, and block nothing. */
  readonly ending: { has(taskId: string): boolean };
  readonly branchPolicy: BranchPolicy;
  readonly policy: CleanupPolicy;
  /** The task that it would be handed to instead. */
  readonly transferTo: string | null;
  /** What a reset is asked for beside tearing it down; null for what ends its task. */
  readonly reset: { readonly pushFirst: boolean; readonly makeAfresh: boolean } | null;
}

export interface EnvironmentPreview extends DirectoryPreview {
  readonly environmentId: string;
  readonly directory: string;
  readonly taskId: string;
  readonly taskTitle: string;
  readonly fate: EnvironmentFate;
  /** One sentence. */
  readonly reason: string;
  /** What would let it go on; null when it waits for nothing. */
  readonly waitingFor: string | null;
  /** The job that is at it already. */
  readonly jobId: string | null;
  readonly transferTo: string | null;
  readonly sessionIds: readonly string[];
  /** It would be made again when it is torn down. */
  readonly madeAfresh: boolean;
}

type Fate = Pick<EnvironmentPreview, "fate" | "reason"> & Partial<EnvironmentPreview>;

/**
 * What would become of one environment, by the runner's own looks and judgement, where it lies. Changes nothing.
 * @throws the signal's reason
 */
export async function previewEnvironment(core: Core, ask: PreviewAsk, signal: AbortSignal): Promise<EnvironmentPreview> {
  const { environment } = ask;
  const { read } = core.db;
  const answer = (fate: Fate): EnvironmentPreview => answerTo(ask, fate);

  const holders = await heldBy(read, environment.id, core.clock.now());
  if (ask.transferTo !== null) {
    const reason = `It goes to ${ask.transferTo}, whose session uses it. Nothing in it is touched.`;
    return answer({ fate: "TRANSFERRED", reason, transferTo: ask.transferTo, sessionIds: idsOf(holders) });
  }
  const naming = await jobNaming(read, environment.id);
  if (naming !== null && naming.begunAt !== null)
    return answer({ fate: "IN_PROGRESS", reason: `It is being reclaimed by ${naming.id} (${naming.state}) already.`, jobId: naming.id });
  const drafts = await snapshotOf(read, environment, ask.branchPolicy, naming);
  if (drafts === null) return answer({ fate: "SKIPPED", reason: "Nothing of it is left to reclaim." });

  const making = await atWork(core, environment.id);
  if (making !== null) return answer({ fate: "WAITING", reason: making, waitingFor: making });

  const subject = foreseen(core, ask, drafts.map(asResource), signal);
  const jobId = naming?.id ?? null;
  try {
    const found = await previewDirectory(subject, pinOf(environment), ask.reset);
    if (found.left !== null) return answer({ ...found.preview, fate: "PRESERVED", reason: found.left, jobId });
    return answer({ ...found.preview, ...fateByHolders(ask, holders, found.cause), jobId });
  } catch (error) {
    signal.throwIfAborted();
    const cause = classify(error);
    if (cause instanceof LostRace || cause instanceof Interrupted) throw error;
    return answer({ ...waiting(cause), jobId });
  }
}

/** The time was over while it was looked at. */
export function notLookedAt(ask: PreviewAsk, why: string): EnvironmentPreview {
  return answerTo(ask, { fate: "NOT_LOOKED_AT", reason: why });
}

function answerTo({ environment, task, reset }: PreviewAsk, fate: Fate): EnvironmentPreview {
  return {
    environmentId: environment.id,
    directory: environment.directory,
    taskId: task.id,
    taskTitle: task.title,
    waitingFor: null,
    jobId: null,
    transferTo: null,
    sessionIds: [],
    worktrees: [],
    beside: [],
    besideTotal: 0,
    directoryFate: null,
    madeAfresh: reset?.makeAfresh === true,
    ...fate,
  };
}

/** What verify asks first. */
function pinOf({ id: environmentId, pinnedReason }: Environment): Error | null {
  try {
    requireUnpinned({ environmentId, pinnedReason });
    return null;
  } catch (error) {
    return classify(error);
  }
}

/** A making or restore at work: a job waits for its end, and what lies there until then is half made. One that has not begun is called off. */
async function atWork(core: Core, environmentId: string): Promise<string | null> {
  const attempt = await core.db.read.environmentAttempt.findFirst({
    where: { environmentId, OR: [{ state: "RUNNING" }, { state: "PENDING", kind: "RESTORE" }] },
  });
  if (attempt === null) return null;
  return `It is being ${attempt.kind === "MAKE" ? "made" : "restored"}. It goes on when that has ended.`;
}

function fateByHolders(ask: PreviewAsk, holders: readonly Session[], cause: Error | null): Fate {
  const others = blockersOf(holders, ask.ending);
  if (others.length > 0) {
    const reason = `It is in use by ${idsOf(others).join(", ")}. It goes on when they have ended.`;
    return { fate: "BLOCKED", reason, waitingFor: reason, sessionIds: idsOf(others) };
  }
  if (cause !== null) return { ...waiting(cause), sessionIds: idsOf(holders) };
  if (holders.length > 0) {
    const reason = `Its own sessions are asked to stop first: ${idsOf(holders).join(", ")}. It goes on when they have ended or their grace is over.`;
    return { fate: "WAITING", reason, waitingFor: reason, sessionIds: idsOf(holders) };
  }
  return { fate: "TO_RECLAIM", reason: "It is reclaimed: what is provably clean goes, anything else is moved to quarantine whole." };
}

function waiting(cause: Error): Fate {
  return { fate: "WAITING", reason: cause.message, waitingFor: cause instanceof ExternalCause ? cause.waitingFor : cause.message };
}

function idsOf(sessions: readonly Pick<Session, "id">[]): string[] {
  return sessions.map((session) => session.id);
}
