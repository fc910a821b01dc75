import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { type BytePath, bytePathOf, placeOf } from "./bytePath.js";

/** A directory that its maker makes again: a name, and what only the maker leaves in it. */
export interface RebuildableRule {
  /** The directory's name, e.g. "node_modules"; with a "/", its whole path in the tree, e.g. "web/dist". */
  name: string;
  /**
   * Any one of these proves the maker: the path of a file inside, e.g. ".package-lock.json"; or "only:.pyc", nothing but such
   * files. A CACHEDIR.TAG must hold the signature of its specification. Empty only for a line that a person configured: the name alone.
   */
  sign: string[];
}

/** Only makers that leave a sign: a name is no proof, there are hand-made `target` directories. */
export const DEFAULT_REBUILDABLE: readonly RebuildableRule[] = [
  // npm 7 and later; yarn 1; yarn 2 and later with the node-modules linker; pnpm.
  { name: "node_modules", sign: [".package-lock.json", ".yarn-integrity", ".yarn-state.yml", ".modules.yaml"] },
  // cargo.
  { name: "target", sign: ["CACHEDIR.TAG", ".rustc_info.json"] },
  // venv, virtualenv, uv.
  { name: ".venv", sign: ["pyvenv.cfg"] },
  { name: "venv", sign: ["pyvenv.cfg"] },
  { name: "__pycache__", sign: ["only:.pyc"] },
  { name: ".pytest_cache", sign: ["CACHEDIR.TAG"] },
  { name: ".mypy_cache", sign: ["CACHEDIR.TAG"] },
  { name: ".ruff_cache", sign: ["CACHEDIR.TAG"] },
  { name: ".tox", sign: ["CACHEDIR.TAG"] },
  { name: ".nox", sign: ["CACHEDIR.TAG"] },
  // Next.js, Nuxt, SvelteKit.
  { name: ".next", sign: ["build-manifest.json"] },
  { name: ".nuxt", sign: ["nuxt.d.ts"] },
  { name: ".svelte-kit", sign: ["ambient.d.ts"] },
  { name: ".gradle", sign: ["buildOutputCleanup/cache.properties"] },
  // NuGet's restore.
  { name: "obj", sign: ["project.assets.json"] },
  // Composer, CocoaPods, SwiftPM, Dart's pub, cabal.
  { name: "vendor", sign: ["composer/installed.json"] },
  { name: "Pods", sign: ["Manifest.lock"] },
  { name: ".build", sign: ["workspace-state.json"] },
  { name: ".dart_tool", sign: ["package_config.json"] },
  { name: "dist-newstyle", sign: ["cache/plan.json"] },
];

/** https://bford.info/cachedir/ */
const CACHEDIR_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55";
const ONLY = "only:";
/** A compiled Python file begins with a version number and these two bytes. */
const PYC_MARK = "\r\n";
/** Never through a link, and never waiting for a FIFO's writer. */
const NO_FOLLOW = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Says of the directories of one tree which of them are rebuildable. Each is looked at once. */
export class Rebuildables {
  readonly #known = new Map<BytePath, Promise<RebuildableRule | null>>();
  readonly #byName = new Map<BytePath, RebuildableRule[]>();

  /**
   * @param tracked whether the index names anything at or below a directory: what a person put under version control there says
   * that it is not the maker's alone.
   */
  constructor(
    private readonly tree: string,
    rules: readonly RebuildableRule[],
    private readonly tracked: (directory: BytePath) => boolean,
  ) {
    for (const rule of rules) {
      const name = bytePathOf(rule.name.replace(/^\.?\/+|\/+$/g, ""));
      if (name !== "") this.#byName.set(name, [...(this.#byName.get(name) ?? []), rule]);
    }
  }

  /** The topmost rebuildable directory that is, or holds, this path. */
  async holding(path: BytePath, isDirectory: boolean): Promise<{ directory: BytePath; rule: RebuildableRule } | null> {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      const directory = path.slice(0, at);
      const rule = await this.ruleOf(directory);
      if (rule !== null) return { directory, rule };
    }
    const rule = isDirectory ? await this.ruleOf(path) : null;
    return rule === null ? null : { directory: path, rule };
  }

  /** The rule that a directory meets, or null. `directory` is a real directory, reached through no symbolic link. */
  ruleOf(directory: BytePath): Promise<RebuildableRule | null> {
    const named = [
      ...(this.#byName.get(directory.slice(directory.lastIndexOf("/") + 1)) ?? []),
      ...(directory.includes("/") ? (this.#byName.get(directory) ?? []) : []),
    ];
    if (named.length === 0) return Promise.resolve(null);
    let answer = this.#known.get(directory);
    if (answer === undefined) {
      answer = this.#look(directory, named);
      this.#known.set(directory, answer);
    }
    return answer;
  }

  async #look(directory: BytePath, rules: readonly RebuildableRule[]): Promise<RebuildableRule | null> {
    if (this.tracked(directory)) return null;
    const names = (await readdir(placeOf(this.tree, directory), { encoding: "buffer" })).map((name) => name.toString("latin1"));
    // Somebody's settings, which no maker makes again. Also as a directory, and however it is written.
    if (names.some((name) => /^\.env(\.|$)/i.test(name))) return null;
    for (const rule of rules) {
      if (rule.sign.length === 0) return rule;
      for (const sign of rule.sign) {
        if (await this.#bears(directory, names, sign)) return rule;
      }
    }
    return null;
  }

  async #bears(directory: BytePath, names: readonly BytePath[], sign: string): Promise<boolean> {
    if (sign.startsWith(ONLY)) {
      const suffix = bytePathOf(sign.slice(ONLY.length));
      if (names.length === 0 || !names.every((name) => name.endsWith(suffix))) return false;
      for (const name of names) {
        const head = await this.#beginning(`${directory}/${name}`, 4);
        if (head === null || (suffix === ".pyc" && head.slice(2) !== PYC_MARK)) return false;
      }
      return true;
    }
    const path = bytePathOf(sign);
    if (!names.includes(path.split("/")[0] as string)) return false;
    const head = await this.#beginning(`${directory}/${path}`, CACHEDIR_SIGNATURE.length);
    return head !== null && (!path.endsWith("CACHEDIR.TAG") || head === CACHEDIR_SIGNATURE);
  }

  /** The first bytes of a regular file; null for anything else, or when it can't be read: then the sign is not there. */
  async #beginning(path: BytePath, bytes: number): Promise<string | null> {
    try {
      const handle = await open(placeOf(this.tree, path), NO_FOLLOW);
      try {
        if (!(await handle.stat()).isFile()) return null;
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
        return buffer.toString("latin1", 0, bytesRead);
      } finally {
        await handle.close();
      }
    } catch {
      return null;
    }
  }
}
