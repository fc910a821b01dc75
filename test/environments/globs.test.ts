import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { enterDirectory, matchesName, meansFile, parseGlobs, startOf } from "../../src/environments/globs.js";

function means(pattern: string, path: string): boolean {
  const globs = parseGlobs("copyFiles", [pattern]);
  const parts = path.split("/");
  const name = parts.pop() as string;
  const state = parts.reduce((at, part) => enterDirectory(globs, at, part), startOf(globs));
  return meansFile(globs, state, name);
}

describe("a pattern", () => {
  it.each([
    [".env", ".env", true],
    [".env", "web/.env", false],
    [".env*", ".env.local", true],
    ["*", ".env", false],
    ["*.json", "a.json", true],
    ["*.json", "a.jsonc", false],
    ["config/*", "config/a", true],
    ["config/*", "config/b/a", false],
    ["config/**", "config/b/c/a", true],
    ["config/**", "config", false],
    ["**/.env", ".env", true],
    ["**/.env", "a/b/.env", true],
    ["**/.env", ".hidden/.env", false],
    [".hidden/**", ".hidden/x", true],
    ["**/secret/**/*.pem", "a/secret/b/c/k.pem", true],
    ["**/secret/**/*.pem", "a/secret/k.pem", true],
    ["**/secret/**/*.pem", "a/k.pem", false],
    ["?.txt", "a.txt", true],
    ["?.txt", "ab.txt", false],
    ["app/[id]/{x}.ts", "app/[id]/{x}.ts", true],
  ])("%s and %s: %s", (pattern, path, expected) => {
    expect(means(pattern, path)).toBe(expected);
  });

  it("matches names as the plain definition does", () => {
    const plain = (pattern: string, name: string): boolean => {
      if (pattern === "") return name === "";
      if (pattern[0] === "*") return plain(pattern.slice(1), name) || (name !== "" && plain(pattern, name.slice(1)));
      return name !== "" && (pattern[0] === "?" || pattern[0] === name[0]) && plain(pattern.slice(1), name.slice(1));
    };
    const text = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 10 });
    fc.assert(
      fc.property(
        text,
        fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 }),
        (pattern, name) => matchesName(pattern, name) === plain(pattern, name),
      ),
    );
  });

  it("takes no time that grows with what it could mean", () => {
    const begun = performance.now();
    expect(matchesName(`${"*a".repeat(100)}b`, "a".repeat(10_000))).toBe(false);
    expect(means(`${"**/a/".repeat(39)}x`, `${"a/".repeat(200)}y`)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
