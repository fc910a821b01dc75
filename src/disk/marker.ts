import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { temporaryOf, writeFileSynced } from "./move.js";

/** In the environment's directory, beside its slots: says whose directory this is. */
export const MARKER_NAME = ".treekeeper.json";
/** What of ours may lie in an environment's directory: the marker, and one that a crash left half-written. */
export const MARKER_FILES: readonly string[] = [MARKER_NAME, temporaryOf(MARKER_NAME)];
const MAX_MARKER_BYTES = 1024 * 1024;
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

const shape = z.object({
  instanceId: z.string(),
  environmentId: z.string(),
  materialisationId: z.string(),
  /** Also in the lock reason of each of its worktrees. */
  nonce: z.string(),
  /** Worktree ids by the name of their directory. */
  worktrees: z.record(z.string(), z.string()),
});
export type EnvironmentMarker = z.infer<typeof shape>;

export type MarkerReading = { state: "present"; marker: EnvironmentMarker } | { state: "absent" } | { state: "unknown"; reason: string };

/** Of a file that is a link, is not a plain file, can't be read or is no marker of ours nothing is known. Never rejects. */
export async function readMarker(directory: string): Promise<MarkerReading> {
  const file = path.join(directory, MARKER_NAME);
  let text: string;
  try {
    const descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const seen = fstatSync(descriptor);
      if (!seen.isFile()) return { state: "unknown", reason: `${file} is not a plain file` };
      if (seen.size > MAX_MARKER_BYTES) return { state: "unknown", reason: `${file} is too long to be a marker of ours` };
      text = readFileSync(descriptor, "utf8");
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "absent" };
    return { state: "unknown", reason: code === "ELOOP" ? `${file} is a symbolic link` : `${file} can't be read: ${message}` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { state: "unknown", reason: `${file} is not a marker of ours: it is not JSON` };
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return { state: "present", marker: parsed.data };
  return { state: "unknown", reason: `${file} is not a marker of ours: ${parsed.error.issues[0]?.path.join(".") ?? ""} is wrong` };
}

/** Durable when it returns; replaces an older one at once. */
export async function writeMarker(directory: string, marker: EnvironmentMarker): Promise<void> {
  await writeFileSynced(path.join(directory, MARKER_NAME), `${JSON.stringify(marker, null, 2)}\n`);
}
