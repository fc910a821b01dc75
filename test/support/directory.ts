import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";

const base = realpathSync(tmpdir());
const made: string[] = [];
let failed = false;

/** A directory for this test file, with a canonical path. It goes when the file is done, and is kept when one of its tests failed. */
export function temporaryDirectory(name: string): string {
  const directory = mkdtempSync(join(base, `treekeeper-${name}-`));
  made.push(directory);
  return directory;
}

afterEach(({ task }) => {
  if (task.result?.state === "fail") failed = true;
});

afterAll(() => {
  if (failed) return console.error(`kept: ${made.join(" ")}`);
  // Tests leave trees that their owner can't enter.
  for (const directory of made) execFileSync("sh", ["-c", 'chmod -R u+rwX "$1" 2>/dev/null; rm -rf "$1"', "sh", directory]);
});
