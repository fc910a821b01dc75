import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from "dependency-cruiser";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "./support/directory.js";

interface Config {
  forbidden: NonNullable<IFlattenedRuleSet["forbidden"]>;
  options: ICruiseOptions;
}

const CONFIG = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as Config;

/** Which rules a small house breaks, as "rule: file". */
async function broken(files: Record<string, string>): Promise<string[]> {
  const directory = temporaryDirectory("house");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  const { tsConfig: _, ...options } = CONFIG.options;
  const { output } = await cruise(["src"], { ...options, baseDir: directory, validate: true, ruleSet: { forbidden: CONFIG.forbidden } });
  return (output as ICruiseResult).summary.violations
    .filter((violation) => violation.rule.name !== "no-orphans")
    .map((violation) => `${violation.rule.name}: ${violation.from}`)
    .sort();
}

const REMOVE = { "src/disk/remove.ts": "export const remove = 1;\n" };
const useRemove = (path: string) => `export { remove as used } from "${path}disk/remove.js";\n`;

describe("the import rules", () => {
  it("let what reclaims use the one function that deletes", async () => {
    const files = {
      ...REMOVE,
      "src/cleanup/steps/purge.ts": useRemove("../../"),
      "src/environments/unmake.ts": useRemove("../"),
      "src/storage/quarantine.ts": useRemove("../"),
    };
    expect(await broken(files)).toEqual([]);
  });

  it.each([
    "environments/sessions",
    "environments/create",
    "lifecycle/archive",
    "scheduler/scheduler",
    "graphql/session",
    "server/http",
    "db/database",
    "git/worktree",
    "app",
  ])("keep src/%s.ts from it", async (file) => {
    const found = await broken({ ...REMOVE, [`src/${file}.ts`]: useRemove("../".repeat(file.split("/").length - 1) || "./") });
    expect(found).toContain(`only-lifecycle-reclaims: src/${file}.ts`);
  });

  it("keep sessions from making a cleanup job", async () => {
    const files = {
      "src/cleanup/snapshot.ts": "export const intend = 1;\n",
      "src/environments/sessions.ts": 'export { intend as used } from "../cleanup/snapshot.js";\n',
      "src/lifecycle/archive.ts": 'export { intend as used } from "../cleanup/snapshot.js";\n',
    };
    expect(await broken(files)).toEqual([
      "environments-looks-down: src/environments/sessions.ts",
      "only-lifecycle-intends: src/environments/sessions.ts",
      "sessions-touch-nothing: src/environments/sessions.ts",
    ]);
  });

  it.each(["environments/sessions", "environments/held", "environments/usable", "lifecycle/sessionTimeout", "graphql/session"])(
    "keep src/%s.ts from git and the disk",
    async (file) => {
      const up = "../".repeat(file.split("/").length - 1);
      const files = {
        "src/git/git.ts": "export const git = 1;\n",
        [`src/${file}.ts`]: `export { git as used } from "${up}git/git.js";\nexport { rm } from "node:fs/promises";\n`,
      };
      expect((await broken(files)).filter((line) => line === `sessions-touch-nothing: src/${file}.ts`)).toHaveLength(2);
    },
  );

  it.each([
    ["git", "db"],
    ["disk", "git"],
    ["db", "disk"],
    ["storage", "cleanup"],
    ["cleanup", "lifecycle"],
    ["lifecycle", "graphql"],
    ["scheduler", "cleanup"],
  ])("point down: %s/ may not use %s/", async (from, to) => {
    const files = {
      [`src/${to}/part.ts`]: "export const part = 1;\n",
      [`src/${from}/user.ts`]: `export { part as used } from "../${to}/part.js";\n`,
    };
    expect(await broken(files)).toEqual([`${from}-looks-down: src/${from}/user.ts`]);
  });

  it("start processes in one place", async () => {
    const start = 'export { spawn } from "node:child_process";\n';
    expect(await broken({ "src/disk/start.ts": start, "src/git/git.ts": start })).toEqual(["processes-start-in-one-place: src/git/git.ts"]);
  });
});
