import type { StartSpec } from "./start.js";

/** To the starter. Each child has a number that was never used before. */
export type ToStarter =
  | { kind: "start"; child: number; spec: StartSpec }
  | { kind: "begin"; child: number }
  | { kind: "drop"; child: number }
  /** So many bytes of its stdout were taken. */
  | { kind: "taken"; child: number; bytes: number };

export type FromStarter =
  | { kind: "started"; child: number; pid: number }
  | { kind: "refused"; child: number; message: string; code: string | undefined }
  | { kind: "out" | "err"; child: number; chunk: Uint8Array }
  | { kind: "ended"; child: number }
  | { kind: "finished"; child: number; code: number | null; signal: NodeJS.Signals | null };
