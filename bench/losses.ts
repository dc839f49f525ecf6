import type { Call } from "./measure_calls.ts";
import type { FirstCall } from "./measure_first_calls.ts";
import type { Row } from "./row.ts";
import type { Startup } from "./startup.ts";
import {
  callVerdicts,
  firstCallVerdict,
  matrixVerdicts,
  moduleVerdict,
  startupVerdict,
  verdictsOf,
} from "./verdict.ts";
import type { ShapeResult } from "./csv/measure_shape.ts";

/** Everything that was measured. A run of some cells has only those. */
export interface Results {
  readonly rows: readonly Row[];
  readonly calls?: readonly Call[];
  readonly firstCalls?: readonly FirstCall[];
  readonly startup?: Startup;
  readonly moduleBytes: number;
}

/** A cell in which a peer is ahead. */
export interface Loss {
  readonly row: Row;
  readonly peer: string;
  readonly theirs: number;
}

/** Returns every cell in which a peer is faster, the worst first. */
export function lossesOf(rows: readonly Row[]): Loss[] {
  return rows.flatMap((row) =>
    Object.entries(row.peers).filter(([, theirs]) => theirs < row.ours)
      .map(([peer, theirs]) => ({ row, peer, theirs }))
  ).sort((a, b) => a.theirs / a.row.ours - b.theirs / b.row.ours);
}

/** Returns the targets that are missed. */
export function missedTargets(results: Results): string[] {
  const { rows, calls = [], firstCalls = [], startup, moduleBytes } = results;
  const ofRows = rows.flatMap((row) =>
    verdictsOf(row).filter(({ met }) => !met).map(({ text }) => `${row.name}, ${row.type}: ${text}`)
  );
  const others = [
    ...matrixVerdicts(rows),
    ...callVerdicts(calls),
    ...firstCalls.map(firstCallVerdict),
    moduleVerdict(moduleBytes),
    ...(startup === undefined ? [] : [startupVerdict(startup)]),
  ];
  return [...ofRows, ...others.filter(({ met }) => !met).map(({ text }) => text)];
}

/**
 * Lists where a peer is faster than we are, and which targets are missed, or says that there are
 * none.
 */
export function lossesText(results: Results): string {
  const slower = lossesOf(results.rows).map(({ row, peer, theirs }) =>
    `${row.name}, ${row.type}, ${row.range}: ${peer} takes ${theirs.toFixed(2)} ns, we ${
      row.ours.toFixed(2)
    }`
  );
  return `\nwhere we lose:\n${list("slower than a peer", slower)}\n${
    list("targets missed", missedTargets(results))
  }`;
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return `  ${title}: nowhere`;
  return [`  ${title}:`, ...items.map((item) => `    ${item}`)].join("\n");
}

/** Lists where a peer is faster than one of our runs, or says that there is no such place. */
export function csvLossesText(results: readonly ShapeResult[]): string {
  const slower = results.flatMap(({ section, ours, peers }) =>
    ours.flatMap((our) =>
      peers.filter(({ seconds }) => seconds < our.seconds).map(({ name, seconds }) =>
        `  ${section.name}: ${name} takes ${seconds.toFixed(3)} s, ${our.name} ${
          our.seconds.toFixed(3)
        }`
      )
    )
  );
  return slower.length === 0
    ? "\nslower than a peer: nowhere"
    : `\nslower than a peer:\n${slower.join("\n")}`;
}
