import { EFFECTS, type Effect } from "../../src/effects.js";
import type { Moment } from "../support/steering.js";
import type { PieceName } from "./pieces.js";

/**
 * Which pieces pass each effect. A new effect does not compile without its line, and a line that is wrong fails: the point is not
 * reached. Before, during and after are taken from different pieces where there are several; TEST_CRASH_ALL=1 walks them all.
 */
const REACHED_BY: Record<Effect, readonly [PieceName, ...PieceName[]]> = {
  "make.reserve": ["create"],
  "make.claim": ["create"],
  "make.directory": ["create"],
  "make.marker": ["create"],
  "make.fetch": ["create"],
  "make.begin": ["create"],
  "make.branch": ["create"],
  "make.add": ["create"],
  "make.copy": ["create"],
  "make.confirm": ["create"],
  "make.finish": ["create"],
  "unmake.registration": ["createSpoiled"],
  "unmake.set-aside": ["createSpoiled"],
  "unmake.tree": ["createSpoiled"],
  "unmake.directory": ["createSpoiled"],
  "unmake.branch": ["createSpoiled"],
  "end.commit": ["deleteClean", "archiveUnsaved"],
  "unarchive.commit": ["unarchive", "unarchiveMidway"],
  "job.claim": ["archiveAbsentStaged", "deleteAbsent"],
  "job.state": ["archiveNested"],
  "move.begin": ["deleteClean", "archiveUnsaved"],
  "move.rename": ["deleteTwo", "deleteClean"],
  "move.gitdir": ["deleteTwo", "archiveUnsaved"],
  "move.done": ["deleteClean", "deleteTwo"],
  "move.back": ["archiveNested"],
  "judge.store": ["deleteTwo", "archiveUnsaved"],
  "settle.begin": ["deleteAbsent", "deleteTwo"],
  "settle.rescue-commit": ["deleteClean", "deleteTwo", "deleteClean"],
  "settle.refs": ["deleteTwo", "deleteClean", "deleteTwo"],
  "settle.purging": ["deleteClean", "deleteTwo"],
  "settle.config": ["deleteTwo", "deleteClean"],
  "settle.set-aside": ["deleteAbsent", "deleteTwo"],
  "settle.done": ["deleteClean", "deleteAbsent"],
  "quarantine.manifest": ["archiveUnsaved", "deleteTwo"],
  "quarantine.entry": ["archiveUnsaved", "deleteTwo"],
  "quarantine.detach": ["archiveUnsaved", "deleteTwo"],
  "quarantine.branch": ["deleteTwo"],
  "quarantine.rename": ["archiveUnsaved", "deleteTwo"],
  "quarantine.gitdir": ["archiveUnsaved", "deleteTwo"],
  "quarantine.done": ["archiveUnsaved", "deleteTwo"],
  "purge.tree": ["archiveHeap", "deleteClean"],
  "purge.progress": ["archiveHeap"],
  "purge.set-aside": ["archiveHeap", "deleteClean"],
  "purge.done": ["deleteClean", "archiveHeap"],
  "release.rescue": ["archiveHeap", "archiveUnsaved"],
  "release.commit": ["deleteClean", "deleteAbsent"],
  "reset.push": ["reset"],
  "reset.push-noted": ["reset"],
  "reset.afresh": ["reset"],
  "restore.begin": ["restoreEntry"],
  "restore.residue": ["unarchive"],
  "restore.rename": ["unarchive", "restoreEntry"],
  "restore.gitdir": ["restoreEntry", "unarchive"],
  "restore.branch": ["unarchive", "restoreEntry"],
  "restore.attach": ["restoreEntry", "unarchive"],
  "restore.manifest": ["unarchive", "restoreEntry"],
  "restore.finish": ["unarchivePurged", "unarchive"],
};

/** Effects that run a child process that changes something. A walk that sees one spawn outside this list fails. */
const WITH_CHILD: readonly Effect[] = [
  "make.fetch",
  "make.branch",
  "make.add",
  "unmake.tree",
  "unmake.set-aside",
  "unmake.branch",
  "settle.rescue-commit",
  "settle.refs",
  "settle.config",
  "quarantine.detach",
  "purge.tree",
  "purge.set-aside",
  "release.rescue",
  "reset.push",
  "restore.branch",
  "restore.attach",
];

export interface Point {
  effect: Effect;
  moment: Moment;
  piece: PieceName;
}

/** Every point of the code, in the order of the effects. */
export function points(): Point[] {
  return EFFECTS.flatMap((effect) => {
    const pieces = [...new Set(REACHED_BY[effect])];
    const moments: Moment[] = WITH_CHILD.includes(effect) ? ["before", "during", "after"] : ["before", "after"];
    return moments.flatMap((moment, index) => {
      const chosen = process.env.TEST_CRASH_ALL === undefined ? [pieces[index % pieces.length] as PieceName] : pieces;
      return chosen.map((piece) => ({ effect, moment, piece }));
    });
  });
}

/** Points that a server passed although no test of this suite stops there. */
export function unknownPoints(passed: Readonly<Record<string, number>>): string[] {
  const known = new Set(points().map((point) => `${point.effect}:${point.moment}`));
  return Object.keys(passed).filter((name) => !known.has(name));
}
