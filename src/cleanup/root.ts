import type { Core } from "../core.js";
import { ExternalCause } from "./failure.js";

/** A destructive step runs only where the root was seen in the same step: without it, nothing is absent, only out of sight. */
export async function requireRoot({ root }: Core): Promise<void> {
  if (!root.confirmed) {
    throw new ExternalCause(
      "The database is behind its root (a restored copy?), so nothing is reclaimed.",
      "A person has to confirm the root: restart the server with --adopt-root.",
    );
  }
  if ((await root.probe()) !== "present") {
    throw new ExternalCause(
      `The managed root ${root.path} can't be seen (an unplugged disk?).`,
      `The root ${root.path} has to be there again, with its instance.json.`,
    );
  }
}
