/** The starter's process: starts children for its server, says what they say, and goes when its server goes. */
import { systemClock } from "../clock.js";
import { type Started, type StartSpec, startHere } from "./start.js";
import type { FromStarter, ToStarter } from "./starterProtocol.js";

/** Of a child's stdout, that may be on its way to a busy server. */
const MAX_UNTAKEN_BYTES = 8 * 1024 * 1024;

const children = new Map<number, { started: Started | null; untaken: number }>();

function say(message: FromStarter): void {
  process.send?.(message);
}

async function start(child: number, spec: StartSpec): Promise<void> {
  const known: { started: Started | null; untaken: number } = { started: null, untaken: 0 };
  children.set(child, known);
  try {
    const listener = {
      out(chunk: Buffer) {
        known.untaken += chunk.length;
        say({ kind: "out", child, chunk });
        if (known.untaken > MAX_UNTAKEN_BYTES) known.started?.flow(false);
      },
      err: (chunk: Buffer) => say({ kind: "err", child, chunk }),
      ended: () => say({ kind: "ended", child }),
    };
    known.started = await startHere(spec, listener, systemClock);
    say({ kind: "started", child, pid: known.started.pid });
    const [code, signal] = await known.started.finished;
    say({ kind: "finished", child, code, signal });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    say({ kind: "refused", child, message, code });
  } finally {
    children.delete(child);
  }
}

process.on("message", (message: ToStarter) => {
  if (message.kind === "start") return void start(message.child, message.spec);
  const known = children.get(message.child);
  if (known === undefined) return;
  if (message.kind === "begin") known.started?.begin();
  else if (message.kind === "drop") known.started?.drop();
  else {
    known.untaken -= message.bytes;
    if (known.untaken <= MAX_UNTAKEN_BYTES) known.started?.flow(true);
  }
});
// As the kernel would do with a dead server's: what is held never begins, what runs goes on.
process.on("disconnect", () => process.exit());
// Whoever ends everything at once leaves the order of it to the server.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
