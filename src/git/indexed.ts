import type { Git } from "./git.js";

/** Whether the index of a registration without a tree holds something that its HEAD does not. Anything but a clear answer is "unknown". */
export async function indexDiffersFromHead(git: Git, adminDir: string): Promise<"same" | "differs" | "unknown"> {
  const result = await git.run(["diff-index", "--cached", "--quiet", "HEAD", "--"], { gitDir: adminDir, ok: [0, 1, 128, 129] });
  if (result.stderr.length > 0 || result.timedOut) return "unknown";
  return result.code === 0 ? "same" : result.code === 1 ? "differs" : "unknown";
}
