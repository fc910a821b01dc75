import { describe, expect, it } from "vitest";
import { addWorktree } from "../../src/environments/addWorktree.js";
import { deleteSession, startSession, updateSession } from "../../src/environments/sessions.js";
import { createTask } from "../../src/environments/tasks.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS } from "../support/world.js";
import { arena, type Stood } from "./arena.js";
import { mutations } from "./mutations.js";
import { holdTurn, type Turn } from "./turn.js";

/** The expiry that runs by itself has chosen a chat, and something happens in it before the deleting transaction, or after it. */
const at = arena();
const { own, place } = at;
const { end, isThere, jobsOf, reclaimed } = mutations(at);

const DAY_MS = 24 * 60 * 60 * 1000;

type Chat = Stood & { sessionId: string };

/** Its session was asked to stop, and has not ended. */
async function chat(): Promise<Chat> {
  const { taskId } = await createTask(own.core, { workspaceId: own.workspaceId, title: "chat", kind: "QUICK_CHAT" });
  const made = await at.make([at.app], taskId);
  const { sessionId } = await startSession(own.core, { taskId, environmentId: made.environmentId });
  await updateSession(own.core, { sessionId, state: "STOPPING" });
  return { ...made, sessionId };
}

/** A week later the expiry stands before its transaction; the writer's turn is held. */
async function expiring(): Promise<{ turn: Turn; goOn: () => void }> {
  let goOn = (): void => {};
  const stands = new Promise<void>((resolve) => (goOn = resolve));
  const turn = await new Promise<Turn>((resolve) => {
    at.at("end.commit", "before", async () => {
      resolve(await holdTurn(own.core));
      await stands;
    });
    own.clock.advance(8 * DAY_MS);
  });
  return { turn, goOn };
}

const MESSAGES: Record<string, (made: Chat) => Promise<unknown>> = {
  "a session starts": (made) => startSession(own.core, { taskId: made.taskId }),
  "a session gives a sign of life": (made) => updateSession(own.core, { sessionId: made.sessionId, heartbeat: true }),
  "a worktree is added": (made) =>
    addWorktree(own.core, { environmentId: made.environmentId, slot: { repositoryId: at.repositoryId(at.lib), slot: "late" } }),
};

describe.each(Object.entries(MESSAGES))("%s in a quick chat that expires", (_, message) => {
  it("and comes first: it stays, for another week", async () => {
    const made = await chat();
    const { turn, goOn } = await expiring();
    const said = message(made);
    await turn.waiting(1);
    goOn();
    await turn.waiting(2);
    turn.release();
    await said;
    await at.rest();
    expect(isThere(made)).toBe(true);
    expect(jobsOf(made.environmentId)).toEqual([]);
    await deleteSession(own.core, { sessionId: made.sessionId });
    for (const { id } of place.rows<{ id: string }>("select id from Session where taskId = ?", made.taskId)) await end(id);
    own.clock.advance(8 * DAY_MS);
    await waitFor(() => expect(jobsOf(made.environmentId)).toMatchObject([{ trigger: "QUICK_CHAT_EXPIRE" }]), LIMIT_MS);
    await reclaimed(made, jobsOf(made.environmentId)[0]?.id);
  });

  it("and comes second: it is gone", async () => {
    const made = await chat();
    const { turn, goOn } = await expiring();
    goOn();
    await turn.waiting(1);
    const said = message(made).catch((error: unknown) => error);
    await turn.waiting(2);
    turn.release();
    const answer = await said;
    // Its session has its row until it has ended; whatever begins is refused.
    if (answer instanceof Error) expect(answer).toMatchObject({ code: "NOT_FOUND" });
    else expect(answer).toEqual({ sessionId: made.sessionId });
    await at.rest();
    expect(place.rows("select id from Task where id = ?", made.taskId)).toEqual([]);
    expect(jobsOf(made.environmentId)).toMatchObject([{ trigger: "QUICK_CHAT_EXPIRE" }]);
    await reclaimed(made, jobsOf(made.environmentId)[0]?.id);
    expect(at.lib.branches()).toEqual(["main"]);
  });
});
