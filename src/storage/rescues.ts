import type { Core } from "../core.js";
import { enterWorkspace } from "../db/barrier.js";
import { requireId } from "../db/ids.js";
import { operate } from "../db/operation.js";
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
  const rescue = await core.db.read.rescue.findUnique({ where: { id: rescueId } });
  if (rescue === null) throw new NotFoundError("rescue", rescueId);
  const repository = await core.db.read.repository.findUnique({ where: { id: rescue.repositoryId } });
  if (repository === null) throw new NotFoundError("repository", rescue.repositoryId);
  const { commonDir, device, inode } = repository;
  const probed = await probeRepository({ commonDir, device, inode, instanceId: core.root.instanceId, repositoryId: repository.id });
  if (probed.state !== "present")
    throw new RepositoryMissingError(repository.id, `The repository ${repository.name} can't be seen: ${probed.reason}`);
  await checkBranchName(core.git, input.branch);
  const ref = `refs/heads/${input.branch}`;
  await core.turns.run(commonDir, async () => {
    // Said again after a crash between the branch and the row: it is there at this commit, and that is what was asked for.
    const there = await readRef(core.git, commonDir, ref);
    if (there === rescue.commit) return;
    if (there !== null) throw new BranchRefusedError("EXISTS", input.branch, null, `The branch ${input.branch} exists at ${there}.`);
    await assertBranchFree(core.git, commonDir, input.branch);
    const kept = await readRef(core.git, commonDir, rescue.ref);
    if (kept === null && rescue.droppedAt === null) {
      throw new StateError("RESCUE_STATE", rescueId, "GONE", `The ref ${rescue.ref} is gone: somebody else removed it.`);
    }
    const note = { purpose: "restore.branch", row: rescueId };
    const done = await core.effects.run("restore.branch", () =>
      refTransaction(core.git, commonDir, [{ kind: "create", ref, commit: rescue.commit }], note),
    );
    if (done.state === "refused") throw new BranchRefusedError("EXISTS", input.branch, null, done.reason);
  });
  return operate(core.db, core.clock, op, async (tx) => {
    await enterWorkspace(tx, rescue.workspaceId);
    return { rescueId, branch: input.branch };
  });
}
