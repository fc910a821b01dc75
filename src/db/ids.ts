import { typeid } from "typeid-js";
import { InvalidInputError, NotFoundError } from "../errors.js";

/** The TypeID prefix of each kind of id: the same id in the database, in the API and in logs. Nothing is ordered by ids. */
const PREFIXES = {
  workspace: "workspace",
  repository: "repo",
  task: "task",
  session: "session",
  environment: "env",
  materialisation: "mat",
  worktree: "worktree",
  job: "job",
  resource: "resource",
  quarantine: "quarantine",
  rescue: "rescue",
  attempt: "attempt",
  host: "host",
  operation: "op",
  cascade: "cascade",
} as const;

export type IdKind = keyof typeof PREFIXES;

const KINDS = new Map<string, IdKind>(Object.entries(PREFIXES).map(([kind, prefix]) => [prefix, kind as IdKind]));

const SUFFIX_LENGTH = 26;
/** "quarantine_" and a suffix. What is longer is not looked at: callers send strings of any size. */
const LONGEST_ID = Math.max(...Object.values(PREFIXES).map((prefix) => prefix.length)) + 1 + SUFFIX_LENGTH;
/** 128 bits in Crockford's base 32, lower case: the first character holds three bits only. */
const ID = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** A new id, unique for ever: "task_01jdz…". */
export function newId(kind: IdKind): string {
  return typeid(PREFIXES[kind]).toString();
}

/** What the id names, or null when it is none of ours. Never throws, whatever the string. */
export function kindOfId(id: string): IdKind | null {
  if (id.length > LONGEST_ID) return null;
  const prefix = ID.exec(id)?.[1];
  return prefix === undefined ? null : (KINDS.get(prefix) ?? null);
}

/**
 * The id, when it names a `kind`.
 *
 * @param field path of the argument, for the error
 * @throws InvalidInputError it is no id at all
 * @throws NotFoundError it names something else: there can be no such row
 */
export function requireId(kind: IdKind, id: string, field: string): string {
  const found = kindOfId(id);
  if (found === null) {
    throw new InvalidInputError(
      field,
      `This is not an id: ${JSON.stringify(id.slice(0, 100))}. An id looks like ${PREFIXES[kind]}_01jdz….`,
    );
  }
  if (found !== kind) {
    throw new NotFoundError(kind, id, `There is no ${kind} with the id ${id}: that is the id of a ${found}.`);
  }
  return id;
}

/** The 26 characters after the prefix: unique by themselves, for directory names. */
export function shortId(id: string): string {
  return id.slice(-SUFFIX_LENGTH);
}
