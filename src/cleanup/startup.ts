import type { Core } from "../core.js";
import { interrupt } from "./runner.js";

/** At start, before anything is claimed: whatever a dead server was running was interrupted, and goes on by itself. */
export async function recoverJobs(core: Core): Promise<number> {
  return core.db.write(async (tx) => {
    const at = new Date(core.clock.now());
    await tx.cleanupJob.updateMany({ where: { running: true }, data: { running: false } });
    const running = await tx.cleanupJob.findMany({ where: { state: "RUNNING" } });
    for (const job of running) await interrupt(tx, job, at, "The server ended while it ran; it goes on.");
    return running.length;
  });
}
