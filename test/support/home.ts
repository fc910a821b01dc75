/** Every test file has a home directory with a git configuration of its own, and knows nothing of the user's. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "./directory.js";

const home = temporaryDirectory("home");
mkdirSync(join(home, ".config"));
writeFileSync(
  join(home, ".gitconfig"),
  '[user]\n\tname = Tester\n\temail = tester@example.test\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n[gc]\n\tauto = 0\n',
);
for (const name of Object.keys(process.env)) if (name.startsWith("GIT_")) delete process.env[name];
Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" });
