import { newtonStep } from "./newton_step.ts";
import { pairsOf, placesOf } from "./sums.ts";

/** Where a leap leads. */
export interface Leap {
  readonly to: Float64Array;
  /** The slope along the way there. */
  readonly slope: number;
  /**
   * Whether the parabola clearly has no extreme value before the parameter is infinite. Not known
   * before the other parameters have settled.
   */
  readonly isBeyond?: boolean;
}

/** A leap is worth while if the parameter grows this many times. */
const LEAST_LEAP = 4;
/** The parabola clearly has no extreme value up to infinity if it is this many times as far away. */
const CLEARLY = 2;
/** The other parameters have settled if they promise less than this part of what the leap does. */
const SETTLED = 2 ** -3;

/**
 * Makes a step of Newton's method in the reciprocal of a parameter that grows. Parameters that
 * belong together, such as the size and the probability of a negative binomial distribution, run
 * off along a hyperbola. It is nearly straight in the reciprocal, so that one such step goes as far
 * as dozens of others. The parameter grows at most `most` times, and stays until the others have
 * settled. There is no leap if it is short, or if the maximum of the parabola is the other way.
 */
export function leapStep(
  sums: Float64Array,
  { at, growing, most }: {
    readonly at: Float64Array;
    readonly growing: number;
    readonly most: number;
  },
): Leap | undefined {
  const places = placesOf(at.length);
  // x = at / v: v is 1 here, dx/dv is -at and d2x/dv2 is 2 at.
  const turned = sums.slice();
  const factors = at.map((value, i) => i === growing ? -value : 1);
  for (let i = 0; i < at.length; i++) turned[places.gradient + i] *= factors[i];
  pairsOf(at.length).forEach(([i, j], n) => {
    turned[places.hessian + n] *= factors[i] * factors[j];
    if (i === growing && j === growing) {
      turned[places.hessian + n] += 2 * at[i] * sums[places.gradient + i];
    }
  });
  const center = at.slice();
  center[growing] = 1;
  const { direction, slope } = newtonStep(turned, center);
  const others = stepWithout(sums, at, growing);
  if (others.slope > SETTLED * slope) {
    return { to: at.map((value, i) => value + others.direction[i]), slope: others.slope };
  }
  const way = -direction[growing];
  if (!(way >= 1 - 1 / LEAST_LEAP)) return undefined;
  const stretch = Math.min(1, (1 - 1 / most) / way);
  const to = at.map((value, i) => value + stretch * direction[i]);
  to[growing] = at[growing] / (1 - stretch * way);
  return { to, slope: stretch * slope, isBeyond: way >= CLEARLY };
}

/** Makes a step of Newton's method in which one parameter stays as it is. */
export function stepWithout(
  sums: Float64Array,
  at: Float64Array,
  fixed: number,
): { readonly direction: Float64Array; readonly slope: number } {
  const direction = new Float64Array(at.length);
  if (at.length === 1) return { direction, slope: 0 };
  const { hessian } = placesOf(at.length);
  const pairs = pairsOf(at.length);
  const fewer = sums.filter((_, n) => {
    if (n < hessian) return n !== 2 + fixed;
    return !pairs[n - hessian].includes(fixed);
  });
  const step = newtonStep(fewer, at.filter((_, i) => i !== fixed));
  let from = 0;
  for (let i = 0; i < at.length; i++) if (i !== fixed) direction[i] = step.direction[from++];
  return { direction, slope: step.slope };
}
