import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { print } from "graphql";
import { type Client, createClient } from "graphql-ws";
import WebSocket from "ws";
import { payload } from "../demo/client.js";
import { CleanupProgressDocument, CreateTaskDocument } from "../schema/generated/graphql.js";
import { median } from "./measure.js";
import { Stage } from "./stage.js";

const MIB = 1024 * 1024;
const PER = 100;
/** So many first, which also pay for what all share; then so many more, which are what is divided. */
const FIRST = 100;
const MORE = 600;
/** Each round is a server's life. */
const MOST_ROUNDS = 3;
const SETTLE_MS = 1_500;
const LOOKS = 10;
const BETWEEN_LOOKS_MS = 100;

/** What the server holds when nothing happens, and what a hundred subscribers more cost, each on a socket of its own. */
export async function memory(directory: string, rounds: number): Promise<string[]> {
  const idle: number[] = [];
  const perHundred: number[] = [];
  for (let round = 0; round < Math.min(rounds, MOST_ROUNDS); round++) {
    const stage = await Stage.open(join(directory, String(round)));
    const clients: Client[] = [];
    try {
      const input = { workspaceId: stage.workspaceId, title: "A task" };
      const { taskId } = payload((await stage.client.call(CreateTaskDocument, { input })).createTask, "CreateTaskPayload");
      let before = await residentAtRest(stage);
      if (before === null) return ["  the resident memory of a process can't be read here"];
      idle.push(before);
      for (const count of [FIRST, MORE]) {
        for (let i = 0; i < count; i++) clients.push(await subscribe(stage, taskId));
        const now = (await residentAtRest(stage)) ?? Number.NaN;
        if (count === MORE) perHundred.push(((now - before) * PER) / MORE);
        before = now;
      }
    } finally {
      for (const client of clients) await client.dispose();
      await stage.close();
    }
  }
  return [`  idle server: ${mib(idle)} resident`, `  ${PER} subscribers more, each on its own WebSocket: ${mib(perHundred)}`];
}

/** The least of several looks: what is only waiting to be collected is not held. */
async function residentAtRest(stage: Stage): Promise<number | null> {
  await setTimeout(SETTLE_MS);
  const seen: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const now = await stage.resident();
    if (now === null) return null;
    seen.push(now);
    await setTimeout(BETWEEN_LOOKS_MS);
  }
  return Math.min(...seen);
}

/** Resolves when the server has taken the connection; the subscription is on its way then. */
function subscribe(stage: Stage, taskId: string): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client = createClient({
      url: `ws://127.0.0.1:${stage.server.port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${stage.server.token}` },
      lazy: false,
      retryAttempts: 0,
      on: {
        connected: () => {
          client.subscribe(
            { query: print(CleanupProgressDocument), variables: { taskId } },
            { next: () => {}, error: reject, complete: () => {} },
          );
          resolve(client);
        },
        error: reject,
      },
    });
  });
}

function mib(values: readonly number[]): string {
  const show = (value: number): string => (value / MIB).toFixed(1);
  return `${show(median(values))} MiB (${show(Math.min(...values))} to ${show(Math.max(...values))}, ${values.length} times)`;
}
