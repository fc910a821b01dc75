/**
 * Every durable write and every system call or child process that changes something on the way of making, reclaiming and
 * restoring has a name here. A crash test kills the server before, during and after each; a name without a test fails the suite.
 */
export const EFFECTS = [
  // making an environment (environments/)
  "make.reserve",
  "make.claim",
  "make.directory",
  "make.marker",
  "make.fetch",
  "make.begin",
  "make.branch",
  "make.add",
  "make.copy",
  "make.confirm",
  "make.finish",
  "unmake.registration",
  "unmake.tree",
  "unmake.set-aside",
  "unmake.branch",
  "unmake.directory",
  // ending (lifecycle/)
  "end.commit",
  "unarchive.commit",
  // the runner (cleanup/)
  "job.claim",
  "job.state",
  "move.begin",
  "move.rename",
  "move.gitdir",
  "move.done",
  "move.back",
  "judge.store",
  "settle.begin",
  "settle.rescue-commit",
  "settle.refs",
  "settle.purging",
  "settle.config",
  "settle.set-aside",
  "settle.done",
  "quarantine.manifest",
  "quarantine.entry",
  "quarantine.detach",
  "quarantine.branch",
  "quarantine.rename",
  "quarantine.gitdir",
  "quarantine.done",
  "purge.tree",
  "purge.progress",
  "purge.set-aside",
  "purge.done",
  "release.rescue",
  "release.commit",
  // resetting (cleanup/)
  "reset.push",
  "reset.push-noted",
  "reset.afresh",
  // restoring (environments/)
  "restore.begin",
  "restore.residue",
  "restore.rename",
  "restore.gitdir",
  "restore.branch",
  "restore.attach",
  "restore.manifest",
  "restore.finish",
] as const;

export type Effect = (typeof EFFECTS)[number];

/** Runs an effect. The shipped server runs it as it is; the crash tests' server stops at its edges. */
export interface Effects {
  run<T>(effect: Effect, work: () => Promise<T>): Promise<T>;
  /** A child process of this purpose has just been let go. */
  spawned(purpose: string): Promise<void>;
}

export const plainEffects: Effects = {
  run: (_effect, work) => work(),
  spawned: async () => {},
};
