import type { Kernel } from "../../kernels/engine.ts";
import { firstWhere } from "../../support/zeros.ts";
import { neighbour } from "../../support/neighbour.ts";
import type { Random } from "../../support/random.ts";
import { reference, specialValue } from "../../support/reference/reference.ts";
import { type Axis, numberAt } from "./pictures/axis.ts";

/** How many points are taken. */
export interface Effort {
  /** Random points over the complete width. */
  readonly count: number;
  readonly random: Random;
}

/** Poles whose surroundings are looked at. */
const POLES = 12;
/** No double is nearer to them than 2^-52. */
const NEAREST_BITS = 52;
/** Points that are farther apart may have more than one place between them. */
const ALONE = 1 / 16;
/** Steps of one ulp to each side of a zero, as powers of two: 0 is the next double. */
const ZERO_BITS = 46;

/**
 * Points of a function: random ones spread evenly over the axis, and more next to the places where
 * it changes its sign or has a pole. In order, without doubles.
 */
export function pointsOf(kernel: Kernel, axis: Axis, effort: Effort): Float64Array {
  const { origin, segments } = axis;
  const { count, random } = effort;
  const spread = segments.flatMap((segment) => {
    const length = Math.ceil(count * segment.share);
    return Array.from(
      { length },
      (_, i) => origin + numberAt(segment, (i + random.between(0, 1)) / length),
    );
  });
  const points = [...spread, ...(hasPoles(kernel) ? nearPoles(random) : [])].sort((a, b) => a - b);
  const all = [...points, ...signChanges(kernel, points).flatMap((x) => around(x, random)), 0];
  // At a pole and outside a domain libraries have conventions, and none of them is an error.
  const isDefined = (x: number): boolean => Number.isFinite(specialValue(kernel, x) ?? 0);
  return Float64Array.from(new Set(all.filter(isDefined))).sort();
}

function hasPoles({ name }: Kernel): boolean {
  return ["lgamma", "digamma", "polygamma"].includes(name);
}

function nearPoles(random: Random): number[] {
  return Array.from({ length: POLES }, (_, pole) => pole).flatMap((pole) =>
    Array.from({ length: NEAREST_BITS }, (_, bits) => {
      const distance = random.sign() * 2 ** -(bits + random.between(1, 2));
      return distance - pole;
    })
  );
}

/** The first double after each zero or pole that lies alone between two of the points. */
function signChanges(kernel: Kernel, points: readonly number[]): number[] {
  const known = points.filter((x) => specialValue(kernel, x) === undefined);
  const signs = known.map((x) => reference(kernel, x).m > 0n);
  return known.slice(1).flatMap((to, i) => {
    const from = known[i];
    const isAlone = to - from < ALONE && Math.sign(from) === Math.sign(to);
    if (signs[i] === signs[i + 1] || !isAlone) return [];
    const turned = (x: number): boolean =>
      specialValue(kernel, x) !== undefined || reference(kernel, x).m > 0n === signs[i + 1];
    return [firstWhere(turned, [from, to])];
  });
}

function around(x: number, random: Random): number[] {
  return Array.from({ length: ZERO_BITS }, (_, bits) => {
    const steps = 2 ** (bits + random.between(0, 1));
    return [neighbour(x, steps), neighbour(x, -steps)];
  }).flat().concat(x);
}
