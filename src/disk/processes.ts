import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
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
const MAX_FOUND = 50;

/**
 * Processes with their working directory, root, program or an open file inside a tree: by path, and, when its inodes are given, by
 * device and inode, which finds those that see it under another name (a container). This process and its descendants do not count.
 * What another user's process has can't be seen without privilege: such a process is passed over, as the kernel passes over it for us.
 */
export async function processesInside(tree: string, o: { inodes?: InodeSet } = {}): Promise<Processes> {
  if (process.platform !== "linux") return { state: "unknown", reason: `processes can't be looked at on ${process.platform}` };
  let pids: number[];
  try {
    pids = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch (error) {
    return { state: "unknown", reason: (error as Error).message };
  }
  const processes: ProcessInside[] = [];
  let looked = 0;
  for (const pid of pids) {
    if (++looked % BETWEEN_TURNS === 0) await setImmediate();
    const found = lookAt(pid, tree, o.inodes);
    if (found === null || isOurs(pid)) continue;
    processes.push({ pid, command: commandOf(pid), ...found });
    if (processes.length >= MAX_FOUND) break;
  }
  return { state: "known", processes };
}

function lookAt(pid: number, tree: string, inodes: InodeSet | undefined): Pick<ProcessInside, "how" | "path"> | null {
  const base = `/proc/${pid}`;
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

function isInside(link: string, tree: string, inodes: InodeSet | undefined): { path: string | null } | null {
  try {
    const target = readlinkSync(link);
    if (target === tree || target.startsWith(`${tree}/`)) return { path: target };
    // Sockets, pipes and the like lie in no tree.
    if (inodes === undefined || !target.startsWith("/")) return null;
    const facts = statSync(link);
    return inodes.has(`${facts.dev}:${facts.ino}`) ? { path: null } : null;
  } catch {
    return null;
  }
}

/** This process, or one that it started: a git of ours at work in the tree is no stranger. */
function isOurs(pid: number): boolean {
  let at = pid;
  for (let depth = 0; depth < 64 && at > 1; depth++) {
    if (at === process.pid) return true;
    at = parentOf(at);
  }
  return false;
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "(ended)";
  }
}
