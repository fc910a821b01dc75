import { existsSync, statfsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Sandbox } from "../support/sandbox.js";
import { NotStarted, Server } from "../support/server.js";

const TMPFS = 0x01021994;
const MEMORY = "/dev/shm";
const hasMemory = existsSync(MEMORY) && statfsSync(MEMORY).type === TMPFS;

let sandbox: Sandbox;

beforeAll(() => {
  sandbox = Sandbox.create();
});

afterAll(() => sandbox.remove());

async function refusal(name: string, flags: readonly string[]): Promise<string> {
  const dataDir = sandbox.path(name);
  const started = Server.start({ kind: "shipped", dataDir, home: sandbox.home, flags });
  const error = await started.then(
    async (server) => `it started, and ended with ${(await server.stop()).code}`,
    (refused: unknown) => (refused instanceof NotStarted ? refused.message : Promise.reject(refused)),
  );
  expect(existsSync(dataDir), "the data directory").toBe(false);
  return error;
}

describe("a server that is refused at its start has made nothing", () => {
  it.skipIf(!hasMemory)("for a root in memory", async () => {
    const root = `${MEMORY}/treekeeper-${process.pid}`;
    expect(await refusal("memory", ["--root", `${root}/deep/root`])).toContain("--allow-tmpfs");
    expect(existsSync(root)).toBe(false);
  });

  it("for a git that is not there", async () => {
    expect(await refusal("no-git", ["--git", sandbox.path("nowhere/git")])).toContain("--git");
  });

  it("for a git that is none, or too old", async () => {
    sandbox.write(sandbox.dir, { "old-git": "#!/bin/sh\necho git version 2.20.1\n", "no-git.sh": "#!/bin/sh\necho hello\n" });
    sandbox.run("chmod", ["+x", sandbox.path("old-git"), sandbox.path("no-git.sh")]);
    expect(await refusal("old", ["--git", sandbox.path("old-git")])).toContain("too old");
    expect(await refusal("none", ["--git", sandbox.path("no-git.sh")])).toContain("--git");
  });
});
