import type { Children } from "./child.js";
import type { Processes, ProcessInside } from "./processes.js";
import type { InodeSet } from "./walk.js";

const LSOF_TIMEOUT_MS = 60_000;

/**
 * What lsof knows of processes with something inside a tree, the first thing of each. Its exit code says nothing: it is 1 when it could
 * not look at some other user's process.
 */
export async function openFiles(children: Children, tree: string, inodes: InodeSet | undefined): Promise<Processes> {
  let answer: { stdout: Buffer; timedOut: boolean; truncated: boolean };
  try {
    answer = await children.run({
      command: "lsof",
      args: ["-n", "-P", "-w", "-F", "pcfDin0"],
      cwd: "/",
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" },
      timeoutMs: LSOF_TIMEOUT_MS,
    });
  } catch (error) {
    return { state: "unknown", reason: (error as Error).message };
  }
  if (answer.timedOut || answer.truncated) return { state: "unknown", reason: "lsof did not answer to the end" };
  const text = answer.stdout.toString("latin1");
  // It always sees itself; an empty answer is none.
  if (!text.startsWith("p")) return { state: "unknown", reason: "lsof gave no answer" };
  return { state: "known", processes: parse(text, Buffer.from(tree).toString("latin1"), inodes) };
}

/** Sets of fields, each ended by NUL, a set by a newline: "p<pid> c<command>", then "f<descriptor> D<device> i<inode> n<name>" each. */
function parse(text: string, tree: string, inodes: InodeSet | undefined): ProcessInside[] {
  const found = new Map<number, ProcessInside>();
  let pid = 0;
  let command = "";
  for (const set of text.split("\0\n")) {
    const fields = new Map(set.split("\0").map((field) => [field[0] ?? "", field.slice(1)]));
    const process = fields.get("p");
    if (process !== undefined) {
      pid = Number(process);
      command = fields.get("c") ?? "";
      continue;
    }
    if (found.has(pid)) continue;
    const name = fields.get("n") ?? "";
    const byPath = name === tree || name.startsWith(`${tree}/`);
    const device = fields.get("D");
    const byInode = device !== undefined && inodes?.has(`${BigInt(device)}:${fields.get("i") ?? ""}`) === true;
    if (!byPath && !byInode) continue;
    const descriptor = fields.get("f");
    const how = descriptor === "cwd" ? "cwd" : descriptor === "rtd" ? "root" : "file";
    found.set(pid, { pid, command, how, path: byPath ? Buffer.from(name, "latin1").toString("utf8") : null });
  }
  return [...found.values()];
}
