import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const PROJECT = join(import.meta.dirname, "../..");
export const SHIPPED_SERVER = join(PROJECT, "dist/main.js");

const PARTS = ["test-server", "steered-clock", "fault-effects", "hand-scheduler"] as const;

/** The test server as JavaScript beside the built code: types were checked with everything else, so they are only taken away. */
export async function compiledTestServer(): Promise<string> {
  if (!existsSync(join(PROJECT, "dist/app.js"))) throw new Error("the server is not built: npm run build");
  const sources = PARTS.map((part) => readFileSync(join(import.meta.dirname, `${part}.ts`), "utf8"));
  const hash = createHash("sha256")
    .update([PROJECT, ...sources].join("\0"))
    .digest("hex")
    .slice(0, 16);
  const directory = join(PROJECT, "node_modules/.cache/treekeeper-test-server", hash);
  if (!existsSync(directory)) {
    const { default: ts } = await import("typescript");
    const made = `${directory}.${process.pid}`;
    mkdirSync(made, { recursive: true });
    for (const [index, part] of PARTS.entries()) {
      const { outputText } = ts.transpileModule(sources[index] as string, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
      });
      writeFileSync(join(made, `${part}.js`), outputText.replaceAll('"../../src/', `"${pathToFileURL(join(PROJECT, "dist")).href}/`));
    }
    writeFileSync(join(made, "package.json"), '{"type":"module"}');
    // Two test files may do this at once: the second finds it done.
    if (!existsSync(directory)) renameSync(made, directory);
  }
  return join(directory, "test-server.js");
}
