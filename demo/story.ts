import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleGit } from "simple-git";
import {
  CreateEnvironmentDocument,
  CreateTaskDocument,
  CreateWorkspaceDocument,
  EnvironmentDocument,
  RegisterRepositoryDocument,
} from "../schema/generated/graphql.js";
import { type DemoClient, payload } from "./client.js";
import { makeHeap } from "./files.js";
import { type DemoRepository, PREFIX } from "./repository.js";
import type { Show } from "./show.js";

const READY_LIMIT_MS = 120_000;
const LOOK_AGAIN_MS = 100;
const AUTHOR = ["-c", "user.name=Agent", "-c", "user.email=agent@localhost"];

export interface DemoTask {
  readonly title: string;
  readonly taskId: string;
  readonly environmentId: string;
  /** The environment's directory. */
  readonly path: string;
  /** Its worktrees' paths, in the order of the slots. */
  readonly trees: readonly string[];
  readonly branches: readonly string[];
}

export interface Cast {
  readonly workspaceId: string;
  readonly repositoryIds: readonly string[];
  readonly heap: DemoTask;
  readonly unsaved: DemoTask;
  readonly lonely: DemoTask;
  readonly pair: DemoTask;
  /** The commit that exists nowhere else. */
  readonly lonelyCommit: string;
}

/** Four tasks, as four agents would leave them. */
export async function setTheScene(
  client: DemoClient,
  show: Show,
  main: DemoRepository,
  second: DemoRepository,
  heapFiles: number,
): Promise<Cast> {
  const workspaceId = payload(
    (await client.call(CreateWorkspaceDocument, { input: { name: "Demo" } })).createWorkspace,
    "CreateWorkspacePayload",
  ).workspaceId;
  const [web, api] = [await register(client, workspaceId, main.path), await register(client, workspaceId, second.path)];
  show.say(`  registered ${main.path}`);
  show.say(`  registered ${second.path}`);
  const begin = (title: string, branch: string, slots: { repositoryId: string; baseRef: string }[]): Promise<DemoTask> =>
    beginTask(
      client,
      workspaceId,
      title,
      slots.map((slot) => ({ ...slot, branch: `${PREFIX}/${branch}` })),
    );
  const webSlot = { repositoryId: web, baseRef: main.base };
  const heap = await begin("Upgrade the build", "upgrade-build", [webSlot]);
  const unsaved = await begin("Try another parser", "another-parser", [webSlot]);
  const lonely = await begin("Fix the login", "fix-login", [webSlot]);
  const pair = await begin("Rename an endpoint", "rename-endpoint", [webSlot, { repositoryId: api, baseRef: second.base }]);
  for (const task of [heap, unsaved, lonely, pair]) show.say(`  “${task.title}” works in ${task.path}`);

  show.title("Agents at work");
  await commit(heap.trees[0] as string, "build.md", "feat: faster build");
  await merge(main, heap.branches[0] as string);
  await makeHeap(heap.trees[0] as string, heapFiles, (done) => {
    show.bar("build output", { percent: (done / heapFiles) * 100, words: `${done.toLocaleString("en")} files in node_modules` });
  });
  show.endBars();
  show.say(`  “${heap.title}”: committed and merged; ${heapFiles.toLocaleString("en")} files of build output that can be made again`);
  await leaveUnsaved(unsaved.trees[0] as string);
  show.say(`  “${unsaved.title}”: a staged file, an edit, a new file and an .env, none of it committed`);
  const lonelyCommit = await commit(lonely.trees[0] as string, "login.md", "fix: an afternoon's work");
  show.say(`  “${lonely.title}”: the commit ${lonelyCommit.slice(0, 12)}, which exists nowhere else`);
  show.say(`  “${pair.title}”: two clean worktrees, in two repositories`);
  return { workspaceId, repositoryIds: [web, api], heap, unsaved, lonely, pair, lonelyCommit };
}

export async function beginTask(
  client: DemoClient,
  workspaceId: string,
  title: string,
  slots: { repositoryId: string; baseRef: string; branch: string }[],
): Promise<DemoTask> {
  const { taskId } = payload((await client.call(CreateTaskDocument, { input: { workspaceId, title } })).createTask, "CreateTaskPayload");
  const created = payload(
    (await client.call(CreateEnvironmentDocument, { input: { taskId, slots } })).createEnvironment,
    "CreateEnvironmentPayload",
  );
  return { title, taskId, ...(await untilReady(client, created.environmentId)) };
}

/** The environment once it is READY; its FAILED is an error here. */
export async function untilReady(
  client: DemoClient,
  environmentId: string,
): Promise<Pick<DemoTask, "environmentId" | "path" | "trees" | "branches">> {
  const limit = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const { node } = await client.call(EnvironmentDocument, { id: environmentId });
    if (node?.__typename !== "Environment") throw new Error(`there is no environment ${environmentId}`);
    if (node.status === "READY") {
      return {
        environmentId,
        path: node.path,
        trees: node.worktrees.map((w) => w.path),
        branches: node.worktrees.map((w) => w.branch ?? ""),
      };
    }
    if (node.status === "FAILED" || Date.now() > limit)
      throw new Error(`the environment ${environmentId} is ${node.status}: ${node.error ?? "not READY in time"}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function register(client: DemoClient, workspaceId: string, path: string): Promise<string> {
  return payload(
    (await client.call(RegisterRepositoryDocument, { input: { workspaceId, path } })).registerRepository,
    "RegisterRepositoryPayload",
  ).repositoryId;
}

async function commit(tree: string, file: string, message: string): Promise<string> {
  await writeFile(join(tree, file), `${message}\n`);
  const git = simpleGit(tree);
  await git.add(file);
  await git.raw([...AUTHOR, "commit", "--quiet", "--no-verify", "-m", message]);
  return (await git.revparse(["HEAD"])).trim();
}

/** The branch becomes part of what the tasks begin from; without a checkout that is the user's. */
async function merge(repository: DemoRepository, branch: string): Promise<void> {
  if (repository.base === "main") await repository.git.merge(["--ff-only", branch]);
  else await repository.git.raw(["update-ref", `refs/heads/${repository.base}`, `refs/heads/${branch}`]);
}

async function leaveUnsaved(tree: string): Promise<void> {
  await writeFile(join(tree, "staged.md"), "staged, not committed\n");
  await simpleGit(tree).add("staged.md");
  await appendFile(join(tree, ".gitignore"), "# an edit, not staged\n");
  await writeFile(join(tree, "notes.md"), "a new file that git does not know\n");
  await writeFile(join(tree, ".env"), "TOKEN=only-here\n", { mode: 0o600 });
}
