import { InvalidInputError } from "../errors.js";

const MAX_PATTERNS = 32;
const PATTERN_CHARS = 200;

type Segment = { kind: "any-depth" } | { kind: "name"; pattern: string };

/** A pattern, part by part: "*" and "?" within a name, "**" for any number of directories. Everything else stands for itself. */
export type Glob = readonly Segment[];

/**
 * Checks and reads patterns for files, relative to a checkout: "*" never takes a leading dot, nor does "**" go into a directory that has one.
 *
 * @param field path of the argument, for the error
 * @throws InvalidInputError too many or too long; absolute; with ".."; with control characters; naming .git
 */
export function parseGlobs(field: string, patterns: readonly string[]): Glob[] {
  if (patterns.length > MAX_PATTERNS) throw new InvalidInputError(field, `At most ${MAX_PATTERNS} patterns.`);
  return patterns.map((pattern, at) => parseGlob(`${field}.${at}`, pattern));
}

function parseGlob(field: string, pattern: string): Glob {
  const refuse = (why: string): never => {
    throw new InvalidInputError(field, `This can't be a pattern for files: ${why}.`);
  };
  if (pattern.length > PATTERN_CHARS) refuse(`it is longer than ${PATTERN_CHARS} characters`);
  if (/[\p{Cc}\p{Cs}]/u.test(pattern)) refuse("it holds control characters or is not valid Unicode");
  const parts = pattern.split("/");
  if (pattern.startsWith("/")) refuse("it has to be relative to the repository's main checkout");
  if (parts.some((part) => part === "" || part === "."))
    refuse("it has an empty part; name files, with ** for everything below a directory");
  if (parts.includes("..")) refuse("it leads out of the checkout");
  if (parts.some((part) => part.toLowerCase() === ".git")) refuse("it leads into the repository");
  if (parts.some((part) => part.includes("**") && part !== "**")) refuse("** has to be a part by itself");
  if (parts[parts.length - 1] === "**") parts.push("*");
  return parts.map((part) => (part === "**" ? { kind: "any-depth" } : { kind: "name", pattern: part }));
}

/** Where in each pattern a walk stands: pairs of pattern and part. Empty: nothing below can match. */
export type GlobState = readonly (readonly [glob: number, part: number])[];

export function startOf(globs: readonly Glob[]): GlobState {
  return globs.map((_, glob) => [glob, 0] as const);
}

/** What is left to match below the directory `name`. */
export function enterDirectory(globs: readonly Glob[], state: GlobState, name: string): GlobState {
  const next = new Map<string, readonly [number, number]>();
  const add = (glob: number, part: number): void => {
    next.set(`${glob}:${part}`, [glob, part]);
  };
  for (const [glob, part] of closure(globs, state)) {
    const segments = globs[glob] as Glob;
    const segment = segments[part] as Segment;
    if (segment.kind === "any-depth") {
      if (!name.startsWith(".")) add(glob, part);
    } else if (part < segments.length - 1 && matchesName(segment.pattern, name)) {
      add(glob, part + 1);
    }
  }
  return [...next.values()];
}

/** Whether a file of this name is meant. */
export function meansFile(globs: readonly Glob[], state: GlobState, name: string): boolean {
  return closure(globs, state).some(([glob, part]) => {
    const segments = globs[glob] as Glob;
    const segment = segments[part] as Segment;
    return part === segments.length - 1 && segment.kind === "name" && matchesName(segment.pattern, name);
  });
}

/** "**" may stand for no directory at all. */
function closure(globs: readonly Glob[], state: GlobState): (readonly [number, number])[] {
  const all = [...state];
  for (const [glob, part] of all) {
    if ((globs[glob] as Glob)[part]?.kind === "any-depth") all.push([glob, part + 1]);
  }
  return all;
}

/** In time proportional to the product of the lengths, whatever the pattern. */
export function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  let p = 0;
  let n = 0;
  let star = -1;
  let resume = 0;
  while (n < name.length) {
    if (pattern[p] === "*") {
      star = p;
      resume = n;
      p += 1;
    } else if (pattern[p] === "?" || pattern[p] === name[n]) {
      p += 1;
      n += 1;
    } else if (star >= 0) {
      resume += 1;
      n = resume;
      p = star + 1;
    } else return false;
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}
