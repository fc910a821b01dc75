import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Reads the file of a command from fd 3, runs it in a process of its own, and says on fd 4 how it ended; ends with the worker. */
const LOOP = 'exec 3<"$1/asked" 4>"$1/ended"; while read -r command <&3; do (. "$1/$command") 3<&- 4>&-; echo $? >&4; done';
const WORD_BYTES = 16;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Buffer | undefined;
}

export interface Done {
  /** 128 and the signal's number when a signal ended it. */
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/**
 * Runs commands one after the other, and waits: started by a shell that was started once. To start a process copies the tables of the one
 * that does it, which takes a worker of some hundred megabytes ten times as long as a shell, and tests start thousands.
 */
class Shell {
  readonly user = process.geteuid?.();
  readonly #directory = mkdtempSync(join(tmpdir(), "treekeeper-shell-"));
  readonly #asked: number;
  readonly #ended: number;
  #count = 0;

  constructor() {
    const fifos = ["asked", "ended"].map((name) => join(this.#directory, name));
    if (spawnSync("mkfifo", fifos).status !== 0) throw new Error("mkfifo failed");
    spawn("sh", ["-c", LOOP, "sh", this.#directory], { stdio: ["ignore", "ignore", "inherit"], cwd: "/" }).unref();
    // Each waits for the shell to open its end.
    this.#asked = openSync(fifos[0] as string, "w");
    this.#ended = openSync(fifos[1] as string, "r");
    process.once("exit", () => {
      closeSync(this.#asked);
      rmSync(this.#directory, { recursive: true, force: true });
    });
  }

  run(o: Command): Done {
    const name = `${++this.#count}`;
    const [input, out, err] = ["in", "out", "err"].map((kind) => join(this.#directory, kind)) as [string, string, string];
    if (o.input !== undefined) writeFileSync(input, o.input);
    const env = Object.entries(o.env).flatMap(([key, value]) => (value === undefined ? [] : [quoted(`${key}=${value}`)]));
    const words = ["env", "-i", ...env, quoted(o.command), ...o.args.map(quoted)].join(" ");
    const from = o.input === undefined ? "/dev/null" : quoted(input);
    writeFileSync(
      join(this.#directory, name),
      `cd -- ${quoted(o.cwd)} || exit 126\nexec ${words} <${from} >${quoted(out)} 2>${quoted(err)}\n`,
    );
    writeSync(this.#asked, `${name}\n`);
    const word = Buffer.alloc(WORD_BYTES);
    const length = readSync(this.#ended, word);
    if (length === 0) throw new Error("the shell that runs the commands of the tests has ended");
    const done = { code: Number(word.toString("latin1", 0, length)), stdout: readFileSync(out), stderr: readFileSync(err) };
    rmSync(join(this.#directory, name));
    return done;
  }
}

let shell: Shell | undefined;

/** Runs a command and waits for its end. A test that has become another user starts it itself: the shell is still who it was. */
export function runCommand(command: Command): Done {
  shell ??= new Shell();
  return process.geteuid?.() === shell.user ? shell.run(command) : runHere(command);
}

/** Started by this process, as another user if need be. */
export function runHere({ command, args, ...o }: Command, user?: { uid: number; gid: number }): Done {
  const done = spawnSync(command, args, { ...o, ...user, maxBuffer: MAX_OUTPUT_BYTES });
  if (done.error !== undefined) throw done.error;
  return { code: done.status ?? -1, stdout: done.stdout, stderr: done.stderr };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
