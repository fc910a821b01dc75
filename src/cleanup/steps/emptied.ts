import type { CleanupResource } from "../../db/generated/client.js";
import { remove } from "../../disk/remove.js";
import type { Run } from "../run.js";
import { guardsOf, requireRemoved } from "./guards.js";

/** Deletes an environment's directory in the trash that holds nothing but our marker. */
export async function removeEmptied(run: Run, directory: CleanupResource): Promise<void> {
  const outcome = await run.core.effects.run("purge.tree", async () =>
    remove(
      await guardsOf(run.core),
      { kind: "trash", name: run.job.directory },
      { note: { purpose: "purge.tree", row: directory.id }, signal: run.signal },
    ),
  );
  requireRemoved(outcome);
}
