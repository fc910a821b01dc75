import fc from "fast-check";
import { expect, test } from "vitest";
import { branchFromTitle, checkBranchName, slug } from "../../src/git/names.js";
import { gitFixture } from "./fixture.js";

const { git } = gitFixture();

test.each(["task-1", "feat/nice", "a", "Ünïcödé/分支", `it"s`, "a@b", "x".repeat(240), "refs/heads/a"])(
  "%s is a branch name",
  async (name) => {
    await expect(checkBranchName(git, name)).resolves.toBeUndefined();
  },
);

test.each([
  ["", "empty"],
  ["--upload-pack=x", "an option"],
  ["-b", "an option"],
  ["HEAD", "a revision"],
  ["@", "a revision"],
  ["@{-1}", "a revision"],
  ["main@{1}", "a revision"],
  ["a..b", "a range"],
  ["a b", "a space"],
  ["a~1", "a revision"],
  ["a^", "a revision"],
  ["a:b", "a colon"],
  ["a?", "a pattern"],
  ["a*", "a pattern"],
  ["a[", "a pattern"],
  ["a\\b", "a backslash"],
  ["/a", "a slash at the start"],
  ["a/", "a slash at the end"],
  ["a//b", "two slashes"],
  [".a", "a dot at the start"],
  ["a/.b", "a dot after a slash"],
  ["a.", "a dot at the end"],
  ["a.lock", "a lock file"],
  ["a\nb", "a line feed"],
  ["a\0b", "a NUL"],
  ["a\u007f", "a control character"],
  ["\ud800", "half a character"],
  ["a".repeat(40), "a commit"],
  ["0".repeat(64), "a commit"],
  ["x".repeat(241), "too long for a file"],
  ["x/".repeat(300), "too long"],
  ["x".repeat(10_000_000), "far too long"],
])("%# is refused: it is %s", async (name) => {
  await expect(checkBranchName(git, name)).rejects.toMatchObject({ code: "BRANCH_REFUSED", reason: "INVALID_NAME" });
});

test.each([
  ["Fix the login", "fix-the-login"],
  ["  Größe & Übermut!  ", "gro-e-ubermut"],
  ["a/b\\c", "a-b-c"],
  ["修正", "task"],
  ["", "task"],
  ["--force", "force"],
  ["../../etc/passwd", "etc-passwd"],
])("the title %j becomes %s", (title, expected) => {
  expect(slug(title)).toBe(expected);
});

test("whatever the title, its branch name is one that git takes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("HEAD", "head", "a".repeat(40), "A".repeat(1_000), "-.lock")),
      async (title) => {
        const name = branchFromTitle(title);
        expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(name.length).toBeLessThanOrEqual(65);
        await checkBranchName(git, name);
      },
    ),
    { numRuns: 40 },
  );
});
