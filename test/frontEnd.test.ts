/** docs/front-end.md, run as it tells it, with the documents that a front end would import. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  AreYouSureDocument,
  BoardActivityDocument,
  BoardTasksDocument,
  BringBackDocument,
  BringCommitsBackDocument,
  LeftDocument,
  NeedAttentionDocument,
  OutcomeDocument,
  ProgressDocument,
  RestoringDocument,
  TryAgainDocument,
  UndoDocument,
  YesDocument,
} from "../schema/generated/graphql.js";
import { Client } from "./support/client.js";
import { PROJECT } from "./support/compile.js";
import { World } from "./support/world.js";

const PAGE = "docs/front-end.md";
const OPERATIONS = "schema/operations/front-end.graphql";

const read = (path: string): string => readFileSync(join(PROJECT, path), "utf8");

it(`${PAGE} shows the operations of ${OPERATIONS}, word for word`, () => {
  const shown = [...read(PAGE).matchAll(/^```graphql\n(.*?)^```$/gms)].map(([, text]) => text ?? "");
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.join("\n")).toBe(read(OPERATIONS).replace(/^#.*\n\n/, ""));
});

let world: World;
let client: Client;

beforeAll(async () => {
  world = await World.start();
  client = new Client(world.server.url, world.server.token);
});

afterAll(async () => {
  await client.close();
  await world.close();
});

async function ask<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return await world.api.request<Data>(print(document), variables);
}

/** What a stream says until `enough`; ends it then. */
async function follow<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  enough: (data: Data) => boolean = () => false,
): Promise<Data[]> {
  const seen: Data[] = [];
  for await (const { data, errors } of client.subscribe(print(document), variables)) {
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    seen.push(data as Data);
    if (enough(data as Data)) break;
  }
  return seen;
}

it("are you sure, yes, the bar to its end, what became of it, and undo", async () => {
  const repo = world.sandbox.repository("dialog");
  const made = await world.make(repo);
  world.sandbox.write(made.tree, { "notes.md": "an idea\n" });

  const { cleanupPreview } = await ask(AreYouSureDocument, { input: { archiveTask: { taskId: made.taskId } } });
  if (cleanupPreview.__typename !== "CleanupPreview") throw new Error(cleanupPreview.__typename);
  expect(cleanupPreview.toQuarantine.worktrees).toBe(1);
  expect(cleanupPreview.environments[0]?.worktrees[0]?.verdict?.unsaved).toEqual([{ kind: "untracked", path: "notes.md", detail: null }]);

  const board = await ask(BoardTasksDocument, { workspaceId: world.workspaceId });
  const cursor = board.workspace?.latestCursor ?? null;
  const yes = { input: { taskId: made.taskId, operationId: "the dialog" } };
  const answers = await Promise.all([ask(YesDocument, yes), ask(YesDocument, yes)]);
  // Two clicks, one job: as far as it has come by each answer.
  const [job, again] = answers.map(({ archiveTask }) => (archiveTask.__typename === "ArchiveTaskPayload" ? archiveTask.jobs[0] : null));
  expect(again?.id).toBe(job?.id);

  const bar = await follow(ProgressDocument, { taskId: made.taskId });
  expect(bar.at(-1)?.cleanupProgress).toMatchObject({ type: "SUCCEEDED", jobId: job?.id });
  expect(bar.map((event) => event.cleanupProgress.type)).toContain("QUARANTINED");
  const activity = await follow(
    BoardActivityDocument,
    { workspaceId: world.workspaceId, after: cursor },
    ({ cleanupActivity }) => cleanupActivity.type === "SUCCEEDED",
  );
  expect(activity.map((event) => event.cleanupActivity.cursor)).toEqual(bar.map((event) => event.cleanupProgress.cursor));
  const { cleanupJob } = await ask(OutcomeDocument, { jobId: job?.id ?? "" });
  expect(cleanupJob?.resources[0]).toMatchObject({ outcome: "QUARANTINED", branchOutcome: "KEPT" });

  const { unarchiveTask } = await ask(UndoDocument, { taskId: made.taskId });
  if (unarchiveTask.__typename !== "UnarchiveTaskPayload") throw new Error(unarchiveTask.__typename);
  expect(unarchiveTask.restoring).toMatchObject([{ environmentId: made.environmentId }]);
  const back = await follow(
    RestoringDocument,
    { environmentId: made.environmentId },
    ({ environmentProgress }) => environmentProgress.type === "RESTORED",
  );
  expect(back.map((event) => event.environmentProgress.worktree?.restoredFrom)).toContain("QUARANTINE");
});

it("the failed jobs, and trying one again", async () => {
  const repo = world.sandbox.repository("attention");
  const made = await world.make(repo);
  world.sandbox.git(made.tree, "worktree", "unlock", made.tree);
  world.sandbox.git(made.tree, "worktree", "lock", "--reason", "mine", made.tree);
  const [jobId = ""] = await world.api.archiveTask({ taskId: made.taskId });
  await world.waitForJob(jobId, ["RETRY_WAIT"]);
  const { cleanupJobs } = await ask(NeedAttentionDocument, { workspaceId: world.workspaceId });
  const waiting = cleanupJobs.edges.map(({ node }) => node).find(({ id }) => id === jobId);
  expect(waiting).toMatchObject({ state: "RETRY_WAIT", waitingFor: expect.stringContaining("git worktree unlock") });
  await world.api.cancelCleanupJob(jobId);
  world.sandbox.git(made.tree, "worktree", "unlock", made.tree);
  const { retryCleanupJob } = await ask(TryAgainDocument, { jobId });
  expect(retryCleanupJob).toMatchObject({ __typename: "RetryCleanupJobPayload" });
  await world.waitForJob(jobId, ["SUCCEEDED"]);
});

it("what is left after a delete, and how it is had back", async () => {
  const repo = world.sandbox.repository("left");
  const made = await world.make([repo, repo]);
  const [dirty, clean] = made.environment.worktrees;
  world.sandbox.write(dirty?.path ?? "", { "notes.md": "an idea\n" });
  const commit = repo.commit({ x: "only here\n" }, "only here", clean?.path);
  await world.end("deleteTask", made.taskId);
  const left = await ask(LeftDocument, { taskId: made.taskId });
  const [entry] = left.quarantineEntries.edges;
  const rescue = left.rescues.edges.find(({ node }) => node.commit === commit)?.node;
  const { restoreRescue } = await ask(BringCommitsBackDocument, { rescueId: rescue?.id ?? "", branch: "had-back" });
  expect(restoreRescue).toMatchObject({ __typename: "RestoreRescuePayload", branch: "had-back" });
  expect(repo.git("rev-parse", "had-back")).toBe(commit);
  const taskId = await world.task("another");
  const { restoreQuarantineEntry } = await ask(BringBackDocument, { entryId: entry?.node.id ?? "", taskId });
  expect(restoreQuarantineEntry).toMatchObject({ __typename: "RestoreQuarantineEntryPayload", environmentId: made.environmentId });
  await world.waitForEnvironment(made.environmentId, "READY");
});
