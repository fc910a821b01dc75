import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refused } from "./errors.js";

const FILES_PER_PACKAGE = 300;
const BETWEEN_TURNS = 500;
const BLOCK_BYTES = 4_096;
/** What everything beside the heap takes: repositories, worktrees, database. */
const REST_BYTES = 200 * 1024 * 1024;
const REST_FILES = 30_000;

/** A directory of the demo's own where temporary files go, with a canonical path, and room for a heap of so many files. */
export async function makeDirectory(heapFiles: number): Promise<string> {
  const place = await realpath(tmpdir()).catch((error: Error) => {
    throw new Refused(`temporary files can't be made in ${tmpdir()}: ${error.message}. Choose another place: TMPDIR=/var/tmp npm run demo`);
  });
  const { bavail, bsize, files, ffree } = await statfs(place);
  const needed = heapFiles * BLOCK_BYTES + REST_BYTES;
  // A file system that counts no inodes says 0.
  if (bavail * bsize < needed || (files > 0 && ffree < heapFiles + REST_FILES))
    throw new Refused(
      `${place} has no room for ${heapFiles.toLocaleString("en")} files (about ${Math.ceil(needed / 1024 / 1024).toLocaleString("en")} MiB). ` +
        "Choose another place (TMPDIR=/var/tmp npm run demo), or a smaller heap (npm run demo -- --heap 20000).",
    );
  return mkdtemp(join(place, "treekeeper-demo-")).catch((error: Error) => {
    throw new Refused(`temporary files can't be made in ${place}: ${error.message}. Choose another place: TMPDIR=/var/tmp npm run demo`);
  });
}

/** node_modules as npm leaves it: its lock file, and a heap of small files in packages. */
export async function makeHeap(folder: string, files: number, abort: AbortSignal, progress: (done: number) => void): Promise<void> {
  const root = join(folder, "node_modules");
  await mkdir(root, { recursive: true });
  await writeFile(join(root, ".package-lock.json"), '{"name":"demo","lockfileVersion":3,"packages":{}}\n');
  let lib = "";
  for (let i = 0; i < files - 1; i++) {
    if (i % FILES_PER_PACKAGE === 0) {
      lib = join(root, `package-${i / FILES_PER_PACKAGE}`, "lib");
      mkdirSync(lib, { recursive: true });
    }
    writeFileSync(join(lib, `chunk-${i}.js`), `module.exports = ${i};\n`);
    if (i % BETWEEN_TURNS === 0) {
      abort.throwIfAborted();
      progress(i);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  progress(files);
}

/** Every file of a tree by its path: kind, permissions and a hash of its bytes; without git's link. */
export async function fingerprint(tree: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const walk = async (relative: string): Promise<void> => {
    for (const entry of await readdir(join(tree, relative), { withFileTypes: true })) {
      const path = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (path === ".git") continue;
      const full = join(tree, path);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isSymbolicLink()) found.set(path, `link ${await readlink(full)}`);
      else
        found.set(
          path,
          `${(await lstat(full)).mode.toString(8)} ${createHash("sha256")
            .update(await readFile(full))
            .digest("hex")}`,
        );
    }
  };
  await walk("");
  return found;
}

/** The first path at which two fingerprints differ; null when they are the same. */
export function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string | null {
  for (const [path, mark] of before) if (after.get(path) !== mark) return path;
  for (const path of after.keys()) if (!before.has(path)) return path;
  return null;
}
