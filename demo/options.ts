import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

export interface DemoOptions {
  readonly kind: "run";
  /** A repository of the user's; null: one is generated. */
  readonly repo: string | null;
  readonly keep: boolean;
  /** Files in the heap of build output. */
  readonly heap: number;
}

export type Asked = DemoOptions | { kind: "end"; directory: string } | { kind: "help"; text: string } | { kind: "mistake"; text: string };

const HEAP_MIN = 2_000;
const HEAP_MAX = 2_000_000;

const HELP = `Usage: npm run demo -- [options]

Shows Treekeeper's main job on real repositories: worktrees are made for tasks, reclaimed durably when the tasks end, and watched
live, through a SIGKILL of the server. Works in a throw-away directory where temporary files go (TMPDIR) and cleans up. When something
did not hold, or it could not be shown, it ends with 1 and leaves that directory to be looked at.

  --repo PATH   use this repository (only branches and refs of the demo's own are made in it, and removed again)
  --heap N      small files in the heap of build output (default: 150000)
  --keep        leave the server running at the end, and print the address of its GraphiQL
  --end DIR     stop the server that --keep left, and remove what the demo made, DIR and in the repository of --repo
  --help        this text
`;

export function parseOptions(argv: readonly string[], env: NodeJS.ProcessEnv): Asked {
  const mistake = (text: string): Asked => ({ kind: "mistake", text });
  // Without "--" npm takes the flags for settings of its own, and the demo would do something else than was asked.
  const swallowed = ["repo", "heap", "keep", "end"].find((name) => env[`npm_config_${name}`] !== undefined);
  if (swallowed !== undefined && env["npm_lifecycle_event"] === "demo")
    return mistake(`npm took --${swallowed} for an option of its own. Give options after "--": npm run demo -- --${swallowed} …`);
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        repo: { type: "string" },
        heap: { type: "string", default: "150000" },
        keep: { type: "boolean", default: false },
        end: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) return { kind: "help", text: HELP };
    if (values.repo === "") return mistake("--repo takes the path of a repository.");
    if (values.end === "") return mistake("--end takes the directory that the demo left.");
    if (values.end !== undefined) {
      if (argv.length > 2 || (argv.length === 2 && argv[0] !== "--end")) return mistake("--end goes alone.");
      return { kind: "end", directory: absolute(values.end, env) };
    }
    const heap = Number(values.heap);
    if (!/^\d+$/.test(values.heap) || heap < HEAP_MIN || heap > HEAP_MAX)
      return mistake(`--heap takes a number from ${HEAP_MIN} to ${HEAP_MAX}.`);
    return { kind: "run", repo: values.repo === undefined ? null : absolute(values.repo, env), keep: values.keep, heap };
  } catch (error) {
    const [first = ""] = (error as Error).message.split(/\.\s/);
    return mistake(`${first.replace(/\.$/, "")}.`);
  }
}

/** npm runs scripts in the package's directory, and says in INIT_CWD from where it was called. */
function absolute(path: string, env: NodeJS.ProcessEnv): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir(), path.slice(1));
  return resolve(env["INIT_CWD"] ?? process.cwd(), path);
}
