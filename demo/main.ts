import { endWhatIsLeft } from "./ending.js";
import { Refused } from "./errors.js";
import { forgetSurroundings } from "./git.js";
import { parseOptions } from "./options.js";
import { runDemo } from "./run.js";
import { requireBuilt } from "./server.js";

const asked = parseOptions(process.argv.slice(2), process.env);
forgetSurroundings(process.env);
try {
  switch (asked.kind) {
    case "help":
      console.log(asked.text);
      break;
    case "mistake":
      throw new Refused(`${asked.text} See npm run demo -- --help.`);
    case "end":
      await endWhatIsLeft(asked.directory);
      console.log(`Ended: nothing of ${asked.directory} is left.`);
      break;
    case "run":
      requireBuilt();
      process.exitCode = await runDemo(asked);
      break;
  }
} catch (error) {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof Refused ? 2 : 1;
}
process.exit();
