import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { World } from "../support/world.js";
import { quarantinedAt, restore } from "./home.js";

describe("C29 a root behind a symbolic link", () => {
  it("is canonical from the start: registration and branch go too", async () => {
    const world = await World.start({
      prepare: (sandbox) => {
        mkdirSync(sandbox.path("real"));
        symlinkSync("real", sandbox.path("link"));
        return { flags: ["--root", sandbox.path("link/root")] };
      },
    });
    try {
      const repo = world.sandbox.repository("c29");
      const made = await world.make(repo);
      expect(made.tree.startsWith(world.sandbox.path("real/root/live/"))).toBe(true);
      expect(repo.registrations().map((one) => one.path)).toEqual([made.tree]);
      const { tree } = await world.endOne("deleteTask", made.taskId);
      expect(tree).toMatchObject({ outcome: "REMOVED", branchOutcome: "DELETED" });
      expect(repo.registrations()).toEqual([]);
      expect(repo.branches()).toEqual(["main"]);
    } finally {
      await world.close();
    }
  });
});

describe("the server's own surroundings", () => {
  it("git's variables, another language and a working directory that goes change nothing", async () => {
    const world = await World.start({
      env: {
        GIT_DIR: "/nonexistent/.git",
        GIT_WORK_TREE: "/nonexistent",
        GIT_INDEX_FILE: "/nonexistent/index",
        GIT_OBJECT_DIRECTORY: "/nonexistent/objects",
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "core.worktree",
        GIT_CONFIG_VALUE_0: "/nonexistent",
        LC_ALL: "de_DE.UTF-8",
        LANG: "de_DE.UTF-8",
        LANGUAGE: "de",
      },
    });
    try {
      const repo = world.sandbox.repository("surroundings");
      const [clean, dirty] = [await world.make(repo), await world.make(repo)];
      world.sandbox.write(dirty.tree, { wip: "wip\n" });
      expect((await world.endOne("deleteTask", clean.taskId)).tree.outcome).toBe("REMOVED");
      expect((await world.endOne("deleteTask", dirty.taskId)).tree.outcome).toBe("QUARANTINED");
      await restore(world, dirty);
      expect(readFileSync(join(dirty.tree, "wip"), "utf8")).toBe("wip\n");
    } finally {
      await world.close();
    }
  });

  it("a server that was started inside a tree runs on when it is removed", async () => {
    const world = await World.start();
    try {
      const made = await world.make(world.sandbox.repository("cwd"));
      expect((await world.server.stop()).code).toBe(0);
      await world.boot({ cwd: made.tree });
      const { tree } = await world.endOne("deleteTask", made.taskId);
      expect(tree.outcome).toBe("REMOVED");
      expect(existsSync(made.tree)).toBe(false);
      const again = await world.make(world.sandbox.repository("cwd-again"));
      world.sandbox.write(again.tree, { wip: "wip\n" });
      await world.endOne("archiveTask", again.taskId);
      expect(existsSync(quarantinedAt(world, again))).toBe(true);
    } finally {
      await world.close();
    }
  });
});
