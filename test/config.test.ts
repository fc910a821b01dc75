import { describe, expect, test } from "vitest";
import { configFrom, helpText, type ParsedConfig, parseConfig, type Surroundings } from "../src/config.js";

const around = (env: NodeJS.ProcessEnv = {}, platform: NodeJS.Platform = "linux"): Surroundings => ({
  env,
  platform,
  home: "/home/ada",
  cwd: "/somewhere",
});
const parse = (argv: string[], env: NodeJS.ProcessEnv = {}, platform?: NodeJS.Platform): ParsedConfig =>
  parseConfig(argv, around(env, platform));

function config(argv: string[], env: NodeJS.ProcessEnv = {}, platform?: NodeJS.Platform) {
  const parsed = parse(argv, env, platform);
  if (parsed.kind !== "config") throw new Error(JSON.stringify(parsed));
  return parsed.config;
}

function mistakes(argv: string[], env: NodeJS.ProcessEnv = {}): readonly string[] {
  const parsed = parse(argv, env);
  return parsed.kind === "mistakes" ? parsed.mistakes : [];
}

describe("without a word", () => {
  test("the defaults", () => {
    expect(config([])).toEqual({
      dataDir: "/home/ada/.local/share/treekeeper",
      rootPath: "/home/ada/.local/share/treekeeper/root",
      host: "127.0.0.1",
      port: 4040,
      allowedHosts: [],
      concurrency: 4,
      allowedRepositoryRoots: [],
      rebuildable: [],
      gitBinary: "git",
      logLevel: "info",
      allowTmpfs: false,
      adoptRoot: false,
      stopGraceMs: 30_000,
      drainLimitMs: 15_000,
    });
    expect(configFrom({ dataDir: "/home/ada/.local/share/treekeeper" })).toEqual(config([]));
  });

  test.each([
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/treekeeper"],
    ["linux", { XDG_DATA_HOME: "data" }, "/home/ada/.local/share/treekeeper"],
    ["darwin", {}, "/home/ada/Library/Application Support/treekeeper"],
    ["darwin", { XDG_DATA_HOME: "/data" }, "/data/treekeeper"],
  ] as const)("the user's data home on %s with %j", (platform, env, expected) => {
    expect(config([], env, platform).dataDir).toBe(expected);
  });
});

describe("what is said", () => {
  test("by flags, every one", () => {
    const said = config([
      ...["--data", "d", "--root", "/r", "--host", "0.0.0.0", "--port=0", "--allow-host", "trees.example", "--allow-host", "10.0.0.1"],
      ...["--repositories-in", "/src", "--repositories-in", "more", "--rebuildable", "build", "--concurrency", "9", "--git", "/opt/git"],
      ...["--log-level", "debug", "--stop-grace-ms", "0", "--drain-limit-ms", "1000", "--allow-tmpfs", "--adopt-root"],
    ]);
    expect(said).toEqual({
      dataDir: "/somewhere/d",
      rootPath: "/r",
      host: "0.0.0.0",
      port: 0,
      allowedHosts: ["trees.example", "10.0.0.1"],
      allowedRepositoryRoots: ["/src", "/somewhere/more"],
      rebuildable: ["build"],
      concurrency: 9,
      gitBinary: "/opt/git",
      logLevel: "debug",
      stopGraceMs: 0,
      drainLimitMs: 1000,
      allowTmpfs: true,
      adoptRoot: true,
    });
  });

  test("by the environment, and a flag wins", () => {
    const env = {
      TREEKEEPER_DATA: "~/trees",
      TREEKEEPER_PORT: "5000",
      TREEKEEPER_REPOSITORIES_IN: "/a:/b:",
      TREEKEEPER_ALLOW_TMPFS: "true",
      TREEKEEPER_ADOPT_ROOT: "0",
      TREEKEEPER_HOST: "",
    };
    expect(config([], env)).toMatchObject({
      dataDir: "/home/ada/trees",
      rootPath: "/home/ada/trees/root",
      port: 5000,
      allowedRepositoryRoots: ["/a", "/b"],
      allowTmpfs: true,
      adoptRoot: false,
      host: "127.0.0.1",
    });
    expect(config(["--port", "6000", "--repositories-in", "/c"], env)).toMatchObject({ port: 6000, allowedRepositoryRoots: ["/c"] });
  });

  test("a variable that is not known is said, and is no mistake", () => {
    expect(parse([], { TREEKEEPER_PROT: "1", OTHER: "2" })).toMatchObject({
      kind: "config",
      warnings: ["TREEKEEPER_PROT is not a known variable; see --help."],
    });
  });

  test("--help and --version come before every mistake", () => {
    expect(parse(["--port", "x", "--help"]).kind).toBe("help");
    expect(parse(["-h"]).kind).toBe("help");
    expect(parse(["--version", "--nonsense"]).kind).toBe("version");
  });
});

describe("mistakes", () => {
  test.each<[string[], NodeJS.ProcessEnv, string]>([
    [["--port", "x"], {}, '--port must be a whole number (it is "x").'],
    [["--port", "70000"], {}, '--port must be 65535 or less (it is "70000").'],
    [["--port=-1"], {}, '--port must be 0 or more (it is "-1").'],
    [["--port", "1e3"], {}, '--port must be a whole number (it is "1e3").'],
    [["--port"], {}, "--port needs a value."],
    [["--port", "--allow-tmpfs"], {}, "--port needs a value."],
    [["--port", "1", "--port", "2"], {}, "--port is given twice."],
    [["--prot", "1"], {}, "--prot is not a known flag; see --help."],
    [["-p"], {}, "-p is not a known flag; see --help."],
    [["--no-allow-tmpfs"], {}, "--no-allow-tmpfs is not a known flag; see --help."],
    [["start"], {}, '"start" is not a flag; see --help.'],
    [["--data", ""], {}, '--data must not be empty (it is "").'],
    [["--data", "a\0b"], {}, '--data must not contain a NUL character (it is "a\\u0000b").'],
    [["--host", "http://x"], {}, '--host must be a host name or an IP address, without a port (it is "http://x").'],
    [["--allow-host", "x:1"], {}, '--allow-host must be a host name or an IP address, without a port (it is ["x:1"]).'],
    [["--log-level", "loud"], {}, '--log-level must be one of silent, fatal, error, warn, info, debug, trace (it is "loud").'],
    [["--rebuildable", "a/b"], {}, '--rebuildable must be the name of a directory, without slashes, and not .git (it is ["a/b"]).'],
    [["--rebuildable", ".git"], {}, '--rebuildable must be the name of a directory, without slashes, and not .git (it is [".git"]).'],
    [["--allow-tmpfs=maybe"], {}, '--allow-tmpfs must be true or false (it is "maybe").'],
    [[], { TREEKEEPER_CONCURRENCY: "0" }, 'TREEKEEPER_CONCURRENCY must be 1 or more (it is "0").'],
    [[], { TREEKEEPER_ADOPT_ROOT: "sure" }, 'TREEKEEPER_ADOPT_ROOT must be true or false (it is "sure").'],
  ])("%j %j", (argv, env, expected) => {
    expect(mistakes(argv, env)).toContain(expected);
  });

  test("are said all at once, each once", () => {
    const said = mistakes(["--port", "x", "--concurrency", "99", "--nonsense"], {
      TREEKEEPER_LOG_LEVEL: "loud",
      TREEKEEPER_DRAIN_LIMIT_MS: "-5",
    });
    expect(said).toHaveLength(5);
    for (const name of ["--port", "--concurrency", "--nonsense", "TREEKEEPER_LOG_LEVEL", "TREEKEEPER_DRAIN_LIMIT_MS"]) {
      expect(said.filter((mistake) => mistake.startsWith(name))).toHaveLength(1);
    }
  });

  test("in a long value don't fill the screen", () => {
    expect(mistakes(["--log-level", "x".repeat(10_000)])[0]?.length).toBeLessThan(300);
  });
});

test("the help names every flag with its variable, and the default data directory", () => {
  const help = helpText(around());
  for (const flag of [
    "data",
    "root",
    "host",
    "port",
    "allow-host",
    "repositories-in",
    "rebuildable",
    "concurrency",
    "git",
    "log-level",
    "stop-grace-ms",
    "drain-limit-ms",
    "allow-tmpfs",
    "adopt-root",
  ]) {
    expect(help).toContain(`--${flag}`);
    expect(help).toContain(`TREEKEEPER_${flag.toUpperCase().replaceAll("-", "_")}`);
  }
  expect(help).toContain("/home/ada/.local/share/treekeeper");
});
