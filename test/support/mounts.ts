import { spawnSync } from "node:child_process";
import { isRoot } from "./sandbox.js";

/** Whether mounts can be made here without anybody else seeing them. */
export const canMount =
  isRoot && spawnSync("unshare", ["--mount", "--propagation", "private", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

/** Runs a command among the mounts that a process sees. @throws with its stderr. */
export function inNamespace(pid: number, command: readonly string[]): string {
  const done = spawnSync("nsenter", ["--target", String(pid), "--mount", ...command]);
  if (done.status !== 0) throw new Error(`${command.join(" ")}: ${done.error?.message ?? done.stderr.toString()}`);
  return done.stdout.toString();
}
