import { readFileSync } from "node:fs";
import { lstat, mkdir, realpath, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type DirectoryLock, lockDirectory } from "./lock.js";
import { mountsWithin } from "./mounts.js";
import { makeDirectorySynced, writeFileSynced } from "./move.js";
import type { Presence } from "./presence.js";

const INSTANCE_FILE = "instance.json";
const instanceSchema = z.object({ id: z.string().min(1), generation: z.number().int().nonnegative() });
type Instance = z.infer<typeof instanceSchema>;

/** statfs(2) types of file systems that are gone after a restart of the machine: tmpfs, ramfs. */
const VOLATILE_TYPES: readonly number[] = [0x01021994, 0x858458f6];
/** NFS, SMB, CIFS: a lock there may not keep another machine's server out. */
const NETWORK_TYPES: readonly number[] = [0x6969, 0x517b, 0xfe534d42, 0xff534d42];

/** The root can't be used: says why, and what to do. */
export class RootRefusedError extends Error {
  override readonly name = "RootRefusedError";
}

/** Where environments live, are judged and are quarantined. */
export interface ManagedRoot {
  /** Canonical. */
  readonly path: string;
  readonly live: string;
  readonly trash: string;
  readonly quarantine: string;
  readonly instanceId: string;
  readonly generation: number;
  /** False when database and root disagree (a restored copy of one of them): nothing is reclaimed until a person confirms. */
  readonly confirmed: boolean;
  /** Reads instance.json now. Present when it is this root's; else unknown, never absent: what lies in it may only be out of sight. */
  probe(): Promise<Presence>;
  /** Lets go of the lock. May be called twice. */
  close(): void;
}

export interface OpenRoot {
  path: string;
  dataDir: string;
  pid: number;
  nowMs: number;
  allowTmpfs: boolean;
}

/** A root that is locked and looked at, but not begun: the database has to hear of the new generation first. */
export interface FoundRoot {
  readonly path: string;
  /** What its instance.json says; null for a root that was never used. Generation 0: claimed by a first start that did not get further. */
  readonly instance: Instance | null;
  readonly warnings: readonly string[];
  /**
   * Gives a root that was never used its id, at generation 0, before the database hears of it: a database that names a root whose
   * instance.json is not there is then always one whose disk is missing, never a first start that was cut short.
   */
  claim(instanceId: string): Promise<void>;
  /** Writes the new generation, which the database has committed, to the root. */
  begin(o: { instanceId: string; generation: number; confirmed: boolean }): Promise<ManagedRoot>;
  close(): void;
}

/**
 * Opens the managed root, first half: makes it where it is new, and takes its lock. A start commits generation + 1 in the database first
 * and calls `begin` then, so that the database is level with its root or one ahead, whenever the power goes.
 * @throws RootRefusedError, LockedError
 */
export async function openRoot(o: OpenRoot): Promise<FoundRoot> {
  await mkdir(o.path, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new RootRefusedError(`The root ${o.path} can't be made: ${error.message}`);
  });
  const path = await canonical(o.path);
  const warnings: string[] = [];
  const kind = await statfs(path);
  if (NETWORK_TYPES.includes(kind.type)) {
    warnings.push(`The root ${path} lies on a network file system: make sure that no server of another machine uses it.`);
  }
  const volatile = volatileRoot(path, kind.type, o.allowTmpfs);
  if (volatile !== null) warnings.push(volatile);
  const lock = lockDirectory(path, { pid: o.pid, since: new Date(o.nowMs).toISOString(), dataDir: o.dataDir });
  try {
    const places = { live: join(path, "live"), trash: join(path, "trash"), quarantine: join(path, "quarantine") };
    const instance = await readInstance(path);
    return {
      path,
      instance,
      warnings,
      close: () => lock.release(),
      claim: (instanceId) => writeInstance(path, { id: instanceId, generation: 0 }),
      async begin({ instanceId, generation, confirmed }) {
        // Not before: an empty mount point, whose disk is elsewhere, must stay as it is.
        for (const place of Object.values(places)) await makeDirectorySynced(place);
        await requireOneFileSystem(path, Object.values(places));
        await writeInstance(path, { id: instanceId, generation });
        return new OpenedRoot(path, places, instanceId, generation, confirmed, lock);
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** What is to be said of a root in memory; null for any other. @throws RootRefusedError unless it is allowed */
function volatileRoot(path: string, type: number, allowTmpfs: boolean): string | null {
  if (!VOLATILE_TYPES.includes(type)) return null;
  const what = `The root ${path} lies on a file system in memory: everything in it is gone after a restart of the machine.`;
  if (!allowTmpfs) throw new RootRefusedError(`${what} Choose another with --root, or say --allow-tmpfs.`);
  return what;
}

/**
 * Asked before anything is made: a root that would be refused leaves nothing behind. Of a root that is not there yet, the nearest directory
 * above it is asked.
 * @throws RootRefusedError
 */
export async function requireLastingRoot(o: Pick<OpenRoot, "path" | "allowTmpfs">): Promise<void> {
  for (let place = o.path; ; place = dirname(place)) {
    const kind = await statfs(place).catch((error: NodeJS.ErrnoException) => {
      // A file in the way is met, and named, by whoever makes the directories.
      if ((error.code === "ENOENT" || error.code === "ENOTDIR") && place !== dirname(place)) return null;
      throw new RootRefusedError(`The root ${o.path} can't be used: ${error.message}`);
    });
    if (kind === null) continue;
    volatileRoot(o.path, kind.type, o.allowTmpfs);
    return;
  }
}

/** Its one name, without links, which also git and the database have to be able to say. */
async function canonical(path: string): Promise<string> {
  const name = await realpath(path, "buffer");
  const text = name.toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!Buffer.from(text).equals(name) || /[\u0000-\u001f\u007f]/.test(text)) {
    throw new RootRefusedError(`The root ${JSON.stringify(text)} has a name that is not plain text. Choose another with --root.`);
  }
  return text;
}

/** Renames between the three have to be one step: they lie on one file system, and none is a link or a mount of its own. */
async function requireOneFileSystem(root: string, places: readonly string[]): Promise<void> {
  const device = (await stat(root)).dev;
  for (const place of places) {
    const facts = await lstat(place);
    if (facts.isSymbolicLink())
      throw new RootRefusedError(`${place} is a symbolic link. The root's directories have to be real ones, on one file system.`);
    if (facts.dev !== device) {
      throw new RootRefusedError(
        `${place} lies on another file system than ${root}. Moving aside has to be one rename: choose a root on one file system with --root.`,
      );
    }
  }
  // A bind mount has the same device number, and still no rename crosses it.
  const mounts = await mountsWithin(root);
  const mounted = mounts.state === "known" ? places.find((place) => mounts.mounts.includes(place)) : undefined;
  if (mounted !== undefined) {
    throw new RootRefusedError(
      `${mounted} is a mount of its own. Moving aside has to be one rename: mount ${root} as a whole, or choose another root with --root.`,
    );
  }
}

function writeInstance(root: string, instance: Instance): Promise<void> {
  return writeFileSynced(join(root, INSTANCE_FILE), `${JSON.stringify(instance)}\n`);
}

async function readInstance(root: string): Promise<Instance | null> {
  const file = join(root, INSTANCE_FILE);
  let text: string;
  try {
    // Awaited: a disk that does not answer stops this look only.
    await stat(file);
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new RootRefusedError(`${file} can't be read: ${(error as Error).message}`);
  }
  const parsed = instanceSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new RootRefusedError(`${file} can't be understood. Restore it from a backup, or choose another root with --root.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

class OpenedRoot implements ManagedRoot {
  readonly live: string;
  readonly trash: string;
  readonly quarantine: string;

  constructor(
    readonly path: string,
    places: { live: string; trash: string; quarantine: string },
    readonly instanceId: string,
    readonly generation: number,
    readonly confirmed: boolean,
    private readonly lock: DirectoryLock,
  ) {
    this.live = places.live;
    this.trash = places.trash;
    this.quarantine = places.quarantine;
  }

  async probe(): Promise<Presence> {
    try {
      const instance = await readInstance(this.path);
      return instance !== null && instance.id === this.instanceId && instance.generation === this.generation ? "present" : "unknown";
    } catch {
      return "unknown";
    }
  }

  close(): void {
    this.lock.release();
  }
}
