import { describe, expect, it } from "vitest";
import type { SessionState } from "../../src/db/generated/enums.js";
import { newId } from "../../src/db/ids.js";
import { chooseNewOwner, ENDED_STATES, heldBy, isHolding, LIVE_STATES, LONGEST_GRACE_MS } from "../../src/environments/held.js";
import { house } from "./harness.js";

const own = house({ running: false });

const NOW = Date.UTC(2026, 0, 1);
const at = (ms: number): Date => new Date(NOW + ms);

async function sessionIn(environmentId: string, state: SessionState, graceEndsAt: Date | null = null): Promise<string> {
  const id = newId("session");
  const data = { id, workspaceId: own.workspaceId, environmentId, state, graceEndsAt, createdAt: at(0), lastActivityAt: at(0) };
  await own.core.db.write((tx) => tx.session.create({ data }));
  return id;
}

describe("held", () => {
  it("is what live sessions do, and stopping ones until their grace is over, and ended ones never", async () => {
    const environmentId = newId("environment");
    const expected: string[] = [];
    for (const state of LIVE_STATES) expected.push(await sessionIn(environmentId, state));
    for (const state of ENDED_STATES) await sessionIn(environmentId, state);
    expected.push(await sessionIn(environmentId, "STOPPING", at(1)));
    await sessionIn(environmentId, "STOPPING", at(0));
    await sessionIn(environmentId, "STOPPING", null);
    await sessionIn(newId("environment"), "RUNNING");
    const sessions = await own.core.db.read.session.findMany({ where: { environmentId } });

    const found = await own.core.db.write((tx) => heldBy(tx, environmentId, NOW));

    expect(found.map(({ id }) => id).sort()).toEqual(expected.sort());
    expect(
      sessions
        .filter((session) => isHolding(session, NOW))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(expected);
  });

  it("does not believe a grace that is longer than any: the clock was moved back", async () => {
    const environmentId = newId("environment");
    const longest = await sessionIn(environmentId, "STOPPING", at(LONGEST_GRACE_MS));
    await sessionIn(environmentId, "STOPPING", at(LONGEST_GRACE_MS + 1));
    expect((await own.core.db.write((tx) => heldBy(tx, environmentId, NOW))).map(({ id }) => id)).toEqual([longest]);
  });
});

describe("the new owner", () => {
  const session = (id: string, taskId: string | null, ms: number) => ({ id, taskId, lastActivityAt: at(ms) });

  it("is the task of the most recently active session that has one, whatever the order", () => {
    const sessions = [
      session("session_a", "task_a", 1),
      session("session_b", "task_b", 3),
      session("session_c", null, 9),
      session("session_d", "task_d", 3),
    ];
    expect(chooseNewOwner(sessions)?.taskId).toBe("task_b");
    expect(chooseNewOwner([...sessions].reverse())?.taskId).toBe("task_b");
    expect(chooseNewOwner([])).toBe(null);
    expect(chooseNewOwner([session("session_c", null, 9)])).toBe(null);
  });
});
