import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveTaskDocument, DeleteTaskDocument, RescuesDocument, UnregisterRepositoryDocument } from "../schema/generated/graphql.js";
import { DemoClient, payload } from "./client.js";
import { type DemoOptions, parseOptions } from "./options.js";
import { look, prove, registered, type Scene } from "./proof.js";
import { borrowRepository, type DemoRepository, generateRepository } from "./repository.js";
import { DemoServer } from "./server.js";
import { Show } from "./show.js";
import { type Cast, type DemoTask, setTheScene } from "./story.js";
import { Watch } from "./watch.js";

const MIB = 1024n * 1024n;
const JOBS_LIMIT_MS = 20 * 60_000;

const options = parseOptions(process.argv.slice(2));
if ("help" in options) console.log(options.help);
else if ("mistake" in options) {
  console.error(`demo: ${options.mistake} See --help.`);
  process.exitCode = 2;
} else process.exitCode = await run(options);
process.exit();

async function run(o: DemoOptions): Promise<number> {
  const startedAt = Date.now();
  const show = new Show();
  const directory = await mkdtemp(join(tmpdir(), "treekeeper-demo-"));
  const server = new DemoServer(join(directory, "data"));
  const client = new DemoClient(server);
  let main: DemoRepository | null = null;
  let cast: Cast | null = null;
  let kept = false;
  const cleanUp = async (): Promise<void> => {
    client.close();
    if (main !== null && o.repo !== null && !kept)
      await leaveNoTrace(client, server, main, cast).catch((error: unknown) => console.error(`demo: ${String(error)}`));
    if (!kept) {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    }
  };
  const interrupted = (): void => {
    show.endBars();
    void cleanUp().then(() => process.exit(130));
  };
  process.once("SIGINT", interrupted);
  try {
    show.title("A repository and a server");
    main = o.repo === null ? await generateRepository(directory, "web") : await borrowRepository(o.repo);
    const second = await generateRepository(directory, "api", 4);
    await server.start({ detached: o.keep });
    show.say(`  the server listens on port ${server.port}, its data in ${server.dataDir}`);
    cast = await setTheScene(client, show, main, second, o.heap);
    const before = await look(cast.unsaved.trees[0] as string);

    show.title("The tasks end");
    const watch = new Watch(cast, show);
    const jobs = await endTasks(client, cast, show);
    await throughTheKill(client, server, watch, cast, show, o.keep);

    show.title("What came of it");
    const scene: Scene = {
      client,
      show,
      cast,
      watch,
      main,
      second,
      before,
      jobs,
      directory,
      dataDir: server.dataDir,
      borrowed: o.repo !== null,
    };
    const bytes = await prove(scene);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
    const summary = `Done in ${seconds} s: 4 tasks ended, ${(bytes / MIB).toLocaleString("en")} MiB reclaimed through a SIGKILL, nothing leaked, nothing lost.`;
    if (o.keep) {
      kept = true;
      client.close();
      const pid = server.letGo();
      show.say(`\nThe server goes on (stop it: kill ${pid}; then remove ${directory}). GraphiQL: ${server.openUrl}`);
    }
    await cleanUp();
    show.say(`\n${summary}`);
    return 0;
  } catch (error) {
    show.endBars();
    console.error(`\ndemo: ${error instanceof Error ? error.message : String(error)}`);
    await cleanUp();
    console.log("\nFailed: not everything was as it should be.");
    return 1;
  } finally {
    process.removeListener("SIGINT", interrupted);
  }
}

/** Each mutation answers when its intent is committed, whatever the size of the tree. */
async function endTasks(client: DemoClient, cast: Cast, show: Show): Promise<Map<string, string>> {
  const jobs = new Map<string, string>();
  const timed = async (task: DemoTask, verb: string, end: () => Promise<{ id: string }[]>): Promise<void> => {
    const from = performance.now();
    const [job] = await end();
    if (job === undefined) throw new Error(`“${task.title}” left no job`);
    jobs.set(task.taskId, job.id);
    show.say(`  “${task.title}” ${verb} in ${(performance.now() - from).toFixed(0)} ms`);
  };
  const remove = (task: DemoTask) => async () =>
    payload((await client.call(DeleteTaskDocument, { input: { taskId: task.taskId } })).deleteTask, "DeleteTaskPayload").jobs;
  const archive = (task: DemoTask) => async () =>
    payload((await client.call(ArchiveTaskDocument, { input: { taskId: task.taskId } })).archiveTask, "ArchiveTaskPayload").jobs;
  await timed(cast.heap, "deleted", remove(cast.heap));
  await timed(cast.unsaved, "archived", archive(cast.unsaved));
  await timed(cast.lonely, "deleted", remove(cast.lonely));
  await timed(cast.pair, "archived", archive(cast.pair));
  return jobs;
}

/** Follows all of it live, kills the server at the first purge event of the heap, starts it again, and follows it to the end. */
async function throughTheKill(client: DemoClient, server: DemoServer, watch: Watch, cast: Cast, show: Show, keep: boolean): Promise<void> {
  const taskIds = [cast.heap, cast.unsaved, cast.lonely, cast.pair].map((task) => task.taskId);
  const seen = await within(
    watch.follow(client, cast.workspaceId, (event) => event.taskId === cast.heap.taskId && event.type === "PURGE_PROGRESS"),
  );
  if (seen !== "done") throw new Error("the purge of the heap was not seen");
  await server.kill();
  const at = watch.of(cast.heap.taskId).at(-1)?.progress.entriesDone ?? 0;
  show.say(`  >> SIGKILL: the server is dead, ${at.toLocaleString("en")} entries into the heap`);
  client.close();
  await server.start({ detached: keep });
  show.say("  >> started again on the same data; the stream goes on after the last event seen");
  const end = await within(watch.follow(client, cast.workspaceId, () => watch.over(taskIds)));
  show.endBars();
  if (end !== "done") throw new Error("the stream ended before the jobs did");
}

async function within<T>(work: Promise<T>): Promise<T> {
  let limit: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`the jobs did not end within ${JOBS_LIMIT_MS / 60_000} minutes`)), JOBS_LIMIT_MS);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(limit));
}

/** A repository of the user's gets rid of everything that the demo brought into it. */
async function leaveNoTrace(client: DemoClient, server: DemoServer, main: DemoRepository, cast: Cast | null): Promise<void> {
  const rescues =
    cast === null
      ? []
      : (await client.call(RescuesDocument, { filter: { workspaceId: cast.workspaceId }, first: 200 })).rescues.edges.map(
          ({ node }) => node,
        );
  if (cast !== null) await client.call(UnregisterRepositoryDocument, { input: { repositoryId: cast.repositoryIds[0] ?? "" } });
  for (const path of (await registered(main)).filter((path) => path.startsWith(server.dataDir))) {
    await main.git.raw(["worktree", "unlock", path]).catch(() => {});
    await main.git.raw(["worktree", "remove", "--force", path]);
  }
  for (const rescue of rescues) await main.git.raw(["update-ref", "-d", rescue.ref]);
  await main.cleanUp();
  const common = (await main.git.revparse(["--path-format=absolute", "--git-common-dir"])).trim();
  await rm(join(common, "treekeeper", "repositories", `${cast?.repositoryIds[0]}.json`), { force: true });
  for (const empty of [join(common, "treekeeper", "repositories"), join(common, "treekeeper")]) await rmdir(empty).catch(() => {});
}
