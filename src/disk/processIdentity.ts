import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** What tells one process from a later one with the same number. */
export interface ProcessIdentity {
  /** Ended, and only waiting to be collected: it does nothing any more. */
  ended: boolean;
  group: number;
  /** Opaque; equal only for the same process of one boot. */
  startTime: string;
}

const onLinux = process.platform === "linux";
const ask = promisify(execFile);
let boot: Promise<string> | undefined;

/** Names this boot of the machine: every noted process of another boot is gone. */
export function bootId(): Promise<string> {
  boot ??= onLinux
    ? readFile("/proc/sys/kernel/random/boot_id", "latin1").then((text) => text.trim())
    : ask("sysctl", ["-n", "kern.bootsessionuuid"]).then((answer) => answer.stdout.trim());
  return boot;
}

/** Null: there is no such process. Rejects when that can't be told. */
export async function identityOf(pid: number): Promise<ProcessIdentity | null> {
  return onLinux ? fromProc(pid) : fromPs(pid);
}

/** The living members of a process group that carry `token` in their environment (Linux; elsewhere none is found). */
export async function membersCarrying(group: number, token: string): Promise<number[]> {
  if (!onLinux) return [];
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    const identity = await fromProc(pid).catch(() => null);
    if (identity === null || identity.ended || identity.group !== group) continue;
    const environment = await readFile(`/proc/${name}/environ`, "latin1").catch(() => "");
    if (environment.split("\0").includes(token)) found.push(pid);
  }
  return found;
}

async function fromProc(pid: number): Promise<ProcessIdentity | null> {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ESRCH") return null;
    throw error;
  }
  // The command stands in brackets and may itself hold brackets and spaces: count from the last one.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const state = fields[0] ?? "";
  return { ended: state === "Z" || state === "X", group: Number(fields[2]), startTime: fields[19] ?? "" };
}

async function fromPs(pid: number): Promise<ProcessIdentity | null> {
  try {
    const { stdout } = await ask("ps", ["-o", "stat=,pgid=,lstart=", "-p", String(pid)], {
      env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
    });
    const [state = "", group = "", ...start] = stdout.trim().split(/\s+/);
    return { ended: state.startsWith("Z"), group: Number(group), startTime: start.join("-").replaceAll(":", "") };
  } catch (error) {
    if ((error as { code?: unknown }).code === 1) return null;
    throw error;
  }
}
