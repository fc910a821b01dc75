import { describe, expect, it } from "vitest";
import { type IdKind, kindOfId, newId, requireId, shortId } from "../../src/db/ids.js";
import { InvalidInputError, NotFoundError } from "../../src/errors.js";

const PREFIXES: Record<IdKind, string> = {
  workspace: "workspace",
  repository: "repo",
  task: "task",
  session: "session",
  environment: "env",
  materialisation: "mat",
  worktree: "worktree",
  job: "job",
  resource: "resource",
  quarantine: "quarantine",
  rescue: "rescue",
  attempt: "attempt",
  host: "host",
  operation: "op",
  cascade: "cascade",
};

describe("ids", () => {
  it.each(Object.entries(PREFIXES) as [IdKind, string][])("a new %s begins with %s_ and is known again", (kind, prefix) => {
    const id = newId(kind);
    expect(id).toMatch(new RegExp(`^${prefix}_[0-9a-z]{26}$`));
    expect(kindOfId(id)).toBe(kind);
    expect(requireId(kind, id, "id")).toBe(id);
  });

  it("no two are the same, by their last 26 characters alone", () => {
    const short = Array.from({ length: 10_000 }, () => shortId(newId("worktree")));
    expect(new Set(short).size).toBe(10_000);
    expect(short.every((suffix) => /^[0-9a-z]{26}$/.test(suffix))).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["a word", "task"],
    ["a short suffix", "task_01"],
    ["upper case", newId("task").toUpperCase()],
    ["a suffix over 128 bits", "task_8zzzzzzzzzzzzzzzzzzzzzzzzz"],
    ["a letter that base 32 has not", `task_0${"u".repeat(25)}`],
    ["a line end behind", `${newId("task")}\n`],
    ["an unknown prefix", `thing_${shortId(newId("task"))}`],
    ["a name of every object", `constructor_${shortId(newId("task"))}`],
    ["10 MB", "task_".padEnd(10_000_000, "0")],
  ])("%s is no id", (_what, id) => {
    expect(kindOfId(id)).toBeNull();
    expect(() => requireId("task", id, "input.taskId")).toThrow(InvalidInputError);
  });

  it("a refusal names the argument, and does not repeat 10 MB", () => {
    try {
      requireId("task", "x".repeat(10_000_000), "input.taskId");
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError);
      expect((error as InvalidInputError).field).toBe("input.taskId");
      expect((error as InvalidInputError).message.length).toBeLessThan(300);
    }
  });

  it("an id of another type can't be found", () => {
    const id = newId("session");
    expect(() => requireId("task", id, "id")).toThrow(NotFoundError);
    expect(() => requireId("task", id, "id")).toThrow("that is the id of a session");
  });
});
