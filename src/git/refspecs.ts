import type { Git } from "./git.js";

/** Ours alone: rescues live here, and a fetch that prunes or forces must never come by. */
const OUR_REFS = "refs/treekeeper/";

/** Whether a fetch by this refspec could write or prune refs of ours. */
export function reachesOurRefs(refspec: string): boolean {
  const [, target] = refspec.replace(/^\+/, "").split(":", 2);
  if (refspec.startsWith("^") || target === undefined) return false;
  const fixed = target.split("*", 1)[0] ?? "";
  return fixed.startsWith(OUR_REFS) || (target.includes("*") && OUR_REFS.startsWith(fixed));
}

/** The configured fetch refspecs that reach refs/treekeeper/ (a mirror's `+refs/*:refs/*`), as "<remote>: <refspec>". */
export async function refspecsReachingOurRefs(git: Git, commonDir: string): Promise<string[]> {
  const args = ["config", "--null", "--get-regexp", "^remote\\..*\\.fetch$"];
  const { stdout } = await git.run(args, { gitDir: commonDir, ok: [0, 1] });
  return stdout
    .toString("utf8")
    .split("\0")
    .map(
      (record) => [record.slice("remote.".length, record.indexOf("\n") - ".fetch".length), record.slice(record.indexOf("\n") + 1)] as const,
    )
    .filter(([, refspec]) => reachesOurRefs(refspec))
    .map(([remote, refspec]) => `${remote}: ${refspec}`);
}
