import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  CleanupJobDocument,
  type CleanupJobQuery,
  CreateTaskDocument,
  QuarantineEntriesDocument,
  RescuesDocument,
  RestoreQuarantineEntryDocument,
} from "../schema/generated/graphql.js";
import { type DemoClient, payload } from "./client.js";
import { difference, fingerprint } from "./files.js";
import { gitAt } from "./git.js";
import type { DemoRepository } from "./repository.js";
import type { Show } from "./show.js";
import { type Cast, type DemoTask, untilReady } from "./story.js";
import type { Watch } from "./watch.js";

type Job = NonNullable<CleanupJobQuery["cleanupJob"]>;

/** What was there before the tasks ended. */
export interface Before {
  readonly files: ReadonlyMap<string, string>;
  readonly status: string;
}

export async function look(tree: string): Promise<Before> {
  return { files: await fingerprint(tree), status: await statusOf(tree) };
}

const statusOf = (tree: string): Promise<string> =>
  gitAt(tree).raw(["status", "--porcelain=v2", "--branch", "--ignored", "--untracked-files=all"]);

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`this did not hold: ${what}`);
}

export interface Scene {
  readonly client: DemoClient;
  readonly show: Show;
  readonly cast: Cast;
  readonly watch: Watch;
  readonly main: DemoRepository;
  readonly second: DemoRepository;
  readonly before: Before;
  readonly jobs: ReadonlyMap<string, string>;
  readonly directory: string;
  readonly dataDir: string;
  readonly abort: AbortSignal;
}

/** Looks at everything with its own eyes: the file system, git, and the API. Gives the bytes reclaimed. Throws at the first thing that is not so. */
export async function prove(scene: Scene): Promise<bigint> {
  const { cast, show } = scene;
  for (const task of [cast.heap, cast.unsaved, cast.lonely, cast.pair]) {
    for (const path of [task.path, ...task.trees]) must(await isAbsent(path), `${path} is free`);
  }
  show.proof("every path of the four environments is free");
  const heap = await proveHeap(scene);
  await provePair(scene);
  await proveUnsaved(scene);
  await proveLonely(scene);
  must((await readdir(join(scene.dataDir, "root", "trash"))).length === 0, "the trash is empty");
  show.proof("nothing is left in the trash");
  return heap;
}

async function proveHeap({ client, show, cast, watch, main, jobs }: Scene): Promise<bigint> {
  const job = await jobOf(client, jobs, cast.heap);
  must(job.state === "SUCCEEDED", `the job of “${cast.heap.title}” SUCCEEDED`);
  must(
    job.resources.every((r) => r.outcome === "REMOVED"),
    "the merged worktree is REMOVED",
  );
  must(!(await registered(main)).includes(cast.heap.trees[0] as string), "its registration is gone");
  must(!(await branches(main)).includes(cast.heap.branches[0] as string), "its branch is gone");
  show.proof("the merged one is gone, with its registration and its branch");
  const events = watch.of(cast.heap.taskId);
  const done = events.map((event) => event.progress.entriesDone);
  must(
    done.every((n, i) => i === 0 || n >= (done[i - 1] ?? 0)),
    "its progress never fell",
  );
  must(
    events.some((event) => event.type === "INTERRUPTED"),
    "the restarted server said that the purge was interrupted",
  );
  must(events.filter((event) => event.step === "JUDGE" && event.type === "STEP_FINISHED").length === 1, "it was judged once");
  const cursors = watch.events.map((event) => Number(event.cursor));
  must(
    cursors.every((n, i) => i === 0 || n > (cursors[i - 1] ?? 0)),
    "no event came twice, and all came in order",
  );
  show.proof("its purge went on after the SIGKILL where it was: judged once, no event twice, progress that never fell");
  return BigInt(job.progress.bytesDone);
}

async function provePair({ client, show, cast, main, second, jobs }: Scene): Promise<void> {
  const job = await jobOf(client, jobs, cast.pair);
  must(job.state === "SUCCEEDED" && job.resources.every((r) => r.outcome === "REMOVED"), "both worktrees of the pair are REMOVED");
  for (const [i, repository] of [main, second].entries()) {
    must(!(await registered(repository)).includes(cast.pair.trees[i] as string), "the registrations of the pair are gone");
    must((await branches(repository)).includes(cast.pair.branches[i] as string), "an archive keeps the branches");
  }
  show.proof("the two clean worktrees of one task are gone from both repositories; the archive kept their branches");
}

async function proveUnsaved({ client, show, cast, before, jobs }: Scene): Promise<void> {
  const job = await jobOf(client, jobs, cast.unsaved);
  must(
    job.resources.some((r) => r.verdict?.kind === "UNSAVED" && r.outcome === "QUARANTINED"),
    "the unsaved one is QUARANTINED",
  );
  const { quarantineEntries } = await client.call(QuarantineEntriesDocument, { filter: { workspaceId: cast.workspaceId } });
  const entry = quarantineEntries.edges.map(({ node }) => node).find((node) => node.taskId === cast.unsaved.taskId);
  must(entry !== undefined && entry.path !== null && !(await isAbsent(entry.path)), "it lies in quarantine");
  show.proof(`the unsaved one is in quarantine, whole: ${entry?.reason ?? ""}`);
  const task = payload(
    (await client.call(CreateTaskDocument, { input: { workspaceId: cast.workspaceId, title: "Go on with the parser" } })).createTask,
    "CreateTaskPayload",
  );
  const restored = payload(
    (await client.call(RestoreQuarantineEntryDocument, { input: { entryId: entry?.id ?? "", taskId: task.taskId } }))
      .restoreQuarantineEntry,
    "RestoreQuarantineEntryPayload",
  );
  const { trees } = await untilReady(client, restored.environmentId);
  const after = await look(trees[0] as string);
  const changed = difference(before.files, after.files);
  must(changed === null, `every byte is back (${changed ?? ""})`);
  must(after.status === before.status, "git status says the same, branch included");
  show.proof(`restored: ${before.files.size.toLocaleString("en")} files byte for byte, staged as staged, the .env, and its branch`);
}

async function proveLonely({ client, show, cast, main, jobs, directory, abort }: Scene): Promise<void> {
  const job = await jobOf(client, jobs, cast.lonely);
  must(job.state === "SUCCEEDED" && job.resources.every((r) => r.outcome === "REMOVED"), "the lonely one's clean tree is REMOVED");
  must(!(await branches(main)).includes(cast.lonely.branches[0] as string), "its branch is gone");
  const { rescues } = await client.call(RescuesDocument, { filter: { workspaceId: cast.workspaceId } });
  const rescue = rescues.edges.map(({ node }) => node).find((node) => node.commit === cast.lonelyCommit && node.droppedAt === null);
  must(rescue !== undefined, "its commit is under a rescue");
  // The objects of a repository of the user's are the user's: there, a mirror with every object of it is pruned instead.
  const borrowed = main.traces !== null;
  const pruned = borrowed ? join(directory, "mirror.git") : main.path;
  if (borrowed) await gitAt(directory, abort).clone(main.path, pruned, ["--mirror", "--quiet", "--no-hardlinks"]);
  const git = gitAt(pruned, abort);
  await git.raw(["reflog", "expire", "--expire=now", "--all"]);
  await git.raw(["gc", "--quiet", "--prune=now"]);
  must((await git.raw(["cat-file", "-t", cast.lonelyCommit])).trim() === "commit", "the commit is readable");
  const where = borrowed ? " in a mirror of the repository" : "";
  show.proof(`the lonely commit is readable after git gc --prune=now${where}, under ${rescue?.ref ?? ""}`);
}

async function jobOf(client: DemoClient, jobs: ReadonlyMap<string, string>, task: DemoTask): Promise<Job> {
  const { cleanupJob } = await client.call(CleanupJobDocument, { id: jobs.get(task.taskId) ?? "" });
  if (cleanupJob == null) throw new Error(`the job of “${task.title}” can't be queried`);
  return cleanupJob;
}

async function isAbsent(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  );
}

async function registered({ git }: DemoRepository): Promise<string[]> {
  const said = await git.raw(["worktree", "list", "--porcelain", "-z"]);
  return said
    .split("\0")
    .filter((line) => line.startsWith("worktree "))
    .map((line) => line.slice("worktree ".length));
}

async function branches({ git }: DemoRepository): Promise<string[]> {
  return (await git.raw(["for-each-ref", "--format=%(refname:short)", "refs/heads"])).split("\n");
}
