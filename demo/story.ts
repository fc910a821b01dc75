import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  CreateEnvironmentDocument,
  CreateTaskDocument,
  CreateWorkspaceDocument,
  EnvironmentDocument,
  RegisterRepositoryDocument,
} from "../schema/generated/graphql.js";
import { type DemoClient, payload, Refusal } from "./client.js";
import { Refused } from "./errors.js";
import { makeHeap } from "./files.js";
import { gitAt } from "./git.js";
import type { DemoRepository } from "./repository.js";
import type { Show } from "./show.js";

/** Making one worktree of a large repository takes its time; nothing made for so long is a failure. */
const STILL_LIMIT_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 100;

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
  readonly heap: DemoTask;
  readonly unsaved: DemoTask;
  readonly lonely: DemoTask;
  readonly pair: DemoTask;
  /** The commit that exists nowhere else. */
  readonly lonelyCommit: string;
}

/** Four tasks, as four agents would leave them. */
export async function setTheScene(o: {
  client: DemoClient;
  show: Show;
  main: DemoRepository;
  second: DemoRepository;
  heapFiles: number;
  abort: AbortSignal;
}): Promise<Cast> {
  const { client, show, main, second, heapFiles } = o;
  const workspaceId = payload(
    (await client.call(CreateWorkspaceDocument, { input: { name: "Demo" } })).createWorkspace,
    "CreateWorkspacePayload",
  ).workspaceId;
  const web = await register(client, workspaceId, main);
  show.say(`  registered ${main.path}`);
  const api = await register(client, workspaceId, second);
  show.say(`  registered ${second.path}`);
  const begin = async (title: string, branch: string, slots: { repositoryId: string; baseRef: string }[]): Promise<DemoTask> => {
    const task = await beginTask(
      client,
      workspaceId,
      title,
      slots.map((slot) => ({ ...slot, branch: `${main.prefix}/${branch}` })),
    );
    show.say(`  “${title}” works in ${task.path}`);
    return task;
  };
  const webSlot = { repositoryId: web, baseRef: main.base };
  const heap = await begin("Upgrade the build", "upgrade-build", [webSlot]);
  const unsaved = await begin("Try another parser", "another-parser", [webSlot]);
  const lonely = await begin("Fix the login", "fix-login", [webSlot]);
  const pair = await begin("Rename an endpoint", "rename-endpoint", [webSlot, { repositoryId: api, baseRef: second.base }]);

  show.title("Agents at work");
  const desk = async (task: DemoTask): Promise<string> => {
    const folder = join(task.trees[0] as string, main.folder);
    await mkdir(folder, { recursive: true });
    return folder;
  };
  await commit(await desk(heap), "build.md", "feat: faster build");
  await merge(main, heap.branches[0] as string);
  await makeHeap(await desk(heap), heapFiles, o.abort, (done) => {
    show.bar("build output", { percent: (done / heapFiles) * 100, words: `${done.toLocaleString("en")} files in node_modules` });
  });
  show.endBars();
  show.say(`  “${heap.title}”: committed and merged; ${heapFiles.toLocaleString("en")} files of build output that can be made again`);
  await leaveUnsaved(unsaved.trees[0] as string, await desk(unsaved));
  show.say(`  “${unsaved.title}”: a staged file, an edit, a new file and an .env, none of it committed`);
  const lonelyCommit = await commit(await desk(lonely), "login.md", "fix: an afternoon's work");
  show.say(`  “${lonely.title}”: the commit ${lonelyCommit.slice(0, 12)}, which exists nowhere else`);
  show.say(`  “${pair.title}”: two clean worktrees, in two repositories`);
  return { workspaceId, heap, unsaved, lonely, pair, lonelyCommit };
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
  let limit = Date.now() + STILL_LIMIT_MS;
  let seen = "";
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
    const state = [node.status, ...node.worktrees.map((w) => w.status)].join(" ");
    if (state !== seen) limit = Date.now() + STILL_LIMIT_MS;
    seen = state;
    if (node.status === "FAILED" || Date.now() > limit)
      throw new Error(`the environment ${environmentId} is ${node.status}: ${node.error ?? "not READY in time"}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** What the server refuses of a repository of the user's is said as it says it. */
async function register(client: DemoClient, workspaceId: string, { path, traces }: DemoRepository): Promise<string> {
  try {
    return payload(
      (await client.call(RegisterRepositoryDocument, { input: { workspaceId, path } })).registerRepository,
      "RegisterRepositoryPayload",
    ).repositoryId;
  } catch (error) {
    if (traces !== null && error instanceof Refusal) throw new Refused(error.said);
    throw error;
  }
}

async function commit(folder: string, file: string, message: string): Promise<string> {
  await writeFile(join(folder, file), `${message}\n`);
  const git = gitAt(folder);
  await git.raw(["add", "--force", file]);
  await git.raw(["commit", "--quiet", "-m", message]);
  return (await git.revparse(["HEAD"])).trim();
}

/** The branch becomes part of what the tasks begin from; without a checkout that is the user's. */
async function merge({ git, base, traces }: DemoRepository, branch: string): Promise<void> {
  if (traces === null) await git.raw(["merge", "--quiet", "--ff-only", branch]);
  else await git.raw(["update-ref", `refs/heads/${base}`, `refs/heads/${branch}`]);
}

async function leaveUnsaved(tree: string, folder: string): Promise<void> {
  await writeFile(join(folder, "staged.md"), "staged, not committed\n");
  await gitAt(folder).raw(["add", "--force", "staged.md"]);
  await appendFile(join(tree, ".gitignore"), "# an edit, not staged\n");
  await writeFile(join(folder, "notes.md"), "a new file that git does not know\n");
  await writeFile(join(folder, ".env"), "TOKEN=only-here\n", { mode: 0o600 });
}
