import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { startSession, updateSession } from "../../src/environments/sessions.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { deleteTask } from "../../src/lifecycle/delete.js";
import { transferEnvironment } from "../../src/lifecycle/transfer.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS } from "../support/world.js";
import type { Arena, Stood } from "./arena.js";

/** What both endings answer with. */
interface Ended {
  taskIds: string[];
  jobIds: string[];
}

type EndingOptions = Omit<Parameters<typeof archiveTask>[1], "taskId">;

export interface EndingWay {
  how: string;
  end: (taskId: string, more?: EndingOptions) => () => Promise<Ended>;
  /** What comes second meets. */
  code: "TASK_ARCHIVED" | "NOT_FOUND";
}

/** What the value of a mutation that was not refused is. */
export function won<T>(result: PromiseSettledResult<T>): T {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

export function refused(result: PromiseSettledResult<unknown>, code: string, fields: object = {}): void {
  if (result.status === "fulfilled") throw new Error(`not refused: ${JSON.stringify(result.value)}`);
  expect(result.reason).toMatchObject({ code, ...fields });
}

/** The mutations of an arena, each to be begun when it is time; and what its rows and its disk say. */
export function mutations(at: Arena) {
  const { own, place } = at;
  const archive =
    (taskId: string, more: EndingOptions = {}) =>
    () =>
      archiveTask(own.core, { taskId, ...more });
  const remove =
    (taskId: string, more: EndingOptions = {}) =>
    () =>
      deleteTask(own.core, { taskId, ...more });
  const stateOf = (jobId: string | undefined): unknown =>
    place.rows<{ state: string }>("select state from CleanupJob where id = ?", jobId)[0]?.state;
  return {
    archive,
    remove,
    endings: [
      { how: "an archive", end: archive, code: "TASK_ARCHIVED" },
      { how: "a delete", end: remove, code: "NOT_FOUND" },
    ] satisfies EndingWay[] as EndingWay[],
    start: (taskId: string, environmentId?: string) => () => startSession(own.core, { taskId, environmentId }),
    transfer: (environmentId: string, toTaskId: string) => () => transferEnvironment(own.core, { environmentId, toTaskId }),
    end: (sessionId: string) => updateSession(own.core, { sessionId, state: "COMPLETED" }),
    owner: (environmentId: string): unknown =>
      place.rows<{ taskId: string }>("select taskId from Environment where id = ?", environmentId)[0]?.taskId,
    sessionsOf: (taskId: string): unknown[] => place.rows("select state from Session where taskId = ?", taskId),
    stateOf,
    jobsOf: (environmentId: string): { id: string; state: string; trigger: string; operationId: string }[] =>
      place.rows("select id, state, trigger, operationId from CleanupJob where environmentId = ? order by createdAt, id", environmentId),
    isThere: (made: Stood): boolean => existsSync(join(made.tree, ".git")),
    /** Reclaimed once, and nothing is left of it anywhere. */
    async reclaimed(made: Stood, jobId: string | undefined): Promise<void> {
      await waitFor(() => expect(stateOf(jobId)).toBe("SUCCEEDED"), LIMIT_MS);
      await at.sound();
      expect(existsSync(made.path)).toBe(false);
    },
  };
}
