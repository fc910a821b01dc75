import { readFile } from "node:fs/promises";
import { sep } from "node:path";

export type Mounts = { state: "known"; mounts: string[] } | { state: "unknown"; reason: string };

/**
 * Mount points at or below a canonical path, bind mounts of the same device too (their device numbers tell nothing). Linux reads its
 * own table. Elsewhere there is no such table to read without a process: a mount inside shows by its device when the tree is walked, and a
 * rename across it fails.
 */
export async function mountsWithin(path: string): Promise<Mounts> {
  if (process.platform !== "linux") return { state: "known", mounts: [] };
  let table: Buffer;
  try {
    table = await readFile("/proc/self/mountinfo");
  } catch (error) {
    return { state: "unknown", reason: (error as Error).message };
  }
  const mounts: string[] = [];
  // Names are bytes: latin1 keeps each of them, for the comparison and for the way back.
  const inside = Buffer.from(path, "utf8").toString("latin1");
  for (const line of table.toString("latin1").split("\n")) {
    if (line === "") continue;
    const escaped = line.split(" ")[4];
    if (escaped === undefined) return { state: "unknown", reason: "a line of /proc/self/mountinfo can't be understood" };
    const point = escaped.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
    if (point === inside || point.startsWith(inside + sep)) mounts.push(Buffer.from(point, "latin1").toString("utf8"));
  }
  return { state: "known", mounts };
}
