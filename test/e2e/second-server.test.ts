import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NotStarted, Server } from "../support/server.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS, World } from "../support/world.js";

let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterAll(async () => {
  await world.close();
});

async function refusal(options: { dataDir: string; flags?: string[]; kind?: "test" | "shipped" }): Promise<string> {
  const started = await Server.start({ home: world.sandbox.home, ...options }).catch((error: unknown) => error);
  if (started instanceof Server) {
    await started.stop();
    throw new Error("a second server started");
  }
  expect(started).toBeInstanceOf(NotStarted);
  return String(started);
}

describe("a second server", () => {
  for (const kind of ["test", "shipped"] as const) {
    it(`on the same data directory is refused with who holds it (${kind})`, async () => {
      expect(await refusal({ dataDir: world.dataDir, kind })).toContain(String(world.server.pid));
    });

    it(`on the same root is refused with who holds it (${kind})`, async () => {
      const said = await refusal({ dataDir: world.sandbox.path(`other-${kind}`), flags: ["--root", world.root], kind });
      expect(said).toContain(String(world.server.pid));
      expect(said).toContain(world.dataDir);
    });
  }

  it("leaves the first one as it was", async () => {
    const made = await world.make(world.sandbox.repository("first"));
    expect((await world.endOne("deleteTask", made.taskId)).tree.outcome).toBe("REMOVED");
  });

  it("takes over at once from one that was killed", async () => {
    await world.crash();
    await world.boot();
    await world.make(world.sandbox.repository("second"));
  });
});

describe("a database that does not fit its root", () => {
  it("of another instance: that root is left alone", async () => {
    const made = await world.make(world.sandbox.repository("foreign"));
    world.sandbox.write(made.tree, { wip: "wip\n" });
    await world.server.stop();
    const stranger = await Server.start({
      home: world.sandbox.home,
      dataDir: world.sandbox.path("stranger"),
      flags: ["--root", world.root],
    }).catch((error: unknown) => error);
    if (stranger instanceof Server) await stranger.stop();
    else expect(stranger).toBeInstanceOf(NotStarted);
    expect(existsSync(join(made.tree, "wip"))).toBe(true);
    await world.boot();
    expect((await world.api.environment(made.environmentId))?.status).toBe("READY");
  });

  it("behind its root reclaims nothing until a person confirms", async () => {
    const made = await world.make(world.sandbox.repository("behind"));
    await world.server.stop();
    const backup = world.sandbox.path("backup");
    cpSync(world.dataDir, backup, { recursive: true, filter: (path) => !path.startsWith(world.root) });
    for (let start = 0; start < 2; start++) {
      await world.boot();
      await world.server.stop();
    }
    for (const name of readdirSync(world.dataDir))
      if (join(world.dataDir, name) !== world.root) rmSync(join(world.dataDir, name), { recursive: true });
    cpSync(backup, world.dataDir, { recursive: true });

    await world.boot();
    const { health } = await world.api.request<{ health: { ok: boolean; rootConfirmed: boolean; issues: { message: string }[] } }>(
      "{ health { ok rootConfirmed issues { message } } }",
    );
    expect(health).toMatchObject({ ok: false, rootConfirmed: false });
    const ended = await world.api.archiveTask({ taskId: made.taskId }).catch(() => []);
    await world.rest();
    expect(existsSync(join(made.tree, "f"))).toBe(true);

    await world.server.stop();
    await world.boot({ flags: ["--adopt-root"] });
    if (ended.length === 0) await world.api.archiveTask({ taskId: made.taskId });
    await world.advance(13 * 3_600_000);
    await waitFor(() => expect(existsSync(made.tree)).toBe(false), LIMIT_MS);
    await world.rest();
    await world.server.stop();
    await world.boot();
    expect((await world.api.request<{ health: { rootConfirmed: boolean } }>("{ health { rootConfirmed } }")).health.rootConfirmed).toBe(
      true,
    );
  });
});
