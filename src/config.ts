import { homedir } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";

export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a person decides about a server. Made once by main.ts, never changed while it runs. */
export interface Config {
  /** Absolute. Holds the database, the token and the notes about child processes. */
  readonly dataDir: string;
  /** Absolute. The managed root: environments live, are judged and are quarantined in it. One file system. */
  readonly rootPath: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Names, besides the loopback ones and `host`, by which this server may be addressed (the Host header). */
  readonly allowedHosts: readonly string[];
  /** How many cleanup jobs run at once. */
  readonly concurrency: number;
  /** Absolute. When not empty, only repositories inside one of these may be registered. */
  readonly allowedRepositoryRoots: readonly string[];
  /** Names of directories that a person says can be rebuilt, beside the known ones with their makers' signs. */
  readonly rebuildable: readonly string[];
  /** The git that is run: a name that is looked up in PATH, or an absolute path. */
  readonly gitBinary: string;
  readonly logLevel: LogLevel;
  /** A root on tmpfs is gone after a restart of the machine: allowed only when this says so. */
  readonly allowTmpfs: boolean;
  /** A person confirms a root that the database is behind or does not know: until then nothing is reclaimed. */
  readonly adoptRoot: boolean;
  /** How long a stopping session still holds its environment, in ms. */
  readonly stopGraceMs: number;
  /** How long a drain may take after the first signal, in ms. */
  readonly drainLimitMs: number;
}

interface Option {
  readonly flag: string;
  readonly env: string;
  readonly key: keyof Config;
  readonly value: "path" | "paths" | "text" | "texts" | "integer" | "switch";
  /** What stands for the value in --help. */
  readonly shown: string;
  readonly help: string;
}

const OPTIONS: readonly Option[] = [
  { flag: "data", env: "TREEKEEPER_DATA", key: "dataDir", value: "path", shown: "DIR", help: "database, token (default: %DATA%)" },
  {
    flag: "root",
    env: "TREEKEEPER_ROOT",
    key: "rootPath",
    value: "path",
    shown: "DIR",
    help: "managed root for worktrees (default: <data>/root)",
  },
  { flag: "host", env: "TREEKEEPER_HOST", key: "host", value: "text", shown: "HOST", help: "address to listen on (default: 127.0.0.1)" },
  {
    flag: "port",
    env: "TREEKEEPER_PORT",
    key: "port",
    value: "integer",
    shown: "PORT",
    help: "port to listen on, 0 for a free one (default: 4040)",
  },
  {
    flag: "allow-host",
    env: "TREEKEEPER_ALLOW_HOST",
    key: "allowedHosts",
    value: "texts",
    shown: "NAME",
    help: "another name by which this server may be addressed; repeatable",
  },
  {
    flag: "repositories-in",
    env: "TREEKEEPER_REPOSITORIES_IN",
    key: "allowedRepositoryRoots",
    value: "paths",
    shown: "DIR",
    help: "register only repositories inside this directory; repeatable",
  },
  {
    flag: "rebuildable",
    env: "TREEKEEPER_REBUILDABLE",
    key: "rebuildable",
    value: "texts",
    shown: "NAME",
    help: "directories of this name can be rebuilt and count as clean when ignored; repeatable",
  },
  {
    flag: "concurrency",
    env: "TREEKEEPER_CONCURRENCY",
    key: "concurrency",
    value: "integer",
    shown: "N",
    help: "cleanup jobs at once (default: 4)",
  },
  { flag: "git", env: "TREEKEEPER_GIT", key: "gitBinary", value: "text", shown: "FILE", help: "the git to run (default: git)" },
  {
    flag: "log-level",
    env: "TREEKEEPER_LOG_LEVEL",
    key: "logLevel",
    value: "text",
    shown: "LEVEL",
    help: `${LOG_LEVELS.join(", ")} (default: info)`,
  },
  {
    flag: "stop-grace-ms",
    env: "TREEKEEPER_STOP_GRACE_MS",
    key: "stopGraceMs",
    value: "integer",
    shown: "MS",
    help: "how long a stopping session still holds its environment (default: 30000)",
  },
  {
    flag: "drain-limit-ms",
    env: "TREEKEEPER_DRAIN_LIMIT_MS",
    key: "drainLimitMs",
    value: "integer",
    shown: "MS",
    help: "how long ending may take after SIGTERM (default: 15000)",
  },
  { flag: "allow-tmpfs", env: "TREEKEEPER_ALLOW_TMPFS", key: "allowTmpfs", value: "switch", shown: "", help: "accept a root on tmpfs" },
  {
    flag: "adopt-root",
    env: "TREEKEEPER_ADOPT_ROOT",
    key: "adoptRoot",
    value: "switch",
    shown: "",
    help: "confirm a root that the database is behind, so that it is reclaimed from again",
  },
];

const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|[0-9a-f:.]*:[0-9a-f:.]*)$/i;
const hostName = z.string().max(253, "is too long").regex(HOST_NAME, "must be a host name or an IP address, without a port");
const directory = z
  .string()
  .refine((path) => isAbsolute(path), "must be an absolute path")
  .refine((path) => !path.includes("\0"), "must not contain a NUL character");
const integer = (low: number, high: number) =>
  z.int(`must be a whole number`).min(low, `must be ${low} or more`).max(high, `must be ${high} or less`);

const schema = z.object({
  dataDir: directory,
  rootPath: directory,
  host: hostName.default("127.0.0.1"),
  port: integer(0, 65_535).default(4040),
  allowedHosts: z.array(hostName).default([]),
  concurrency: integer(1, 64).default(4),
  allowedRepositoryRoots: z.array(directory).default([]),
  rebuildable: z
    .array(
      z
        .string()
        .min(1, "must not be empty")
        .refine(
          (name) => !/[/\0]/.test(name) && ![".", "..", ".git"].includes(name),
          "must be the name of a directory, without slashes, and not .git",
        ),
    )
    .default([]),
  gitBinary: z.string().min(1, "must not be empty").default("git"),
  logLevel: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
  allowTmpfs: z.boolean().default(false),
  adoptRoot: z.boolean().default(false),
  stopGraceMs: integer(0, 86_400_000).default(30_000),
  drainLimitMs: integer(0, 600_000).default(15_000),
});

/** A complete configuration from its parts, with the defaults. Throws a ZodError for values that no server takes. */
export function configFrom(parts: Partial<Config> & Pick<Config, "dataDir">): Config {
  return schema.parse({ rootPath: join(parts.dataDir, "root"), ...parts });
}

/** Where a process finds what is not said by a flag. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly cwd: string;
}

export type ParsedConfig =
  | { readonly kind: "config"; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  /** One sentence for each thing that is wrong, all of them. */
  | { readonly kind: "mistakes"; readonly mistakes: readonly string[] };

/** The configuration from flags and the environment; flags win. Never throws for what a person wrote. */
export function parseConfig(argv: readonly string[], around: Surroundings = surroundings()): ParsedConfig {
  const mistakes: string[] = [];
  const said = new Map<keyof Config, { by: string; raw: string | boolean | readonly string[] }>();
  for (const option of OPTIONS) {
    const raw = around.env[option.env];
    if (raw === undefined || raw === "") continue;
    said.set(option.key, { by: option.env, raw: isMany(option) ? raw.split(delimiter).filter((part) => part !== "") : raw });
  }
  const flags = readFlags(argv, mistakes);
  if (flags.help) return { kind: "help" };
  if (flags.version) return { kind: "version" };
  for (const option of OPTIONS) {
    const raw = flags.values.get(option.flag);
    if (raw !== undefined) said.set(option.key, { by: `--${option.flag}`, raw });
  }

  const parts: Record<string, unknown> = {};
  for (const option of OPTIONS) {
    const one = said.get(option.key);
    if (one === undefined) continue;
    const value = readValue(option, one.raw, around);
    if (value instanceof Mistake) mistakes.push(`${one.by} ${value.message} (it is ${show(one.raw)}).`);
    else parts[option.key] = value;
  }
  const dataDir = typeof parts.dataDir === "string" ? parts.dataDir : defaultDataDir(around);
  const checked = schema.safeParse({ rootPath: join(dataDir, "root"), ...parts, dataDir });
  if (!checked.success) {
    for (const issue of checked.error.issues) {
      const key = issue.path[0] as keyof Config;
      const one = said.get(key);
      mistakes.push(`${one?.by ?? key} ${issue.message}${one === undefined ? "" : ` (it is ${show(one.raw)})`}.`);
    }
  }
  if (mistakes.length > 0 || !checked.success) return { kind: "mistakes", mistakes };
  return { kind: "config", config: checked.data, warnings: unknownVariables(around.env) };
}

/** The text of --help. */
export function helpText(around: Surroundings = surroundings()): string {
  const shown = OPTIONS.map((option) => ({ left: `--${option.flag}${option.shown === "" ? "" : ` ${option.shown}`}`, option }));
  const width = Math.max(...shown.map(({ left }) => left.length)) + 2;
  const lines = shown.map(
    ({ left, option }) =>
      `  ${left.padEnd(width)}${option.help.replace("%DATA%", defaultDataDir(around))}\n${" ".repeat(width + 2)}${option.env}`,
  );
  return [
    "Usage: treekeeper [flags]",
    "",
    "Keeps the git worktrees of tasks, over GraphQL. Each flag can be given by the environment; a flag wins.",
    `Several values in one variable are separated by "${delimiter}".`,
    "",
    ...lines,
    `  ${"--help".padEnd(width)}this text`,
    `  ${"--version".padEnd(width)}the version`,
    "",
    "Ends with 0 after SIGTERM or SIGINT, 1 when it could not start or had to be cut short, 2 for a mistake in its configuration.",
  ].join("\n");
}

function surroundings(): Surroundings {
  return { env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() };
}

function defaultDataDir({ env, platform, home }: Surroundings): string {
  const xdg = env.XDG_DATA_HOME;
  // The specification says to ignore a relative one.
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "treekeeper");
  return platform === "darwin" ? join(home, "Library", "Application Support", "treekeeper") : join(home, ".local", "share", "treekeeper");
}

interface Flags {
  help: boolean;
  version: boolean;
  values: Map<string, string | boolean | string[]>;
}

/** By the tokens, not by the strict mode: that one stops at the first mistake. */
function readFlags(argv: readonly string[], mistakes: string[]): Flags {
  const flags: Flags = { help: false, version: false, values: new Map() };
  const known = new Map(OPTIONS.map((option) => [option.flag, option]));
  const options: Record<string, { type: "string" | "boolean" }> = { help: { type: "boolean" }, version: { type: "boolean" } };
  for (const option of OPTIONS) options[option.flag] = { type: option.value === "switch" ? "boolean" : "string" };
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      mistakes.push(`${show(token.value)} is not a flag; see --help.`);
      continue;
    }
    const option = known.get(token.name);
    if (token.rawName === "--help" || token.rawName === "-h") flags.help = true;
    else if (token.rawName === "--version") flags.version = true;
    else if (option === undefined || token.rawName !== `--${option.flag}`)
      mistakes.push(`${token.rawName} is not a known flag; see --help.`);
    else if (option.value === "switch") flags.values.set(option.flag, token.value ?? true);
    // "--port --host x": the next flag is not a value.
    else if (token.value === undefined || (!token.inlineValue && token.value.startsWith("--")))
      mistakes.push(`--${option.flag} needs a value.`);
    else if (isMany(option))
      flags.values.set(option.flag, [...((flags.values.get(option.flag) as string[] | undefined) ?? []), token.value]);
    else if (flags.values.has(option.flag)) mistakes.push(`--${option.flag} is given twice.`);
    else flags.values.set(option.flag, token.value);
  }
  return flags;
}

class Mistake {
  constructor(readonly message: string) {}
}

function readValue(option: Option, raw: string | boolean | readonly string[], around: Surroundings): unknown {
  switch (option.value) {
    case "path":
      return raw === "" ? new Mistake("must not be empty") : absolute(raw as string, around);
    case "paths":
      return (raw as readonly string[]).map((path) => absolute(path, around));
    case "text":
    case "texts":
      return raw;
    case "integer":
      return /^-?\d{1,15}$/.test(raw as string) ? Number(raw) : new Mistake("must be a whole number");
    case "switch":
      if (raw === true || raw === "1" || raw === "true" || raw === "yes") return true;
      return raw === "0" || raw === "false" || raw === "no" ? false : new Mistake("must be true or false");
  }
}

function absolute(path: string, { home, cwd }: Surroundings): string {
  // No shell has opened the tilde of a variable in a unit file or an .env.
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  return resolve(cwd, path);
}

function isMany(option: Option): boolean {
  return option.value === "paths" || option.value === "texts";
}

function show(raw: string | boolean | readonly string[]): string {
  const text = JSON.stringify(raw);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = new Set(OPTIONS.map((option) => option.env));
  return Object.keys(env)
    .filter((name) => name.startsWith("TREEKEEPER_") && !known.has(name))
    .map((name) => `${name} is not a known variable; see --help.`);
}
