import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { basename, join } from "node:path";

/** What npm leaves in the directories that it makes: with it, node_modules is rebuildable. */
export const MAKERS_SIGN = ".package-lock.json";
const OURS = /^\.treekeeper\.json/;

/** The name that git gives these bytes. */
export function blobOf(bytes: Buffer): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Every file below a directory that can't be built again, by its path in it: the name that git would give its bytes. */
export function contentsOf(directory: string): Map<string, string> {
  const found = new Map<string, string>();
  visit(directory, "", (relative, path, stat) => {
    const name = basename(relative);
    if (stat.isDirectory()) return !(name === "node_modules" && existsSync(join(path, MAKERS_SIGN)));
    if (name === ".git" || OURS.test(relative)) return false;
    found.set(relative, stat.isSymbolicLink() ? blobOf(Buffer.from(readlinkSync(path))) : blobOf(readFileSync(path)));
    return false;
  });
  return found;
}

/** Everything that shows whether somebody has been at a directory: a line for each entry, and for what git knows of each of its trees. */
export function printOf(directory: string): string[] {
  const lines: string[] = [];
  visit(directory, "", (relative, path, stat) => {
    lines.push(`${relative} ${stat.mode.toString(8)} ${stat.ino}${stat.isDirectory() ? "" : ` ${stat.size} ${stat.mtimeMs}`}`);
    const admin = stat.isDirectory() && !relative.includes("/") ? adminOf(path) : null;
    if (admin !== null) {
      for (const file of ["HEAD", "index", "gitdir", "ORIG_HEAD", "logs/HEAD"])
        lines.push(`${relative} ${file} ${fileOf(join(admin, file))}`);
      lines.push(`${relative} lock ${existsSync(join(admin, "locked"))}`);
    }
    return stat.isDirectory();
  });
  return lines.sort();
}

/** git's administrative directory of a tree, by its link; null when there is none. */
export function adminOf(tree: string): string | null {
  try {
    const link = /^gitdir: (.*)$/m.exec(readFileSync(join(tree, ".git"), "utf8"))?.[1] ?? null;
    return link !== null && existsSync(link) ? link : null;
  } catch {
    return null;
  }
}

function fileOf(path: string): string {
  try {
    return blobOf(readFileSync(path));
  } catch {
    return "absent";
  }
}

/** Names below a directory, in order; a directory is entered where the visitor says so. */
function visit(directory: string, below: string, entry: (relative: string, path: string, stat: Stats) => boolean): void {
  for (const name of readdirSync(join(directory, below)).sort()) {
    const relative = below === "" ? name : `${below}/${name}`;
    const path = join(directory, relative);
    const stat = lstatSync(path);
    if (entry(relative, path, stat) && stat.isDirectory()) visit(directory, relative, entry);
  }
}

/** What differs between two lists of lines, shortened. */
export function differences(before: readonly string[], after: readonly string[]): string[] {
  const [old, young] = [new Set(before), new Set(after)];
  const lines = [
    ...before.filter((line) => !young.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ];
  return lines.slice(0, 12);
}
