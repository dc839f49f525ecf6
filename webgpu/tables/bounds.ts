import { compute } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/job.ts";
import { numberOf } from "./layout.ts";

/** Computes a function of one variable over an array of float64. */
export type Evaluate = (x: Float64Array) => Float64Array;

/** The keys from `from` up to but not including `to`. */
export interface KeyRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Values beyond 2^+-LIMIT need no digits. Multiplied by any float32, they are still too large or
 * too small for a float32. Whether such a value is infinite, 0 or only close to that matters when
 * it is multiplied by 0 or infinity.
 */
export const LIMIT = 280;

const LEVELS = ["zero", "tiny", "ordinary", "huge", "infinite"] as const;
/**
 * The value that stands for each level. Its products with a float32 stay apart from those of other
 * levels.
 */
const STAND_INS = [0, 2 ** -900, NaN, 2 ** 900, Infinity];
const ORDINARY = LEVELS.indexOf("ordinary");

/** The values of a function where it has no rows. */
export interface Bounds {
  /**
   * Four keys that divide the range into five parts: outer left, inner left, rows, inner right and
   * outer right.
   */
  readonly keys: readonly [number, number, number, number];
  /** The values that stand for those of the four parts without rows. */
  readonly constants: readonly [number, number, number, number];
}

/**
 * Finds where the magnitude of a function leaves the ordinary range. It may do so once at each end,
 * where it must be monotonic: small at one end and large at the other.
 */
export function findBounds(evaluate: Evaluate, { from, to }: KeyRange): Bounds {
  const point = new Float64Array(1);
  function valueAt(key: number): number {
    point[0] = numberOf(key);
    return evaluate(point)[0];
  }
  const [left, right] = [from, to - 1].map(valueAt);
  const sign = left < 0 || Object.is(left, -0) ? -1 : 1;
  const direction = level(left) < level(right) ? 1 : -1;
  /** The levels in the order in which they occur. */
  const order = STAND_INS.map((_, i) => direction > 0 ? i : LEVELS.length - 1 - i);
  function startOf(place: number): number {
    const isAt = (value: number): boolean => order.indexOf(level(value)) >= place;
    if (isAt(left)) return from;
    return isAt(right) ? firstWhere((key) => isAt(valueAt(key)), { from, to: to - 1 }) : to;
  }
  const keys = [startOf(1), startOf(2), startOf(3), startOf(4)] as const;
  const [a, b, , c, d] = order.map((level) => sign * STAND_INS[level]);
  // If the rows begin with the range, what is before it has the value of its first number.
  return { keys, constants: [a, keys[1] === from ? left : b, c, d] };
}

function level(value: number): number {
  const size = Math.abs(value);
  if (size === 0) return 0;
  if (size === Infinity) return LEVELS.length - 1;
  return ORDINARY + (size < 2 ** -LIMIT ? -1 : size > 2 ** LIMIT ? 1 : 0);
}

/** Returns the first key after `from` for which `holds` is true, as it is for `to`. */
function firstWhere(holds: (key: number) => boolean, { from, to }: KeyRange): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Returns the float64 kernel of the CPU as a function over arrays. `at` maps x to the kernel's
 * argument.
 */
export function evaluator(kernel: Kernel, at?: (x: number) => number): Evaluate {
  return (x) => {
    const y = x.slice();
    // A loop is used because `map` takes longer than the kernel.
    if (at !== undefined) { for (let i = 0; i < y.length; i++) y[i] = at(y[i]); }
    compute(kernel, y, y);
    return y;
  };
}
