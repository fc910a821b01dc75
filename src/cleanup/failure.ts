import { GitError } from "../git/git.js";

/**
 * Why a step could not go on, which decides what happens next (structural causes are verdicts, not failures: they are quarantined):
 * - lost: something won over the snapshot; this run ends without a word.
 * - transient: counts as a failure, follows the schedule, the eighth is FAILED.
 * - external: somebody or something outside has to change; looked at again on the same delays, never FAILED.
 * - interrupted: the server is stopping; goes on after the next start.
 */
export class LostRace extends Error {
  override readonly name = "LostRace";
}

export class TransientFailure extends Error {
  override readonly name = "TransientFailure";
}

export class ExternalCause extends Error {
  override readonly name: string = "ExternalCause";
  constructor(
    message: string,
    /** What would clear it, for a person. */
    readonly waitingFor: string,
  ) {
    super(message);
  }
}

/** Somebody said keep: an external cause that ends with the pin. */
export class Pinned extends ExternalCause {
  override readonly name = "Pinned";
}

export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** What the step's conditional write found: the job's state follows from it, and nothing counts as a failure. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(
    readonly to: "BLOCKED" | "SUPERSEDED",
    message: string,
  ) {
    super(message);
  }
}

export type Failure = LostRace | TransientFailure | ExternalCause | Interrupted;

const EXTERNAL_CODES: Readonly<Record<string, string>> = {
  EACCES: "Give the user that runs the server permission on the path, then retry or wait.",
  EPERM: "Give the user that runs the server permission on the path, then retry or wait.",
  EROFS: "Mount the file system writable again.",
  EXDEV: "Unmount what is mounted inside the environment's directory.",
};

/** Sorts whatever a step threw. An unknown error is transient: bounded retries, then FAILED with its words. */
export function classify(error: unknown): Failure {
  if (error instanceof LostRace || error instanceof TransientFailure || error instanceof ExternalCause || error instanceof Interrupted)
    return error;
  if (error instanceof GitError) return new TransientFailure(`git could not do its part: ${firstLine(error.message)}`, { cause: error });
  const code = (error as NodeJS.ErrnoException).code;
  const message = error instanceof Error ? error.message : String(error);
  if (code !== undefined && code in EXTERNAL_CODES) return new ExternalCause(message, EXTERNAL_CODES[code] as string);
  return new TransientFailure(firstLine(message), { cause: error });
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").slice(0, 500);
}
