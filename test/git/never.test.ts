import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "..", "..", "src");

/** Each reads every worktree, or takes what is not ours. As words of an argument list. */
const NEVER = [
  /"worktree",\s*"(?:prune|remove|move|repair)"/,
  /"branch",\s*"(?:-D|-d|-M|--delete)"/,
  // A list that begins with one; not a property or a type that is called so.
  /(?<![\w)\]])\[\s*"(?:stash|clean|gc|prune|repack|reset|checkout|switch)"/,
  /"-f",\s*"-f"/,
  /"(?:-B|-ff)"/,
];

function sources(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.startsWith(join("db", "generated")))
    .map((name) => join(directory, name));
}

test("no source names a git command that we never run", () => {
  const files = sources(SOURCE);
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return NEVER.filter((command) => command.test(text)).map((command) => `${file}: ${command.source}`);
  });
  expect(found).toEqual([]);
});

test("the guard knows what it looks for", () => {
  for (const line of ['["worktree", "prune"]', '["branch", "-D", name]', '["stash", "push"]', '"-f", "-f"']) {
    expect(
      NEVER.some((command) => command.test(line)),
      line,
    ).toBe(true);
  }
});
