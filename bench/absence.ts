import { existsSync, watch } from "node:fs";
import { dirname } from "node:path";

/** Should the file system tell nothing. */
const LOOK_AGAIN_MS = 100;

/** When a path has become absent (performance.now), told by the file system's own events: looking costs the observed nothing. */
export function absenceOf(path: string, limitMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (existsSync(path)) return;
      end();
      resolve(performance.now());
    };
    const watcher = watch(dirname(path), look);
    watcher.on("error", look);
    const again = setInterval(look, LOOK_AGAIN_MS);
    const late = setTimeout(() => {
      end();
      reject(new Error(`${path} is still there after ${limitMs / 1000} s`));
    }, limitMs);
    const end = (): void => {
      watcher.close();
      clearInterval(again);
      clearTimeout(late);
    };
  });
}
