import { describe, expect } from "vitest";
import type { Effect } from "../../src/effects.js";
import { createEnvironment } from "../../src/environments/create.js";
import { archiveTask } from "../../src/lifecycle/archive.js";
import { deleteTask } from "../../src/lifecycle/delete.js";
import { unarchiveTask } from "../../src/lifecycle/unarchive.js";
import { waitFor } from "../support/waitFor.js";
import { LIMIT_MS } from "../support/world.js";
import { arena } from "./arena.js";
import { each } from "./moments.js";
import { mutations } from "./mutations.js";

/** A making stands still before or after one of its effects, while the end of its task commits. */
const at = arena();
const { own } = at;
const { endings, jobsOf } = mutations(at);

/** In the order in which a making with a copied file passes them. */
const MAKING: readonly Effect[] = [
  "make.claim",
  "make.begin",
  "make.directory",
  "make.marker",
  "make.branch",
  "make.add",
  "make.copy",
  "make.confirm",
  "make.finish",
];

describe("a making stands, and its task", () => {
  const begin = async (taskId: string): Promise<string> => {
    at.sandbox.write(at.app.path, { ".env": "SECRET=1\n", ".git/info/exclude": ".env\n" });
    const slots = [{ repositoryId: at.repositoryId(at.app), copyFiles: [".env"] }];
    return (await createEnvironment(own.core, { taskId, slots })).environmentId;
  };

  for (const { how, end } of endings) {
    describe(`is ended by ${how}`, () => {
      each(MAKING, how === "a delete" ? "after" : "before", async (effect, moment) => {
        const taskId = await at.task();
        const ended = at.at(effect, moment, end(taskId, { branchPolicy: "DELETE" }));
        const environmentId = await begin(taskId);
        await waitFor(() => expect(ended.reached()).toBe(true), LIMIT_MS);
        const { jobIds } = await ended.answer();
        await at.sound();
        expect(jobsOf(environmentId)).toMatchObject([{ id: jobIds[0], state: "SUCCEEDED" }]);
        expect(at.app.branches()).toEqual(["main"]);
        expect(at.app.registrations()).toEqual([]);
      });
    });
  }

  describe("is archived and taken back before it goes on", () => {
    each(MAKING, "after", async (effect, moment) => {
      const taskId = await at.task();
      const both = at.at(effect, moment, async () => {
        await archiveTask(own.core, { taskId, branchPolicy: "DELETE" });
        return unarchiveTask(own.core, { taskId });
      });
      const environmentId = await begin(taskId);
      await waitFor(() => expect(both.reached()).toBe(true), LIMIT_MS);
      expect((await both.answer()).supersededJobIds).toHaveLength(1);
      await at.sound();
      const environment = await own.environment(environmentId);
      expect(environment).toMatchObject({ status: "READY", error: null });
      const [tree] = environment.worktrees;
      expect(at.sandbox.git(tree?.path ?? "", "status", "--porcelain")).toBe("");
      expect(at.sandbox.git(tree?.path ?? "", "branch", "--show-current")).toBe(tree?.branch);
      delete own.interference[effect];
      await deleteTask(own.core, { taskId });
      await at.sound();
      expect(at.app.branches()).toEqual(["main"]);
    });
  });
});
