import { ask, records, type TreePlace, Unproven } from "./ask.js";
import type { BytePath } from "./bytePath.js";
import type { Git, GitRun } from "./git.js";
import { isOid } from "./oid.js";
import type { UnsavedKind } from "./verdict.js";

export interface StatusChange {
  kind: UnsavedKind;
  path: BytePath;
  /** git's two letters, e.g. ".M". */
  code: string;
}

export interface TreeStatus {
  /** Null when HEAD is unborn. */
  headCommit: string | null;
  changes: StatusChange[];
  /** A directory ends in "/" and is a repository of its own. */
  untracked: BytePath[];
  /** A directory ends in "/": all of it is ignored. */
  ignored: BytePath[];
}

const ARGS = [
  "status",
  "--porcelain=v2",
  "-z",
  "--branch",
  "--untracked-files=all",
  "--ignored=matching",
  // Compares recorded commits without entering a submodule, which fails in a moved tree; each is judged by itself.
  "--ignore-submodules=dirty",
  "--no-renames",
  "--no-ahead-behind",
];

/**
 * What git sees in a tree.
 * @param settings more of "-c", see `trueSettings`.
 * @throws Unproven
 */
export async function statusOf(git: Git, place: TreePlace, settings: readonly string[], o: GitRun): Promise<TreeStatus> {
  return parseStatus((await ask(git, place, [...settings, ...ARGS], o)).stdout);
}

/** Porcelain v2 with -z. @throws Unproven for a record that it does not know. */
export function parseStatus(answer: Buffer): TreeStatus {
  const status: TreeStatus = { headCommit: null, changes: [], untracked: [], ignored: [] };
  let sawHead = false;
  const all = records(answer);
  for (let i = 0; i < all.length; i++) {
    const record = all[i] as string;
    switch (record[0]) {
      case "#":
        if (record.startsWith("# branch.oid ")) {
          const oid = record.slice("# branch.oid ".length);
          if (oid !== "(initial)" && !isOid(oid)) throw notUnderstood(record);
          status.headCommit = oid === "(initial)" ? null : oid;
          sawHead = true;
        }
        break;
      case "1":
        addChange(status, record, 8);
        break;
      case "2":
        addChange(status, record, 9);
        // The name that it had.
        i += 1;
        break;
      case "u":
        addChange(status, record, 10);
        break;
      case "?":
        status.untracked.push(record.slice(2));
        break;
      case "!":
        status.ignored.push(record.slice(2));
        break;
      default:
        throw notUnderstood(record);
    }
  }
  if (!sawHead) throw new Unproven("git status did not say where HEAD is.");
  return status;
}

function addChange(status: TreeStatus, record: string, fieldsBefore: number): void {
  let at = -1;
  for (let i = 0; i < fieldsBefore; i++) {
    at = record.indexOf(" ", at + 1);
    if (at === -1) throw notUnderstood(record);
  }
  const path = record.slice(at + 1);
  const code = record.slice(2, 4);
  if (path === "" || !/^[.MTADRCU]{2}$/.test(code)) throw notUnderstood(record);
  const add = (kind: UnsavedKind): unknown => status.changes.push({ kind, path, code });
  if (record[0] === "u") add("conflicted");
  else if (record[5] === "S") add("submodule");
  // Intent to add: git knows the name, and has nothing of the content.
  else if (code === ".A") add("untracked");
  else {
    if (code[0] !== ".") add("staged");
    if (code[1] !== ".") add("modified");
  }
}

function notUnderstood(record: string): Unproven {
  return new Unproven(`git status answered with something that is not understood: ${JSON.stringify(record.slice(0, 200))}`);
}
