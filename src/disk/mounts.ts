import { readFileSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";

export type Mounts = { state: "known"; mounts: string[] } | { state: "unknown"; reason: string };

const SLASH = 0x2f;

/**
 * Mount points at or below a canonical path, as text. Linux reads its own table, which has bind mounts of the same device too: their
 * device numbers tell nothing. Elsewhere, where a mount always has a device of its own, the directories are asked one by one.
 * Never rejects.
 */
export async function mountsWithin(path: string): Promise<Mounts> {
  try {
    return process.platform === "linux" ? parseMounts(readFileSync("/proc/self/mountinfo"), path) : await mountsByDevice(path);
  } catch (error) {
    return { state: "unknown", reason: (error as Error).message };
  }
}

/** Of a table as /proc/self/mountinfo has it: names are bytes, with blanks, tabs, newlines and backslashes as octal escapes. */
export function parseMounts(table: Buffer, path: string): Mounts {
  const mounts: string[] = [];
  // latin1 keeps each byte, for the comparison and for the way back.
  const inside = Buffer.from(path, "utf8").toString("latin1");
  const below = inside.endsWith("/") ? inside : `${inside}/`;
  for (const line of table.toString("latin1").split("\n")) {
    if (line === "") continue;
    const escaped = line.split(" ")[4];
    if (escaped === undefined) return { state: "unknown", reason: "a line of /proc/self/mountinfo can't be understood" };
    const point = escaped.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
    if (point === inside || point.startsWith(below)) mounts.push(Buffer.from(point, "latin1").toString("utf8"));
  }
  return { state: "known", mounts };
}

/** Directories whose device is not their parent's. One that can't be read hides what lies in it: unknown. */
export async function mountsByDevice(path: string): Promise<Mounts> {
  const top = Buffer.from(path);
  const facts = await lstat(top);
  const mounts: string[] = facts.isDirectory() && (await lstat(`${path}/..`)).dev !== facts.dev ? [path] : [];
  const queue = facts.isDirectory() ? [{ name: top, dev: facts.dev }] : [];
  for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
    for (const entry of await readdir(here.name, { withFileTypes: true, encoding: "buffer" })) {
      if (!entry.isDirectory()) continue;
      const name = Buffer.concat([here.name, Buffer.of(SLASH), entry.name]);
      const { dev } = await lstat(name);
      if (dev === here.dev) queue.push({ name, dev });
      else mounts.push(name.toString("utf8"));
    }
  }
  return { state: "known", mounts };
}
