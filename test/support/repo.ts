import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "./sandbox.js";

export interface Registration {
  path: string;
  head: string | null;
  /** refs/heads/…, null when detached. */
  branch: string | null;
  /** The lock's reason; null when it is not locked. */
  locked: string | null;
  prunable: boolean;
}

/** A user's repository, looked at with git as its user would. */
export class Repo {
  #common: string | undefined;

  constructor(
    readonly sandbox: Sandbox,
    /** The main checkout, or a bare repository. */
    readonly path: string,
  ) {}

  git(...args: string[]): string {
    return this.sandbox.git(this.path, ...args);
  }

  get common(): string {
    this.#common ??= this.git("rev-parse", "--path-format=absolute", "--git-common-dir");
    return this.#common;
  }

  /** Writes, adds and commits; answers with the commit. */
  commit(files: Readonly<Record<string, string | Buffer>>, message: string, at = this.path): string {
    this.sandbox.write(at, files);
    this.sandbox.git(at, "add", "-A");
    this.sandbox.git(at, "commit", "-q", "--allow-empty", "-m", message);
    return this.sandbox.git(at, "rev-parse", "HEAD");
  }

  refs(prefix = "refs/"): Record<string, string> {
    const lines = this.git("for-each-ref", "--format=%(refname) %(objectname)", prefix).split("\n");
    return Object.fromEntries(lines.filter((line) => line !== "").map((line) => line.split(" ") as [string, string]));
  }

  branches(): string[] {
    return Object.keys(this.refs("refs/heads/")).map((ref) => ref.slice("refs/heads/".length));
  }

  /** Every worktree but the main one. */
  registrations(): Registration[] {
    const records = this.git("worktree", "list", "--porcelain", "-z").split("\0\0").slice(1);
    return records
      .filter((record) => record !== "" && record !== "\0")
      .map((record) => {
        const lines = new Map(
          record
            .split("\0")
            .filter((line) => line !== "")
            .map((line) => [line.split(" ", 1)[0] as string, line.slice(line.indexOf(" ") + 1)] as const),
        );
        return {
          path: lines.get("worktree") as string,
          head: lines.get("HEAD") ?? null,
          branch: lines.get("branch") ?? null,
          locked: lines.has("locked") ? (lines.get("locked") as string) : null,
          prunable: lines.has("prunable"),
        };
      });
  }

  /** Whether the commit can be read. */
  has(commit: string): boolean {
    return this.missing([commit]).length === 0;
  }

  /** Those of the commits that can't be read. */
  missing(commits: readonly string[]): string[] {
    const answers = this.sandbox.run("git", ["cat-file", "--batch-check"], {
      cwd: this.path,
      input: commits.map((one) => `${one}\n`).join(""),
    });
    return commits.filter((_, index) => answers.split("\n")[index]?.split(" ")[1] !== "commit");
  }

  /** What everybody's gc may do at its worst. */
  gc(): void {
    this.git("reflog", "expire", "--expire-unreachable=now", "--expire=now", "main");
    this.git("gc", "-q", "--prune=now");
  }

  /** Names in <common>/treekeeper beside our markers: set-aside administrative directories. */
  setAside(): string[] {
    try {
      return readdirSync(join(this.common, "treekeeper")).filter((name) => name !== "repositories");
    } catch {
      return [];
    }
  }
}
