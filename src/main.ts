#!/usr/bin/env node
import { helpText, parseConfig } from "./config.js";
import { assertNever } from "./errors.js";
import { VERSION } from "./graphql/version.js";

const parsed = parseConfig(process.argv.slice(2));
switch (parsed.kind) {
  case "help":
    console.log(helpText());
    break;
  case "version":
    console.log(VERSION);
    break;
  case "mistakes":
    for (const mistake of parsed.mistakes) console.error(`treekeeper: ${mistake}`);
    process.exitCode = 2;
    break;
  case "config": {
    for (const warning of parsed.warnings) console.error(`treekeeper: ${warning}`);
    // Only now: a mistake is said at once, and not after everything was loaded.
    const { run } = await import("./run.js");
    await run(parsed.config);
    break;
  }
  default:
    assertNever(parsed);
}
