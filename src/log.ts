import { destination, type Logger, pino, stdTimeFunctions } from "pino";
import type { LogLevel } from "./config.js";

/** Wherever an object of these names is logged: secrets that headers, connection parameters and addresses can hold. */
const SECRETS = ["authorization", "cookie", "token", "Authorization", "Cookie", "set-cookie"];

/** Structured lines on stderr; stdout is for the one line with the address. */
export function createLogger(level: LogLevel): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [...SECRETS.map(quoted), ...SECRETS.map((name) => `*${quoted(name)}`), ...SECRETS.map((name) => `*.*${quoted(name)}`)],
        censor: "[secret]",
      },
    },
    // Synchronous: the last line before an exit is the one that is needed.
    destination({ dest: 2, sync: true }),
  );
}

function quoted(name: string): string {
  return `["${name}"]`;
}
