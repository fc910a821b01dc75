/**
 * Prisma's adapter for better-sqlite3 loses acknowledged writes in two ways. Each is shown here on a bare client first, so that a version
 * without the trap is noticed, and then to be absent from ours.
 */
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PrismaClient } from "../../src/db/generated/client.js";
import { type Tx, Writer } from "../../src/db/writer.js";
import { databaseFile, openTestDatabase, quietLog } from "../support/database.js";

const BUSY_TIMEOUT_MS = 20;

const makeWorkspace = (client: Tx, name: string) => client.workspace.create({ data: { id: name, name, createdAt: new Date(0) } });

/** What another process finds in the file. */
function namesInFile(file: string): string[] {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return (sqlite.prepare("select name from Workspace order by name").all() as { name: string }[]).map((row) => row.name);
  } finally {
    sqlite.close();
  }
}

function bareClient(file: string): PrismaClient {
  return new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${file}`, timeout: BUSY_TIMEOUT_MS }) });
}

/** Runs `meanwhile` while a transaction is open that has written "doomed" and will roll back. */
async function besideDoomed(transact: (work: (tx: Tx) => Promise<void>) => Promise<void>, meanwhile: () => Promise<void>): Promise<void> {
  const doomed = transact(async (tx) => {
    await makeWorkspace(tx, "doomed");
    await meanwhile();
    throw new Error("rolled back");
  });
  await expect(doomed).rejects.toThrow("rolled back");
}

describe("trap 1: a statement beside an open transaction joins it", () => {
  it("is there in a bare client: an acknowledged create is gone, and a read sees what was never committed", async () => {
    const file = databaseFile();
    const client = bareClient(file);
    let seen: string[] = [];
    let acknowledged: { name: string } | undefined;
    await besideDoomed(
      (work) => client.$transaction(work),
      async () => {
        acknowledged = await makeWorkspace(client, "acknowledged");
        seen = (await client.workspace.findMany()).map((workspace) => workspace.name);
      },
    );
    expect(acknowledged?.name).toBe("acknowledged");
    expect(seen).toContain("doomed");
    expect(await client.workspace.findMany()).toEqual([]);
    await client.$disconnect();
  });

  it("is not there in ours: what is written beside a transaction that rolls back is kept", async () => {
    const file = databaseFile();
    const db = await openTestDatabase(file);
    let seen: string[] | undefined;

    const doomed = db.write(async (tx) => {
      await makeWorkspace(tx, "doomed");
      seen = (await db.read.workspace.findMany()).map((workspace) => workspace.name);
      throw new Error("rolled back");
    });
    const beside = db.write((tx) => makeWorkspace(tx, "acknowledged"));
    await expect(doomed).rejects.toThrow("rolled back");
    await beside;
    expect(seen).toEqual([]);
    expect(namesInFile(file)).toEqual(["acknowledged"]);
  });
});

describe("trap 2: after a COMMIT that answered SQLITE_BUSY, later writes are acknowledged and lost", () => {
  let file: string;
  let reader: Sqlite.Database;

  beforeEach(() => {
    file = databaseFile();
    // In WAL nobody can make a COMMIT fail. In this mode a reader in the middle of its statement can.
    new Sqlite(file).pragma("journal_mode = DELETE");
    reader = new Sqlite(file);
  });

  afterEach(() => {
    reader.close();
  });

  function holdCommits(): void {
    reader.exec("begin; select * from sqlite_master");
  }

  function letCommit(): void {
    reader.exec("commit");
  }

  it("is there in a bare client: it never recovers", async () => {
    const client = bareClient(file);
    holdCommits();
    await expect(client.$transaction((tx) => makeWorkspace(tx, "refused"))).rejects.toThrow();
    letCommit();
    const later = await makeWorkspace(client, "acknowledged").then(
      () => "acknowledged",
      () => "refused",
    );
    expect(later).toBe("acknowledged");
    await client.$disconnect();
    expect(namesInFile(file)).toEqual([]);
  });

  it("is not there in ours: the connection is opened anew, and what it acknowledges is kept", async () => {
    const writer = new Writer({ file, log: quietLog, busyTimeoutMs: BUSY_TIMEOUT_MS });
    await writer.run((tx) => makeWorkspace(tx, "before"));
    holdCommits();
    await expect(writer.run((tx) => makeWorkspace(tx, "refused"))).rejects.toThrow();
    letCommit();
    await writer.run((tx) => makeWorkspace(tx, "after"));
    expect(namesInFile(file)).toEqual(["after", "before"]);
    await writer.close();
    expect(namesInFile(file)).toEqual(["after", "before"]);
  });

  it("those that waited behind it are kept too, however often it happens", async () => {
    const writer = new Writer({ file, log: quietLog, busyTimeoutMs: BUSY_TIMEOUT_MS });
    const kept: string[] = [];
    for (let round = 0; round < 3; round++) {
      holdCommits();
      const refused = writer.run((tx) => makeWorkspace(tx, `refused${round}`)).catch(() => letCommit());
      const waiting = [0, 1, 2].map((index) => writer.run((tx) => makeWorkspace(tx, `round${round}.${index}`)));
      await refused;
      for (const workspace of await Promise.all(waiting)) kept.push(workspace.name);
    }
    await writer.close();
    expect(namesInFile(file)).toEqual(kept);
  });

  it("a COMMIT that fails for another reason does not stop the writer either", async () => {
    const writer = new Writer({ file, log: quietLog, busyTimeoutMs: BUSY_TIMEOUT_MS });
    await writer.run((tx) => makeWorkspace(tx, "before"));
    await expect(writer.run(async (tx) => void (await tx.$executeRawUnsafe("commit")))).rejects.toThrow();
    await writer.run((tx) => makeWorkspace(tx, "after"));
    await writer.close();
    expect(namesInFile(file)).toEqual(["after", "before"]);
  });
});
