import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { MARKER_NAME, readMarker, writeMarker } from "../../src/disk/marker.js";
import { temporaryDirectory } from "../support/directory.js";
import { sh } from "./support.js";

let dir: string;
beforeEach(() => {
  dir = temporaryDirectory("marker");
});
const marker = { instanceId: "i", environmentId: "env_1", materialisationId: "mat_1", nonce: "n", worktrees: { "web-1": "worktree_1" } };

describe("a marker", () => {
  it("is read as it was written, also over an older one", async () => {
    await writeMarker(dir, { ...marker, nonce: "older" });
    await writeMarker(dir, marker);
    expect(await readMarker(dir)).toEqual({ state: "present", marker });
    expect(readdirSync(dir)).toEqual([MARKER_NAME]);
  });

  it("is absent where there is none, and where there is no directory", async () => {
    expect(await readMarker(dir)).toEqual({ state: "absent" });
    expect(await readMarker(path.join(dir, "none"))).toEqual({ state: "absent" });
  });

  it.each([
    ["not JSON", '{"instanceId":'],
    ["another shape", '{"instanceId": 1}'],
    ["too long", " ".repeat(2_000_000)],
    ["empty", ""],
  ])("is unknown when it is %s", async (_, text) => {
    writeFileSync(path.join(dir, MARKER_NAME), text);
    expect((await readMarker(dir)).state).toBe("unknown");
  });

  it("is unknown when it is a link, a directory or a FIFO, which is not waited for", async () => {
    writeFileSync(path.join(dir, "elsewhere"), JSON.stringify(marker));
    symlinkSync("elsewhere", path.join(dir, MARKER_NAME));
    expect((await readMarker(dir)).state).toBe("unknown");
    mkdirSync(path.join(dir, "d", MARKER_NAME), { recursive: true });
    expect((await readMarker(path.join(dir, "d"))).state).toBe("unknown");
    await sh(dir, `mkdir p; mkfifo p/${MARKER_NAME}`);
    expect((await readMarker(path.join(dir, "p"))).state).toBe("unknown");
  });
});
