import { join } from "node:path";
import { ArchiveTaskDocument, DeleteTaskDocument } from "../schema/generated/graphql.js";
import { DemoClient, payload } from "./client.js";
import { noteWhatIsLeft, removeDirectory } from "./ending.js";
import { Refused } from "./errors.js";
import { makeDirectory } from "./files.js";
import { Interruption } from "./interruption.js";
import type { DemoOptions } from "./options.js";
import { look, prove } from "./proof.js";
import { borrowRepository, type DemoRepository, generateRepository } from "./repository.js";
import { DemoServer } from "./server.js";
import { Show } from "./show.js";
import { type Cast, type DemoTask, setTheScene } from "./story.js";
import { removeTraces } from "./traces.js";
import { Watch } from "./watch.js";

const MIB = 1024n * 1024n;

/** One demo from beginning to end, and what is left of it. */
interface Demo {
  readonly options: DemoOptions;
  readonly show: Show;
  readonly directory: string;
  readonly server: DemoServer;
  readonly client: DemoClient;
  readonly abort: AbortSignal;
  main: DemoRepository | null;
}

/** What to exit with: 0 only if everything that must be true was seen to be. @throws Refused before anything was made */
export async function runDemo(options: DemoOptions): Promise<number> {
  const startedAt = Date.now();
  const show = new Show();
  const interruption = new Interruption();
  const directory = await makeDirectory(options.heap);
  interruption.listen(() => {
    console.error(`demo: given up while cleaning up. What is left: npm run demo -- --end ${directory}`);
    process.exit(interruption.exitCode);
  });
  const server = new DemoServer(join(directory, "data"), interruption.signal);
  const client = new DemoClient(server, interruption.signal);
  const demo: Demo = { options, show, directory, server, client, abort: interruption.signal, main: null };
  try {
    const bytes = await play(demo);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
    if (options.keep) await leaveRunning(demo);
    else await cleanUp(demo, { keepDirectory: false });
    show.say(
      `\nDone in ${seconds} s: 4 tasks ended, ${(bytes / MIB).toLocaleString("en")} MiB reclaimed through a SIGKILL, nothing leaked, nothing lost.`,
    );
    return 0;
  } catch (error) {
    show.endBars();
    const said = error instanceof Error ? error.message : String(error);
    if (interruption.came) console.error("\ndemo: interrupted; cleaning up …");
    else console.error(`\ndemo: ${said}`);
    const expected = interruption.came || error instanceof Refused;
    try {
      await cleanUp(demo, { keepDirectory: !expected });
    } catch (left) {
      console.error(`demo: ${left instanceof Error ? left.message : String(left)}`);
      console.log(`\nFailed: not everything was cleaned up. To try again: npm run demo -- --end ${directory}`);
      return interruption.came ? interruption.exitCode : 1;
    }
    if (interruption.came) {
      console.log("Interrupted: nothing of the demo is left.");
      return interruption.exitCode;
    }
    if (error instanceof Refused) return 2;
    console.log(`\nFailed: not everything was as it should be. The server's log and data are kept in ${directory}.`);
    return 1;
  }
}

/** The demo itself. Gives the bytes reclaimed. */
async function play(demo: Demo): Promise<bigint> {
  const { options, show, directory, server, client, abort } = demo;
  const borrowed = options.repo === null ? null : await borrowRepository(options.repo, directory);
  show.title("A repository and a server");
  const main = borrowed ?? (await generateRepository(directory, "web", abort));
  demo.main = main;
  await noteWhatIsLeft(directory, { pid: null, traces: main.traces });
  const second = await generateRepository(directory, "api", abort, 4);
  await server.start();
  await noteWhatIsLeft(directory, { pid: server.pid, traces: main.traces });
  show.say(`  the server listens on port ${server.port}, its data in ${server.dataDir}`);
  const cast = await setTheScene({ client, show, main, second, heapFiles: options.heap, abort });
  const before = await look(cast.unsaved.trees[0] as string);

  show.title("The tasks end");
  const watch = new Watch(cast, show);
  const jobs = await endTasks(client, cast, show);
  await throughTheKill(demo, watch, cast);

  show.title("What came of it");
  return prove({ client, show, cast, watch, main, second, before, jobs, directory, dataDir: server.dataDir, abort });
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
async function throughTheKill({ client, server, show, directory, main, abort }: Demo, watch: Watch, cast: Cast): Promise<void> {
  const taskIds = [cast.heap, cast.unsaved, cast.lonely, cast.pair].map((task) => task.taskId);
  let killed: Promise<void> | null = null;
  const seen = await watch.follow(client, cast.workspaceId, (event) => {
    if (event.taskId !== cast.heap.taskId || event.type !== "PURGE_PROGRESS") return false;
    // In the same breath: a small heap would be gone.
    killed ??= server.kill();
    return true;
  });
  abort.throwIfAborted();
  if (killed === null) throw new Error(`the purge of the heap was not seen: the stream ended (${seen})${server.lastWords()}`);
  await killed;
  const at = watch.of(cast.heap.taskId).at(-1)?.progress.entriesDone ?? 0;
  show.say(`  >> SIGKILL: the server is dead, ${at.toLocaleString("en")} entries into the heap`);
  client.close();
  await server.start();
  await noteWhatIsLeft(directory, { pid: server.pid, traces: main?.traces ?? null });
  show.say("  >> started again on the same data; the stream goes on after the last event seen");
  const end = await watch.follow(client, cast.workspaceId, () => watch.over(taskIds));
  show.endBars();
  abort.throwIfAborted();
  if (end !== "done") throw new Error(`the stream ended before the jobs did (${end})${server.lastWords()}`);
}

async function leaveRunning({ client, server, show, directory }: Demo): Promise<void> {
  client.close();
  const { openUrl } = server;
  server.letGo();
  show.say(`\nThe server goes on. GraphiQL: ${openUrl}`);
  show.say(`To stop it and remove what the demo made: npm run demo -- --end ${directory}`);
}

/** @throws when something of the demo's own stayed in a repository of the user's. */
async function cleanUp({ client, server, show, directory, main, abort }: Demo, o: { keepDirectory: boolean }): Promise<void> {
  client.close();
  await server.stop();
  if (main?.traces != null) {
    const kept = await removeTraces(main.traces, directory);
    if (kept.length > 0) throw new Error(`these refs could not be removed from ${main.path}: ${kept.join(" ")}`);
    if (!abort.aborted) show.say("  the repository has its own refs, worktrees and configuration again, and nothing of the demo's");
  }
  if (!o.keepDirectory) await removeDirectory(directory);
}
