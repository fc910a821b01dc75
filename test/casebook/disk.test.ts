import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type World, worktreeOf } from "../support/world.js";
import { entriesOf, forbiddenCommands, noted, quarantinedAt, registrationOf, rescuesOf, restore } from "./home.js";

let world: World;

beforeAll(async () => {
  world = await noted();
});

afterAll(async () => {
  await world.close();
});

/** A process of somebody, until the test is over. */
async function withProcess(script: string, cwd: string, use: (child: ChildProcess) => Promise<void>): Promise<void> {
  const child = spawn("bash", ["-c", script], { cwd, stdio: ["ignore", "pipe", "ignore"], detached: true });
  try {
    await once(child.stdout as NonNullable<typeof child.stdout>, "data");
    await use(child);
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-(child.pid as number), "SIGKILL");
      await once(child, "exit");
    }
  }
}

/** A heap of files that can be rebuilt. */
function heap(tree: string, files: number): void {
  mkdirSync(join(tree, "node_modules"));
  world.sandbox.write(tree, { "node_modules/.package-lock.json": "{}\n" });
  world.sandbox.sh(
    join(tree, "node_modules"),
    `for d in $(seq ${Math.ceil(files / 500)}); do mkdir $d; (cd $d; seq 500 | xargs touch); done`,
  );
}

describe("C04 a process inside", () => {
  const insides = {
    "by its working directory": (_tree: string) => "echo up; exec sleep 300",
    "by an open file": (tree: string) => `cd /; exec 7<'${tree}/f'; echo up; exec sleep 300`,
  };
  for (const [how, script] of Object.entries(insides)) {
    it(`${how}: the tree is quarantined, the job names it, and it lives on`, async () => {
      const made = await world.make(world.sandbox.repository(`c04-${Object.keys(insides).indexOf(how)}`));
      await withProcess(script(made.tree), made.tree, async (child) => {
        const { tree } = await world.endOne("archiveTask", made.taskId);
        expect(tree.outcome).toBe("QUARANTINED");
        expect(JSON.stringify(tree.verdict)).toContain(String(child.pid));
        expect(child.exitCode ?? child.signalCode).toBeNull();
      });
      expect(readFileSync(join(quarantinedAt(world, made), basename(made.tree), "f"), "utf8")).toBe("a\n");
    });
  }
});

describe("C06 a probe that fails", () => {
  it("is neither clean nor dirty: a tree whose link is broken is quarantined with the reason", async () => {
    const made = await world.make(world.sandbox.repository("c06"));
    world.sandbox.write(made.tree, { work: "work\n", ".git": "gitdir: /nope\n" });
    const { tree } = await world.endOne("archiveTask", made.taskId);
    expect(tree.outcome).toBe("QUARANTINED");
    expect(tree.outcomeReason).toBeTruthy();
    expect(readFileSync(join(quarantinedAt(world, made), basename(made.tree), "work"), "utf8")).toBe("work\n");
  });
});

describe("C21 a directory that is gone", () => {
  for (const how of ["archiveTask", "deleteTask"] as const) {
    it(`does not hold up ${how}; its commits are rescued and its registration goes`, async () => {
      const repo = world.sandbox.repository(`c21-${how}`);
      const made = await world.make(repo);
      world.sandbox.git(made.tree, "checkout", "-q", "--detach");
      const commit = repo.commit({ x: "1\n" }, "only here", made.tree);
      rmSync(made.tree, { recursive: true });
      const { tree } = await world.endOne(how, made.taskId, { branchPolicy: "DELETE" });
      expect(tree).toMatchObject({ outcome: "ALREADY_ABSENT", branchOutcome: "DELETED" });
      expect(repo.registrations()).toEqual([]);
      expect(repo.branches()).toEqual(["main"]);
      repo.gc();
      expect(repo.has(commit)).toBe(true);
      expect(Object.values(rescuesOf(repo, made))).toContain(commit);
      expect(existsSync(made.path)).toBe(false);
    });
  }

  it("the whole environment's directory as well", async () => {
    const repo = world.sandbox.repository("c21-whole");
    const made = await world.make(repo);
    rmSync(made.path, { recursive: true });
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("ALREADY_ABSENT");
    expect(repo.registrations()).toEqual([]);
  });

  it("whose index differs from its HEAD keeps its locked registration, and says where its index is", async () => {
    const repo = world.sandbox.repository("c21-staged");
    const made = await world.make(repo);
    world.sandbox.write(made.tree, { "staged.txt": "only in the index\n" });
    world.sandbox.git(made.tree, "add", "staged.txt");
    rmSync(made.path, { recursive: true });
    const { tree } = await world.endOne("deleteTask", made.taskId);
    expect(tree.outcome).toBe("QUARANTINED");
    expect(entriesOf(world, made).map((entry) => entry.kind)).toEqual(["REGISTRATION"]);
    repo.git("worktree", "prune", "--expire=now");
    repo.gc();
    expect(registrationOf(repo, made.tree)?.locked).toMatch(/^treekeeper /);
    // There is no directory to move back: the refusal says how the index is checked out by hand, and that works.
    const refused = await restore(world, made).then(
      () => "",
      (error: Error) => error.message,
    );
    const [, adminDir = ""] = /--git-dir=(\S+) checkout-index/.exec(refused) ?? [];
    const byHand = world.sandbox.path("by-hand");
    world.sandbox.git(
      world.sandbox.dir,
      `--git-dir=${adminDir}`,
      `--work-tree=${world.sandbox.dir}`,
      "checkout-index",
      "--all",
      `--prefix=${byHand}/`,
    );
    expect(readFileSync(join(byHand, "staged.txt"), "utf8")).toBe("only in the index\n");
  });
});

describe("C22 a registration that is gone", () => {
  it("does not make the tree clean: it is quarantined whole, and the job ends", async () => {
    const repo = world.sandbox.repository("c22");
    const made = await world.make(repo);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    rmSync(join(repo.common, "worktrees", basename(made.tree)), { recursive: true });
    const { tree } = await world.endOne("deleteTask", made.taskId);
    expect(tree.outcome).toBe("QUARANTINED");
    expect(readFileSync(join(quarantinedAt(world, made), basename(made.tree), "wip"), "utf8")).toBe("wip\n");
  });
});

describe("C25 a writer that goes on", () => {
  it("has its new files moved aside as residue; the path is free", async () => {
    const repo = world.sandbox.repository("c25", { f: "a\n", ".gitignore": "node_modules\n" });
    const made = await world.make(repo);
    heap(made.tree, 3_000);
    const writer = `cd /; echo up; while :; do mkdir -p '${made.tree}/node_modules/.cache' && : >'${made.tree}/node_modules/.cache/anew'; done 2>/dev/null`;
    await withProcess(writer, "/", async (child) => {
      const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
      await waitFor(() => {
        expect(
          world.rows(
            "select phase from CleanupResource where jobId = ? and kind = 'WORKTREE' and phase in ('JUDGED','SETTLING','PURGING','QUARANTINING','DONE')",
            jobId,
          ),
        ).not.toEqual([]);
        expect(existsSync(join(made.tree, "node_modules/.cache/anew"))).toBe(true);
      }, LIMIT_MS);
      process.kill(-(child.pid as number), "SIGKILL");
      await world.rest();
      expect((await world.waitForJob(jobId ?? "", ["SUCCEEDED"])).state).toBe("SUCCEEDED");
    });
    expect(existsSync(made.path)).toBe(false);
    expect(repo.registrations()).toEqual([]);
    expect(world.sandbox.run("find", [join(world.root, "quarantine"), "-name", "anew"])).not.toBe("");
  });
});

describe("C26 and C37 a purge that is killed half-way", () => {
  it("goes on purging after the restart, and nothing is judged again", async () => {
    const repo = world.sandbox.repository("c26", {
      ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, `${n}\n`])),
      ".gitignore": "node_modules\n",
    });
    const made = await world.make(repo);
    heap(made.tree, 20_000);
    await world.server.arm("purge.tree", "during");
    const [jobId] = await world.api.deleteTask({ taskId: made.taskId });
    expect((await world.server.ended).signal).toBe("SIGKILL");
    expect(existsSync(made.path)).toBe(false);
    await world.boot();
    const job = await world.waitForJob(jobId ?? "", ["SUCCEEDED"]);
    expect(worktreeOf(job).outcome).toBe("REMOVED");
    expect(entriesOf(world, made)).toEqual([]);
    expect(world.names("trash").filter((name) => name.includes(basename(made.path)) || name.endsWith(".purging"))).toEqual([]);
    const judged = world.rows("select number from Event where jobId = ? and type = 'STEP_FINISHED' and step = 'JUDGE'", jobId);
    expect(judged).toHaveLength(1);
  });
});

describe("C36 an unplugged disk", () => {
  it("is unknown: the jobs wait, nothing is unregistered, and they go on when it is there again", async () => {
    const repo = world.sandbox.repository("c36");
    const made = await world.make(repo);
    world.sandbox.write(made.tree, { wip: "wip\n" });
    renameSync(world.root, `${world.root}.unplugged`);
    mkdirSync(world.root);
    let jobId: string | undefined;
    try {
      [jobId] = await world.api.archiveTask({ taskId: made.taskId });
      await waitFor(async () => {
        const job = await world.api.job(jobId ?? "");
        expect(job?.state).not.toMatch(/SUCCEEDED|FAILED|RUNNING/);
        expect(job?.waitingFor).toBeTruthy();
      }, LIMIT_MS);
      expect(registrationOf(repo, made.tree)?.locked).toMatch(/^treekeeper /);
    } finally {
      rmdirSync(world.root);
      renameSync(`${world.root}.unplugged`, world.root);
    }
    expect(world.sandbox.git(made.tree, "status", "--porcelain")).toBe("?? wip");
    await world.lookAgain();
    expect(worktreeOf(await world.waitForJob(jobId ?? "", ["SUCCEEDED"])).outcome).toBe("QUARANTINED");
  });
});

describe("smaller cases of trees", () => {
  const strange = `
    mkdir -p deep && (cd deep; for n in $(seq 60); do d=$(printf 'd%.0s' $(seq 90)); mkdir $d && cd $d || exit 1; done; echo deep >bottom)
    mkfifo fifo
    python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("sock")'
    echo raw >"$(printf 'not-utf8-\\377')"
    echo nl >"$(printf 'new\\nline')"
    ln -s /nonexistent dangling`;

  it("deeper than PATH_MAX, a FIFO, a socket, names of bytes: purged where they can be rebuilt", async () => {
    const made = await world.make(world.sandbox.repository("strange-clean", { f: "a\n", ".gitignore": "node_modules\n" }));
    heap(made.tree, 1);
    world.sandbox.sh(join(made.tree, "node_modules"), strange);
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("REMOVED");
    expect(existsSync(made.path)).toBe(false);
    expect(world.names("trash").filter((name) => name.endsWith(".purging"))).toEqual([]);
  });

  it("and quarantined like any other where they can't", async () => {
    const made = await world.make(world.sandbox.repository("strange-kept"));
    world.sandbox.sh(made.tree, strange);
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("QUARANTINED");
    const kept = join(quarantinedAt(world, made), basename(made.tree));
    expect(world.sandbox.sh(kept, "find deep -name bottom | wc -l; ls -A | wc -l").split("\n")).toEqual(["1", "9"]);
  });

  it("hard-linked files: reclaimed is what had its last link here", async () => {
    const made = await world.make(world.sandbox.repository("hard-links", { f: "a\n", ".gitignore": "node_modules\n" }));
    heap(made.tree, 1);
    const store = world.sandbox.path("store");
    mkdirSync(store);
    const megabyte = 1024 * 1024;
    world.sandbox.sh(
      join(made.tree, "node_modules"),
      `head -c ${8 * megabyte} /dev/zero >'${store}/shared'; ln '${store}/shared' a; ln '${store}/shared' b; head -c ${megabyte} /dev/zero >own; ln own own2`,
    );
    const { job } = await world.endOne("deleteTask", made.taskId);
    const [row] = world.rows<{ bytesTotal: number; bytesDone: number }>(
      "select bytesTotal, bytesDone from CleanupResource where jobId = ? and kind = 'WORKTREE'",
      job.id,
    );
    expect(row?.bytesDone).toBe(row?.bytesTotal);
    expect(row?.bytesDone).toBeGreaterThanOrEqual(megabyte);
    expect(row?.bytesDone).toBeLessThan(3 * megabyte);
    expect(existsSync(join(store, "shared"))).toBe(true);
  });
});

describe("commands that are never run", () => {
  it("were not run in any of these cases", () => {
    expect(forbiddenCommands(world)).toEqual([]);
  });
});
