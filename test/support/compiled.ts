/** Runs server.cjs, which lies beside this, from V8's compiled form of it; with TEST_STORE_COMPILED it stores that form once the server is ready, and ends. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

const file = join(__dirname, "server.cjs");
const storing = process.env.TEST_STORE_COMPILED !== undefined;
const source = `(function (require, module, exports) {${readFileSync(file, "utf8")}\n})`;
const script = new Script(source, { filename: file, ...(storing ? {} : { cachedData: readFileSync(`${file}.cache`) }) });
if (script.cachedDataRejected === true) throw new Error(`${file}.cache was made by another V8: delete ${__dirname}`);

if (storing) {
  const send = process.send?.bind(process);
  process.send = (message: unknown): boolean => {
    if ((message as { kind?: string }).kind === "ready") {
      writeFileSync(`${file}.cache`, script.createCachedData());
      process.kill(process.pid, "SIGTERM");
      return true;
    }
    return send?.(message) ?? false;
  };
}

const module_ = { exports: {} };
script.runInThisContext()(createRequire(file), module_, module_.exports);
