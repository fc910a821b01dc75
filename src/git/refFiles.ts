import path from "node:path";
import { presenceOf } from "../disk/presence.js";
import { readSmallFile } from "./files.js";
import { isNullOid, isOid } from "./oid.js";

const MAX_PACKED_REFS_BYTES = 4 * 1024 * 1024;

/**
 * What refs (their full names) name, by their files: absent ones are not in the map. Null where the files can't say for sure: another format, a
 * symbolic or damaged ref, a long list. For what is verified afterwards in a ref transaction, which a git process would only delay.
 */
export async function readRefFiles(commonDir: string, refs: readonly string[]): Promise<Map<string, string> | null> {
  if ((await presenceOf(path.join(commonDir, "reftable"))) !== "absent") return null;
  const found = new Map<string, string>();
  const rest = new Set<string>();
  for (const ref of refs) {
    const loose = await readSmallFile(path.join(commonDir, ref));
    if (loose.state === "absent") rest.add(ref);
    else {
      const oid = loose.state === "present" ? loose.bytes.toString("latin1").trim() : "";
      if (!isOid(oid) || isNullOid(oid)) return null;
      found.set(ref, oid);
    }
  }
  if (rest.size === 0) return found;
  // After the loose files: git packs a ref before it takes its file away.
  const packed = await readSmallFile(path.join(commonDir, "packed-refs"), MAX_PACKED_REFS_BYTES);
  if (packed.state === "unknown") return null;
  if (packed.state === "absent") return found;
  for (const line of packed.bytes.toString("utf8").split("\n")) {
    const space = line.indexOf(" ");
    const [oid, ref] = [line.slice(0, space), line.slice(space + 1)];
    if (!rest.has(ref)) continue;
    if (!isOid(oid) || isNullOid(oid)) return null;
    found.set(ref, oid);
  }
  return found;
}
