import { chmodSync, chownSync, existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRoot, ORDINARY } from "../support/sandbox.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, World, worktreeOf } from "../support/world.js";
import { quarantinedAt } from "./home.js";

if (!isRoot) console.warn("SKIPPED: what needs a second user (C23) runs only as root");

let world: World;

/** As an ordinary user, whoever runs the tests: root may do everything. */
beforeAll(async () => {
  world = await World.start(isRoot ? { user: ORDINARY } : {});
});

afterAll(async () => {
  await world.close();
});

describe("C06 a directory that can't be read", () => {
  it("makes the tree UNKNOWN: quarantined at once, whole, with the reason", async () => {
    const made = await world.make(world.sandbox.repository("c06"));
    world.sandbox.write(made.tree, { "z/x": "work\n" });
    chmodSync(join(made.tree, "z"), 0o000);
    const { tree } = await world.endOne("archiveTask", made.taskId);
    expect(tree.outcome).toBe("QUARANTINED");
    expect(tree.verdict).toMatchObject({ kind: "UNKNOWN", reason: expect.stringMatching(/read|permission|denied/i) });
    const z = join(quarantinedAt(world, made), basename(made.tree), "z");
    chmodSync(z, 0o755);
    expect(readFileSync(join(z, "x"), "utf8")).toBe("work\n");
  });
});

describe("C24 directories without write permission", () => {
  it("are purged completely, and nothing outside is changed through a link", async () => {
    const made = await world.make(world.sandbox.repository("c24", { f: "a\n", ".gitignore": "node_modules\n" }));
    world.sandbox.write(made.tree, {
      "node_modules/.package-lock.json": "{}\n",
      "node_modules/mod@v1/go.mod": "x\n",
      "node_modules/renv/deep/er/file": "x\n",
    });
    const outside = world.sandbox.path("c24-outside");
    world.sandbox.write(outside, { "kept.txt": "kept\n" });
    world.sandbox.sh(
      join(made.tree, "node_modules"),
      `ln -s '${outside}' renv/deep/outside; chmod 444 mod@v1/go.mod; chmod 555 mod@v1 renv/deep/er; chmod 500 renv/deep renv; chmod 555 '${outside}'`,
    );
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("REMOVED");
    expect(existsSync(made.path)).toBe(false);
    expect(world.names("trash").filter((name) => name.endsWith(".purging"))).toEqual([]);
    expect(world.sandbox.run("stat", ["-c", "%a", outside])).toBe("555");
    expect(readFileSync(join(outside, "kept.txt"), "utf8")).toBe("kept\n");
  });

  it("an environment's directory without it is moved all the same", async () => {
    const made = await world.make(world.sandbox.repository("c24-own"));
    world.sandbox.write(made.tree, { wip: "wip\n" });
    chmodSync(made.tree, 0o555);
    chmodSync(made.path, 0o555);
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("QUARANTINED");
    expect(existsSync(made.path)).toBe(false);
  });
});

describe.skipIf(!isRoot)("C23 files that another user owns", () => {
  it("are moved with the directory; a purge that is refused waits, naming paths and owner, and ends when it may", async () => {
    const made = await world.make(world.sandbox.repository("c23", { f: "a\n", ".gitignore": "node_modules\n" }));
    world.sandbox.write(made.tree, { "node_modules/.package-lock.json": "{}\n", "node_modules/pkg/i.js": "x\n" });
    const pkg = join(made.tree, "node_modules/pkg");
    for (const path of [pkg, join(pkg, "i.js")]) chownSync(path, 0, 0);
    const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
    const said = await waitFor(async () => {
      const job = await world.api.job(jobId ?? "");
      if (job?.waitingFor == null || job.state === "RUNNING") throw new Error(`the job is ${job?.state}: ${job?.lastError}`);
      return JSON.stringify(job);
    }, LIMIT_MS);
    expect(existsSync(made.path)).toBe(false);
    expect(said).toContain("pkg");
    expect(said).toMatch(/root|uid 0|\b0\b/);
    const [purging] = world.names("trash").filter((name) => name.endsWith(".purging"));
    for (const path of ["node_modules/pkg", "node_modules/pkg/i.js"]) {
      const left = join(world.root, "trash", purging ?? "", path);
      if (existsSync(left)) chownSync(left, ORDINARY.uid, ORDINARY.gid);
    }
    await world.lookAgain();
    expect(worktreeOf(await world.waitForJob(jobId ?? "", ["SUCCEEDED"])).outcome).toBe("REMOVED");
    expect(world.names("trash").filter((name) => name.endsWith(".purging"))).toEqual([]);
  });

  it("the tree's own root included: quarantined with its environment", async () => {
    const made = await world.make(world.sandbox.repository("c23-root"));
    world.sandbox.write(made.tree, { wip: "wip\n" });
    chownSync(made.tree, 0, 0);
    expect((await world.endOne("archiveTask", made.taskId)).tree.outcome).toBe("QUARANTINED");
    expect(existsSync(made.path)).toBe(false);
    expect(readFileSync(join(quarantinedAt(world, made), basename(made.tree), "wip"), "utf8")).toBe("wip\n");
  });
});
