import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { type Database, DatabaseRefusedError, openDatabase, requireWal } from "../../src/db/database.js";
import { newId } from "../../src/db/ids.js";
import type { Tx } from "../../src/db/writer.js";
import { databaseFile, openTestDatabase, quietLog } from "../support/database.js";
import { temporaryDirectory } from "../support/directory.js";

const makeWorkspace = (tx: Tx, name: string) => tx.workspace.create({ data: { id: newId("workspace"), name, createdAt: new Date(0) } });

async function names(db: Database): Promise<string[]> {
  return (await db.read.workspace.findMany()).map((workspace) => workspace.name).sort();
}

describe("the database", () => {
  let file: string;
  let db: Database;

  beforeEach(async () => {
    file = databaseFile();
    db = await openTestDatabase(file);
  });

  it("keeps what was written, through a close", async () => {
    await db.write((tx) => makeWorkspace(tx, "kept"));
    await db.close();
    expect(await names(await openTestDatabase(file))).toEqual(["kept"]);
  });

  it("survives a power cut after the answer: WAL, with every commit synced", async () => {
    expect(await db.read.$queryRaw`pragma journal_mode`).toEqual([{ journal_mode: "wal" }]);
    expect(await db.write((tx) => tx.$queryRaw`pragma synchronous`)).toEqual([{ synchronous: 2n }]);
  });

  it("is readable by its user alone", async () => {
    const fresh = join(temporaryDirectory("db"), "fresh.db");
    const made = await openTestDatabase(fresh);
    await made.write((tx) => makeWorkspace(tx, "secret"));
    for (const suffix of ["", "-wal", "-shm"]) expect(statSync(fresh + suffix).mode & 0o077, suffix).toBe(0);
  });

  it("a rollback writes nothing", async () => {
    const work = db.write(async (tx) => {
      await makeWorkspace(tx, "first");
      await makeWorkspace(tx, "second");
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await names(db)).toEqual([]);
    await db.write((tx) => makeWorkspace(tx, "after"));
    expect(await names(db)).toEqual(["after"]);
  });

  it("the reading client can't write", async () => {
    await expect(db.read.workspace.create({ data: { id: "x", name: "x", createdAt: new Date(0) } })).rejects.toThrow(/readonly/);
    await expect(db.read.$executeRaw`delete from Workspace`).rejects.toThrow(/readonly/);
    expect(await names(db)).toEqual([]);
  });

  it("the reading client has no transactions, whose old view a statement beside them would share", async () => {
    await expect(db.read.$transaction([db.read.workspace.findMany(), db.read.task.findMany()])).rejects.toThrow("no transactions");
    await expect(db.read.$transaction((tx) => tx.workspace.findMany())).rejects.toThrow("no transactions");
    const included = await db.read.workspace.findMany({
      include: { tasks: { include: { environments: { include: { worktrees: true } } } }, _count: true },
    });
    expect(included).toEqual([]);
  });

  it("transactions run one at a time, in the order of their calls", async () => {
    const log: string[] = [];
    const one = (name: string) =>
      db.write(async (tx) => {
        log.push(`${name} begins`);
        await makeWorkspace(tx, name);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${name} ends`);
      });
    await Promise.all(["a", "b", "c"].map(one));
    expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("a write inside the work of a write says so, instead of waiting for itself", async () => {
    await expect(db.write(() => db.write((tx) => makeWorkspace(tx, "inner")))).rejects.toThrow("inside the work of another write()");
    expect(await names(db)).toEqual([]);
  });

  it("what work set going may write when work is over", async () => {
    let release = (): void => {};
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    let later: Promise<unknown> | undefined;
    await db.write(async (tx) => {
      later = over.then(() => db.write((inner) => makeWorkspace(inner, "later")));
      await makeWorkspace(tx, "now");
    });
    release();
    await later;
    expect(await names(db)).toEqual(["later", "now"]);
  });

  it("takes what it was given before it closes, and nothing after", async () => {
    const accepted = ["a", "b", "c"].map((name) => db.write((tx) => makeWorkspace(tx, name)));
    const closed = db.close();
    await expect(db.write((tx) => makeWorkspace(tx, "late"))).rejects.toThrow("closed");
    await Promise.all([...accepted, closed, db.close()]);
    expect(await names(await openTestDatabase(file))).toEqual(["a", "b", "c"]);
  });
});

describe("the doorbell", () => {
  it("rings after a commit, when the rows can be read; not after a rollback", async () => {
    const db = await openTestDatabase();
    const seen: Promise<string[]>[] = [];
    const stop = db.onCommit(() => seen.push(names(db)));
    await db.write((tx) => makeWorkspace(tx, "one"));
    await expect(
      db.write(async (tx) => {
        await makeWorkspace(tx, "two");
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    stop();
    await db.write((tx) => makeWorkspace(tx, "three"));
    expect(await Promise.all(seen)).toEqual([["one"]]);
  });

  it("a listener that throws changes nothing for the writer and the others", async () => {
    const db = await openTestDatabase();
    let rung = 0;
    db.onCommit(() => {
      throw new Error("a bad listener");
    });
    db.onCommit(() => rung++);
    await db.write((tx) => makeWorkspace(tx, "one"));
    expect(rung).toBe(1);
  });

  it("a listener may write: it is outside of the transaction that it hears of", async () => {
    const db = await openTestDatabase();
    let answer: Promise<unknown> | undefined;
    const stop = db.onCommit(() => {
      stop();
      answer = db.write((tx) => makeWorkspace(tx, "answer"));
    });
    await db.write((tx) => makeWorkspace(tx, "one"));
    await answer;
    expect(await names(db)).toEqual(["answer", "one"]);
  });
});

describe("a file that can't be trusted", () => {
  it("is refused when it does not answer WAL", () => {
    // A database in memory is what answers something else on every machine; on a network mount a file does.
    expect(() => requireWal(":memory:", 50)).toThrow(DatabaseRefusedError);
    expect(() => requireWal(":memory:", 50)).toThrow('it answers "memory"');
  });

  it("is refused while another process keeps it from WAL, and opened after that", async () => {
    const file = databaseFile();
    const holder = new Sqlite(file);
    holder.pragma("journal_mode = DELETE");
    holder.exec("begin; select * from sqlite_master");
    await expect(openDatabase({ file, log: quietLog, busyTimeoutMs: 50 })).rejects.toThrow(DatabaseRefusedError);
    holder.close();
    await (await openTestDatabase(file)).close();
  });

  it("is refused when it is a directory", async () => {
    const file = join(temporaryDirectory("db"), "treekeeper.db");
    mkdirSync(file);
    await expect(openDatabase({ file, log: quietLog })).rejects.toThrow();
  });
});
