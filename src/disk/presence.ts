import { lstat } from "node:fs/promises";

/** "Could not tell" is not "absent": a probe that fails in any other way than by absence answers "unknown". */
export type Presence = "present" | "absent" | "unknown";

/** Whether anything lies at a path; a symbolic link is something. Absent counts only where presence could have been seen: probe the root in the same step. */
export async function presenceOf(path: string): Promise<Presence> {
  try {
    await lstat(path);
    return "present";
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR" ? "absent" : "unknown";
  }
}
