import type { Interval } from "./intervals.ts";
import { midway } from "./neighbour.ts";

/**
 * The first double for which something holds that holds from there to the end of the interval, and
 * not before; the end if it holds nowhere inside. It is never asked of the ends.
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
