import type { Row } from "./row.ts";
import type { Startup } from "./startup.ts";
import { moduleVerdict, startupVerdict, verdictsOf } from "./verdict.ts";

/** All that was measured. */
export interface Results {
  readonly rows: readonly Row[];
  readonly startup: Startup;
  readonly moduleBytes: number;
}

/** Where a peer is faster than we are, and which targets are missed; says so if there are none. */
export function lossesText({ rows, startup, moduleBytes }: Results): string {
  const slower = rows.flatMap((row) =>
    Object.entries(row.peers).filter(([, theirs]) => theirs < row.ours).map(([peer, theirs]) =>
      `${row.name} ${row.type}: ${peer} takes ${theirs.toFixed(2)} ns, we ${row.ours.toFixed(2)}`
    )
  );
  const missed = [
    ...rows.flatMap((row) =>
      verdictsOf(row).filter(({ met }) => !met).map(({ text }) =>
        `${row.name} ${row.type}: ${text}`
      )
    ),
    ...[moduleVerdict(moduleBytes), startupVerdict(startup)].filter(({ met }) => !met)
      .map(({ text }) => text),
  ];
  return `\nwhere we lose:\n${list("slower than a peer", slower)}\n${
    list("targets missed", missed)
  }`;
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return `  ${title}: nowhere`;
  return [`  ${title}:`, ...items.map((item) => `    ${item}`)].join("\n");
}
