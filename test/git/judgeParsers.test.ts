import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Unproven } from "../../src/git/ask.js";
import { parseConversions } from "../../src/git/attributes.js";
import { bytePathOf, showPath } from "../../src/git/bytePath.js";
import { FencedReader } from "../../src/git/content.js";
import { ObjectReader } from "../../src/git/objects.js";
import { parseStatus } from "../../src/git/status.js";
import { parseTracked } from "../../src/git/tracked.js";

const OID = "8ce1e839c24d5e8211fa598f93450b685d774fd5";
const nul = (...records: string[]): Buffer => Buffer.from(records.map((record) => `${record}\0`).join(""), "latin1");

describe("status", () => {
  const HEAD = [`# branch.oid ${OID}`, "# branch.head main"];

  test("every kind of record", () => {
    const status = parseStatus(
      nul(
        ...HEAD,
        `1 MM N... 100644 100644 100644 ${OID} ${OID} both of it`,
        `2 R. N... 100644 100644 100644 ${OID} ${OID} R100 to`,
        "from",
        `1 .M SC.. 160000 160000 160000 ${OID} ${OID} sub`,
        `u UU N... 100644 100644 100644 100644 ${OID} ${OID} ${OID} a conflict`,
        "? new file",
        "! out/",
      ),
    );
    expect(status).toEqual({
      headCommit: OID,
      changes: [
        { kind: "staged", path: "both of it", code: "MM" },
        { kind: "modified", path: "both of it", code: "MM" },
        { kind: "staged", path: "to", code: "R." },
        { kind: "submodule", path: "sub", code: ".M" },
        { kind: "conflicted", path: "a conflict", code: "UU" },
      ],
      untracked: ["new file"],
      ignored: ["out/"],
    });
  });

  test("a cut answer, one without a head, and an unknown record are no answers", () => {
    expect(() => parseStatus(nul(...HEAD, "? file").subarray(0, -1))).toThrow(Unproven);
    expect(() => parseStatus(Buffer.alloc(0))).toThrow(Unproven);
    expect(() => parseStatus(nul("? file"))).toThrow(Unproven);
    expect(() => parseStatus(nul(...HEAD, "x what"))).toThrow(Unproven);
    expect(() => parseStatus(nul(...HEAD, "1 .M N... 100644"))).toThrow(Unproven);
    expect(() => parseStatus(nul("# branch.oid nonsense"))).toThrow(Unproven);
  });
});

test("ls-files: flags, conflicts, submodules, and the directories that hold something", () => {
  const tracked = parseTracked(
    nul(
      `H 100644 ${OID} 0\ta/b/c`,
      `h 100755 ${OID} 0\tassumed`,
      `S 120000 ${OID} 0\tskipped`,
      `s 100644 ${OID} 0\tboth`,
      `M 100644 ${OID} 1\tx/conflict`,
      `H 160000 ${OID} 0\tsub`,
    ),
  );
  expect(tracked.files.map((file) => `${file.path} ${file.hidden ?? "-"}`)).toEqual([
    "a/b/c -",
    "assumed assume-unchanged",
    "skipped skip-worktree",
    "both skip-worktree",
  ]);
  expect(tracked.hidden.map((file) => file.path)).toEqual(["assumed", "skipped", "both"]);
  expect(tracked.gitlinks.map((link) => link.path)).toEqual(["sub"]);
  expect(["a", "a/b", "a/b/c", "x", "b", "sub"].filter((path) => tracked.holds(path))).toEqual(["a", "a/b", "a/b/c", "x", "sub"]);
  expect(() => parseTracked(nul("H 100644"))).toThrow(Unproven);
  expect(() => parseTracked(nul(`H 100644 ${OID} 0\ta`).subarray(0, -1))).toThrow(Unproven);
});

test("attributes: what may hide content, what line endings, and what neither", () => {
  const files = ["a", "b", "c", "d", "e"].map((path) => ({ path, mode: "100644", oid: OID, hidden: null }));
  const settings = { look: [], modes: true, sparse: false, filters: new Set(["lfs"]), autocrlf: false, attributesFile: null };
  const answer = nul(
    "a",
    "filter",
    "lfs",
    "a",
    "text",
    "unset",
    "b",
    "filter",
    "unknown",
    "c",
    "text",
    "auto",
    "d",
    "text",
    "unset",
    "d",
    "eol",
    "unset",
    "e",
    "ident",
    "set",
  );
  expect([...parseConversions(answer, files, settings)]).toEqual([
    ["a", "content"],
    ["c", "text"],
    ["e", "content"],
  ]);
  expect(parseConversions(answer, files, { ...settings, autocrlf: true }).get("b")).toBe("text");
  expect(parseConversions(answer, files, { ...settings, autocrlf: true }).has("d")).toBe(false);
  expect(() => parseConversions(nul("a", "filter"), files, settings)).toThrow(Unproven);
});

/** However the answer is cut into chunks, and whatever the contents hold. */
const contents = fc.array(
  fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.constantFrom("", "\n", "\nfence\n", "fence", "x\n").map((text) => Buffer.from(text)),
  ),
  { maxLength: 5, minLength: 1 },
);
const cut = (bytes: Buffer, sizes: readonly number[]): Buffer[] => {
  const chunks: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
};
const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });

test("converted contents are hashed whole", () => {
  const fence = "0123456789abcdef";
  fc.assert(
    fc.property(contents, sizes, (all, pieces) => {
      const reader = new FencedReader(fence);
      const answer = Buffer.concat(all.flatMap((content) => [Buffer.from(`${fence}\n`), Buffer.from(content), Buffer.from("\n")]));
      for (const chunk of cut(answer, pieces)) reader.take(chunk);
      expect(reader.finish(all.length)).toEqual(all.map((content) => createHash("sha256").update(content).digest("hex")));
    }),
  );
  for (const answer of ["", "oid missing\n", `${fence}\n`, `${fence}\ncut`]) {
    expect(() => {
      const reader = new FencedReader(fence);
      reader.take(Buffer.from(answer));
      reader.finish(1);
    }, answer).toThrow(Unproven);
  }
});

test("objects are what their names say", () => {
  const object = (content: Uint8Array): { oid: string; bytes: Buffer } => {
    const oid = createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
    return { oid, bytes: Buffer.concat([Buffer.from(`${oid} blob ${content.length}\n`), content, Buffer.from("\n")]) };
  };
  fc.assert(
    fc.property(contents, sizes, (all, pieces) => {
      const reader = new ObjectReader();
      for (const chunk of cut(Buffer.concat(all.map((content) => object(content).bytes)), pieces)) reader.take(chunk);
      reader.finish(all.length);
    }),
  );
  const { bytes } = object(Buffer.from("content"));
  const damaged = Buffer.from(bytes);
  damaged[damaged.length - 3] = 0;
  expect(() => new ObjectReader().take(damaged)).toThrow(/damaged/);
  expect(() => new ObjectReader().take(Buffer.from(`${OID} missing\n`))).toThrow(Unproven);
  const reader = new ObjectReader();
  reader.take(bytes.subarray(0, -1));
  expect(() => reader.finish(1)).toThrow(Unproven);
});

test("paths are shown on one line, each byte path as another text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), fc.uint8Array({ maxLength: 30 }), (one, other) => {
      const [a, b] = [one, other].map((bytes) => Buffer.from(bytes).toString("latin1")) as [string, string];
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
      expect(showPath(a)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      if (a !== b) expect(showPath(a)).not.toBe(showPath(b));
    }),
  );
  expect(showPath(bytePathOf("été/naïve 文.txt"))).toBe("été/naïve 文.txt");
});
