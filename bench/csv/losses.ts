import type { ShapeResult } from "./measure_shape.ts";

/** Where a peer is faster than one of our ways; says so if there is no such place. */
export function lossesText(results: readonly ShapeResult[]): string {
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
