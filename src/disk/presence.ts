import { lstat } from "node:fs/promises";

/** Could not tell is not absent: only `absent` allows what follows from absence, and only where presence could have been seen. */
export const PRESENCES = ["present", "absent", "unknown"] as const;
export type Presence = (typeof PRESENCES)[number];

/** Of the path itself: a symbolic link is present, wherever it points. Never rejects. */
export async function presenceOf(path: string | Buffer): Promise<Presence> {
  try {
    await lstat(path);
    return "present";
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR" ? "absent" : "unknown";
  }
}
