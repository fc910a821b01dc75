import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, it } from "vitest";
import type { Effect } from "../../src/effects.js";
import { Life } from "../crash/life.js";
import { PIECES, type PieceName } from "../crash/pieces.js";
import { canMount } from "../support/mounts.js";
import type { Moment } from "../support/steering.js";

/** Nothing that was told before is still on its way to the disk, and the last things are not yet there by themselves. */
const MOMENTS: readonly [Effect, Moment, PieceName][] = [
  ["make.add", "after", "create"],
  ["settle.set-aside", "after", "deleteTwo"],
  ["quarantine.rename", "after", "deleteTwo"],
];

function root(command: string, ...args: string[]): void {
  const done = spawnSync(command, args);
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.error?.message ?? done.stderr.toString()}`);
}

function canUseLoop(): boolean {
  if (!canMount) return false;
  const tried = mkdtempSync(join(tmpdir(), "treekeeper-loop-"));
  const image = join(tried, "image");
  const script = 'truncate -s 8M "$0" && mkfs.ext4 -q "$0" && mkdir "$0.d" && mount -o loop "$0" "$0.d"';
  const { status } = spawnSync("unshare", ["--mount", "--propagation", "private", "sh", "-c", script, image]);
  rmSync(tried, { recursive: true });
  return status === 0;
}

const possible = canUseLoop();
if (!possible) console.warn("SKIPPED: this machine can't mount a loop image: the power cut");

/** Everything lies on a disk in a file, which is copied as it is while the server stands still: what was not synced is not in the copy. */
describe.skipIf(!possible)("a power cut", () => {
  let base = "";

  afterEach(() => {
    spawnSync("umount", ["--lazy", join(base, "disk")]);
    rmSync(base, { recursive: true, force: true });
  });

  for (const [effect, moment, piece] of MOMENTS) {
    it(`${moment} ${effect} (${piece}): everything converges, nothing is lost`, { timeout: 300_000 }, async () => {
      base = realpathSync(mkdtempSync(join(tmpdir(), "treekeeper-power-")));
      const [disk, image, copy] = [join(base, "disk"), join(base, "image"), join(base, "copy")];
      root("truncate", "-s", "192M", image);
      root("mkfs.ext4", "-q", image);
      mkdirSync(disk);
      root("mount", "-o", "loop", image, disk);

      const life = await Life.begin({ within: disk });
      const begun = await PIECES[piece](life);
      root("sync");
      const stands = life.world.server.hanging();
      await life.world.server.arm(effect, moment, { action: "hang" });
      const called = begun.trigger().catch(() => {});
      await stands;
      root("cp", "--sparse=always", image, copy);
      await life.world.crash();
      await called;
      root("umount", "--lazy", disk);
      root("mount", "-o", "loop", copy, disk);

      await life.world.boot();
      await begun.trigger();
      await life.world.rest();
      await begun.check();
      await life.world.rest();
      life.assert({ gc: true });
      await life.world.close();
    });
  }
});
