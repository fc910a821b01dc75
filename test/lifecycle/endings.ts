/** Each way in which environments end, as its preview and as its mutation are asked for it. */
import type { CleanupPreviewInput } from "../../schema/generated/graphql.js";
import type { Repo } from "../support/repo.js";
import type { Made, World } from "../support/world.js";
import { touchable } from "./treeStates.js";

export interface Ended {
  taskIds: string[];
  jobs: { id: string; environmentId: string }[];
  transferred: { environmentId: string; taskId: string }[];
}

interface Ending {
  /** The environments that end, the first one's task above the others'. */
  made: Made[];
  repo: Repo;
  input: CleanupPreviewInput;
  end(): Promise<Ended>;
  /** Sets back what the next one is to find as it was. */
  after?(): Promise<void>;
}

interface Stage {
  world: World;
  repo: Repo;
  /** Of the first environment. */
  trees: number;
  branchPolicy: "DELETE" | "KEEP";
}

/** A repository with a remote, in which everything can be done. */
export async function touchableWithRemote(world: World): Promise<Repo> {
  const repo = touchable(world.sandbox, "touched");
  const remote = world.sandbox.path("touched.git");
  world.sandbox.run("git", ["clone", "-q", "--bare", repo.path, remote]);
  repo.git("remote", "add", "origin", remote);
  await world.repositoryId(repo);
  return repo;
}

const JOBS = "jobs { id environmentId }";

function taskEnding(how: "archiveTask" | "deleteTask", cascade: boolean) {
  return async ({ world, repo, trees, branchPolicy }: Stage): Promise<Ending> => {
    const made = await family(world, repo, trees, cascade);
    const input = { taskId: (made[0] as Made).taskId, branchPolicy, ...(cascade ? { cascade } : {}) };
    const transferred = how === "deleteTask" ? "transferred { environmentId taskId }" : "";
    return {
      made,
      repo,
      input: how === "archiveTask" ? { archiveTask: input } : { deleteTask: input },
      async end() {
        const ended = await world.api.mutate<Omit<Ended, "transferred"> & Partial<Ended>>(how, input, `taskIds ${JOBS} ${transferred}`);
        return { transferred: [], ...ended };
      },
    };
  };
}

/** The first with so many trees; with `below`, a task below it with one. */
async function family(world: World, repo: Repo, trees: number, below: boolean): Promise<Made[]> {
  const made = [await world.make(Array.from({ length: trees }, () => repo))];
  if (!below) return made;
  const [{ taskId: parentId }] = made as [Made];
  const taskId = await world.api.createTask({ workspaceId: world.workspaceId, title: "below", parentId });
  return [...made, await world.make(repo, { taskId })];
}

function reset(more: { pushFirst: boolean; materialise: boolean }) {
  return async ({ world, repo, trees, branchPolicy }: Stage): Promise<Ending> => {
    const made = await family(world, repo, trees, false);
    const input = { environmentId: (made[0] as Made).environmentId, branchPolicy, stopSessions: true, ...more };
    return {
      made,
      repo,
      input: { resetEnvironment: input },
      async end() {
        const { job } = await world.api.mutate<{ job: Ended["jobs"][0] | null }>("resetEnvironment", input, "job { id environmentId }");
        return { taskIds: [], jobs: job === null ? [] : [job], transferred: [] };
      },
      // What is made afresh would be in the next one's way.
      after: () => world.rest(),
    };
  };
}

/** A workspace of its own, with a repository of its own. */
async function deleteWorkspace({ world, trees, branchPolicy }: Stage): Promise<Ending> {
  const before = world.workspaceId;
  const workspaceId = await world.api.createWorkspace("to be deleted");
  world.workspaceId = workspaceId;
  const repo = touchable(world.sandbox, workspaceId);
  const made = await family(world, repo, trees, true);
  // With one that owns nothing.
  const empty = await world.task("empty");
  return {
    made,
    repo,
    input: { deleteWorkspace: { workspaceId, branchPolicy } },
    async end() {
      const taskIds = world.rows<{ id: string }>("select id from Task where workspaceId = ?", workspaceId).map(({ id }) => id);
      if (!taskIds.includes(empty)) throw new Error("the empty task is gone");
      const input = { workspaceId, branchPolicy, confirmName: "to be deleted" };
      const { jobs } = await world.api.mutate<Pick<Ended, "jobs">>("deleteWorkspace", input, JOBS);
      return { taskIds, jobs, transferred: [] };
    },
    async after() {
      world.workspaceId = before;
    },
  };
}

export const HOWS = {
  archiveTask: taskEnding("archiveTask", false),
  deleteTask: taskEnding("deleteTask", false),
  archiveCascade: taskEnding("archiveTask", true),
  deleteCascade: taskEnding("deleteTask", true),
  deleteWorkspace,
  reset: reset({ pushFirst: false, materialise: false }),
  resetPushing: reset({ pushFirst: true, materialise: false }),
  resetAfresh: reset({ pushFirst: false, materialise: true }),
} as const satisfies Record<string, (stage: Stage) => Promise<Ending>>;

export type How = keyof typeof HOWS;
