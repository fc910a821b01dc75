import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILES_PER_PACKAGE = 300;
const BETWEEN_TURNS = 2_000;

/** node_modules as npm leaves it: its lock file, and a heap of small files in packages. */
export async function makeHeap(tree: string, files: number, progress: (done: number) => void): Promise<void> {
  const root = join(tree, "node_modules");
  await mkdir(root, { recursive: true });
  await writeFile(join(root, ".package-lock.json"), '{"name":"demo","lockfileVersion":3,"packages":{}}\n');
  let folder = "";
  for (let i = 0; i < files - 1; i++) {
    if (i % FILES_PER_PACKAGE === 0) {
      folder = join(root, `package-${i / FILES_PER_PACKAGE}`, "lib");
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(join(folder, `chunk-${i}.js`), `module.exports = ${i};\n`);
    if (i % BETWEEN_TURNS === 0) {
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
