import { countAdministrative } from "./admin.js";
import { Unproven } from "./ask.js";
import { bytePathOf } from "./bytePath.js";
import type { Git } from "./git.js";
import { indexDiffers } from "./objects.js";
import { countModules } from "./submodules.js";
import { Findings, type Verdict } from "./verdict.js";

/**
 * Says whether the registration of a tree that is gone holds what exists nowhere else: a staged index, an operation in progress, a lock
 * file, a file of somebody, a submodule's repository with something of its own. Its commits are not judged: they are rescued.
 * @throws GitError with `timedOut`, SpawnError, the signal's reason: trouble that may be over next time.
 */
export async function judgeRegistration(git: Git, adminDir: string, signal?: AbortSignal): Promise<{ verdict: Verdict; reason: string }> {
  const findings = new Findings();
  try {
    await countAdministrative(adminDir, findings, bytePathOf("(git) "));
    if (await indexDiffers(git, { gitDir: adminDir, tree: adminDir }, signal === undefined ? {} : { signal })) {
      findings.unsaved("staged", bytePathOf("(git) index"), "differs from its HEAD");
    }
    await countModules({ git, findings, signal }, adminDir);
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    findings.doubt(error.message);
  }
  return { verdict: findings.verdict, reason: findings.reason };
}
