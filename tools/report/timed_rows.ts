import type { Section, SectionRow } from "../../bench/section.ts";

/** Whether a row is a run of our program. */
export function isOurs({ name }: SectionRow): boolean {
  return name.startsWith("specol");
}

/** The seconds of a row, in a section that has them. */
export function secondsOf({ columns }: Section, { figures }: SectionRow): number | undefined {
  const column = columns.findIndex(({ title }) => title === "s" || title === "seconds");
  return column < 0 ? undefined : figures[column];
}

/** No peers: cp computes nothing, and `read alone` is a part of what we do. */
const NO_PEER = /^cp\b| alone$/;

/** Where a peer is faster than one of our runs. */
export function slowerThanPeers(section: Section): string[] {
  const peers = section.rows.filter((row) => !isOurs(row) && !NO_PEER.test(row.name));
  return section.rows.filter(isOurs).flatMap((ours) => {
    const seconds = secondsOf(section, ours);
    return peers.flatMap((peer) => {
      const theirs = secondsOf(section, peer);
      return seconds !== undefined && theirs !== undefined && theirs < seconds
        ? [
          `${section.name}: ${peer.name} takes ${theirs.toFixed(3)} s, \`${ours.name}\` ${
            seconds.toFixed(3)
          }`,
        ]
        : [];
    });
  });
}

/** The targets that are missed. */
export function missedTargets({ name, rows }: Section): string[] {
  return rows.flatMap((row) =>
    row.verdicts.filter(({ met }) => !met).map(({ text }) => `${name}, ${row.name}: ${text}`)
  );
}
