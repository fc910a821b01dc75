import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Repo } from "../support/repo.js";
import type { Sandbox } from "../support/sandbox.js";

/** What somebody may have done in one worktree. */
export interface Tree {
  readonly sandbox: Sandbox;
  readonly repo: Repo;
  readonly path: string;
  readonly branch: string;
  /** Ended with the test. */
  readonly processes: ChildProcess[];
}

/** A repository in which all of TOUCHES can be done, with a submodule. */
export function touchable(sandbox: Sandbox, name: string): Repo {
  const library = sandbox.repository(`${name}-library`, { "lib.c": "int x;\n" });
  const repo = sandbox.repository(name, { f: "a\n", g: "g\n", ".gitignore": "node_modules\ntarget\n*.log\n.env\n" });
  repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library.path, "sub");
  repo.git("commit", "-q", "-m", "a submodule");
  return repo;
}

/** Each leaves a state from which the others may go on. */
export const TOUCHES = {
  modified: ({ sandbox, path }) => sandbox.write(path, { f: "edited\n" }),
  staged({ sandbox, path }) {
    sandbox.write(path, { "staged.ts": "staged\n" });
    sandbox.git(path, "add", "staged.ts");
  },
  untracked: ({ sandbox, path }) => sandbox.write(path, { "new.ts": "new\n", "deep/er.ts": "new\n" }),
  ignored: ({ sandbox, path }) => sandbox.write(path, { "debug.log": "something\n" }),
  rebuildable: ({ sandbox, path }) => sandbox.write(path, { "node_modules/.package-lock.json": "{}", "node_modules/a/index.js": "1\n" }),
  rebuildableWithoutSign: ({ sandbox, path }) => sandbox.write(path, { "target/out": "by hand\n" }),
  env: ({ sandbox, path }) => sandbox.write(path, { ".env": "SECRET=1\n" }),
  commit: ({ sandbox, path }) => commit(sandbox, path, "only here"),
  detached({ sandbox, path }) {
    sandbox.git(path, "checkout", "-q", "--detach");
    commit(sandbox, path, "on no branch");
  },
  resetAway({ sandbox, path }) {
    commit(sandbox, path, "regretted");
    sandbox.git(path, "update-ref", "-m", "reset: moving to HEAD~1", "HEAD", "HEAD~1");
  },
  renamed({ sandbox, path, branch }) {
    // In the middle of a rebase git refuses it.
    sandbox.run("git", ["branch", "-m", branch, `${branch}-renamed`], { cwd: path, ok: [0, 1, 128] });
  },
  elsewhere({ sandbox, repo, path, branch }) {
    const head = sandbox.git(path, "rev-parse", "--abbrev-ref", "HEAD");
    const place = sandbox.path(`elsewhere-${basename(path)}`);
    sandbox.run("git", ["worktree", "add", "-q", "--force", place, head === "HEAD" ? branch : head], { cwd: repo.path, ok: [0, 128] });
  },
  merging({ sandbox, path }) {
    sandbox.sh(path, "git merge --no-commit --no-ff HEAD~1 || true; git rev-parse HEAD >$(git rev-parse --git-path MERGE_HEAD)");
  },
  rebasing({ sandbox, path }) {
    sandbox.run("git", ["rebase", "--exec", "false", "HEAD~1"], { cwd: path, ok: [0, 1, 128] });
  },
  submodule({ sandbox, path }) {
    sandbox.git(path, "-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init");
  },
  submoduleChanged({ sandbox, path }) {
    sandbox.git(path, "-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init");
    sandbox.write(join(path, "sub"), { "lib.c": "int y;\n" });
  },
  process({ path, processes }) {
    processes.push(spawn("sleep", ["600"], { cwd: path, stdio: "ignore" }));
  },
  nested({ sandbox, path }) {
    sandbox.run("git", ["init", "-q", join(path, "inner")]);
  },
  unlinked: ({ path }) => rmSync(join(path, ".git")),
  gone: ({ path }) => rmSync(path, { recursive: true, force: true }),
} as const satisfies Record<string, (tree: Tree) => void>;

/** On HEAD, whatever is staged: index and tree stay as they are. */
function commit(sandbox: Sandbox, path: string, message: string): void {
  const made = sandbox.git(path, "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", message);
  sandbox.git(path, "update-ref", "-m", `commit: ${message}`, "HEAD", made);
}

export type Touch = keyof typeof TOUCHES;

/** In the order of the list, so that one that ends git's part in the tree comes last; the rest is skipped. */
export function touch(tree: Tree, touches: readonly Touch[]): void {
  for (const name of Object.keys(TOUCHES) as Touch[]) {
    if (touches.includes(name) && existsSync(join(tree.path, ".git"))) TOUCHES[name](tree);
  }
}
