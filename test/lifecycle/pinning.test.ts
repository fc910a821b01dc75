import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Repo } from "../support/repo.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, World } from "../support/world.js";

const REASON = "the customer looks at it until Friday";

let world: World;
let repo: Repo;

beforeAll(async () => {
  world = await World.start();
  repo = world.sandbox.repository("app");
});

afterAll(async () => {
  await world.close();
});

const pin = (environmentId: string, reason = REASON) => world.api.mutate("pinEnvironment", { environmentId, reason }, "environmentId");
const unpin = (environmentId: string) => world.api.mutate("unpinEnvironment", { environmentId }, "environmentId");

async function waitsForPin(jobId: string, reason = REASON): Promise<void> {
  await waitFor(async () => {
    const job = await world.api.job(jobId);
    expect(job?.state).toBe("RETRY_WAIT");
    expect(job?.waitingFor).toContain(reason);
    expect(job?.lastError).toContain("pinned");
    expect(job?.attempts).toBe(0);
  }, LIMIT_MS);
}

describe("a pinned environment", () => {
  it.each(["archiveTask", "deleteTask"] as const)(
    "keeps the cleanup of %s waiting, however often it looks, until it is unpinned",
    async (how) => {
      const made = await world.make(repo);
      await pin(made.environmentId, "for another reason");
      await pin(made.environmentId);
      const [jobId = ""] = await world.api[how]({ taskId: made.taskId });
      await waitsForPin(jobId);
      for (let look = 0; look < 3; look += 1) await world.lookAgain();
      await world.crash();
      await world.boot();
      await world.lookAgain();
      await waitsForPin(jobId);
      expect(existsSync(made.tree)).toBe(true);
      expect(world.rows("select begunAt from CleanupJob where id = ?", jobId)).toEqual([{ begunAt: null }]);
      // The clock stands: it is due at once.
      await unpin(made.environmentId);
      const job = await world.waitForJob(jobId, ["SUCCEEDED"]);
      expect(job.resources[0]?.outcome).toBe("REMOVED");
      expect(existsSync(made.path)).toBe(false);
    },
  );

  it("says so, and says when it no longer is", async () => {
    const made = await world.make(repo);
    const reasonOf = async () =>
      (
        await world.api.request<{ node: { pinnedReason: string | null } }>(
          "query($id: ID!) { node(id: $id) { ... on Environment { pinnedReason } } }",
          { id: made.environmentId },
        )
      ).node.pinnedReason;
    await pin(made.environmentId);
    expect(await reasonOf()).toBe(REASON);
    await unpin(made.environmentId);
    await unpin(made.environmentId);
    expect(await reasonOf()).toBeNull();
    const types = world.rows<{ type: string }>(
      "select type from Event where environmentId = ? and type like '%PINNED' order by number",
      made.environmentId,
    );
    expect(types).toEqual([{ type: "PINNED" }, { type: "UNPINNED" }]);
  });

  it("may be pinned while its cleanup has not begun, and not any more when it has", async () => {
    const made = await world.make(repo);
    const borrower = await world.api.startSession({ taskId: await world.task(), environmentId: made.environmentId });
    const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId });
    await world.waitForJob(jobId, ["BLOCKED"]);
    await pin(made.environmentId);
    await world.api.deleteSession(borrower);
    await waitsForPin(jobId);
    await world.server.arm("move.rename", "before", { action: "hang" });
    const hanging = world.server.hanging();
    await unpin(made.environmentId);
    await hanging;
    await expect(pin(made.environmentId)).rejects.toMatchObject({ type: "CleanupInProgressError", fields: { jobId } });
    expect(world.rows("select pinnedReason from Environment where id = ?", made.environmentId)).toEqual([{ pinnedReason: null }]);
    await world.crash();
    await world.boot();
    await world.waitForJob(jobId, ["SUCCEEDED"]);
  });

  it("is refused by what is wrong with the input", async () => {
    const made = await world.make(repo);
    for (const reason of ["", "  ", "two\nlines", "x".repeat(501)])
      await expect(pin(made.environmentId, reason)).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { field: "input.reason" } });
    await world.end("deleteTask", made.taskId);
    await expect(pin(made.environmentId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(unpin(made.environmentId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("that is taken back by an unarchive stays pinned for the next end", async () => {
    const made = await world.make(repo);
    await pin(made.environmentId);
    const [first = ""] = await world.api.archiveTask({ taskId: made.taskId });
    await waitsForPin(first);
    await world.api.unarchiveTask({ taskId: made.taskId });
    expect((await world.api.job(first))?.state).toBe("SUPERSEDED");
    const [second = ""] = await world.api.archiveTask({ taskId: made.taskId });
    await waitsForPin(second);
    await unpin(made.environmentId);
    await world.waitForJob(second, ["SUCCEEDED"]);
  });
});
