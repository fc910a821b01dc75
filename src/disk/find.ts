import type { Children } from "./child.js";

/** What `find` and what it runs are given: messages in one language, and nothing of a relative PATH, which -execdir refuses. */
export const FIND_ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" } as const;

const asked = new WeakMap<Children, Promise<boolean>>();

/** Whether `find` is GNU's, which has -printf. Asked once. */
export function hasGnuFind(children: Children): Promise<boolean> {
  let answer = asked.get(children);
  if (answer === undefined) {
    answer = children
      .run({ command: "find", args: ["/", "-maxdepth", "0", "-printf", "GNU"], cwd: "/", env: FIND_ENVIRONMENT })
      .then((result) => result.code === 0 && result.stdout.equals(Buffer.from("GNU")))
      .catch(() => false);
    asked.set(children, answer);
  }
  return answer;
}
