/**
 * A path inside a tree as git and the file system give it: bytes, one character for each (latin1). Names need not be UTF-8, and
 * strings compare, hash and slice fast. Never contains NUL; "/" separates.
 */
export type BytePath = string;

export function bytesOf(path: BytePath): Buffer {
  return Buffer.from(path, "latin1");
}

export function bytePathOf(text: string): BytePath {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Where it lies on disk, for node:fs. */
export function placeOf(tree: string, path: BytePath): Buffer {
  return path === "" ? Buffer.from(tree, "utf8") : Buffer.concat([Buffer.from(`${tree}/`, "utf8"), bytesOf(path)]);
}

/** The same path as text, when its bytes are UTF-8; else null: no command line of ours can name it. */
export function textOfPath(path: BytePath): string | null {
  const text = bytesOf(path).toString("utf8");
  return bytePathOf(text) === path ? text : null;
}

/** For a person to read, one line: text as it is; a backslash, control characters and bytes that are not UTF-8 with escapes. */
export function showPath(path: BytePath): string {
  const text = textOfPath(path);
  return [...(text ?? path)].map((char) => showChar(char, text === null)).join("");
}

function showChar(char: string, isByte: boolean): string {
  const code = char.codePointAt(0) as number;
  if (char === "\\") return "\\\\";
  if (char === "\n") return "\\n";
  if (char === "\t") return "\\t";
  if (code < 0x20 || code === 0x7f || (isByte && code > 0x7f)) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (!isByte && INVISIBLE.test(char)) return `\\u{${code.toString(16)}}`;
  return char;
}

/** C1 controls, line separators, zero-width and direction marks: they would hide or turn what is shown. */
const INVISIBLE = /[\u0080-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
