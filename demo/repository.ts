import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type SimpleGit, simpleGit } from "simple-git";

/** Branches and refs of the demo's own begin with this. */
export const PREFIX = "treekeeper-demo";
const MODULES = 40;
const FILES_PER_MODULE = 75;
const COMMITS = 12;

export interface DemoRepository {
  readonly path: string;
  readonly git: SimpleGit;
  /** What the tasks begin from. */
  readonly base: string;
  /** Takes the demo's own branches and refs away again. */
  cleanUp(): Promise<void>;
}

/** A repository with some thousands of files, a history and a remote. */
export async function generateRepository(directory: string, name: string, modules = MODULES): Promise<DemoRepository> {
  const path = join(directory, name);
  await mkdir(path, { recursive: true });
  const git = simpleGit(path);
  await git.init(["--initial-branch=main"]);
  await git.addConfig("user.name", "Demo").addConfig("user.email", "demo@localhost");
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
    await git.add(".");
    await git.commit(`feat: step ${commit + 1} of ${COMMITS}`);
  }
  const remote = join(directory, `${name}.git`);
  await simpleGit().clone(path, remote, ["--bare", "--quiet"]);
  await git.addRemote("origin", remote);
  await git.fetch("origin");
  return { path, git, base: "main", cleanUp: async () => {} };
}

/** A repository of the user's: nothing in its checkout, index or branches is touched. */
export async function borrowRepository(path: string): Promise<DemoRepository> {
  const real = await realpath(path);
  const git = simpleGit(real);
  const base = `${PREFIX}/base`;
  await removeOwn(git);
  // A commit of the demo's own on top of HEAD, by plumbing: build output has to be ignored, whatever this repository ignores.
  const common = (await git.revparse(["--path-format=absolute", "--git-common-dir"])).trim();
  const index = join(common, `${PREFIX}.index`);
  const plumbing = simpleGit({ baseDir: real, allowEnvironment: ["GIT_INDEX_FILE"] } as never).env({
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    GIT_INDEX_FILE: index,
  });
  try {
    const ignore = await git.show(["HEAD:.gitignore"]).catch(() => "");
    const blobFile = join(common, `${PREFIX}.gitignore`);
    await writeFile(blobFile, `${ignore}\nnode_modules/\n.env\n`);
    const blob = (await git.raw(["hash-object", "-w", blobFile])).trim();
    await rm(blobFile);
    await plumbing.raw(["read-tree", "HEAD"]);
    await plumbing.raw(["update-index", "--add", "--cacheinfo", `100644,${blob},.gitignore`]);
    const tree = (await plumbing.raw(["write-tree"])).trim();
    const who = ["-c", "user.name=Treekeeper demo", "-c", "user.email=demo@localhost"];
    const commit = (await git.raw([...who, "commit-tree", tree, "-p", "HEAD", "-m", "demo: what the tasks begin from"])).trim();
    await git.raw(["update-ref", `refs/heads/${base}`, commit]);
  } finally {
    await rm(index, { force: true });
  }
  return { path: real, git, base, cleanUp: () => removeOwn(git) };
}

async function removeOwn(git: SimpleGit): Promise<void> {
  const refs = (await git.raw(["for-each-ref", "--format=%(refname)", `refs/heads/${PREFIX}`])).split("\n").filter((ref) => ref !== "");
  for (const ref of refs) await git.raw(["update-ref", "-d", ref]);
}
