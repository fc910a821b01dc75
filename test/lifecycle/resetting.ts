import { expect } from "vitest";
import type { EnvironmentView, JobView } from "../support/api.js";
import type { Repo } from "../support/repo.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made, type World } from "../support/world.js";

export type ResetOptions = Omit<Parameters<World["api"]["resetEnvironment"]>[0], "environmentId">;

/** What the tests of resets do to one world. */
export class Resets {
  #names = 0;

  constructor(readonly world: World) {}

  /** A repository with one bare remote, origin. */
  withRemote(name: string): Repo {
    const { sandbox } = this.world;
    const repo = sandbox.repository(name);
    const bare = sandbox.path(`${name}.git`);
    sandbox.git(sandbox.dir, "clone", "-q", "--bare", repo.path, bare);
    repo.git("remote", "add", "origin", bare);
    return repo;
  }

  commit(repo: Repo, tree: string): string {
    this.#names += 1;
    return repo.commit({ [`${this.#names}.txt`]: `${this.#names}\n` }, "work", tree);
  }

  async reset(made: Made, more: ResetOptions = {}): Promise<string> {
    const jobId = await this.world.api.resetEnvironment({ environmentId: made.environmentId, ...more });
    if (jobId === null) throw new Error("no job was made");
    return jobId;
  }

  async succeeded(jobId: string): Promise<JobView> {
    return await this.world.waitForJob(jobId, ["SUCCEEDED"]);
  }

  /** The environment made again: READY somewhere else, with the same slots, clean. */
  async afresh(made: Made): Promise<EnvironmentView> {
    const environment = await waitFor(async () => {
      const found = await this.world.api.environment(made.environmentId);
      expect(found?.status, found?.error ?? "").toBe("READY");
      expect(found?.path).not.toBe(made.path);
      return found as EnvironmentView;
    }, LIMIT_MS);
    expect(environment.worktrees.map(({ slot }) => slot)).toEqual(made.environment.worktrees.map(({ slot }) => slot));
    for (const tree of environment.worktrees) expect(this.world.sandbox.git(tree.path, "status", "--porcelain")).toBe("");
    return environment;
  }
}

/** Where a branch stands on a remote; "" when it is not there. */
export function remoteTip(repo: Repo, branch: string, remote = "origin"): string {
  return repo.git("ls-remote", remote, `refs/heads/${branch}`).split("\t")[0] ?? "";
}
