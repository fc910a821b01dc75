import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../src/db/database.js";
import { appendEvent, appendEvents, type NewEvent } from "../../src/db/events.js";
import type { CleanupJob, CleanupResource } from "../../src/db/generated/client.js";
import { newId } from "../../src/db/ids.js";
import { insertMany } from "../../src/db/insertMany.js";
import { openTestDatabase } from "../support/database.js";

const AT = new Date("2026-12-01T12:34:56.789Z");

function job(more: Partial<CleanupJob> = {}): CleanupJob {
  return {
    id: newId("job"),
    workspaceId: "w",
    operationId: "o",
    cascadeId: null,
    environmentId: newId("environment"),
    holdsEnvironmentId: null,
    materialisationId: "m",
    hostId: "h",
    taskId: "t",
    taskTitle: 'it\'s "quoted" \\ 😀 é\u0001',
    trigger: "CASCADE_DELETE",
    state: "PENDING",
    attempts: 0,
    maxAttempts: 8,
    claim: 0,
    dueAt: AT,
    dueSetAt: AT,
    branchPolicy: "DELETE",
    policy: '{"rebuildable":[]}',
    pushFirst: false,
    makeAfresh: true,
    pinnedReason: null,
    directory: "d",
    nonce: "n",
    begunAt: null,
    running: false,
    waits: 0,
    progress: 0,
    progressAtClaim: 0,
    lastError: null,
    waitingFor: null,
    createdAt: AT,
    completedAt: null,
    ...more,
  };
}

function resource(jobId: string, position: number, more: Partial<CleanupResource> = {}): CleanupResource {
  return {
    id: newId("resource"),
    jobId,
    kind: "WORKTREE",
    phase: "PURGING",
    worktreeId: "wt",
    repositoryId: "r",
    repositoryName: "name",
    commonDir: "/c",
    commonDevice: "1",
    commonInode: "2",
    slot: "s",
    directory: "d",
    path: "/p",
    branch: null,
    branchCreated: true,
    baseRef: "main",
    baseCommit: null,
    copyGlobs: "[]",
    copiedFiles: '[{"path":"a\\"b"}]',
    nonce: "n",
    adminName: null,
    verdict: "CLEAN",
    verdictDetail: null,
    headCommit: null,
    headBranch: null,
    presentBranch: null,
    tipCommit: null,
    otherCommits: null,
    outcome: null,
    outcomeReason: null,
    branchOutcome: null,
    branchReason: null,
    quarantineEntryId: null,
    lastError: null,
    entriesTotal: 12,
    entriesDone: 3,
    bytesTotal: 9_007_199_254_740_993n,
    bytesDone: 0n,
    position,
    ...more,
  };
}

describe("many rows at once", () => {
  let db: Database;
  beforeEach(async () => {
    db = await openTestDatabase();
  });

  /** As they lie in the file, with their storage classes. */
  const stored = (table: string): Promise<unknown[]> =>
    db.read.$queryRawUnsafe(
      `SELECT *, ${["dueAt", "createdAt", "running", "begunAt"].map((c) => `typeof("${c}") AS "type_${c}"`).join(", ")} FROM "${table}" ORDER BY "id"`,
    );

  it("are stored as the client stores them", async () => {
    const jobs = [job(), job({ state: "RUNNING", running: true, begunAt: AT, lastError: "x", dueAt: new Date(0) })];
    await db.write((tx) => tx.cleanupJob.createMany({ data: jobs }));
    const byClient = await stored("CleanupJob");
    await db.write((tx) => tx.cleanupJob.deleteMany());
    await db.write((tx) => insertMany(tx, "CleanupJob", jobs));
    expect(await stored("CleanupJob")).toEqual(byClient);
    expect((await db.read.cleanupJob.findMany()).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      [...jobs].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  it("keep large numbers, switches, and every row of many", async () => {
    const one = job();
    const rows = Array.from({ length: 2_345 }, (_, position) =>
      resource(one.id, position, {
        branchCreated: position % 2 === 0,
        bytesDone: position === 7 ? 9_007_199_254_740_995n : BigInt(position),
      }),
    );
    await db.write(async (tx) => {
      await insertMany(tx, "CleanupJob", [one]);
      await insertMany(tx, "CleanupResource", rows);
    });
    expect(await db.read.cleanupResource.findMany({ orderBy: { position: "asc" } })).toEqual(rows);
  });

  it("are nothing when there are none, and roll back with their transaction", async () => {
    await db.write((tx) => insertMany(tx, "CleanupJob", []));
    const failing = db.write(async (tx) => {
      await insertMany(tx, "CleanupJob", [job()]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await db.read.cleanupJob.count()).toBe(0);
  });

  it("of events follow on the numbers before, without a gap", async () => {
    const line = (message: string): NewEvent => ({ kind: "SESSION", type: "STARTED", message, at: AT, bytesDone: 1n });
    await db.write(async (tx) => {
      await appendEvents(tx, "w", [line("1"), line("2")]);
      await appendEvents(tx, "w", []);
      await appendEvent(tx, "w", line("3"));
      await appendEvents(tx, "w", [line("4"), line("5")]);
    });
    const events = await db.read.event.findMany({ orderBy: { number: "asc" } });
    expect(events.map((event) => [event.number, event.message, event.bytesDone])).toEqual([1, 2, 3, 4, 5].map((n) => [n, String(n), 1n]));
    expect(await db.read.eventStream.findUnique({ where: { workspaceId: "w" } })).toMatchObject({ lastNumber: 5 });
  });
});
