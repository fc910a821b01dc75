import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Core } from "../core.js";
import { MARKER_FILES } from "../disk/marker.js";
import { presenceOf } from "../disk/presence.js";
import { remove } from "../disk/remove.js";
import { observeWorktree } from "../git/observe.js";
import { setAside } from "../git/setAside.js";
import { TransientFailure } from "./failure.js";
import { requireRoot } from "./root.js";
import { removeEmptied } from "./steps/emptied.js";
import { guardsOf, requireNobodyInside, requireRemoved } from "./steps/guards.js";

/** Where a superseded job may have left something of a worktree that only goes forward. */
export interface Leftover {
  readonly worktreeId: string;
  readonly slot: string;
  readonly commonDir: string;
  readonly directory: string;
  readonly adminName: string | null;
}

/** A tree that is `.purging` only goes forward: its registration, which an interrupted settling may have left, goes now. */
export async function finishPurging(core: Core, environmentDirectory: string, slots: readonly Leftover[]): Promise<void> {
  for (const slot of slots) {
    const purging = await presenceOf(join(core.root.trash, `${slot.worktreeId}.purging`));
    if (purging === "unknown") throw new TransientFailure(`could not tell whether ${slot.worktreeId}.purging is there`);
    if (purging === "absent") continue;
    const facts = await observeWorktree({
      commonDir: slot.commonDir,
      path: join(core.root.trash, environmentDirectory, slot.directory),
      directory: slot.directory,
      adminName: slot.adminName,
      worktreeId: slot.worktreeId,
    });
    if (facts.registrationDir === null) continue;
    const registrationDir = facts.registrationDir;
    await core.turns.run(slot.commonDir, () =>
      core.effects.run("settle.set-aside", () => setAside(slot.commonDir, registrationDir, slot.worktreeId)),
    );
  }
}

/** Of a directory in the trash in which nothing is left but our marker nothing comes home: it goes. True when it was such a one. */
export async function dropEmptied(core: Core, environmentDirectory: string, signal: AbortSignal): Promise<boolean> {
  const left = (await readdir(join(core.root.trash, environmentDirectory))).filter((name) => !MARKER_FILES.includes(name));
  if (left.length > 0) return false;
  await removeEmptied(core, environmentDirectory, environmentDirectory, signal);
  return true;
}

/** Deletes what the superseded job had left to purge: nothing leaks because somebody changed their mind. */
export async function purgeLeftovers(core: Core, slots: readonly Leftover[], signal: AbortSignal): Promise<void> {
  const guards = await guardsOf(core);
  await requireRoot(core);
  for (const slot of slots) {
    const tree = join(core.root.trash, `${slot.worktreeId}.purging`);
    if ((await presenceOf(tree)) !== "absent") await requireNobodyInside(core, tree, slot.slot);
    const note = { purpose: "purge.tree", row: slot.worktreeId };
    requireRemoved(
      await core.effects.run("purge.tree", () => remove(guards, { kind: "purging", worktreeId: slot.worktreeId }, { note, signal })),
    );
    const target = { kind: "set-aside", commonDir: slot.commonDir, worktreeId: slot.worktreeId } as const;
    requireRemoved(
      await core.effects.run("purge.set-aside", () => remove(guards, target, { note: { ...note, purpose: "purge.set-aside" } })),
    );
  }
}
