import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { type Children, ownGroups, ownStarters } from "./child.js";
import { openFiles } from "./lsof.js";
import type { InodeSet } from "./walk.js";

export interface ProcessInside {
  readonly pid: number;
  /** Its short name. */
  readonly command: string;
  readonly how: "cwd" | "root" | "file";
  /** What of the tree it has; null when it is known by device and inode only. */
  readonly path: string | null;
}

export type Processes = { state: "known"; processes: ProcessInside[] } | { state: "unknown"; reason: string };

/** Processes looked at between two turns of the event loop. */
const BETWEEN_TURNS = 16;
/** Who has so many inside needs no longer list. */
const MAX_FOUND = 50;

/**
 * Processes with their working directory, root, program or an open file inside a canonical path: by path, also where they were renamed
 * along with it, and, when its inodes are given, by device and inode, which finds those that see it under another name (a bind mount, a
 * container). This process and its live children do not count; what such a child left running does.
 *
 * What another user's process has can't be seen without privilege. Such a process is passed over: were it unknown, no tree would ever
 * be clean for a server that is not root. Where there is no /proc, lsof is asked, through `children`; without those: unknown.
 */
export async function processesInside(
  tree: string,
  o: { inodes?: InodeSet | undefined; children?: Children | undefined } = {},
): Promise<Processes> {
  if (process.platform !== "linux") {
    if (o.children === undefined) return { state: "unknown", reason: `processes can't be looked at on ${process.platform}` };
    return counted(await openFiles(o.children, tree, o.inodes));
  }
  let pids: number[];
  try {
    pids = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch (error) {
    return { state: "unknown", reason: (error as Error).message };
  }
  const processes: ProcessInside[] = [];
  for (const [looked, pid] of pids.entries()) {
    if (looked % BETWEEN_TURNS === BETWEEN_TURNS - 1) await setImmediate();
    const found = isOurs(pid) ? null : lookAt(pid, tree, o.inodes);
    if (found === null) continue;
    processes.push({ pid, command: commandOf(pid), ...found });
    if (processes.length >= MAX_FOUND) break;
  }
  return { state: "known", processes };
}

function counted(found: Processes): Processes {
  return found.state === "unknown"
    ? found
    : { state: "known", processes: found.processes.filter(({ pid }) => !isOurs(pid)).slice(0, MAX_FOUND) };
}

function lookAt(pid: number, tree: string, inodes: InodeSet | undefined): Pick<ProcessInside, "how" | "path"> | null {
  const base = `/proc/${pid}`;
  // Without a program it is a thread of the kernel, or has ended.
  if (!hasProgram(`${base}/exe`)) return null;
  for (const [link, how] of [
    ["cwd", "cwd"],
    ["root", "root"],
    ["exe", "file"],
  ] as const) {
    const inside = isInside(`${base}/${link}`, tree, inodes);
    if (inside !== null) return { how, path: inside.path };
  }
  let descriptors: string[];
  try {
    descriptors = readdirSync(`${base}/fd`);
  } catch {
    return null; // Ended meanwhile, or another user's.
  }
  for (const descriptor of descriptors) {
    const inside = isInside(`${base}/fd/${descriptor}`, tree, inodes);
    if (inside !== null) return { how: "file", path: inside.path };
  }
  return null;
}

function hasProgram(exe: string): boolean {
  try {
    readlinkSync(exe);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

function isInside(link: string, tree: string, inodes: InodeSet | undefined): { path: string | null } | null {
  try {
    const target = readlinkSync(link);
    if (target === tree || target.startsWith(`${tree}/`)) return { path: target };
    // Sockets, pipes and the like lie in no tree.
    if (inodes === undefined || !target.startsWith("/")) return null;
    const { dev, ino } = statSync(link, { bigint: true });
    return inodes.has(`${dev}:${ino}`) ? { path: null } : null;
  } catch {
    return null;
  }
}

/** This process, or of the group of a live child, or just being started for us: a git of ours at work in the tree is no stranger. */
function isOurs(pid: number): boolean {
  const groups = ownGroups();
  const starters = ownStarters();
  if (pid === process.pid || groups.has(pid)) return true;
  if ((groups.size === 0 && starters.length === 0) || process.platform !== "linux") return false;
  const { parent, group } = familyOf(pid);
  return groups.has(group) || starters.includes(parent);
}

function familyOf(pid: number): { parent: number; group: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(parent), group: Number(group) };
  } catch {
    return { parent: 0, group: 0 };
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "(ended)";
  }
}
