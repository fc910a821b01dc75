import { mkdir, realpath, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type SimpleGit, simpleGit } from "simple-git";
import { Refused } from "./errors.js";
import { gitAt, saidBy } from "./git.js";
import { type Traces, tracesIn } from "./traces.js";

const MODULES = 40;
const FILES_PER_MODULE = 75;
const COMMITS = 12;

export interface DemoRepository {
  readonly path: string;
  readonly git: SimpleGit;
  /** The branch that the tasks begin from. */
  readonly base: string;
  /** What the demo's own branches begin with. */
  readonly prefix: string;
  /** Where in a worktree the agents work. Empty: at its top. */
  readonly folder: string;
  /** What the demo takes away again at the end; null for a repository of its own. */
  readonly traces: Traces | null;
}

/** A repository with some thousands of files, a history and a remote. */
export async function generateRepository(directory: string, name: string, abort: AbortSignal, modules = MODULES): Promise<DemoRepository> {
  const path = join(directory, name);
  await mkdir(path, { recursive: true });
  const git = gitAt(path, abort);
  await git.init(["--initial-branch=main"]);
  await writeFile(join(path, ".gitignore"), "node_modules/\n.env\n");
  await writeFile(join(path, "package.json"), `${JSON.stringify({ name, private: true }, null, 2)}\n`);
  for (let commit = 0; commit < COMMITS; commit++) {
    for (let module = commit; module < modules; module += COMMITS) {
      const folder = join(path, "src", `module-${module}`);
      await mkdir(folder, { recursive: true });
      await Promise.all(
        Array.from({ length: FILES_PER_MODULE }, (_, i) =>
          writeFile(join(folder, `part-${i}.ts`), `export const part${i} = ${module * FILES_PER_MODULE + i};\n`),
        ),
      );
    }
    await git.raw(["add", "--force", "."]);
    await git.raw(["commit", "--quiet", "--allow-empty", "-m", `feat: step ${commit + 1} of ${COMMITS}`]);
  }
  const remote = join(directory, `${name}.git`);
  await gitAt(directory, abort).clone(path, remote, ["--bare", "--quiet"]);
  await git.addRemote("origin", remote);
  await git.fetch("origin");
  return { path, git, base: "main", prefix: "demo", folder: "", traces: null };
}

/**
 * A repository of the user's: nothing in its checkout, index, configuration or branches is touched.
 * @param directory the demo's own; its name makes the names of the branches unique.
 * @throws Refused
 */
export async function borrowRepository(path: string, directory: string): Promise<DemoRepository> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(error.code === "ENOENT" ? `${path} does not exist.` : `${path} can't be read: ${error.message}`);
  });
  await requireRepository(real);
  const git = gitAt(real);
  const common = await realpath((await git.revparse(["--path-format=absolute", "--git-common-dir"])).trim());
  const prefix = basename(directory);
  const traces = await tracesIn(real, common, prefix);
  const base = `${prefix}/base`;
  try {
    traces.base = await commitOnHead(git, real, directory);
    await git.raw(["update-ref", `refs/heads/${base}`, traces.base]);
  } catch (error) {
    throw new Refused(`nothing can be made in ${real}: ${saidBy(error)}`);
  }
  return { path: real, git, base, prefix, folder: "treekeeper-demo", traces };
}

/** As the server takes it: the top of a checkout, a git directory, or a bare repository, with a commit. */
async function requireRepository(path: string): Promise<void> {
  let git: SimpleGit;
  try {
    git = gitAt(path);
    await git.revparse(["--git-dir"]);
  } catch (error) {
    const said = saidBy(error);
    throw new Refused(/not a git repository|does not exist/.test(said) ? `${path} is not a git repository.` : `${path}: ${said}`);
  }
  const [inside = "", ...rest] = (await git.revparse(["--is-inside-work-tree", "--show-prefix"])).split("\n");
  if (inside === "true" && rest.join("").trim() !== "")
    throw new Refused(`${path} lies inside a repository. Give the repository itself: --repo ${await git.revparse(["--show-toplevel"])}`);
  const head = await git.raw(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"]).catch(() => "");
  if (head.trim() === "") throw new Refused(`${path} has no commit yet (its HEAD names none). Make one first.`);
}

/** A commit of the demo's own on top of HEAD, by plumbing: build output has to be ignored, whatever this repository ignores. */
async function commitOnHead(git: SimpleGit, path: string, directory: string): Promise<string> {
  const index = join(directory, "base.index");
  const names = Object.keys(process.env).filter((name) => /^(PATH|HOME|XDG_CONFIG_HOME|GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM))$/.test(name));
  const plumbing = simpleGit({
    baseDir: path,
    allowEnvironment: [...names, "GIT_INDEX_FILE"],
    unsafe: { allowUnsafeConfigPaths: true },
  }).env({ ...Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""])), GIT_INDEX_FILE: index });
  const ignore = await git.raw(["show", "HEAD:.gitignore"]).catch(() => "");
  const file = join(directory, "base.gitignore");
  await writeFile(file, `${ignore}\nnode_modules/\n.env\n`);
  const blob = (await git.raw(["hash-object", "-w", "--no-filters", file])).trim();
  const head = (await git.revparse(["HEAD"])).trim();
  await plumbing.raw(["read-tree", head]);
  await plumbing.raw(["update-index", "--add", "--cacheinfo", `100644,${blob},.gitignore`]);
  const tree = (await plumbing.raw(["write-tree"])).trim();
  // The name of this run makes it a commit that nothing else holds: what contains it is the demo's.
  const message = `demo: what the tasks of ${basename(directory)} begin from`;
  return (await git.raw(["commit-tree", tree, "-p", head, "-m", message])).trim();
}
