import { parseArgs } from "node:util";

export interface DemoOptions {
  /** A repository of the user's; null: one is generated. */
  readonly repo: string | null;
  readonly keep: boolean;
  /** Files in the heap of build output. */
  readonly heap: number;
}

const HELP = `Usage: npm run demo -- [options]

Shows Treekeeper's main job on real repositories: worktrees are made for tasks, reclaimed durably when the tasks end, and watched
live, through a SIGKILL of the server. Works in a throw-away directory and cleans up.

  --repo PATH   use this repository (only branches and refs of the demo's own are made in it, and removed again)
  --heap N      small files in the heap of build output (default: 150000)
  --keep        leave the server running at the end, and print the address of its GraphiQL
  --help        this text
`;

export function parseOptions(argv: readonly string[]): DemoOptions | { help: string } | { mistake: string } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        repo: { type: "string" },
        heap: { type: "string", default: "150000" },
        keep: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return { help: HELP };
    const heap = Number(values.heap);
    if (!Number.isInteger(heap) || heap < 2_000 || heap > 2_000_000) return { mistake: "--heap takes a number from 2000 to 2000000." };
    return { repo: values.repo ?? null, keep: values.keep, heap };
  } catch (error) {
    return { mistake: (error as Error).message };
  }
}
