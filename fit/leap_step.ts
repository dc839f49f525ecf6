import { newtonStep } from "./newton_step.ts";
import { pairsOf, placesOf } from "./sums.ts";

/** Where a leap leads. */
export interface Leap {
  readonly to: Float64Array;
  /** The slope along the way there. */
  readonly slope: number;
  /**
   * How the sum changes with the reciprocal of the parameter, while the others follow. Not known before
   * these have settled.
   */
  readonly pull?: number;
}

/** What leaps: a parameter, and how many times it may grow. */
export interface LeapOptions {
  readonly at: Float64Array;
  readonly growing: number;
  readonly most: number;
}

/** A leap is worth while if the parameter grows this many times. */
const LEAST_LEAP = 4;
/** The least part of itself by which the reciprocal changes on the way back. */
const LEAST_RETURN = 2 ** -4;
/** The other parameters have settled if they promise less than this part of what the leap does. */
const SETTLED = 2 ** -3;
/** Rounding hides what is less than this part of the sum of absolute values. */
const NOISE = 2 ** -51;

/**
 * Makes a step of Newton's method in the reciprocal of a parameter that grows. Parameters that
 * belong together, such as the size and the probability of a negative binomial distribution, run
 * off along a hyperbola. It is nearly straight in the reciprocal, so that one such step goes as far
 * as dozens of others. The parameter grows at most `most` times, and stays until the others have
 * settled. Once it has leapt, it may also go back. There is no leap if it is short and the parabola has no
 * maximum.
 */
export function leapStep(
  sums: Float64Array,
  { at, growing, most, mayReturn }: LeapOptions & {
    /** Whether the parameter has leapt, and may have gone too far. */
    readonly mayReturn: boolean;
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
  const { direction, slope, isDefinite } = newtonStep(turned, center);
  const others = stepWithout(sums, at, growing);
  const settled = { to: at.map((value, i) => value + others.direction[i]), slope: others.slope };
  if (others.slope > SETTLED * slope) return settled;
  const pull = pullOf(sums, at, growing);
  const way = -direction[growing];
  if (!(way >= 1 - 1 / LEAST_LEAP)) {
    if (!mayReturn || isDefinite && way > -LEAST_RETURN) return undefined;
    // What is left to settle may be more than the curvature of the rest.
    if (!isDefinite) return others.slope > NOISE * sums[places.absolute] ? settled : undefined;
  }
  const stretch = way >= 0 ? Math.min(1, (1 - 1 / most) / way) : Math.min(1, (1 - most) / way);
  const to = at.map((value, i) => value + stretch * direction[i]);
  to[growing] = at[growing] / (1 - stretch * way);
  return { to, slope: stretch * slope, pull };
}

/** The derivative of the sum in -1 / |x| for a parameter x, while the others stay at their best values. */
function pullOf(sums: Float64Array, at: Float64Array, growing: number): number {
  const { gradient } = placesOf(at.length);
  let slope = at[growing] * sums[gradient + growing];
  followersOf(sums, at, growing).forEach((part, i) => slope += part * sums[gradient + i]);
  return Math.abs(at[growing]) * slope;
}

/** How the other parameters follow one that grows, as a part of its growth. */
function followersOf(sums: Float64Array, at: Float64Array, growing: number): Float64Array {
  const { gradient, hessian } = placesOf(at.length);
  const crossed = sums.slice();
  pairsOf(at.length).forEach(([i, j], n) => {
    if (i === growing) crossed[gradient + j] = at[growing] * sums[hessian + n];
    else if (j === growing) crossed[gradient + i] = at[growing] * sums[hessian + n];
  });
  return stepWithout(crossed, at, growing).direction;
}

/** Where a parameter is so many times as large, and the others have followed. */
export function growParameter(
  sums: Float64Array,
  { at, growing, most }: LeapOptions,
): Float64Array {
  const followers = followersOf(sums, at, growing);
  return at.map((value, i) => i === growing ? most * value : value + (1 - 1 / most) * followers[i]);
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
