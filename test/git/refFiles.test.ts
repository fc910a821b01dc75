import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRefFiles } from "../../src/git/refFiles.js";
import { readRefs } from "../../src/git/refs.js";
import { makeRepository } from "../support/repository.js";
import { gitFixture } from "./fixture.js";

const { git } = gitFixture();
const REFS = ["refs/heads/main", "refs/heads/packed", "refs/heads/both", "refs/heads/absent", "refs/tags/v1", "refs/heads/main/below"];

async function repository() {
  const made = await makeRepository();
  const first = await made.commitOf("HEAD");
  await made.git("branch", "packed");
  await made.git("branch", "both");
  await made.git("tag", "--annotate", "-m", "one", "v1");
  await made.git("pack-refs", "--all");
  await made.commit({ more: "more\n" });
  await made.git("branch", "--force", "both", "HEAD");
  return { ...made, first };
}

test("refs in files of their own and packed ones are read as git reads them", async () => {
  const { commonDir, first, commitOf } = await repository();
  const found = await readRefFiles(commonDir, REFS);
  expect(found).toEqual(await readRefs(git, commonDir, REFS));
  expect(found?.get("refs/heads/packed")).toBe(first);
  expect(found?.get("refs/heads/both")).toBe(await commitOf("main"));
  expect(found?.has("refs/heads/absent")).toBe(false);
});

test.each([
  ["a symbolic ref", "ref: refs/heads/main\n"],
  ["an empty one, as a power cut leaves it", ""],
  ["one that names nothing", `${"0".repeat(40)}\n`],
])("nothing is said where there is %s", async (_, content) => {
  const { commonDir } = await repository();
  writeFileSync(join(commonDir, "refs/heads/odd"), content);
  expect(await readRefFiles(commonDir, ["refs/heads/main", "refs/heads/odd"])).toBeNull();
  expect(await readRefFiles(commonDir, ["refs/heads/main"])).not.toBeNull();
});

test("nothing is said of refs in another format, or of packed ones that can't be read", async () => {
  const { commonDir } = await repository();
  const packed = await makeRepository();
  mkdirSync(join(packed.commonDir, "packed-refs"));
  expect(await readRefFiles(packed.commonDir, ["refs/heads/absent"])).toBeNull();
  mkdirSync(join(commonDir, "reftable"));
  expect(await readRefFiles(commonDir, ["refs/heads/main"])).toBeNull();
});
