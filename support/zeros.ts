import type { Kernel } from "../kernels/engine.ts";
import { reference } from "./reference/reference.ts";
import { midway } from "./neighbour.ts";

/** The numbers from the first to the second. The second itself may be excluded. */
export type Interval = readonly [number, number];

/**
 * Returns the first double for which a condition holds that holds from there to the end of the
 * interval and not before. Returns the end if it holds nowhere inside. The condition is never
 * tested at the ends.
 */
export function firstWhere(holds: (x: number) => boolean, [from, to]: Interval): number {
  let [low, high] = [from, to];
  for (;;) {
    const middle = midway(low, high);
    if (middle === low || middle === high) return high;
    if (holds(middle)) high = middle;
    else low = middle;
  }
}

/**
 * Returns the first double after the zero of a kernel that rises from below 0 to above 0 in the
 * interval.
 */
export function zeroOfRising(kernel: Kernel, interval: Interval): number {
  return firstWhere((x) => reference(kernel, x).m > 0n, interval);
}

/** A function and its derivative, which rises from below 0 to above 0. */
export interface Valley {
  readonly kernel: Kernel;
  readonly slope: Kernel;
}

/**
 * Returns the first doubles after the zeros of a function that falls and then rises: none, or two.
 */
export function zerosOfValley({ kernel, slope }: Valley, [from, to]: Interval): number[] {
  const bottom = zeroOfRising(slope, [from, to]);
  if (bottom === to || reference(kernel, bottom).m >= 0n) return [];
  return [
    firstWhere((x) => reference(kernel, x).m < 0n, [from, bottom]),
    zeroOfRising(kernel, [bottom, to]),
  ];
}
