import { type IdKind, requireId } from "../db/ids.js";
import { InvalidInputError } from "../errors.js";

export interface TextRule {
  /** Characters (UTF-16 units), after the ends are trimmed. */
  max: number;
  /** Default 1. */
  min?: number;
}

/**
 * A line of text from a caller, its ends trimmed: no control characters, no line breaks, valid Unicode.
 *
 * @param field path of the argument, for the error
 * @throws InvalidInputError
 */
export function requireLine(field: string, text: string, { max, min = 1 }: TextRule): string {
  // Looked at before anything else is done with it: callers send strings of any size.
  if (text.length > max * 4) throw new InvalidInputError(field, `This is too long: at most ${max} characters.`);
  const line = text.trim();
  if (line.length > max) throw new InvalidInputError(field, `This is too long: at most ${max} characters.`);
  if (line.length < min)
    throw new InvalidInputError(field, min === 1 ? "This must not be empty." : `This is too short: at least ${min} characters.`);
  if (/\p{Cs}/u.test(line)) throw new InvalidInputError(field, "This is not valid Unicode.");
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line)) throw new InvalidInputError(field, "This holds control characters or line breaks.");
  return line;
}

/** `requireLine` for what may be left out. */
export function optionalLine(field: string, text: string | null | undefined, rule: TextRule): string | null {
  return text === null || text === undefined ? null : requireLine(field, text, rule);
}

/** `requireId` for what may be left out. */
export function optionalId(kind: IdKind, id: string | null | undefined, field: string): string | null {
  return id === null || id === undefined ? null : requireId(kind, id, field);
}
