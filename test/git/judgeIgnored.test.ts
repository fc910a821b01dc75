import { describe, expect, test } from "vitest";
import { DEFAULT_REBUILDABLE } from "../../src/git/rebuildable.js";
import { expectClean, expectUnsaved, JudgedWorktree, sh } from "./judging.js";

const IGNORE = [".env", "*.sqlite", "node_modules/", "target/", ".venv/", "__pycache__/", "dist/", "data/", "*.log"].join("\n");
const files = { ".gitignore": `${IGNORE}\n`, f: "a\n" };
const TAG = "Signature: 8a477f597d28d172789f06886806bc55\\n# made by a builder";

describe("ignored files", () => {
  test("a secret and a database", async () => {
    const w = await JudgedWorktree.make({ files });
    w.write({ ".env": "SECRET=1\n", "dev.sqlite": "data", "new/deep/x.log": "log" });
    expect(await w.git("status", "--porcelain")).toBe("");
    expectUnsaved(await w.judge(), "ignored .env", "ignored dev.sqlite", "ignored new/deep/x.log");
  });

  test("a globally ignored secret is ignored, not untracked", async () => {
    const w = await JudgedWorktree.make({ files: { f: "a\n" } });
    await w.sh('echo .token >"$HOME/ignore"; git config core.excludesFile "$HOME/ignore"; echo s >.token');
    expectUnsaved(await w.judge(), "ignored .token");
  });

  test("every file of an ignored directory counts, at any depth", async () => {
    const w = await JudgedWorktree.make({ files });
    w.write({ "dist/a.js": "1", "dist/b/c/d.js": "2", "data/labels.csv": "3" });
    await w.sh("mkdir -p dist/empty; ln -s ../f dist/link");
    expectUnsaved(await w.judge(), "ignored dist/a.js", "ignored dist/b/c/d.js", "ignored dist/link", "ignored data/labels.csv");
  });

  test("a file that was taken out of the index again, and one that is ignored beside tracked ones", async () => {
    const w = await JudgedWorktree.make({
      files,
      prepare: (repository) => sh(repository.path, "mkdir data; echo t >data/tracked; git add -f .; git commit -qm t"),
    });
    w.write({ "data/mine": "m" });
    expectUnsaved(await w.judge(), "ignored data/mine");
  });
});

describe("unchanged copies of ours", () => {
  test("do not count, ignored or not, at any depth", async () => {
    const w = await JudgedWorktree.make({ files });
    w.copy(".env", "SECRET=1\n");
    w.copy("data/deep/key.pem", "key");
    w.copy("local.json", "{}");
    expectClean(await w.judge());
  });

  test("count once they were changed, even at the same size, replaced by a link, or staged", async () => {
    const w = await JudgedWorktree.make({ files });
    w.copy(".env", "SECRET=1\n");
    w.copy("data/key.pem", "key");
    w.copy("local.json", "{}");
    w.copy("other.json", "{}");
    w.write({ ".env": "SECRET=2\n" });
    await w.sh(
      'mv data/key.pem "$T/key"; ln -s "$T/key" data/key.pem; git add local.json; rm other.json; mkdir other.json; echo x >other.json/x',
    );
    expectUnsaved(await w.judge(), "ignored .env", "ignored data/key.pem", "staged local.json", "untracked other.json/x");
  });
});

describe("rebuildable directories", () => {
  test("with their makers' signs do not count, wherever they lie", async () => {
    const w = await JudgedWorktree.make({ files });
    await w.sh(`
      mkdir -p node_modules/a packages/x/node_modules/b new/node_modules/c dist/deep/node_modules .venv/bin target/debug pkg/__pycache__
      echo '{}' >node_modules/.package-lock.json; echo x >node_modules/a/i.js; mkdir node_modules/a/node_modules; echo x >node_modules/a/node_modules/y
      echo >packages/x/node_modules/.yarn-integrity; echo x >packages/x/node_modules/b/i.js
      echo >new/node_modules/.modules.yaml; echo x >new/node_modules/c/i.js
      echo >dist/deep/node_modules/.yarn-state.yml
      echo 'home = /usr/bin' >.venv/pyvenv.cfg; echo x >.venv/bin/python
      printf '${TAG}' >target/CACHEDIR.TAG; echo x >target/debug/app
      printf 'o\\015\\015\\012rest' >pkg/__pycache__/m.cpython-311.pyc`);
    const judgement = await w.judge();
    expectClean(judgement);
    expect(judgement.rebuildable.map((found) => `${found.kind} ${found.path}`).sort()).toEqual(
      [
        "node_modules node_modules",
        "node_modules packages/x/node_modules",
        "node_modules new/node_modules",
        "node_modules dist/deep/node_modules",
        ".venv .venv",
        "target target",
        "__pycache__ pkg/__pycache__",
      ].sort(),
    );
  });

  test("a name is no proof: without the sign, with a false one, or as a link they count", async () => {
    const w = await JudgedWorktree.make({ files: { ".gitignore": "node_modules\ntarget\n.venv\n__pycache__\n" } });
    await w.sh(`
      mkdir -p target a/target b/target node_modules c/__pycache__ d .venv
      echo labels >target/labels.csv
      echo 'not the signature' >a/target/CACHEDIR.TAG
      ln -s ../../elsewhere b/target/CACHEDIR.TAG
      mkdir node_modules/.package-lock.json; echo x >node_modules/i.js
      echo source >c/__pycache__/m.pyc
      ln -s /usr/lib/node_modules d/node_modules
      mkfifo .venv/pyvenv.cfg; echo x >.venv/notes`);
    expectUnsaved(
      await w.judge(),
      "ignored target/labels.csv",
      "ignored a/target/CACHEDIR.TAG",
      "ignored b/target/CACHEDIR.TAG",
      "ignored node_modules/i.js",
      "ignored c/__pycache__/m.pyc",
      "ignored d/node_modules",
      "ignored .venv/notes",
    );
  });

  test("an .env or .env.* directly in one makes all of it count; deeper it is a package's", async () => {
    for (const name of [".env", ".env.local", ".ENV"]) {
      const w = await JudgedWorktree.make({ files });
      w.write({ "node_modules/.package-lock.json": "{}", [`node_modules/${name}`]: "S=1\n" });
      expectUnsaved(await w.judge(), "ignored node_modules/.package-lock.json", `ignored node_modules/${name}`);
    }
    const deeper = await JudgedWorktree.make({ files });
    deeper.write({ "node_modules/.package-lock.json": "{}", "node_modules/pkg/.env": "EXAMPLE=1\n", "node_modules/.envrc": "x" });
    expectClean(await deeper.judge());
  });

  test("one that holds a tracked file is not the maker's alone", async () => {
    const w = await JudgedWorktree.make({
      files,
      prepare: (repository) => sh(repository.path, "mkdir -p target/keep; echo k >target/keep/k; git add -f target; git commit -qm keep"),
    });
    await w.sh(`printf '${TAG}' >target/CACHEDIR.TAG; echo x >target/app; echo y >target/keep/mine`);
    expectUnsaved(await w.judge(), "ignored target/CACHEDIR.TAG", "ignored target/app", "ignored target/keep/mine");
  });

  test("one that nobody ignores counts file by file", async () => {
    const w = await JudgedWorktree.make();
    w.write({ "node_modules/.package-lock.json": "{}", "node_modules/i.js": "x" });
    expectUnsaved(await w.judge(), "untracked node_modules/.package-lock.json", "untracked node_modules/i.js");
  });

  test("one that ignores itself is known by its name all the same", async () => {
    const w = await JudgedWorktree.make();
    w.write({ ".venv/.gitignore": "*\n", ".venv/pyvenv.cfg": "home = /usr/bin\n", ".venv/lib/x.py": "x" });
    const judgement = await w.judge();
    expectClean(judgement);
    expect(judgement.rebuildable).toEqual([{ path: ".venv", kind: ".venv" }]);
  });

  test("a nested repository inside one is somebody's", async () => {
    const w = await JudgedWorktree.make({ files });
    w.write({ "node_modules/.package-lock.json": "{}" });
    await w.sh("git init -q node_modules/linked; echo x >node_modules/linked/work");
    expectUnsaved(await w.judge(), "nested-repository node_modules/linked");
  });

  test("a line that a person configured needs no sign: a name anywhere, or one path", async () => {
    const w = await JudgedWorktree.make({ files });
    w.rules = [...DEFAULT_REBUILDABLE, { name: "dist", sign: [] }, { name: "data/cache/", sign: [] }];
    w.write({ "dist/x": "1", "new/dist/y": "2", "data/cache/z": "3" });
    expectClean(await w.judge());
    w.write({ "data/mine": "4", "other/data/cache/z": "5", "dist/.env": "6" });
    expectUnsaved(await w.judgeHere(), "ignored data/mine", "ignored other/data/cache/z", "ignored dist/.env", "ignored dist/x");
  });

  test("a link on the way is not followed", async () => {
    const w = await JudgedWorktree.make({ files: { ".gitignore": "node_modules\n" } });
    await w.sh('mkdir -p "$T/shared/node_modules"; echo "{}" >"$T/shared/node_modules/.package-lock.json"; ln -s "$T/shared" packages');
    expectUnsaved(await w.judge(), "untracked packages");
  });
});
