import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

export const PROJECT = join(import.meta.dirname, "../..");
export const SHIPPED_SERVER = join(PROJECT, "dist/main.js");

const DIST = join(PROJECT, "dist");
const PARTS = ["test-server", "steered-clock", "fault-effects", "hand-scheduler", "compiled"] as const;
/** Native, or loaded by the path of a file of theirs, or not needed by most servers. */
const EXTERNAL = ["better-sqlite3", "@prisma/schema-engine-wasm", "@graphql-yoga/render-graphiql"];
const WARM_UP_LIMIT_MS = 120_000;
const KEPT_MS = 12 * 3_600_000;

let made: Promise<string> | undefined;

/**
 * The script of the test server: the built code and what steers it as one file, beside V8's compiled form of it. Tests start hundreds of
 * servers, and most of a start is finding, reading and compiling a thousand modules.
 */
export function compiledTestServer(): Promise<string> {
  made ??= compile();
  return made;
}

async function compile(): Promise<string> {
  if (!existsSync(join(DIST, "app.js"))) throw new Error("the server is not built: npm run build");
  const directory = join(PROJECT, "node_modules/.cache/treekeeper-test-server", fingerprint());
  const script = join(directory, "run.cjs");
  if (existsSync(script)) return script;
  forgetOlder(dirname(directory));
  const unfinished = `${directory}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  await build({
    entryPoints: [join(import.meta.dirname, "test-server.ts")],
    outfile: join(unfinished, "server.cjs"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minifyWhitespace: true,
    // A script that comes from V8's cache can't import: it requires.
    supported: { "dynamic-import": false },
    external: EXTERNAL,
    plugins: [builtCode],
    logLevel: "error",
  });
  await build({
    entryPoints: [join(import.meta.dirname, "compiled.ts")],
    outfile: join(unfinished, "run.cjs"),
    platform: "node",
    format: "cjs",
    logLevel: "error",
  });
  await warmUp(join(unfinished, "run.cjs"));
  // Two runs may do this at once: the second finds it done.
  if (!existsSync(directory)) renameSync(unfinished, directory);
  return script;
}

/** The test server's own files are TypeScript; what they take from src/ is taken from dist/, where each file knows where it lies. */
const builtCode: Plugin = {
  name: "built-code",
  setup(bundle) {
    bundle.onResolve({ filter: /^\.\.\/\.\.\/src\// }, ({ path }) => ({ path: join(DIST, path.slice("../../src/".length)) }));
    bundle.onLoad({ filter: /\/dist\/.*\.js$/ }, ({ path }) => {
      if (!path.startsWith(DIST)) return null;
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: readFileSync(path, "utf8").replaceAll("import.meta.url", url), loader: "js" };
    });
  },
};

/** Everything that the script is made of. */
function fingerprint(): string {
  const hash = createHash("sha256").update([process.version, PROJECT].join("\0"));
  for (const part of PARTS) hash.update(readFileSync(join(import.meta.dirname, `${part}.ts`)));
  hash.update(readFileSync(join(PROJECT, "package-lock.json")));
  for (const file of readdirSync(DIST, { recursive: true, encoding: "utf8" }).sort()) {
    if (!file.endsWith(".js")) continue;
    const { size, mtimeMs } = statSync(join(DIST, file));
    hash.update(`${file} ${size} ${mtimeMs}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

/** What earlier builds left, once no run can be using it any more. */
function forgetOlder(cache: string): void {
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** A first life, at the end of whose start V8's compiled form is stored beside the script. */
async function warmUp(script: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "treekeeper-warm-up-"));
  try {
    const child = spawn(process.execPath, [script, "--data", join(home, "data"), "--port", "0"], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1", TEST_STORE_COMPILED: "1" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      timeout: WARM_UP_LIMIT_MS,
    });
    const [code] = (await once(child, "exit")) as [number | null];
    if (code !== 0 || !existsSync(join(dirname(script), "server.cjs.cache"))) throw new Error(`the test server did not start: ${code}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
