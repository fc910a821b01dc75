import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Path, inode, times of change and content of everything below: what differs between two of these was changed, also where it was put back. */
export function listing(...directories: readonly string[]): Record<string, string> {
  const seen: Record<string, string> = {};
  const visit = (path: string): void => {
    const stat = lstatSync(path, { bigint: true });
    const what = stat.isFile() ? digest(readFileSync(path)) : stat.isSymbolicLink() ? readlinkSync(path) : "";
    seen[path] = [stat.dev, stat.ino, stat.mode, stat.size, stat.mtimeNs, stat.ctimeNs, what].join(" ");
    if (!stat.isDirectory()) return;
    for (const name of readdirSync(path).sort()) visit(join(path, name));
  };
  for (const directory of directories) visit(directory);
  return seen;
}

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
