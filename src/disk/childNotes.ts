import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { readdir, unlink } from "node:fs/promises";
import path from "node:path";
import { bootId, identityOf, membersCarrying } from "./processIdentity.js";

/** Why a child that changes something runs: what a starting server says about one that it found. */
export interface ChildNote {
  /** Short, stable: "make.add", "purge.tree". */
  purpose: string;
  /** Id of the row that it works for. */
  row: string;
}

/** One noted child of some server, this one or a dead one. */
export interface NotedChild {
  file: string;
  boot: string;
  pid: number;
  startTime: string;
}

/** Carried by noted children and what they start, so that a group whose leader has gone can still be told. */
export const TOKEN_VARIABLE = "TREEKEEPER_CHILD";

/**
 * Notes about children that change something, one file each. Everything that decides is in the *name* (boot, pid, start time): a note
 * can be made on a full disk too, and a torn one can't mislead. The content is for people.
 */
export class ChildNotes {
  constructor(private readonly directory: string) {}

  /** @throws when the note can't be made: then the child must not be let go. */
  async add(pid: number, note: ChildNote, at: number): Promise<string> {
    // Synchronously: it lies beside the database, and a child waits for it.
    mkdirSync(this.directory, { recursive: true });
    const [boot, identity] = [await bootId(), await identityOf(pid)];
    if (identity === null) throw new Error("the child ended before it was noted");
    const file = path.join(this.directory, `${boot}_${pid}_${identity.startTime}.json`);
    const descriptor = openSync(file, "w", 0o600);
    try {
      writeFileSync(descriptor, `${JSON.stringify({ pid, pgid: pid, startTime: identity.startTime, bootId: boot, ...note, at })}\n`);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== "ENOSPC" && code !== "EDQUOT") throw error;
    } finally {
      closeSync(descriptor);
    }
    return file;
  }

  async drop(file: string): Promise<void> {
    await unlink(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }

  async list(): Promise<NotedChild[]> {
    let names: string[];
    try {
      names = await readdir(this.directory);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
    const found: NotedChild[] = [];
    for (const name of names) {
      const match = /^(.+)_(\d+)_(.*)\.json$/.exec(name);
      if (match === null) continue;
      const [, boot = "", pid = "", startTime = ""] = match;
      found.push({ file: path.join(this.directory, name), boot, pid: Number(pid), startTime });
    }
    return found;
  }
}

/**
 * Whether a noted child, or anything of its group, still runs. A process that only has its number is not it: the start time tells,
 * and once the leader has gone, the token in a member's environment.
 */
export async function stillRuns(noted: NotedChild, token: string): Promise<boolean> {
  if (noted.boot !== (await bootId())) return false;
  const identity = await identityOf(noted.pid);
  if (identity !== null && identity.startTime === noted.startTime) {
    if (!identity.ended) return true;
  } else if (identity !== null) {
    // The number belongs to another process by now, which the kernel allows only when the old group has ended.
    return false;
  }
  return (await membersCarrying(noted.pid, token)).length > 0;
}
