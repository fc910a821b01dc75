import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { assertNothingLeaks, assertNothingLost, type Expected, Precious } from "../support/invariants.js";
import type { Repo } from "../support/repo.js";
import { type Made, World, type WorldOptions } from "../support/world.js";

const FILES = 120;
const GC_EVERY = 5;

/** One data directory through many deaths of its server. What a point has made stays, and is looked at again after every later one. */
export class Life {
  readonly precious = new Precious();
  readonly app: Repo;
  readonly lib: Repo;
  /** Its post-checkout hook spoils the tree while the file `spoil` lies in the repository's directory. */
  readonly hooked: Repo;
  #count = 0;
  #asserted = 0;

  private constructor(readonly world: World) {
    const { sandbox } = world;
    const files = Object.fromEntries(Array.from({ length: FILES }, (_, index) => [`src/${index}.txt`, `line ${index}\n`.repeat(20)]));
    this.app = sandbox.repository("app", { ...files, ".gitignore": "node_modules\n.env\n" });
    sandbox.git(sandbox.dir, "clone", "-q", "--bare", this.app.path, sandbox.path("origin.git"));
    this.app.git("remote", "add", "origin", sandbox.path("origin.git"));
    this.app.git("fetch", "-q", "origin");
    sandbox.write(this.app.path, { ".env": "SECRET=1\n" });
    this.lib = sandbox.repository("lib");
    this.hooked = sandbox.repository("hooked", files);
    const hook = '#!/bin/sh\nif [ -e "$(git rev-parse --git-common-dir)/spoil" ]; then rm -f src/1.txt; exit 3; fi\n';
    sandbox.write(this.hooked.path, { ".git/hooks/post-checkout": hook });
    sandbox.run("chmod", ["+x", ".git/hooks/post-checkout"], { cwd: this.hooked.path });
  }

  static async begin(options: WorldOptions = {}): Promise<Life> {
    return new Life(await World.start(options));
  }

  get expected(): Expected {
    return { repos: [this.app, this.lib, this.hooked], branches: {} };
  }

  /** A name that nothing in this life has had. */
  unique(word: string): string {
    this.#count += 1;
    return `${word}-${this.#count}`;
  }

  async make(repos: readonly Repo[], word: string): Promise<Made> {
    const made = await this.world.make(repos, { title: this.unique(word) });
    return made;
  }

  /** Staged, unstaged, untracked and ignored work in a tree: nothing but quarantine may have it. */
  work(made: Made, tree = made.tree): void {
    const { sandbox } = this.world;
    const word = this.unique("work");
    sandbox.write(tree, { "staged.txt": `staged ${word}\n`, "untracked.txt": `untracked ${word}\n` });
    sandbox.git(tree, "add", "staged.txt");
    sandbox.write(tree, { "staged.txt": `staged, then changed ${word}\n` });
    for (const file of ["staged.txt", "untracked.txt"]) this.precious.file(made.path, join(basename(tree), file));
  }

  /** A commit that its branch names, and one that only its reflog does. */
  commits(repo: Repo, tree: string): void {
    const { sandbox } = this.world;
    const kept = repo.commit({ [`${this.unique("kept")}.txt`]: "kept\n" }, "on the branch", tree);
    const lost = repo.commit({ [`${this.unique("lost")}.txt`]: "lost\n" }, "reset away", tree);
    sandbox.git(tree, "reset", "-q", "--hard", "HEAD~1");
    this.precious.commit(repo, kept, "the branch's commit");
    this.precious.commit(repo, lost, "the commit that was reset away");
  }

  unlink(path: string): void {
    rmSync(path, { recursive: true });
  }

  /** At rest: nothing leaked, nothing lost. Everything noted in this life is asked again, every few times after a gc. */
  assert(o: { gc?: boolean } = {}): void {
    this.#asserted += 1;
    assertNothingLeaks(this.world, this.expected);
    assertNothingLost(this.world, this.precious, { gc: o.gc ?? this.#asserted % GC_EVERY === 0 });
  }
}
