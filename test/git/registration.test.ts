import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judgeRegistration } from "../../src/git/registration.js";
import { JudgedWorktree, sh, theGit } from "./judging.js";

async function gone(script: string): Promise<JudgedWorktree> {
  const w = await JudgedWorktree.make({ files: { f: "1\n" } });
  await w.sh(script);
  rmSync(w.tree, { recursive: true });
  return w;
}

test("the registration of a clean tree that is gone holds nothing", async () => {
  const w = await gone("echo 2 >f; git commit -qam 2");
  expect(await judgeRegistration(theGit, w.adminDir)).toMatchObject({ verdict: "CLEAN" });
});

test("a staged file, an operation, a lock file, a draft", async () => {
  const cases = [
    "echo only >s; git add s",
    "git bisect start -q",
    'touch "$(git rev-parse --absolute-git-dir)/index.lock"',
    'echo draft >"$(git rev-parse --absolute-git-dir)/GITGUI_MSG"',
  ];
  for (const script of cases) {
    const w = await gone(script);
    expect(await judgeRegistration(theGit, w.adminDir), script).toMatchObject({ verdict: "UNSAVED" });
  }
});

test("a submodule's commit that its remote does not have", async () => {
  const clone =
    'git init -q "$HOME/lib"; git -C "$HOME/lib" commit -q --allow-empty -m l; git submodule -q add "$HOME/lib" lib; git commit -qm lib';
  const w = await gone(`${clone}; git -C lib commit -q --allow-empty -m only`);
  expect(await judgeRegistration(theGit, w.adminDir)).toMatchObject({ verdict: "UNSAVED" });
});

test("what can't be read is unknown", async () => {
  const w = await gone("true");
  writeFileSync(join(w.adminDir, "index"), "nonsense");
  expect(await judgeRegistration(theGit, w.adminDir)).toMatchObject({ verdict: "UNKNOWN" });
  await sh(w.adminDir, "git update-ref -d HEAD 2>/dev/null || true; rm HEAD");
  expect(await judgeRegistration(theGit, w.adminDir)).toMatchObject({ verdict: "UNKNOWN" });
});
