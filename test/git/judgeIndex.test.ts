import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { settingsOf } from "../../src/git/configured.js";
import { parseIndexFile, readIndexFile } from "../../src/git/indexFile.js";
import { parseTracked, TRACKED_ARGS } from "../../src/git/tracked.js";
import { git, makeRepository, type TestRepository } from "../support/repository.js";
import { sh, theGit } from "./judging.js";

/** What our own reader and git say of one index. */
async function both(repository: TestRepository): Promise<[unknown, unknown]> {
  const ours = await readIndexFile(repository.commonDir, 20);
  const answer = await theGit.run(TRACKED_ARGS, { gitDir: repository.commonDir });
  const gits = parseTracked(answer.stdout);
  const facts = (tracked: typeof gits | null): unknown =>
    tracked && {
      files: tracked.files,
      gitlinks: tracked.gitlinks,
      attributes: tracked.attributes,
      holds: ["a", "a/deep", "x", "nothing"].map((d) => tracked.holds(d)),
    };
  return [facts(ours), facts(gits)];
}

describe("the index, read without git", () => {
  const script = `
    mkdir -p a/deep b; for i in $(seq 30); do echo $i >a/deep/file$i; echo $i >b/file$i; done
    printf x >$'b/caf\\xe9 \\n'; ln -s f link; echo '* text' >b/.gitattributes; chmod +x a/deep/file1; printf x >"$(printf 'n%.0s' $(seq 200))"
    git add .; git commit -qm many
    git update-index --assume-unchanged a/deep/file2; git update-index --skip-worktree a/deep/file3 a/deep/file4; git update-index --assume-unchanged a/deep/file4
    git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub; echo new >added; git add -N added; echo s >staged; git add staged`;

  test.each([2, 3, 4])("version %i says what git says", async (version) => {
    const repository = await makeRepository();
    await sh(repository.path, `${script}; git update-index --index-version ${version}`);
    const [ours, gits] = await both(repository);
    expect(ours).not.toBeNull();
    expect(ours).toEqual(gits);
  });

  test("with conflicts, and with git's optional extensions", async () => {
    const repository = await makeRepository({ files: { f: "1\n", "x/y": "1\n" } });
    await sh(
      repository.path,
      "git checkout -qb o; echo 2 >x/y; git commit -qam 2; git checkout -q main; echo 3 >x/y; git commit -qam 3; git merge -q o || true; git update-index --untracked-cache; git -c index.threads=2 status",
    );
    const [ours, gits] = await both(repository);
    expect(ours).not.toBeNull();
    expect(ours).toEqual(gits);
  });

  test("an empty one, and one of 20,000 entries in blocks", async () => {
    const empty = await makeRepository();
    await sh(empty.path, "git rm -qr --cached .");
    const [none, nothing] = await both(empty);
    expect(none).toEqual(nothing);
    const large = await makeRepository();
    await sh(
      large.path,
      `o=$(git rev-parse HEAD:README.md); for i in $(seq 20000); do printf '100644 %s\\tdir%d/file-%d\\n' $o $((i % 50)) $i; done | git -c index.threads=4 -c index.version=4 update-index --index-info`,
    );
    const [ours, gits] = await both(large);
    expect(ours).not.toBeNull();
    expect(ours).toEqual(gits);
  });

  test("what is not certain is left to git: split, sparse, cut, another version, longer ids", async () => {
    const repository = await makeRepository({ files: { "in/f": "1\n", "out/f": "1\n" } });
    const index = (): Buffer => readFileSync(join(repository.commonDir, "index"));
    const plain = index();
    for (let length = 0; length < plain.length; length++) {
      let read: unknown = null;
      try {
        read = parseIndexFile(plain.subarray(0, length), 20);
      } catch {
        // Also no answer.
      }
      expect(read, `cut to ${length} of ${plain.length}`).toBeNull();
    }
    const other = Buffer.from(plain);
    other.writeUInt32BE(5, 4);
    expect(parseIndexFile(other, 20)).toBeNull();
    await sh(repository.path, "git update-index --split-index");
    expect(await readIndexFile(repository.commonDir, 20)).toBeNull();
    await sh(repository.path, "git update-index --no-split-index; git sparse-checkout set --cone --sparse-index in");
    expect(await readIndexFile(repository.commonDir, 20)).toBeNull();
  });
});

describe("settings are remembered", () => {
  test("until a file that says them, or may, is written", async () => {
    const repository = await makeRepository();
    const place = { gitDir: repository.commonDir, tree: repository.path };
    const ask = () => settingsOf(theGit, place, repository.commonDir, {});
    expect(await ask()).toMatchObject({ autocrlf: false });
    expect(await ask()).toBe(await ask());
    await repository.git("config", "core.autocrlf", "input");
    expect(await ask()).toMatchObject({ autocrlf: true });
    await repository.git("config", "--global", "filter.global.clean", "cat");
    expect((await ask()).filters.has("global")).toBe(true);
    await repository.git("config", "--global", "--unset", "filter.global.clean");
    expect((await ask()).filters.has("global")).toBe(false);
    const own = join(repository.commonDir, "config.worktree");
    await git(repository.path, "config", "extensions.worktreeConfig", "true");
    await git(repository.path, "config", "--worktree", "core.sparseCheckout", "true");
    expect(await ask()).toMatchObject({ sparse: true });
    writeFileSync(own, "");
    expect(await ask()).toMatchObject({ sparse: false });
  });

  test("never where files are included", async () => {
    const repository = await makeRepository();
    const place = { gitDir: repository.commonDir, tree: repository.path };
    const included = join(repository.path, "..", "included");
    writeFileSync(included, "");
    await repository.git("config", "include.path", included);
    expect(await settingsOf(theGit, place, repository.commonDir, {})).toMatchObject({ autocrlf: false });
    writeFileSync(included, "[core]\n\tautocrlf\n");
    expect(await settingsOf(theGit, place, repository.commonDir, {})).toMatchObject({ autocrlf: true });
  });
});
