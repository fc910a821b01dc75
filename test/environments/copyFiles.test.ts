import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { CopyRefused, copyPlanned, planCopies } from "../../src/environments/copyFiles.js";
import { parseGlobs } from "../../src/environments/globs.js";
import { temporaryDirectory } from "../support/directory.js";

let checkout: string;
let tree: string;
beforeEach(() => {
  checkout = temporaryDirectory("checkout");
  tree = temporaryDirectory("tree");
});

function put(at: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), content);
  }
}

const globs = (...patterns: string[]) => parseGlobs("copyFiles", patterns);
const entry = (path: string, content: string) => ({
  path,
  size: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

describe("copying files", () => {
  it("copies what the patterns mean, byte for byte with its mode, and writes down what it is", async () => {
    put(checkout, { ".env": "S=1", "config/local.json": "{}", "config/deep/x": "x", other: "no" });
    chmodSync(join(checkout, ".env"), 0o600);
    chmodSync(join(checkout, "config/deep/x"), 0o755);
    const planned = await planCopies(checkout, tree, globs(".env", "config/**"), []);
    expect(planned).toEqual([entry(".env", "S=1"), entry("config/deep/x", "x"), entry("config/local.json", "{}")]);
    await copyPlanned(checkout, tree, planned);
    expect(readFileSync(join(tree, ".env"), "utf8")).toBe("S=1");
    expect(lstatSync(join(tree, ".env")).mode & 0o777).toBe(0o600);
    expect(lstatSync(join(tree, "config/deep/x")).mode & 0o777).toBe(0o755);
    expect(existsSync(join(tree, "other"))).toBe(false);
  });

  it("never writes over what is there, nor beside it where there is no way", async () => {
    put(checkout, { ".env": "theirs", "dir/a": "a", "file/b": "b" });
    put(tree, { ".env": "mine", file: "a file" });
    const planned = await planCopies(checkout, tree, globs("**", ".env"), []);
    expect(planned.map(({ path }) => path)).toEqual(["dir/a"]);
    await copyPlanned(checkout, tree, [entry(".env", "theirs"), ...planned]);
    expect(readFileSync(join(tree, ".env"), "utf8")).toBe("mine");
  });

  it("follows no link: not a file, not a directory, not in the worktree", async () => {
    const outside = temporaryDirectory("outside");
    put(outside, { secret: "secret" });
    symlinkSync(join(outside, "secret"), join(checkout, "link"));
    symlinkSync(outside, join(checkout, "linked"));
    put(checkout, { "real/secret2": "x" });
    symlinkSync(outside, join(tree, "real"));
    expect(await planCopies(checkout, tree, globs("**", "linked/*", "link"), [])).toEqual([]);
    await expect(copyPlanned(checkout, tree, [entry("real/secret2", "x")])).rejects.toThrow(CopyRefused);
    await expect(copyPlanned(checkout, tree, [entry("linked/secret", "secret")])).rejects.toThrow(CopyRefused);
    expect(existsSync(join(outside, "secret2"))).toBe(false);
  });

  it("goes on after an interruption: what it wrote down stays its own, a beginning is finished, anything else stays", async () => {
    put(checkout, { a: "all of a", b: "all of b", c: "all of c", d: "all of d" });
    const before = await planCopies(checkout, tree, globs("*"), []);
    put(tree, { a: "all of a", b: "all o", c: "somebody's" });
    const planned = await planCopies(checkout, tree, globs("*"), before);
    expect(planned).toEqual(before);
    await copyPlanned(checkout, tree, planned);
    expect(["a", "b", "c", "d"].map((name) => readFileSync(join(tree, name), "utf8"))).toEqual([
      "all of a",
      "all of b",
      "somebody's",
      "all of d",
    ]);
  });

  it("is bounded in number and size, and does not copy what changed meanwhile", async () => {
    put(checkout, Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`many/${at}`, ""])));
    await expect(planCopies(checkout, tree, globs("many/*"), [])).rejects.toThrow("more than 1000 files");
    put(checkout, { large: "", changing: "one" });
    truncateSync(join(checkout, "large"), 64 * 1024 * 1024 + 1);
    await expect(planCopies(checkout, tree, globs("large"), [])).rejects.toThrow("larger than");
    const planned = await planCopies(checkout, tree, globs("changing"), []);
    put(checkout, { changing: "two" });
    await expect(copyPlanned(checkout, tree, planned)).rejects.toThrow("changed while");
    expect(existsSync(join(tree, "changing"))).toBe(false);
  });
});
