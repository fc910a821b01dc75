import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { World } from "../support/world.js";
import { entriesOf, forbiddenCommands, inObjects, noted, quarantinedAt, registrationOf, rescuesOf, restore, statusOf } from "./home.js";

let world: World;

beforeAll(async () => {
  world = await noted();
});

afterAll(async () => {
  await world.close();
});

describe("C01 uncommitted work", () => {
  for (const how of ["archiveTask", "deleteTask"] as const) {
    it(`goes to quarantine whole and comes back as it was (${how})`, async () => {
      const repo = world.sandbox.repository(`c01-${how}`);
      const made = await world.make(repo);
      world.sandbox.write(made.tree, { f: "a\nedit\n", "new.ts": "new\n", "staged.ts": "staged\n" });
      world.sandbox.git(made.tree, "add", "staged.ts");
      const before = statusOf(world, made.tree);
      const { tree } = await world.endOne(how, made.taskId);
      expect(tree.outcome).toBe("QUARANTINED");
      expect(existsSync(made.path)).toBe(false);

      const environment = await restore(world, made);
      expect(environment.worktrees[0]?.path).toBe(made.tree);
      expect(statusOf(world, made.tree)).toBe(before);
      expect(readFileSync(join(made.tree, "f"), "utf8")).toBe("a\nedit\n");
      expect(readFileSync(join(made.tree, "new.ts"), "utf8")).toBe("new\n");
      expect(world.sandbox.git(made.tree, "show", ":staged.ts")).toBe("staged");
    });
  }

  it("is left alone when making is tried again", async () => {
    const made = await world.make(world.sandbox.repository("c01-retry"));
    world.sandbox.write(made.tree, { "new.ts": "new\n" });
    await world.api.retryEnvironment(made.environmentId).catch(() => {});
    await world.waitForEnvironment(made.environmentId, "READY");
    expect(readFileSync(join(made.tree, "new.ts"), "utf8")).toBe("new\n");
  });
});

describe("C02 a commit that only the branch names", () => {
  it("stays readable after gc, under a rescue, and the outcome says so", async () => {
    const repo = world.sandbox.repository("c02");
    const made = await world.make(repo);
    const commit = repo.commit({ x: "1\n" }, "only copy", made.tree);
    const { tree } = await world.endOne("deleteTask", made.taskId);
    expect(tree).toMatchObject({ outcome: "REMOVED", branchOutcome: "DELETED" });
    expect(tree.branchReason).toMatch(/rescue/i);
    expect(repo.branches()).toEqual(["main"]);
    repo.gc();
    expect(repo.has(commit)).toBe(true);
    expect(Object.values(rescuesOf(repo, made))).toContain(commit);
  });
});

describe("C05 ignored files", () => {
  it("are kept byte for byte and never enter git", async () => {
    const repo = world.sandbox.repository("c05", { f: "a\n", ".gitignore": ".env\n*.sqlite\n" });
    const made = await world.make(repo);
    const data = Buffer.from([0, 1, 2, 255, 10, 13]);
    world.sandbox.write(made.tree, { ".env": "SECRET=c05\n", "dev.sqlite": data });
    const { tree } = await world.endOne("archiveTask", made.taskId);
    expect(tree.outcome).toBe("QUARANTINED");
    expect(tree.verdict?.unsaved.map((one) => one.path).sort()).toEqual([".env", "dev.sqlite"]);
    await restore(world, made);
    expect(readFileSync(join(made.tree, ".env"), "utf8")).toBe("SECRET=c05\n");
    expect(readFileSync(join(made.tree, "dev.sqlite")).equals(data)).toBe(true);
    expect(inObjects(repo, "SECRET=c05\n")).toBe(false);
  });

  it("do not count where they are unchanged copies of ours, or can be rebuilt", async () => {
    const repo = world.sandbox.repository("c05-copied", { f: "a\n", ".gitignore": ".env\nnode_modules\n" });
    world.sandbox.write(repo.path, { ".env": "SECRET=copied\n" });
    const made = await world.make(repo, { slot: { copyFiles: [".env"] } });
    expect(readFileSync(join(made.tree, ".env"), "utf8")).toBe("SECRET=copied\n");
    world.sandbox.write(made.tree, { "node_modules/.package-lock.json": "{}\n", "node_modules/a/index.js": "a\n" });
    expect((await world.endOne("archiveTask", made.taskId)).tree.outcome).toBe("REMOVED");
  });

  it("count where a copy of ours was changed", async () => {
    const repo = world.sandbox.repository("c05-changed", { f: "a\n", ".gitignore": ".env\n" });
    world.sandbox.write(repo.path, { ".env": "SECRET=copied\n" });
    const made = await world.make(repo, { slot: { copyFiles: [".env"] } });
    writeFileSync(join(made.tree, ".env"), "SECRET=edited\n");
    expect((await world.endOne("archiveTask", made.taskId)).tree.outcome).toBe("QUARANTINED");
  });
});

describe("C07 a commit on a detached HEAD", () => {
  it("is under a rescue ref after gc", async () => {
    const repo = world.sandbox.repository("c07");
    const made = await world.make(repo);
    world.sandbox.git(made.tree, "checkout", "-q", "--detach");
    const commit = repo.commit({ x: "1\n" }, "only", made.tree);
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("REMOVED");
    repo.gc();
    expect(repo.has(commit)).toBe(true);
    expect(Object.values(rescuesOf(repo, made))).toContain(commit);
  });
});

describe("C14 submodules", () => {
  function withSubmodule(name: string) {
    const sub = world.sandbox.repository(`${name}-sub`, { s: "s\n" });
    const repo = world.sandbox.repository(name);
    repo.git("submodule", "-q", "add", sub.path, "sub");
    repo.git("commit", "-qm", "sub");
    return repo;
  }

  it("with anything of their own are quarantined whole, and their branch is there after a restore", async () => {
    const repo = withSubmodule("c14");
    const made = await world.make(repo);
    world.sandbox.git(made.tree, "submodule", "-q", "update", "--init");
    const commit = world.sandbox.sh(
      join(made.tree, "sub"),
      "git checkout -q -b x; echo n>n; git add .; git commit -qm only; git rev-parse HEAD; git checkout -q --detach HEAD~1",
    );
    expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("");
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("QUARANTINED");
    await restore(world, made);
    expect(world.sandbox.git(join(made.tree, "sub"), "rev-parse", "x")).toBe(commit);
    expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("");
  });

  it("without anything of their own do not keep the tree", async () => {
    const made = await world.make(withSubmodule("c14-plain"));
    world.sandbox.git(made.tree, "submodule", "-q", "update", "--init");
    expect((await world.endOne("archiveTask", made.taskId)).tree.outcome).toBe("REMOVED");
  });
});

describe("C19 the stash of all worktrees", () => {
  it("is not touched", async () => {
    const repo = world.sandbox.repository("c19");
    const [a, b] = [await world.make(repo), await world.make(repo)];
    world.sandbox.write(a.tree, { f: "a\nA work\n" });
    world.sandbox.git(a.tree, "stash", "-q");
    const stash = repo.refs("refs/stash");
    await world.endOne("deleteTask", b.taskId);
    await world.endOne("deleteTask", a.taskId);
    expect(repo.refs("refs/stash")).toEqual(stash);
    expect(repo.git("stash", "show", "-p", "stash@{0}")).toContain("A work");
  });

  it("is no evidence that a commit is saved", async () => {
    const repo = world.sandbox.repository("c19-evidence");
    const made = await world.make(repo);
    const commit = repo.commit({ x: "1\n" }, "only", made.tree);
    repo.git("update-ref", "refs/stash", commit);
    await world.endOne("deleteTask", made.taskId);
    expect(Object.values(rescuesOf(repo, made))).toContain(commit);
  });
});

describe("C33 a commit that was reset away", () => {
  it("is under the rescue of what only the reflog named", async () => {
    const repo = world.sandbox.repository("c33");
    const made = await world.make(repo);
    const commit = repo.commit({ x: "1\n" }, "an afternoon", made.tree);
    world.sandbox.git(made.tree, "reset", "-q", "--hard", "HEAD~1");
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("REMOVED");
    repo.gc();
    expect(repo.has(commit)).toBe(true);
    expect(Object.keys(rescuesOf(repo, made)).some((ref) => ref.endsWith("/other"))).toBe(true);
  });
});

describe("C34 a rebase with an autostash", () => {
  it("is quarantined, and can be continued after a restore", async () => {
    const repo = world.sandbox.repository("c34");
    for (const [index, content] of ["b", "c"].entries()) repo.commit({ f: `${content}\n` }, String(index + 2));
    const made = await world.make(repo);
    repo.commit({ g: "note\n" }, "g", made.tree);
    world.sandbox.sh(
      made.tree,
      "echo dirty>>g; GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' git rebase -q -i --autostash HEAD~2 2>/dev/null",
    );
    expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("");
    const { tree } = await world.endOne("archiveTask", made.taskId);
    expect(tree.outcome).toBe("QUARANTINED");
    expect(JSON.stringify(tree.verdict)).toMatch(/rebase/);

    await restore(world, made);
    world.sandbox.git(made.tree, "rebase", "--continue");
    expect(readFileSync(join(made.tree, "g"), "utf8")).toBe("note\ndirty\n");
    expect(world.sandbox.git(made.tree, "branch", "--show-current")).toBe(made.branch);
  });
});

describe("C35 slots of one name", () => {
  it("never share an administrative directory, also when one was moved", async () => {
    const repo = world.sandbox.repository("c35");
    const a = await world.make(repo, { slot: { slot: "app" } });
    world.sandbox.write(a.tree, { "wip.txt": "wip\n" });
    await world.endOne("deleteTask", a.taskId);
    const b = await world.make(repo, { slot: { slot: "app" } });
    expect(basename(b.tree)).not.toBe(basename(a.tree));
    const moved = join(quarantinedAt(world, a), basename(a.tree));
    const before = repo.git("rev-parse", b.branch);
    world.sandbox.sh(moved, 'echo x>x; git add x; git commit -qm "agent of task a"');
    expect(repo.git("rev-parse", b.branch)).toBe(before);
    expect(world.sandbox.git(b.tree, "status", "--porcelain")).toBe("");
  });
});

describe("C38 files beside the worktrees", () => {
  it("are quarantined with the directory while the clean worktree goes, and come back", async () => {
    const repo = world.sandbox.repository("c38");
    const made = await world.make(repo);
    world.sandbox.write(made.path, { "NOTES.md": "plan\n", ".claude/s": "x\n" });
    const { tree } = await world.endOne("archiveTask", made.taskId);
    expect(tree.outcome).toBe("REMOVED");
    expect(existsSync(made.path)).toBe(false);
    expect(registrationOf(repo, made.tree)).toBeUndefined();
    expect(readFileSync(join(quarantinedAt(world, made), "NOTES.md"), "utf8")).toBe("plan\n");
    await world.api.unarchiveTask({ taskId: made.taskId });
    const environment = await world.waitForEnvironment(made.environmentId, "READY");
    expect(readFileSync(join(made.path, "NOTES.md"), "utf8")).toBe("plan\n");
    expect(readFileSync(join(made.path, ".claude/s"), "utf8")).toBe("x\n");
    expect(existsSync(join(environment.worktrees[0]?.path ?? "", "f"))).toBe(true);
  });
});

describe("C39 a secret that only the user's own configuration ignores", () => {
  it("is precious, and no object ever holds it", async () => {
    const repo = world.sandbox.repository("c39");
    world.sandbox.write(world.sandbox.home, { ignore: ".env\n" });
    world.sandbox.git(repo.path, "config", "--global", "core.excludesFile", world.sandbox.path("home/ignore"));
    try {
      const made = await world.make(repo);
      world.sandbox.write(made.tree, { ".env": "TOKEN=c39\n" });
      expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("");
      expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("QUARANTINED");
      expect(inObjects(repo, "TOKEN=c39\n")).toBe(false);
    } finally {
      world.sandbox.git(repo.path, "config", "--global", "--unset", "core.excludesFile");
    }
  });
});

describe("C40 a name is no proof that it can be rebuilt", () => {
  const cases = {
    "a target with hand-made labels": { "target/labels.csv": "labels\n" },
    "a node_modules without its maker's sign": { "node_modules/a.js": "a\n" },
    "an .env in a node_modules that has the sign": { "node_modules/.package-lock.json": "{}\n", "node_modules/.env": "S=1\n" },
    "an .env.local in a target that has the sign": {
      "target/CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n",
      "target/.env.local": "S=1\n",
    },
  };
  for (const [name, files] of Object.entries(cases)) {
    it(`${name} is quarantined whole`, async () => {
      const repo = world.sandbox.repository(`c40-${Object.keys(cases).indexOf(name)}`, {
        f: "a\n",
        ".gitignore": "target\nnode_modules\n",
      });
      const made = await world.make(repo);
      world.sandbox.write(made.tree, files);
      expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("QUARANTINED");
      for (const [file, content] of Object.entries(files)) {
        expect(readFileSync(join(quarantinedAt(world, made), basename(made.tree), file), "utf8")).toBe(content);
      }
    });
  }

  it("with its maker's sign and nothing precious in it goes", async () => {
    const repo = world.sandbox.repository("c40-signed", { f: "a\n", ".gitignore": "target\nnode_modules\n" });
    const made = await world.make(repo);
    mkdirSync(join(made.tree, "target/debug"), { recursive: true });
    world.sandbox.write(made.tree, { "target/CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n", "target/debug/a.o": "o\n" });
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("REMOVED");
    expect(entriesOf(world, made)).toEqual([]);
  });
});

describe("commands that are never run", () => {
  it("were not run in any of these cases", () => {
    expect(forbiddenCommands(world)).toEqual([]);
  });
});
