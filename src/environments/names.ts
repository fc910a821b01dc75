/** Names of directories. Each carries the suffix of an id, so it is unique for ever: no path and no name of git's is used again. */
import { randomBytes } from "node:crypto";
import { shortId } from "../db/ids.js";
import { slug } from "../git/names.js";

const TITLE_CHARS = 40;
export const SLOT_CHARS = 64;

/** Begins with a letter or digit, so that it is never an option, hidden, or a way up. Without ".." git takes it as it is for its own name. */
const SLOT = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.))*$/;

/** The environment's directory under live/, trash/ and quarantine/: "<task slug>-<suffix of the materialisation>". */
export function environmentDirectory(taskTitle: string, materialisationId: string): string {
  return `${slug(taskTitle, TITLE_CHARS)}-${shortId(materialisationId)}`;
}

/** A worktree's last path component, which git names its administrative directory after: "<slot>-<suffix of the worktree>". */
export function worktreeDirectory(slot: string, worktreeId: string): string {
  return `${slot}-${shortId(worktreeId)}`;
}

/** Whether the text can be a slot: 1 to 64 letters, digits, dots, underscores and hyphens. */
export function isSlot(text: string): boolean {
  return text.length <= SLOT_CHARS && SLOT.test(text) && text.toLowerCase() !== ".git";
}

/** The slot of a repository whose place was not named. */
export function slotFromName(repositoryName: string): string {
  return isSlot(repositoryName) ? repositoryName : slug(repositoryName, SLOT_CHARS);
}

/** Said by the row and by a marker on disk: 128 random bits. */
export function newNonce(): string {
  return randomBytes(16).toString("hex");
}
