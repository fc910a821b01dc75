import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeFileSynced } from "./move.js";

/** The file in an environment's directory that says whose it is. */
export const MARKER_NAME = ".treekeeper.json";

const markerSchema = z.object({
  instanceId: z.string(),
  environmentId: z.string(),
  materialisationId: z.string(),
  nonce: z.string(),
  /** Worktree ids by their directory's name. */
  worktrees: z.record(z.string(), z.string()),
});

export type EnvironmentMarker = z.infer<typeof markerSchema>;
export type MarkerAnswer = { state: "present"; marker: EnvironmentMarker } | { state: "absent" } | { state: "unknown"; reason: string };

/** A marker that can't be read, or that says nothing known, is "unknown": no proof, and no absence either. */
export async function readMarker(directory: string): Promise<MarkerAnswer> {
  let text: string;
  try {
    text = await readFile(join(directory, MARKER_NAME), "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? { state: "absent" } : { state: "unknown", reason: message };
  }
  try {
    return { state: "present", marker: markerSchema.parse(JSON.parse(text)) };
  } catch {
    return { state: "unknown", reason: `${join(directory, MARKER_NAME)} can't be understood` };
  }
}

/** Written whole and synced. */
export async function writeMarker(directory: string, marker: EnvironmentMarker): Promise<void> {
  await writeFileSynced(join(directory, MARKER_NAME), `${JSON.stringify(marker)}\n`);
}
