import type { Core } from "../core.js";
import { enterWorkspaceEvenDeleted } from "../db/barrier.js";
import { requireId } from "../db/ids.js";
import { operateOnFacts } from "../environments/operateOnFacts.js";
import { BranchRefusedError, NotFoundError, RepositoryMissingError, StateError } from "../errors.js";
import { assertBranchFree } from "../git/branches.js";
import { checkBranchName } from "../git/names.js";
import { readRef, refTransaction } from "../git/refs.js";
import { probeRepository } from "../git/repository.js";

export interface RestoreRescueInput {
  rescueId: string;
  /** The name of the branch to make. */
  branch: string;
  operationId?: string | null;
}

/**
 * Makes a branch at a rescued commit. The rescue stays until a release or a sweep sees that the branch holds it. Throws NotFoundError,
 * StateError (RESCUE_STATE), BranchRefusedError, RepositoryMissingError, OperationConflictError.
 */
export async function restoreRescue(core: Core, input: RestoreRescueInput): Promise<{ rescueId: string; branch: string }> {
  const rescueId = requireId("rescue", input.rescueId, "input.rescueId");
  const { operationId: _, ...rest } = input;
  const op = { operationId: input.operationId, name: "restoreRescue", input: rest };
  return operateOnFacts(
    core,
    op,
    () => makeBranch(core, rescueId, input.branch),
    async (tx, _operationId, workspaceId) => {
      await enterWorkspaceEvenDeleted(tx, workspaceId);
      return { rescueId, branch: input.branch };
    },
  );
}

/** The branch at the rescued commit. Gives the workspace. */
async function makeBranch(core: Core, rescueId: string, branch: string): Promise<string> {
  const rescue = await core.db.read.rescue.findUnique({ where: { id: rescueId } });
  if (rescue === null) throw new NotFoundError("rescue", rescueId);
  const repository = await core.db.read.repository.findUnique({ where: { id: rescue.repositoryId } });
  if (repository === null) throw new NotFoundError("repository", rescue.repositoryId);
  const { commonDir, device, inode } = repository;
  const probed = await probeRepository({ commonDir, device, inode, instanceId: core.root.instanceId, repositoryId: repository.id });
  if (probed.state !== "present")
    throw new RepositoryMissingError(repository.id, `The repository ${repository.name} can't be seen: ${probed.reason}`);
  await checkBranchName(core.git, branch);
  const ref = `refs/heads/${branch}`;
  await core.turns.run(commonDir, async () => {
    // Said again after a crash between the branch and the row: it is there at this commit, and that is what was asked for.
    const there = await readRef(core.git, commonDir, ref);
    if (there === rescue.commit) return;
    if (there !== null) throw new BranchRefusedError("EXISTS", branch, null, `The branch ${branch} exists at ${there}.`);
    await assertBranchFree(core.git, commonDir, branch);
    if ((await readRef(core.git, commonDir, rescue.ref)) === null && rescue.droppedAt === null) {
      throw new StateError("RESCUE_STATE", rescueId, "GONE", `The ref ${rescue.ref} is gone: somebody else removed it.`);
    }
    const note = { purpose: "restore.branch", row: rescueId };
    const done = await core.effects.run("restore.branch", () =>
      refTransaction(core.git, commonDir, [{ kind: "create", ref, commit: rescue.commit }], note),
    );
    if (done.state === "refused") throw new BranchRefusedError("EXISTS", branch, null, done.reason);
  });
  return rescue.workspaceId;
}
