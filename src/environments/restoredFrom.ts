import type { RestoreSource } from "../db/generated/enums.js";

/** A worktree that a restore makes anew from one of these begins at the commit that its row names; any other at its base, as that is then. */
export const BEGUN_AT_COMMIT: readonly RestoreSource[] = ["BRANCH", "RESCUE", "COMMIT", "REMOTE"];
