import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeDirectorySynced, renameSynced, temporaryOf, writeFileSynced } from "../../src/disk/move.js";
import { presenceOf } from "../../src/disk/presence.js";
import { temporaryDirectory } from "../support/directory.js";
import { asOrdinaryUser, isRoot, sh } from "./support.js";

let dir: string;
beforeEach(() => {
  dir = temporaryDirectory("move");
  for (const name of ["live", "trash"]) mkdirSync(path.join(dir, name));
});
const at = (...names: string[]): string => path.join(dir, ...names);

describe("renameSynced", () => {
  it("moves a directory whole: names that are bytes, links, FIFOs, sockets, and what is deeper than PATH_MAX", async () => {
    await sh(
      at("live"),
      `mkdir env; cd env; printf x >$'new\\nline'; printf y >$'\\377\\376'; ln -s /etc/passwd link; mkfifo fifo
       python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("sock")'
       python3 -c '
import os
for _ in range(60): n="d"*100; os.mkdir(n); os.chdir(n)
open("deep","w").write("deep")'`,
    );
    const listed = await sh(at("live", "env"), "find . -printf '%P %y\\0' | sort -z | md5sum");
    await renameSynced(at("live", "env"), at("trash", "env"));
    expect(existsSync(at("live", "env"))).toBe(false);
    expect(await sh(at("trash", "env"), "find . -printf '%P %y\\0' | sort -z | md5sum")).toBe(listed);
  });

  it("replaces nothing: a file, an empty directory, a dangling link", async () => {
    for (const there of ["file", "directory", "link"]) {
      writeFileSync(at("live", there), "moving");
      const to = at("trash", there);
      if (there === "file") writeFileSync(to, "kept");
      else if (there === "directory") mkdirSync(to);
      else symlinkSync("nowhere", to);
      const before = lstatSync(to).ino;
      await expect(renameSynced(at("live", there), to)).rejects.toMatchObject({ code: "EEXIST" });
      expect(lstatSync(to).ino).toBe(before);
      expect(readFileSync(at("live", there), "utf8")).toBe("moving");
    }
  });

  it("says that there is nothing to move", async () => {
    await expect(renameSynced(at("live", "none"), at("trash", "none"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("moves a link itself, and leaves what it names and its mode alone", async () => {
    mkdirSync(at("victim"), { mode: 0o555 });
    symlinkSync(at("victim"), at("live", "link"));
    await renameSynced(at("live", "link"), at("trash", "link"));
    expect(lstatSync(at("trash", "link")).isSymbolicLink()).toBe(true);
    expect(statSync(at("victim")).mode & 0o777).toBe(0o555);
  });

  it("moves a directory that its owner may not write or even read, as an ordinary user", async () => {
    await sh(
      dir,
      `chmod 755 . ; mkdir live/env live/shut; touch live/env/f; chmod 555 live/env; chmod 000 live/shut; ${isRoot ? "chown -R 65534:65534 live trash" : ""}`,
    );
    const moved = await asOrdinaryUser<string[]>(
      dir,
      `import { renameSynced } from "src/disk/move.ts";
       import { readdirSync } from "node:fs";
       for (const name of ["env", "shut"]) await renameSynced(${JSON.stringify(dir)} + "/live/" + name, ${JSON.stringify(dir)} + "/trash/" + name);
       console.log(JSON.stringify(readdirSync(${JSON.stringify(at("trash"))}).sort()));`,
    );
    expect(moved).toEqual(["env", "shut"]);
  });

  it("passes on that what is not ours can't be moved, and leaves it there", async (context) => {
    if (!isRoot) return context.skip("needs a second uid");
    await sh(dir, "chmod 755 .; mkdir live/env; chmod 755 live/env; chown 65534 live trash");
    const code = await asOrdinaryUser<string>(
      dir,
      `import { renameSynced } from "src/disk/move.ts";
       console.log(JSON.stringify(await renameSynced(${JSON.stringify(at("live", "env"))}, ${JSON.stringify(at("trash", "env"))}).then(() => "moved", (error) => error.code)));`,
    );
    expect(code).toBe("EACCES");
    expect(readdirSync(at("live"))).toEqual(["env"]);
  });

  it("syncs the new parent, then the old one, before it returns", async () => {
    mkdirSync(at("live", "env"));
    const trace = at("trace");
    await sh(
      path.resolve(import.meta.dirname, "../.."),
      `cat >${at("go.mts")} <<END
import { renameSynced } from "file://$PWD/src/disk/move.ts";
await renameSynced("${at("live", "env")}", "${at("trash", "env")}");
END
       strace -f -y -e trace=fsync,rename,renameat,renameat2 -o ${trace} node --import tsx ${at("go.mts")}`,
    );
    const calls = readFileSync(trace, "utf8")
      .split("\n")
      .filter((line) => line.includes(dir) && !line.includes("resumed"))
      .map((line) => (line.includes("fsync") ? `fsync ${path.basename(/<(.*?)>/.exec(line)?.[1] ?? "")}` : "rename"));
    expect(calls).toEqual(["rename", "fsync trash", "fsync live"]);
  });
});

describe("writeFileSynced", () => {
  it("replaces a file, with the mode asked for, and leaves nothing beside it", async () => {
    await writeFileSynced(at("f"), "one");
    await writeFileSynced(at("f"), Buffer.from([0xff, 0]), 0o640);
    expect(readFileSync(at("f"))).toEqual(Buffer.from([0xff, 0]));
    expect(statSync(at("f")).mode & 0o777).toBe(0o640);
    expect(readdirSync(dir).sort()).toEqual(["f", "live", "trash"]);
  });

  it("takes what a crash left of an earlier write, and never follows a link there", async () => {
    writeFileSync(at("precious"), "precious");
    symlinkSync(at("precious"), temporaryOf(at("f")));
    await writeFileSynced(at("f"), "new");
    expect(readFileSync(at("f"), "utf8")).toBe("new");
    expect(readFileSync(at("precious"), "utf8")).toBe("precious");
  });
});

describe("makeDirectorySynced", () => {
  it("makes it, also again, and says when something else is there", async () => {
    await makeDirectorySynced(at("d"));
    await makeDirectorySynced(at("d"));
    expect(statSync(at("d")).isDirectory()).toBe(true);
    writeFileSync(at("f"), "");
    symlinkSync(at("d"), at("l"));
    for (const name of ["f", "l"]) await expect(makeDirectorySynced(at(name))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(makeDirectorySynced(at("none", "d"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("presenceOf", () => {
  it("tells present, absent and unknown", async () => {
    symlinkSync("nowhere", at("dangling"));
    writeFileSync(at("f"), "");
    const deep = `${dir}/${"x/".repeat(3000)}`;
    expect(
      await Promise.all([at("live"), at("dangling"), at("none"), at("f", "below"), deep, at("a\0b"), at("n".repeat(300))].map(presenceOf)),
    ).toEqual(["present", "present", "absent", "absent", "unknown", "unknown", "unknown"]);
  });

  it("is unknown where we may not look", async () => {
    await sh(dir, `chmod 755 .; mkdir shut; touch shut/f; chmod 000 shut; ${isRoot ? "chown 65534 shut" : ""}`);
    const answer = await asOrdinaryUser<string>(
      dir,
      `import { presenceOf } from "src/disk/presence.ts"; console.log(JSON.stringify(await presenceOf(${JSON.stringify(at("shut", "f"))})));`,
    );
    expect(answer).toBe("unknown");
  });
});
