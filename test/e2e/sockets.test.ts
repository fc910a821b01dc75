import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLEANUP_PROGRESS, ENVIRONMENT_PROGRESS, overSse, SESSION_EVENTS, Socket, type Subscription } from "../support/subscriber.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, type Made, World } from "../support/world.js";

const SUBSCRIBERS = 200;
const SOCKETS = 10;

let world: World;
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  for (const socket of sockets) await socket.close();
  await world.close();
});

function socket(): Socket {
  const one = new Socket(world.server);
  sockets.push(one);
  return one;
}

/** Ready, with enough in it that its purge is told about. */
async function heavy(name: string): Promise<Made> {
  const made = await world.make(world.sandbox.repository(name, { f: "a\n", ".gitignore": "node_modules\n" }));
  mkdirSync(join(made.tree, "node_modules"));
  world.sandbox.write(made.tree, { "node_modules/.package-lock.json": "{}\n" });
  world.sandbox.sh(join(made.tree, "node_modules"), "for d in $(seq 20); do mkdir $d; (cd $d; seq 200 | xargs touch); done");
  return made;
}

/** Every event of a task's cleanup, as stored. */
function stored(taskId: string): string[] {
  return world
    .rows<{ number: number }>("select number from Event where taskId = ? and kind = 'CLEANUP' order by number", taskId)
    .map((row) => String(row.number));
}

describe("operations on one socket", () => {
  const BAD: Readonly<Record<string, [string, Record<string, unknown>]>> = {
    "a syntax error": ["subscription {", {}],
    "an unknown field": ["subscription { nothing }", {}],
    "a variable that is not there": [CLEANUP_PROGRESS, {}],
    "an id of another type": [CLEANUP_PROGRESS, { taskId: "job_01jc0000000000000000000000" }],
    "an unknown task": [CLEANUP_PROGRESS, { taskId: "task_01jc0000000000000000000000" }],
    "a cursor that is none": [CLEANUP_PROGRESS, { taskId: "task_01jc0000000000000000000000", after: "x" }],
    "a query that is too deep": [
      `query { workspaces { edges { node { ${"tasks { edges { node { ".repeat(60)} id ${"} } }".repeat(60)} } } } }`,
      {},
    ],
  };

  it("that are refused do not end the others", async () => {
    const made = await world.make(world.sandbox.repository("one-socket"));
    const one = socket();
    const good = one.subscribe(CLEANUP_PROGRESS, { taskId: made.taskId });
    const environment = one.subscribe(ENVIRONMENT_PROGRESS, { environmentId: made.environmentId });
    await environment.completed();
    expect(environment.types.at(-1)).toBe("READY");
    for (const [what, [query, variables]] of Object.entries(BAD)) {
      const bad = one.subscribe(query, variables);
      await waitFor(() => expect(bad.errors, what).not.toEqual([]), LIMIT_MS);
      expect(JSON.stringify(bad.errors), what).not.toMatch(/Unexpected error|CloseEvent|"code":4/);
      expect(good.state, what).toBe("open");
    }
    await world.end("archiveTask", made.taskId);
    await good.completed();
    expect(good.cursors).toEqual(stored(made.taskId));
    expect(good.errors).toEqual([]);
  });

  it("a query and a mutation work on it too", async () => {
    const one = socket();
    const answer = one.subscribe("{ health { ok } }", {});
    await answer.completed();
    expect(answer.events).toMatchObject([{ ok: true }]);
  });
});

describe("many subscribers", () => {
  it(`${SUBSCRIBERS} on one task each get every event once, in order`, { timeout: 300_000 }, async () => {
    const made = await heavy("many");
    const many = Array.from({ length: SOCKETS }, socket);
    const subscriptions: Subscription[] = Array.from({ length: SUBSCRIBERS }, (_, n) =>
      (many[n % SOCKETS] as Socket).subscribe(CLEANUP_PROGRESS, { taskId: made.taskId }),
    );
    await world.end("deleteTask", made.taskId);
    for (const subscription of subscriptions) await subscription.completed(2 * LIMIT_MS);
    const all = stored(made.taskId);
    expect(all.length).toBeGreaterThan(8);
    for (const subscription of subscriptions) {
      expect(subscription.errors).toEqual([]);
      expect(subscription.cursors).toEqual(all);
    }
  });

  it("one that comes back with its cursor misses none, also across a server's death", async () => {
    const made = await heavy("back");
    const first = socket();
    const before = first.subscribe(CLEANUP_PROGRESS, { taskId: made.taskId });
    await world.server.arm("purge.tree", "before");
    await world.api.deleteTask({ taskId: made.taskId });
    await world.server.ended;
    await before.broken();
    expect(before.events.length).toBeGreaterThan(0);
    await world.boot();
    const after = socket().subscribe(CLEANUP_PROGRESS, { taskId: made.taskId, after: before.cursors.at(-1) });
    await after.completed();
    expect([...before.cursors, ...after.cursors]).toEqual(stored(made.taskId));
    expect(after.types.at(-1)).toBe("SUCCEEDED");
  });

  it("one whose connection breaks in the middle leaves the others alone", async () => {
    const made = await heavy("breaks");
    const [stays, goes] = [socket(), socket()];
    const staying = stays.subscribe(CLEANUP_PROGRESS, { taskId: made.taskId });
    const going = goes.subscribe(CLEANUP_PROGRESS, { taskId: made.taskId });
    const ending = world.end("deleteTask", made.taskId);
    await going.until((events) => events.length > 2);
    goes.raw?.terminate();
    await going.broken();
    await ending;
    await staying.completed();
    const rest = socket().subscribe(CLEANUP_PROGRESS, { taskId: made.taskId, after: going.cursors.at(-1) });
    await rest.completed();
    expect(staying.cursors).toEqual(stored(made.taskId));
    expect([...going.cursors, ...rest.cursors]).toEqual(stored(made.taskId));
  });
});

describe("streams", () => {
  it("are the same over server-sent events, from any cursor, after the task is gone", async () => {
    const made = await heavy("sse");
    const live = overSse(world.server, CLEANUP_PROGRESS, { taskId: made.taskId });
    await world.end("deleteTask", made.taskId);
    const all = stored(made.taskId);
    expect((await live).completed).toBe(true);
    expect((await live).events.map((event) => event.cursor)).toEqual(all);
    for (const from of [0, 3, all.length]) {
      const after = from === 0 ? undefined : all[from - 1];
      const { events, completed } = await overSse(world.server, CLEANUP_PROGRESS, { taskId: made.taskId, after });
      expect(completed).toBe(true);
      expect(events.map((event) => event.cursor)).toEqual(all.slice(from));
    }
  });

  it("of a task that is still active stay open, and of sessions tell who is asked to stop", async () => {
    const made = await world.make(world.sandbox.repository("sessions"));
    const one = socket();
    const progress = one.subscribe(CLEANUP_PROGRESS, { taskId: made.taskId });
    const sessions = one.subscribe(SESSION_EVENTS, { workspaceId: world.workspaceId });
    const sessionId = await world.api.startSession({ taskId: made.taskId, environmentId: made.environmentId });
    await world.api.updateSession({ sessionId, state: "RUNNING" });
    const [jobId] = await world.api.archiveTask({ taskId: made.taskId });
    await sessions.until((events) => events.some((event) => event.type === "STOP_REQUESTED"));
    expect(progress.state).toBe("open");
    expect((await world.api.job(jobId ?? ""))?.state).not.toBe("SUCCEEDED");
    await world.api.updateSession({ sessionId, state: "COMPLETED" });
    await progress.completed();
    expect(progress.types.at(-1)).toBe("SUCCEEDED");
    sessions.stop();
  });

  it("progress never falls, and ends with everything done", async () => {
    const made = await heavy("progress");
    const one = socket().subscribe(CLEANUP_PROGRESS, { taskId: made.taskId });
    await world.end("deleteTask", made.taskId);
    await one.completed();
    const done = one.events.map((event) => (event as unknown as { progress: { entriesDone: number; percent: number } }).progress);
    expect(done.map((one) => one.entriesDone)).toEqual(done.map((one) => one.entriesDone).sort((a, b) => a - b));
    expect(done.at(-1)?.percent).toBe(100);
    expect(done.at(-1)?.entriesDone).toBeGreaterThan(4_000);
  });
});

describe("a drain", () => {
  it("completes the subscriptions and ends with 0; what was running goes on after the next start", async () => {
    const made = await heavy("drain");
    const idle = await world.make(world.sandbox.repository("drain-idle"));
    const waiting = socket().subscribe(CLEANUP_PROGRESS, { taskId: idle.taskId });
    const progress = socket().subscribe(CLEANUP_PROGRESS, { taskId: made.taskId });
    await world.api.deleteTask({ taskId: made.taskId });
    await progress.until((events) => events.length > 1);
    expect((await world.server.stop()).code).toBe(0);
    await waitFor(() => expect([waiting.state, progress.state]).toEqual(["complete", "complete"]), LIMIT_MS);
    await world.boot();
    await world.rest();
    expect(world.rows("select state from CleanupJob where taskId = ?", made.taskId)).toEqual([{ state: "SUCCEEDED" }]);
  });
});
