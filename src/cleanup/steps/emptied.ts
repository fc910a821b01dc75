import type { Core } from "../../core.js";
import { remove } from "../../disk/remove.js";
import { guardsOf, requireRemoved } from "./guards.js";

/** Deletes an environment's directory in the trash that holds nothing but our marker. `row` is whose work that is. */
export async function removeEmptied(core: Core, name: string, row: string, signal: AbortSignal): Promise<void> {
  const guards = await guardsOf(core);
  const note = { purpose: "purge.tree", row };
  requireRemoved(await core.effects.run("purge.tree", () => remove(guards, { kind: "trash", name }, { note, signal })));
}
