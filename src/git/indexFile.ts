import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type IndexEntry, Tracked } from "./tracked.js";

/**
 * Reads git's index by itself (gitformat-index, versions 2 to 4), which costs a fraction of a process. Null for whatever is not
 * read here with certainty (a split or sparse index, another version, a damaged or missing file): git is asked then.
 */
export async function readIndexFile(gitDir: string, oidBytes: 20 | 32): Promise<Tracked | null> {
  try {
    return parseIndexFile(await readFile(path.join(gitDir, "index")), oidBytes);
  } catch {
    return null;
  }
}

const HEADER_BYTES = 12;
/** Times, device, inode, mode, owner, size: ten numbers of four bytes. */
const STAT_BYTES = 40;
const MODE_AT = 24;
const FLAG_ASSUME_VALID = 0x8000;
const FLAG_EXTENDED = 0x4000;
const EXTENDED_SKIP_WORKTREE = 0x4000;

/** Null for what is not read here. @throws RangeError past the end of a cut file */
export function parseIndexFile(bytes: Buffer, oidBytes: 20 | 32): Tracked | null {
  if (bytes.toString("latin1", 0, 4) !== "DIRC") return null;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const count = bytes.readUInt32BE(8);
  const end = bytes.length - oidBytes;
  const tracked = new Tracked();
  let at = HEADER_BYTES;
  let name = "";
  for (let i = 0; i < count; i++) {
    const start = at;
    const flagsAt = start + STAT_BYTES + oidBytes;
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = (flags & FLAG_EXTENDED) !== 0;
    if (isExtended && version < 3) return null;
    const extended = isExtended ? bytes.readUInt16BE(flagsAt + 2) : 0;
    at = flagsAt + (isExtended ? 4 : 2);
    let kept = "";
    if (version === 4) {
      const strip = varint(bytes, at);
      at = strip.next;
      if (strip.value > name.length) return null;
      kept = name.slice(0, name.length - strip.value);
    }
    const nul = bytes.indexOf(0, at);
    if (nul === -1 || nul >= end) return null;
    name = kept + bytes.toString("latin1", at, nul);
    if (name === "") return null;
    // Before version 4, one to eight NULs make the entry's length a multiple of eight.
    at = version === 4 ? nul + 1 : start + ((nul - start + 8) & ~7);
    const entry: IndexEntry = {
      path: name,
      mode: bytes
        .readUInt32BE(start + MODE_AT)
        .toString(8)
        .padStart(6, "0"),
      oid: bytes.toString("hex", start + STAT_BYTES, flagsAt),
      hidden: (extended & EXTENDED_SKIP_WORKTREE) !== 0 ? "skip-worktree" : (flags & FLAG_ASSUME_VALID) !== 0 ? "assume-unchanged" : null,
    };
    tracked.add(entry, (flags >> 12) & 3);
  }
  return onlyKnownExtensions(bytes, at, end) && hasItsChecksum(bytes, end) ? tracked : null;
}

/** The file ends with the hash of all before, or with zeros where the user wants none. */
function hasItsChecksum(bytes: Buffer, end: number): boolean {
  const stored = bytes.subarray(end);
  const hash = createHash(stored.length === 32 ? "sha256" : "sha1")
    .update(bytes.subarray(0, end))
    .digest();
  return stored.equals(hash) || stored.every((byte) => byte === 0);
}

/** A capital first letter says that an extension may be left unread; the others change what the entries mean. */
function onlyKnownExtensions(bytes: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at < end) {
    const first = bytes[at] as number;
    if (at + 8 > end || first < 0x41 || first > 0x5a) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end;
}

/** git's offset encoding: each byte but the last adds one to what is above it. */
function varint(bytes: Buffer, from: number): { value: number; next: number } {
  let at = from;
  let byte = bytes.readUInt8(at++);
  let value = byte & 127;
  while ((byte & 128) !== 0) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next: at };
}
