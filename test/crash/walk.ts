import { afterAll, expect, it } from "vitest";
import type { Server } from "../support/server.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS } from "../support/world.js";
import { Life } from "./life.js";
import { PIECES } from "./pieces.js";
import { type Point, points, unknownPoints } from "./points.js";

/** A failed or a slow walk says so before the test's own limit does. */
const TEST_LIMIT_MS = 5 * LIMIT_MS;

/** After everything is at rest the last effects may still be on their way. */
const NOT_REACHED_MS = LIMIT_MS / 10;

/** One test for each point, all in one life: killed at the point, started again, at rest, nothing leaked and nothing lost. */
export function walk(chosen: (point: Point) => boolean): void {
  let life: Life | null = null;

  afterAll(async () => {
    life?.assert({ gc: true });
    await life?.world.close();
  });

  for (const point of points().filter(chosen)) {
    it(`killed ${point.moment} ${point.effect} (${point.piece})`, { timeout: TEST_LIMIT_MS }, async () => {
      life ??= await Life.begin();
      const present = life;
      // Until this point has ended well, nobody else goes on in what it leaves.
      life = null;
      try {
        await dieAt(point, present);
        life = present;
      } finally {
        if (life === null) await present.world.close().catch(() => {});
      }
    });
  }
}

async function dieAt(point: Point, life: Life): Promise<void> {
  const { world } = life;
  const begun = await PIECES[point.piece](life);
  await world.server.arm(point.effect, point.moment);
  const { server } = world;
  const finished = begun.trigger().then(() => world.rest());
  const reached = await Promise.race([
    server.ended.then(() => true),
    // All may be at rest, or its calls ended, a little before the process is seen to be gone.
    finished.then(
      () => gone(server).catch(() => false),
      (error: unknown) => gone(server, String(error)),
    ),
  ]);
  if (!reached) throw new Error(`${point.piece} does not pass ${point.effect} ${point.moment}: ${JSON.stringify(await server.passed())}`);
  expect((await server.ended).signal).toBe("SIGKILL");
  await finished.catch(() => {});

  await world.boot();
  await begun.trigger();
  await world.rest(2 * LIMIT_MS);
  await begun.check();
  await world.rest();
  life.assert();
  expect(unknownPoints(await world.server.passed()), "points without a test").toEqual([]);
}

function gone(server: Server, why = ""): Promise<true> {
  return waitFor(() => {
    if (server.running) throw new Error(`the server is still there: ${why}`);
    return true;
  }, NOT_REACHED_MS);
}
