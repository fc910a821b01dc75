import { execFileSync } from "node:child_process";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockReason } from "../../src/git/lock.js";
import { mendTorn } from "../../src/git/torn.js";
import { addWorktree } from "../../src/git/worktree.js";
import { temporaryDirectory } from "../support/directory.js";
import { makeRepository } from "../support/repository.js";
import { gitFixture, NOTE } from "./fixture.js";

const { git } = gitFixture();

test("empty files and files of zeros are written again; what anybody wrote stays", async () => {
  const repository = await makeRepository();
  const names = ["empty\nname", "zeros", "work"];
  for (const name of names) writeFileSync(join(repository.path, name), `${name} `.repeat(40_000));
  execFileSync("git", ["add", "."], { cwd: repository.path });
  execFileSync("git", ["commit", "-qm", "three"], { cwd: repository.path });
  const tree = join(temporaryDirectory("live"), "app-0001");
  await addWorktree(git, {
    commonDir: repository.commonDir,
    path: tree,
    start: { kind: "detached", commit: await repository.commitOf("HEAD") },
    lockReason: lockReason("root_1", "worktree_1", "nonce"),
    hooks: false,
    note: NOTE,
  });
  expect(await mendTorn(git, tree, NOTE)).toBe(0);

  truncateSync(join(tree, "empty\nname"), 0);
  writeFileSync(join(tree, "zeros"), Buffer.alloc(200_000));
  writeFileSync(join(tree, "work"), Buffer.concat([Buffer.alloc(100_000), Buffer.from("work")]));
  expect(await mendTorn(git, tree, NOTE)).toBe(2);
  for (const name of names.slice(0, 2)) expect(readFileSync(join(tree, name), "utf8")).toBe(`${name} `.repeat(40_000));
  expect(readFileSync(join(tree, "work")).subarray(-4).toString()).toBe("work");
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: tree, encoding: "utf8" })).toBe(" M work\n");
});
