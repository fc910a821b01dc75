import { expect, test } from "vitest";
import { ServerBusyError } from "../../src/errors.js";
import { RepositoryTurns } from "../../src/git/turns.js";

/** A promise, and the way to end it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

test("work on one repository runs one at a time, in the order of asking", async () => {
  const turns = new RepositoryTurns();
  const log: string[] = [];
  const gates = [gate(), gate(), gate()];
  const runs = gates.map(({ opened }, index) =>
    turns.run("/repo", async () => {
      log.push(`begin ${index}`);
      await opened;
      log.push(`end ${index}`);
      return index;
    }),
  );
  gates[2]?.open();
  gates[1]?.open();
  await Promise.resolve();
  gates[0]?.open();
  expect(await Promise.all(runs)).toEqual([0, 1, 2]);
  expect(log).toEqual(["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"]);
  expect(turns.open).toBe(0);
});

test("two repositories do not wait for each other", async () => {
  const turns = new RepositoryTurns();
  const first = gate();
  const held = turns.run("/one", () => first.opened);
  expect(await turns.run("/two", async () => "done")).toBe("done");
  first.open();
  await held;
});

test("work that throws gives its turn to the next", async () => {
  const turns = new RepositoryTurns();
  const failing = turns.run("/repo", async () => {
    throw new Error("no");
  });
  const next = turns.run("/repo", async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});

test("whoever stops waiting is passed over, and is told why", async () => {
  const turns = new RepositoryTurns();
  const first = gate();
  const held = turns.run("/repo", () => first.opened);
  const stop = new AbortController();
  let ran = false;
  const waiting = turns.run("/repo", async () => (ran = true), stop.signal);
  const after = turns.run("/repo", async () => "after");
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  first.open();
  await held;
  expect(await after).toBe("after");
  expect(ran).toBe(false);
  await expect(turns.run("/repo", async () => 1, stop.signal)).rejects.toThrow("stopped");
  expect(turns.open).toBe(0);
});

test("a line that is too long is refused, and nothing of it runs", async () => {
  const turns = new RepositoryTurns();
  const first = gate();
  const held = turns.run("/repo", () => first.opened);
  const waiting = Array.from({ length: 10_000 }, () => turns.run("/repo", async () => 1));
  await expect(turns.run("/repo", async () => 1)).rejects.toThrow(ServerBusyError);
  first.open();
  await held;
  expect((await Promise.all(waiting)).length).toBe(10_000);
});
