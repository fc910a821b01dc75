import { print } from "graphql";
import {
  CleanupPreviewDocument,
  type CleanupPreviewInput,
  type CleanupPreviewPartsFragment,
  type CleanupPreviewQuery,
} from "../../schema/generated/graphql.js";
import type { World } from "../support/world.js";

/** @throws when it is refused */
export async function preview(world: World, input: CleanupPreviewInput): Promise<CleanupPreviewPartsFragment> {
  const { cleanupPreview } = await world.api.request<CleanupPreviewQuery>(print(CleanupPreviewDocument), { input });
  if (cleanupPreview.__typename !== "CleanupPreview") throw new Error(`refused: ${cleanupPreview.__typename}: ${cleanupPreview.message}`);
  return cleanupPreview;
}

/** Every row of every table, as they were committed. */
export function everyRow(world: World): Record<string, unknown[]> {
  const tables = world.rows<{ name: string }>("select name from sqlite_master where type = 'table' order by name");
  return Object.fromEntries(tables.map(({ name }) => [name, world.rows(`select * from "${name}"`)]));
}
