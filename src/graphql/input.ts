import { InvalidInputError } from "../errors.js";

/** In UTF-16 code units. Longer than any path, ref or title that works; each service has its own, smaller limits. */
export const MAX_INPUT_STRING_LENGTH = 10_000;
export const MAX_INPUT_LIST_LENGTH = 200;

/** The input without its nulls: an optional field is either given or not there. */
export type Given<T> = T extends readonly (infer Item)[]
  ? Given<Item>[]
  : T extends object
    ? { [K in keyof T]: Given<Exclude<T[K], null | undefined>> }
    : T;

/**
 * A mutation's input, for a service: null means not given.
 *
 * @throws InvalidInputError a string or a list is larger than anything that could be meant
 */
export function given<T extends object>(input: T): Given<T> {
  return strip(input, "input") as Given<T>;
}

/** The like for an input in which a null says something: it stays, where what was not given is not there. */
export function givenOrNull<T extends object>(input: T): T {
  return strip(input, "input", true) as T;
}

function strip(value: unknown, path: string, nulls = false): unknown {
  if (typeof value === "string") {
    if (value.length > MAX_INPUT_STRING_LENGTH)
      throw new InvalidInputError(path, `This is longer than ${MAX_INPUT_STRING_LENGTH} characters.`);
    return value;
  }
  if (Array.isArray(value)) {
    if (value.length > MAX_INPUT_LIST_LENGTH) throw new InvalidInputError(path, `This has more than ${MAX_INPUT_LIST_LENGTH} items.`);
    return value.map((item, index) => strip(item, `${path}.${index}`, nulls));
  }
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined && (nulls || field !== null));
  return Object.fromEntries(entries.map(([key, field]) => [key, strip(field, `${path}.${key}`, nulls)]));
}
