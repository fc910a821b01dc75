import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LockedError, lockDirectory } from "../../src/disk/lock.js";
import { type FoundRoot, type OpenRoot, openRoot, RootRefusedError } from "../../src/disk/root.js";
import { temporaryDirectory } from "../support/directory.js";
import { canMount } from "../support/mounts.js";
import { isRoot, sh, startedIn } from "./support.js";

let dir: string;
const opened: { close(): void }[] = [];
beforeEach(() => {
  dir = temporaryDirectory("root");
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});
const at = (...names: string[]): string => path.join(dir, ...names);
async function open(o: Partial<OpenRoot> = {}): Promise<FoundRoot> {
  const found = await openRoot({ path: at("root"), dataDir: at("data"), pid: process.pid, nowMs: 0, allowTmpfs: true, ...o });
  opened.push(found);
  return found;
}
const instance = (): unknown => JSON.parse(readFileSync(at("root", "instance.json"), "utf8"));

describe("a managed root", () => {
  it("is made, and knows its id and generation when it is opened again", async () => {
    const first = await open();
    expect(first.instance).toBeNull();
    const root = await first.begin({ instanceId: "i", generation: 1, confirmed: true });
    expect([root.path, root.live, root.trash, root.quarantine]).toEqual(
      ["", "live", "trash", "quarantine"].map((name) => path.join(dir, "root", name)),
    );
    expect(await root.probe()).toBe("present");
    root.close();
    root.close();
    expect((await open()).instance).toEqual({ id: "i", generation: 1 });
  });

  it("is left as it is until it is begun: an empty mount point gets no directories", async () => {
    await open();
    expect(readdirSync(at("root")).filter((name) => !name.startsWith("lock"))).toEqual([]);
  });

  it("that was claimed by a start that died is at generation 0", async () => {
    await (await open()).claim("i");
    opened.pop()?.close();
    expect((await open()).instance).toEqual({ id: "i", generation: 0 });
  });

  it("has one canonical path, whatever link leads to it", async () => {
    mkdirSync(at("real"));
    symlinkSync("real", at("link"));
    expect((await open({ path: at("link") })).path).toBe(at("real"));
  });

  it("C36: is unknown, never absent, while its disk is unplugged, and when it is another's", async () => {
    const root = await (await open()).begin({ instanceId: "i", generation: 1, confirmed: true });
    renameSync(at("root"), at("unplugged"));
    expect(await root.probe()).toBe("unknown");
    mkdirSync(at("root"));
    expect(await root.probe()).toBe("unknown");
    writeFileSync(at("root", "instance.json"), JSON.stringify({ id: "another", generation: 1 }));
    expect(await root.probe()).toBe("unknown");
    writeFileSync(at("root", "instance.json"), JSON.stringify({ id: "i", generation: 2 }));
    expect(await root.probe()).toBe("unknown");
    renameSync(at("root"), at("empty"));
    renameSync(at("unplugged"), at("root"));
    expect(await root.probe()).toBe("present");
  });

  it("is held by one server: the other is told which", async () => {
    await open({ pid: 12_345, dataDir: "/some/data" });
    await expect(open()).rejects.toThrow(/12345.*\/some\/data/);
    await expect(open()).rejects.toThrow(LockedError);
  });

  it("whose instance file can't be understood is refused, and not written over", async () => {
    mkdirSync(at("root"));
    for (const text of ["", "{", '{"id":"i"}', '{"id":"","generation":1}']) {
      writeFileSync(at("root", "instance.json"), text);
      await expect(open()).rejects.toThrow(RootRefusedError);
      expect(readFileSync(at("root", "instance.json"), "utf8")).toBe(text);
    }
  });

  it("with a link, or a file, in place of its directories is refused", async () => {
    mkdirSync(at("elsewhere"));
    mkdirSync(at("root"));
    symlinkSync(at("elsewhere"), at("root", "trash"));
    const found = await open();
    await expect(found.begin({ instanceId: "i", generation: 1, confirmed: true })).rejects.toThrow();
    expect(readdirSync(at("elsewhere"))).toEqual([]);
    expect(() => instance()).toThrow();
  });

  it("with a name that is not plain text is refused", async () => {
    await expect(open({ path: at("new\nline") })).rejects.toThrow(RootRefusedError);
    await sh(dir, "mkdir $'\\377'; ln -s $'\\377' bytes");
    await expect(open({ path: at("bytes") })).rejects.toThrow(RootRefusedError);
  });

  it("in memory is refused, unless that is allowed", async (context) => {
    if (statSync("/dev/shm", { throwIfNoEntry: false }) === undefined) return context.skip("no file system in memory here");
    const memory = path.join("/dev/shm", path.basename(dir));
    try {
      await expect(open({ path: memory, allowTmpfs: false })).rejects.toThrow(RootRefusedError);
      expect((await open({ path: memory })).warnings).toHaveLength(1);
    } finally {
      await sh("/dev/shm", `rm -rf ${memory}`);
    }
  });

  it("with a mount, a bind mount too, in place of its directories is refused", async (context) => {
    if (!isRoot || !canMount) return context.skip("can't mount here");
    mkdirSync(at("root", "trash"), { recursive: true });
    mkdirSync(at("elsewhere"));
    for (const mount of [`mount --bind ${at("elsewhere")} ${at("root", "trash")}`, `mount -t tmpfs none ${at("root", "trash")}`]) {
      await sh(dir, mount);
      try {
        const found = await open();
        await expect(found.begin({ instanceId: "i", generation: 1, confirmed: true })).rejects.toThrow(RootRefusedError);
        found.close();
      } finally {
        await sh(dir, `umount ${at("root", "trash")}`);
      }
    }
    expect(() => instance()).toThrow();
  });
});

describe("a directory's lock", () => {
  it("ends with the process that holds it, however that ends", async () => {
    const project = path.resolve(import.meta.dirname, "../..");
    writeFileSync(
      at("holder.mts"),
      `import { lockDirectory } from "file://${project}/src/disk/lock.ts";
       lockDirectory(${JSON.stringify(dir)}, { pid: process.pid, since: "then", dataDir: "there" });
       console.log("held"); setInterval(() => {}, 1000);`,
    );
    const holder = await startedIn(project, process.execPath, ["--import", "tsx", at("holder.mts")]);
    expect(() => lockDirectory(dir, { pid: 1, since: "", dataDir: "" })).toThrow(new RegExp(`${holder.pid}.*then.*there`));
    await holder.end();
    const lock = lockDirectory(dir, { pid: 1, since: "", dataDir: "" });
    lock.release();
    lock.release();
    lockDirectory(dir, { pid: 2, since: "", dataDir: "" }).release();
  });

  it("says so when it can't be made", () => {
    writeFileSync(at("file"), "");
    expect(() => lockDirectory(at("file"), { pid: 1, since: "", dataDir: "" })).toThrow();
  });
});
