import { mkdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { mountsByDevice, mountsWithin, parseMounts } from "../../src/disk/mounts.js";
import { temporaryDirectory } from "../support/directory.js";
import { canMount } from "../support/mounts.js";
import { isRoot, sh } from "./support.js";

let dir: string;
beforeEach(() => {
  dir = temporaryDirectory("mounts");
});

const line = (point: string): string => `36 35 98:0 /mnt1 ${point} rw,noatime master:1 - ext3 /dev/root rw`;
const of = (path: string, ...points: string[]) => parseMounts(Buffer.from(`${points.map(line).join("\n")}\n`, "latin1"), path);

describe("the table of mounts", () => {
  it("gives what is at or below a path, not above, not beside", () => {
    expect(of("/a/b", "/", "/a", "/a/b", "/a/b/c", "/a/bc", "/x/a/b")).toEqual({ state: "known", mounts: ["/a/b", "/a/b/c"] });
    expect(of("/", "/", "/a")).toEqual({ state: "known", mounts: ["/", "/a"] });
  });

  it("is read with its escapes, in bytes", () => {
    expect(of("/a b", "/a\\040b/tab\\011new\\012line\\134slash")).toEqual({ state: "known", mounts: ["/a b/tab\tnew\nline\\slash"] });
    expect(of("/é", "/\xc3\xa9/x", "/\xe9/x")).toEqual({ state: "known", mounts: ["/é/x"] });
  });

  it("that can't be understood is unknown", () => {
    expect(parseMounts(Buffer.from("36 35\n"), "/a").state).toBe("unknown");
  });
});

describe("mountsWithin", () => {
  it("knows of none in a plain directory, by either way, and rejects for nothing", async () => {
    mkdirSync(path.join(dir, "a", "b"), { recursive: true });
    expect(await mountsWithin(dir)).toEqual({ state: "known", mounts: [] });
    expect(await mountsByDevice(dir)).toEqual({ state: "known", mounts: [] });
    expect((await mountsWithin(path.join(dir, "none"))).state).toBe("known");
  });

  it("C17: finds a bind mount of the same device, and another file system", async (context) => {
    if (!isRoot || !canMount) return context.skip("can't mount here");
    for (const name of ["host", "tree/bind here", "tree/memory"]) mkdirSync(path.join(dir, name), { recursive: true });
    const tree = path.join(dir, "tree");
    await sh(dir, `mount --bind host "tree/bind here"; mount -t tmpfs none tree/memory`);
    try {
      const found = await mountsWithin(tree);
      expect(found).toMatchObject({ state: "known" });
      expect(found.state === "known" && found.mounts.sort()).toEqual([path.join(tree, "bind here"), path.join(tree, "memory")]);
      expect(await mountsWithin(path.join(tree, "memory"))).toEqual({ state: "known", mounts: [path.join(tree, "memory")] });
      for (const top of [tree, path.join(tree, "memory")]) {
        expect(await mountsByDevice(top)).toEqual({ state: "known", mounts: [path.join(tree, "memory")] });
      }
    } finally {
      await sh(dir, `umount "tree/bind here" tree/memory`);
    }
  });
});
