import { BranchRefusedError } from "../errors.js";
import type { Git } from "./git.js";
import { isOid } from "./oid.js";
import { hasControls } from "./refs.js";

const MAX_BRANCH_BYTES = 400;
/** A file name holds 255 bytes, and git needs ".lock" beside it. */
const MAX_COMPONENT_BYTES = 240;
const MAX_SLUG_CHARS = 60;

/**
 * Refuses what is no name for a branch: options, revisions (HEAD, @{-1}), object ids, control characters, what a file system can't
 * hold, and whatever git's own rules refuse.
 * @throws BranchRefusedError INVALID_NAME
 */
export async function checkBranchName(git: Git, name: string): Promise<void> {
  const shown = name.slice(0, 100);
  const refuse = (why: string): never => {
    throw new BranchRefusedError("INVALID_NAME", shown, null, `${JSON.stringify(shown)} can't be a branch: ${why}.`);
  };
  if (name === "") refuse("it is empty");
  if (name.length > MAX_BRANCH_BYTES || Buffer.byteLength(name) > MAX_BRANCH_BYTES) refuse(`it is longer than ${MAX_BRANCH_BYTES} bytes`);
  if (Buffer.from(name, "utf8").toString("utf8") !== name) refuse("it is not valid Unicode");
  if (hasControls(name)) refuse("it holds control characters");
  if (name.startsWith("-")) refuse("it begins like an option");
  if (name === "HEAD" || name === "@" || name.includes("@{")) refuse("it is a revision");
  if (isOid(name)) refuse("it looks like a commit");
  if (name.split("/").some((part) => Buffer.byteLength(part) > MAX_COMPONENT_BYTES)) refuse("a part of it is too long for a file name");
  const { code } = await git.run(["check-ref-format", `refs/heads/${name}`], { ok: [0, 1] });
  if (code !== 0) refuse("git does not allow it");
}

/**
 * Lower-case ASCII letters, digits and single hyphens, at most `max` characters, none at the ends; "task" when nothing is left.
 * Valid as a part of a ref and as a directory name.
 */
export function slug(title: string, max: number = MAX_SLUG_CHARS): string {
  const plain = title
    .slice(0, max * 8)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, max)
    .replace(/-+$/, "");
  return plain === "" ? "task" : plain;
}

/** A branch's name made from a task's title: ASCII, lower-case, valid. Whether it is free is another question. */
export function branchFromTitle(title: string): string {
  const name = slug(title);
  // "head" would be HEAD where file names ignore case, and forty hexadecimal digits a commit.
  return name === "head" || isOid(name) ? `task-${name}` : name;
}
