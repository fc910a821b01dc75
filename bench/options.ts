import { parseArgs } from "node:util";

export const NAMES = [
  "archive",
  "reclaim",
  "reclaim-400",
  "purge",
  "remove",
  "mutation",
  "workspace",
  "growth",
  "cascade",
  "memory",
] as const;
export type Name = (typeof NAMES)[number];

export interface BenchOptions {
  readonly names: readonly Name[];
  /** How often each pair is measured. */
  readonly rounds: number;
  /** Where the throw-away directory is made; null: where temporary files go. */
  readonly within: string | null;
}

const HELP = `Usage: npm run bench -- [options]

Measures Treekeeper beside what it is compared with: in one run, in turns, on the same kind of tree, each several times. What counts is the
ratio; its median is compared with the goal, and its smallest and largest are shown. Works in a throw-away directory with the built server
(npm run build) and cleans up. Takes some minutes; other work on the machine makes the spread larger.

  --only NAME    one benchmark; repeatable (default: all):
                 archive      archiveTask with a tree of 50,000 files and with one of 50
                 reclaim      a clean tree of 5,000 files: deleteTask and git worktree remove --force, git branch -D
                 reclaim-400  the same in a repository with 400 worktrees
                 purge        the bytes of 50,000 files, progress included, and rm -rf
                 remove       what deletes, alone, on trees of 150,000 files, and rm -rf
                 mutation     createTask over HTTP and the transaction that it needs
                 workspace    deleteWorkspace with 400 clean tasks, and a shell that ends the same 400 worktrees (takes minutes to prepare)
                 growth       one cleanup with 10, 100 and 1,000 worktrees in its repository
                 cascade      archiveTask with a tree of 1,000 and of 5,000 tasks, and how long other mutations wait meanwhile
                 memory       the server, idle and with subscribers
  --rounds N     rounds of each (default: 7)
  --within DIR   make the throw-away directory here
  --help         this text
`;

export function parseOptions(argv: readonly string[]): BenchOptions | { help: string } | { mistake: string } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        only: { type: "string", multiple: true },
        rounds: { type: "string", default: "7" },
        within: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return { help: HELP };
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1_000) return { mistake: "--rounds takes a number from 1 to 1000." };
    const names: Name[] = [];
    for (const only of values.only ?? NAMES) {
      const name = NAMES.find((known) => known === only);
      if (name === undefined) return { mistake: `--only takes one of ${NAMES.join(", ")}.` };
      names.push(name);
    }
    return { names, rounds, within: values.within ?? null };
  } catch (error) {
    return { mistake: (error as Error).message };
  }
}
