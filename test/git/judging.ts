import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { systemClock } from "../../src/clock.js";
import { Children } from "../../src/disk/child.js";
import type { CopiedFile } from "../../src/git/copies.js";
import { Git } from "../../src/git/git.js";
import { judgeWorktree } from "../../src/git/judge.js";
import { DEFAULT_REBUILDABLE, type RebuildableRule } from "../../src/git/rebuildable.js";
import type { Judgement } from "../../src/git/verdict.js";
import { temporaryDirectory } from "../support/directory.js";
import { git, makeRepository, type TestRepository, type TestRepositoryOptions } from "../support/repository.js";
import { runCommand } from "../support/shell.js";

export const work = temporaryDirectory("judge");
export const children = new Children({ notesDir: join(work, "notes"), clock: systemClock });
export const theGit = new Git({ children, safeCwd: work });

/** Runs a shell script, as in the casebook; `$T` is a fresh directory. */
export async function sh(directory: string, script: string): Promise<string> {
  const env = { ...process.env, T: dirname(directory) };
  const { code, stdout, stderr } = runCommand({ command: "bash", args: ["-ec", script], cwd: directory, env });
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${stderr.toString()}`);
  return stdout.toString().trim();
}

/** A repository and a worktree of it, as the server makes them: `<root>/live/<environment>/<slot>`. */
export class JudgedWorktree {
  tree: string;
  adminDir: string;
  copied: CopiedFile[] = [];
  rules: readonly RebuildableRule[] = DEFAULT_REBUILDABLE;

  private constructor(
    readonly repository: TestRepository,
    private readonly root: string,
  ) {
    this.tree = this.original;
    this.adminDir = join(repository.commonDir, "worktrees", "web-1");
  }

  static async make(
    o: TestRepositoryOptions & { prepare?: (repository: TestRepository) => Promise<unknown> } = {},
  ): Promise<JudgedWorktree> {
    const repository = await makeRepository(o);
    await o.prepare?.(repository);
    const root = temporaryDirectory("root");
    const made = new JudgedWorktree(repository, root);
    for (const place of ["live/env", "trash"]) mkdirSync(join(root, place), { recursive: true });
    await repository.git("worktree", "add", "-q", "--lock", "--reason", "treekeeper test", "--no-track", "-b", "task/1", made.tree, "main");
    return made;
  }

  get original(): string {
    return join(this.root, "live/env/web-1");
  }

  sh(script: string): Promise<string> {
    return sh(this.tree, script);
  }

  git(...args: string[]): Promise<string> {
    return git(this.tree, ...args);
  }

  write(files: Record<string, string | Buffer>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.tree, name)), { recursive: true });
      writeFileSync(join(this.tree, name), content);
    }
  }

  /** Writes a file and notes it as copied by the server. */
  copy(name: string, content: string): void {
    this.write({ [name]: content });
    this.copied.push({
      path: name,
      size: statSync(join(this.tree, name)).size,
      sha256: createHash("sha256")
        .update(readFileSync(join(this.tree, name)))
        .digest("hex"),
    });
  }

  /** What the move step does: one rename of the environment, then git's registration is made to name the new place. */
  move(): void {
    renameSync(join(this.root, "live/env"), join(this.root, "trash/env"));
    this.tree = join(this.root, "trash/env/web-1");
    writeFileSync(join(this.adminDir, "gitdir"), `${join(this.tree, ".git")}\n`);
  }

  judgeHere(o: { signal?: AbortSignal; inPlace?: boolean; originalPath?: string } = {}): Promise<Judgement> {
    return judgeWorktree(theGit, children, {
      tree: this.tree,
      originalPath: this.original,
      adminDir: this.adminDir,
      commonDir: this.repository.commonDir,
      copiedFiles: this.copied,
      rebuildable: this.rules,
      ...o,
    });
  }

  /** Judges in place and after the move: both must say the same. Nothing in the tree or its registration is changed by either. */
  async judge(): Promise<Judgement> {
    const before = await this.snapshot();
    const inPlace = await this.judgeHere();
    expect(await this.snapshot()).toBe(before);
    this.move();
    const moved = await this.judgeHere();
    expect(comparable(moved, this.tree)).toEqual(comparable(inPlace, this.original));
    return moved;
  }

  /** Names, sizes and times of every file of the tree and of git's directory for it; git itself touches a shared index that it reads. */
  private snapshot(): Promise<string> {
    return sh(this.tree, `find . '${this.adminDir}' ! -name 'sharedindex.*' -printf '%p %y %s %T@ %C@\\n' | sort | sha256sum`);
  }
}

function comparable(judgement: Judgement, tree: string): unknown {
  const sorted = { ...judgement, foreignWorktrees: [...judgement.foreignWorktrees].sort(), processes: judgement.processes.length };
  return JSON.parse(JSON.stringify(sorted).replaceAll(tree, "TREE"));
}

/** "kind path" of everything unsaved, sorted. */
export function unsaved(judgement: Judgement): string[] {
  return judgement.unsaved.map((item) => `${item.kind} ${item.path}`).sort();
}

export function expectClean(judgement: Judgement): void {
  expect(judgement.verdict, `${judgement.reason} ${unsaved(judgement).join(", ")}`).toBe("CLEAN");
}

export function expectUnsaved(judgement: Judgement, ...items: string[]): void {
  expect(unsaved(judgement)).toEqual([...items].sort());
  expect(judgement.verdict, judgement.reason).toBe("UNSAVED");
  expect(judgement.unsavedTotal).toBe(items.length);
}

export function expectUnknown(judgement: Judgement, reason: RegExp): void {
  expect(judgement.verdict, judgement.reason).toBe("UNKNOWN");
  expect(judgement.reason).toMatch(reason);
}
