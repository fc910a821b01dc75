import { readdir } from "node:fs/promises";

/** What git leaves in an administrative directory while something is under way, and what holds work that nothing else names. */
const SIGNS: ReadonlySet<string> = new Set([
  "rebase-merge",
  "rebase-apply",
  "MERGE_HEAD",
  "MERGE_AUTOSTASH",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_LOG",
  "BISECT_START",
  "sequencer",
  "NOTES_MERGE_PARTIAL",
  "NOTES_MERGE_REF",
  "NOTES_MERGE_WORKTREE",
  // Refs in another format: an operation's marks may be inside it, where no file shows them.
  "reftable",
]);

/**
 * The operations in progress that a worktree's administrative directory shows, by their file names. Reads one directory.
 * @throws what readdir throws: a directory that can't be read shows nothing, which is not "no operation".
 */
export async function operationInProgress(adminDir: string): Promise<string[]> {
  return (await readdir(adminDir)).filter((name) => SIGNS.has(name)).sort();
}
